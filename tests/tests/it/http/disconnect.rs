//! What it means that a client hangs up.

use serde_json::json;
use tests::http::{self, Request};
use tests::{Site, message};

use super::{call, open_session};
use crate::stage::Probe;

// S-CANC-01, S-CANC-02, S-HTTPM-16
#[tokio::test]
async fn it_cancels_a_request_that_stands_for_itself() {
    let probe = Probe::default();
    let site = Site::open(&probe.server()).await;
    let wait = message::stateless_call(1, "wait", json!({}));
    let connection = http::connect(site.address, &Request::stateless(&wait)).await;
    probe.waiting.reaches(1).await;
    drop(connection);
    probe.dropped.reaches(1).await;
}

// S-CANC-09, S-HTTPL-10
#[tokio::test]
async fn it_leaves_a_request_of_a_session_alone() {
    let probe = Probe::default();
    let site = Site::open(&probe.server()).await;
    let session = open_session(site.address, "2025-11-25").await;
    let connection = http::connect(site.address, &call(&session, 1, "wait", json!({}))).await;
    probe.waiting.reaches(1).await;
    drop(connection);
    // What comes later on another connection is served after the hang-up was noticed or before it: either way the call is
    // there to be cancelled, which only a running call can be.
    for _ in 0..20 {
        let greeted = http::send(site.address, &call(&session, 2, "greet", json!({}))).await;
        assert_eq!(greeted.status, 200);
        assert_eq!(probe.dropped.count(), 0);
    }
    let cancel = Request::in_session(&message::cancelled(1), &session);
    assert_eq!(http::send(site.address, &cancel).await.status, 202);
    probe.dropped.reaches(1).await;
}

/// The effect of a session's call happens although nobody waits for its answer.
// S-CANC-09, S-HTTPL-10
#[tokio::test]
async fn a_call_of_a_session_goes_on_to_its_end() {
    let probe = Probe::default();
    let site = Site::open(&probe.server()).await;
    let session = open_session(site.address, "2025-11-25").await;
    let request = call(&session, 7, "send", json!({ "label": "abc" }));
    let mut response = http::send(site.address, &request).await;
    let question = response.next().await.expect("a question");
    drop(response);
    let yes = json!({ "action": "accept", "content": { "confirm": true } });
    let answer = message::answer(&question["id"], &yes);
    assert_eq!(
        http::send(site.address, &Request::in_session(&answer, &session))
            .await
            .status,
        202
    );
    probe.sent.reaches(1).await;
}
