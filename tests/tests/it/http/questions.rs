//! A live question comes on the stream of the call and is answered by another POST.

use serde_json::{Value, json};
use tests::http::{self, Request, Response};
use tests::{Site, message};

use super::{call, open_session, open_session_as};
use crate::stage::Probe;

/// Calls `send` and reads the question that comes of it.
async fn asked(site: Site, session: &str, label: &str) -> (Response, Value) {
    let request = call(session, 7, "send", json!({ "label": label }));
    let mut response = http::send(site.address, &request).await;
    assert_eq!(response.status, 200);
    assert!(response.is_stream(), "a call that speaks is a stream");
    let question = response.next().await.expect("a question");
    assert_eq!(question["method"], "elicitation/create", "{question}");
    assert_eq!(question["params"]["message"], format!("Send {label}?"));
    (response, question)
}

fn yes(question: &Value) -> Value {
    let consent = json!({ "action": "accept", "content": { "confirm": true } });
    message::answer(&question["id"], &consent)
}

// S-HTTPL-03, S-HTTPL-05, S-HTTPL-09
#[tokio::test]
async fn a_later_post_answers_it() {
    let probe = Probe::default();
    let site = Site::open(&probe.server()).await;
    let session = open_session(site.address, "2025-06-18").await;
    let (response, question) = asked(site, &session, "abc").await;
    assert_eq!(
        response.header("cache-control"),
        Some("no-cache, no-transform")
    );
    assert_eq!(response.header("x-accel-buffering"), Some("no"));

    let taken = http::send(
        site.address,
        &Request::in_session(&yes(&question), &session),
    )
    .await;
    assert_eq!((taken.status, taken.text().await), (202, String::new()));
    let messages = response.messages().await;
    assert_eq!(
        messages.len(),
        1,
        "the stream ends with the answer: {messages:?}"
    );
    assert_eq!(messages[0]["id"], 7);
    assert_eq!(
        messages[0]["result"]["content"][0]["text"],
        "abc is on its way"
    );
    assert_eq!(probe.sent.count(), 1);
}

// S-ENV-05, S-HTTPL-09
#[tokio::test]
async fn two_calls_hear_their_own_answers() {
    let probe = Probe::default();
    let site = Site::open(&probe.server()).await;
    let session = open_session(site.address, "2025-11-25").await;
    let (first, first_question) = asked(site, &session, "one").await;
    let (second, second_question) = asked(site, &session, "two").await;
    assert_ne!(first_question["id"], second_question["id"]);
    let refusal = message::answer(&first_question["id"], &json!({ "action": "decline" }));
    for answer in [yes(&second_question), refusal] {
        let taken = http::send(site.address, &Request::in_session(&answer, &session)).await;
        assert_eq!(taken.status, 202);
    }
    assert_eq!(first.messages().await[0]["result"]["isError"], true);
    let done = second.messages().await;
    assert_eq!(done[0]["result"]["content"][0]["text"], "two is on its way");
    assert_eq!(probe.sent.count(), 1);
}

// S-HTTPL-33, S-SEC-01
#[tokio::test]
async fn nobody_else_can_answer_it() {
    let probe = Probe::default();
    let site = Site::open(&probe.server()).await;
    let session = open_session(site.address, "2025-11-25").await;
    let (response, question) = asked(site, &session, "abc").await;
    let stranger = open_session(site.address, "2025-11-25").await;
    // Another session; another caller with this session; nobody's session.
    let posts = [
        (Request::in_session(&yes(&question), &stranger), 202),
        (
            Request::in_session(&yes(&question), &session).by(Some("bob")),
            404,
        ),
        (Request::post(&yes(&question)), 400),
    ];
    for (post, status) in posts {
        assert_eq!(http::send(site.address, &post).await.status, status);
    }
    assert_eq!(probe.sent.count(), 0);
    let taken = http::send(
        site.address,
        &Request::in_session(&yes(&question), &session),
    )
    .await;
    assert_eq!(taken.status, 202);
    assert!(response.messages().await[0]["result"].is_object());
    assert_eq!(probe.sent.count(), 1);
}

// S-HTTPL-22, S-HTTPL-23
#[tokio::test]
async fn ending_the_session_ends_the_question() {
    let probe = Probe::default();
    let site = Site::open(&probe.server()).await;
    let session = open_session_as(site.address, "2025-11-25", None).await;
    let (response, question) = asked(site, &session, "abc").await;
    let end = Request::bare("DELETE").with("mcp-session-id", &session);
    assert_eq!(http::send(site.address, &end).await.status, 204);
    let late = http::send(
        site.address,
        &Request::in_session(&yes(&question), &session),
    )
    .await;
    assert_eq!(late.status, 404);
    for message in response.messages().await {
        assert_ne!(message["result"]["content"][0]["text"], "abc is on its way");
    }
    assert_eq!(probe.sent.count(), 0);
}
