//! Tools that ask the user: one body, whatever way the question travels.

use mcp_core::ProtocolVersion;
use serde_json::{Value, json};
use tests::{Client, Says, User};

use super::Cell;
use super::cell::{error_text, text};

/// Calls `send` for a user who answers so; gives the result, if anybody was asked at all.
async fn send(cell: &Cell, says: Says) -> Option<Value> {
    let mut client = cell.client(User::new().says("Send", says)).await;
    let result = client
        .call("send", json!({ "label": "abc" }))
        .await
        .unwrap();
    if !cell.can_ask() {
        // The revision has no questions, whatever the client says it can do.
        assert!(client.asked().is_empty());
        assert!(error_text(&result).contains("elicitation"), "{result}");
        assert_eq!(cell.probe.sent.count(), 0);
        return None;
    }
    assert_eq!(client.asked(), ["Send abc?"]);
    Some(cell.bare(result))
}

// S-MRTR-01, S-MRTR-22, S-TOOL-28
pub(crate) async fn consent_comes_before_the_effect(cell: Cell) {
    let yes = Says::Accept(json!({ "confirm": true }));
    if let Some(result) = send(&cell, yes).await {
        assert_eq!(text(&result), "abc is on its way");
        assert_eq!(cell.probe.sent.count(), 1);
    }
}

// S-ELIC-15
pub(crate) async fn a_refusal_ends_the_call(cell: Cell) {
    if let Some(result) = send(&cell, Says::Decline).await {
        assert!(error_text(&result).contains("declined"), "{result}");
        assert_eq!(cell.probe.sent.count(), 0);
    }
}

// S-ELIC-15
pub(crate) async fn a_question_that_is_closed_ends_the_call(cell: Cell) {
    if let Some(result) = send(&cell, Says::Cancel).await {
        error_text(&result);
        assert_eq!(cell.probe.sent.count(), 0);
    }
}

// S-ELIC-16
pub(crate) async fn accepting_without_saying_yes_is_no_consent(cell: Cell) {
    for content in [
        json!({ "confirm": false }),
        json!({}),
        json!({ "confirm": "true" }),
    ] {
        if let Some(result) = send(&cell, Says::Accept(content)).await {
            error_text(&result);
            assert_eq!(cell.probe.sent.count(), 0);
        }
    }
}

pub(crate) async fn a_form_is_filled_in(cell: Cell) {
    let paper = json!({ "colour": "blue", "sheets": 2 });
    let mut client = cell
        .client(User::new().says("Which", Says::Accept(paper)))
        .await;
    let result = client.call("wrap", json!({})).await.unwrap();
    if cell.can_ask() {
        assert_eq!(text(&result), "2 sheets of blue paper");
    } else {
        error_text(&result);
    }
}

pub(crate) async fn a_form_may_be_refused_where_the_type_says_so(cell: Cell) {
    for says in [Says::Decline, Says::Cancel] {
        let mut client = cell.client(User::new().says("Which", says)).await;
        let result = client.call("wrap", json!({})).await.unwrap();
        if cell.can_ask() {
            assert_eq!(text(&result), "no paper");
        } else {
            error_text(&result);
        }
    }
}

// S-ELIC-16
pub(crate) async fn a_wrong_answer_is_asked_for_again(cell: Cell) {
    if !cell.can_ask() {
        return;
    }
    let user = User::new()
        .says(
            "Which paper?\n\nPlease correct:",
            Says::Accept(json!({ "colour": "red", "sheets": 9 })),
        )
        .says(
            "Which paper?",
            Says::Accept(json!({ "colour": "red", "sheets": 10 })),
        );
    let mut client = cell.client(user).await;
    let result = client.call("wrap", json!({})).await.unwrap();
    assert_eq!(text(&result), "9 sheets of red paper");
    assert_eq!(client.asked().len(), 2, "{:?}", client.asked());
}

/// A page is for what the client must not see, so nothing comes back but whether the user agreed.
pub(crate) async fn a_page_is_opened_where_the_revision_knows_pages(cell: Cell) {
    let both = json!({ "elicitation": { "form": {}, "url": {} } });
    let server = crate::stage::archive().build().unwrap();
    for (says, agreed) in [(Says::Accept(json!({})), true), (Says::Decline, false)] {
        let user = User::new().says("Please sign in", says);
        let mut client =
            Client::connect_with(cell.via, cell.version, &server, user, both.clone()).await;
        let result = client.call("visit", json!({})).await.unwrap();
        if !cell.since(ProtocolVersion::V2025_11_25) {
            error_text(&result);
            assert!(client.asked().is_empty());
        } else if agreed {
            assert_eq!(text(&result), "signed in");
            let [message] = client.asked() else {
                panic!("asked once: {:?}", client.asked());
            };
            assert!(message.starts_with("Please sign in."), "{message}");
        } else {
            assert!(error_text(&result).contains("declined"), "{result}");
        }
    }
}

// S-ELIC-30, S-ENV-18, S-META-11, S-MRTR-07
pub(crate) async fn a_client_that_cannot_ask_is_told_so(cell: Cell) {
    let mut client = cell.client_with(json!({})).await;
    let answer = client.call("send", json!({ "label": "abc" })).await;
    if cell.is_stateless() {
        let failure = answer.expect_err("a protocol error");
        assert_eq!(failure.code, -32021);
        let required = json!({ "requiredCapabilities": { "elicitation": {} } });
        assert_eq!(failure.data, required);
    } else {
        assert!(error_text(&answer.unwrap()).contains("elicitation"));
    }
    assert_eq!(cell.probe.sent.count(), 0);
}
