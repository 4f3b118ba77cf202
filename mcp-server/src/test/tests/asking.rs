//! Several kinds of questions in one round, wherever a call may ask.
#![expect(deprecated, reason = "clients still offer sampling and roots")]

use mcp_core::types::{CreateMessageRequest, SamplingMessage};

use super::*;
use crate::test::CallError;

async fn everything(ctx: Ctx) -> String {
    let question = CreateMessageRequest::new([SamplingMessage::user("Capital of France?")], 100);
    let ((), visit, answer, roots) = tokio::join!(
        ctx.confirm("Sure?").key("sure"),
        ctx.open_url("https://shop.example/", "Sign in").key("page"),
        ctx.sample(question).key("capital"),
        ctx.roots().key("roots"),
    );
    drop(visit);
    format!("{} knows {} folders", answer.model, roots.len())
}

fn able(version: ProtocolVersion) -> TestClient {
    let said = json!({ "role": "assistant", "content": { "type": "text", "text": "Paris" }, "model": "m" });
    let roots = json!({ "roots": [{ "uri": "file:///a" }, { "uri": "vscode-vfs://b" }] });
    TestClient::new(asking(everything))
        .version(version)
        .answer("Sure?", json!({ "confirm": true }))
        .open("Sign in")
        .reply("sampling/createMessage", said)
        .reply("roots/list", roots)
}

// S-MRTR-01, S-MRTR-02, S-MRTR-03, S-MRTR-04, S-MRTR-22, S-ROOT-02, S-ROOT-05
#[tokio::test]
async fn four_kinds_go_out_together_and_come_back_in_any_order() {
    for version in [ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28] {
        for request in ASKING {
            let client = able(version).connect().await;
            assert_eq!(
                said(&client, request).await,
                "m knows 1 folders",
                "{version}"
            );
            let mut asked = client.asked();
            asked.sort();
            assert_eq!(
                asked,
                ["Sign in", "Sure?", "roots/list", "sampling/createMessage"]
            );
        }
    }
}

// S-MRTR-03, S-MRTR-05, S-MRTR-11, S-MRTR-21
#[tokio::test]
async fn a_round_is_questions_and_state_and_nothing_else() {
    for (method, params, _) in ASKING {
        let client = able(ProtocolVersion::LATEST).connect().await;
        let asked = client.once(method, params()).await.expect("asked");
        let members = asked.as_object().expect("an object");
        let mut names: Vec<_> = members.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            ["_meta", "inputRequests", "requestState", "resultType"]
        );
        assert_eq!(asked["resultType"], "input_required");
        assert!(asked["requestState"].is_string());
        let questions = asked["inputRequests"].as_object().expect("questions");
        assert_eq!(questions.len(), 4);
        for question in questions.values() {
            let mut names: Vec<_> = question.as_object().expect("a question").keys().collect();
            names.sort_unstable();
            assert_eq!(names, ["method", "params"]);
        }
    }
}

// S-MRTR-07, S-SAMP-01, S-ROOT-01, S-ELIC-30
#[tokio::test]
async fn whatever_is_missing_is_named_at_once_and_nothing_goes_out() {
    let one = json!({ "elicitation": { "form": {} }, "roots": {} });
    for (method, params, _) in ASKING {
        let client = able(ProtocolVersion::LATEST).capabilities(one.clone());
        let error = client
            .connect()
            .await
            .request(method, params())
            .await
            .unwrap_err();
        let CallError::Protocol { code, data, .. } = error else {
            panic!("{error}")
        };
        let missing = json!({ "elicitation": { "url": {} }, "sampling": {} });
        assert_eq!(
            (code, data),
            (-32021, Some(json!({ "requiredCapabilities": missing })))
        );
    }
}

// S-MRTR-15
#[tokio::test]
async fn what_was_answered_is_not_asked_again() {
    for (method, params, place) in ASKING {
        let client = able(ProtocolVersion::LATEST).connect().await;
        let asked = client.once(method, params()).await.expect("asked");
        let mut retry = params();
        retry["requestState"] = asked["requestState"].clone();
        retry["inputResponses"] = json!({
            "sure": { "action": "accept", "content": { "confirm": true } },
            "page": { "action": "accept" },
            "roots": { "roots": [] },
        });
        let again = client.once(method, retry).await.expect("asked again");
        let open: Vec<_> = again["inputRequests"]
            .as_object()
            .expect("open")
            .keys()
            .collect();
        assert_eq!(open, ["capital"]);
        let mut retry = params();
        retry["requestState"] = again["requestState"].clone();
        let said = json!({ "role": "assistant", "content": [], "model": "m" });
        retry["inputResponses"] = json!({ "capital": said });
        let done = client.once(method, retry).await.expect("done");
        assert_eq!(done.pointer(place), Some(&json!("m knows 0 folders")));
    }
}

// S-MRTR-13
#[tokio::test]
async fn an_answer_of_another_kind_is_refused() {
    for (key, answer) in [
        ("roots", json!({ "roots": 5 })),
        ("roots", json!({ "action": "accept" })),
        ("capital", json!({ "roots": [] })),
        (
            "capital",
            json!({ "role": "assistant", "content": "Paris", "model": "m" }),
        ),
        ("page", json!({ "model": "m" })),
    ] {
        for (method, params, _) in ASKING {
            let client = able(ProtocolVersion::LATEST).connect().await;
            let asked = client.once(method, params()).await.expect("asked");
            let mut retry = params();
            retry["requestState"] = asked["requestState"].clone();
            retry["inputResponses"] = json!({ key: answer });
            let error = client.once(method, retry).await.expect_err("refused");
            assert_eq!(error.code(), Some(-32602), "{key}: {error}");
        }
    }
}

// S-MRTR-14, S-MRTR-02
#[tokio::test]
async fn requests_that_cannot_ask_take_no_answers() {
    let client = able(ProtocolVersion::LATEST).connect().await;
    for method in [
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
    ] {
        let params = json!({ "inputResponses": { "sure": 5 }, "requestState": "?" });
        let result = client.once(method, params).await.expect("a list");
        assert_eq!(result["resultType"], "complete", "{method}");
    }
}
