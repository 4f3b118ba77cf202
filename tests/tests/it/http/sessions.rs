//! Sessions that carry their own state.

use serde_json::{Value, json};
use tests::http::{self, Request};
use tests::{Site, message};

use super::{call, open_session, open_session_as};
use crate::stage::{Probe, archive};

const KEY: &str = "a secret of more than sixteen bytes";

/// The status of a call in a session.
async fn status(site: Site, session: &str, name: Option<&str>) -> u16 {
    let request = call(session, 7, "greet", json!({})).by(name);
    http::send(site.address, &request).await.status
}

async fn delete(site: Site, session: &str, name: Option<&str>) -> u16 {
    let request = Request::bare("DELETE").with("mcp-session-id", session);
    http::send(site.address, &request.by(name)).await.status
}

// S-HTTPL-18
#[tokio::test]
async fn a_session_survives_a_restart_and_any_replica_serves_it() {
    let stage = || Probe::default().builder().state_key(KEY).build().unwrap();
    let one = Site::open(&stage()).await;
    let session = open_session(one.address, "2025-06-18").await;
    let two = Site::open(&stage()).await;
    let request = call(&session, 7, "weigh", json!({ "label": "abc" }));
    let answer = http::send(two.address, &request).await.json().await;
    assert!(
        answer["result"]["structuredContent"].is_object(),
        "the revision is part of it: {answer}"
    );

    // A new key that still knows the old one opens it; a stranger does not.
    let rotated = Probe::default()
        .builder()
        .state_key("the new secret of this year")
        .state_key(KEY);
    let rotated = Site::open(&rotated.build().unwrap()).await;
    assert_eq!(status(rotated, &session, None).await, 200);
    let stranger = Probe::default()
        .builder()
        .state_key("the new secret of this year");
    let stranger = Site::open(&stranger.build().unwrap()).await;
    assert_eq!(status(stranger, &session, None).await, 404);
}

// S-HTTPL-21, S-HTTPL-22
#[tokio::test]
async fn a_deleted_session_is_gone() {
    let site = Site::open(&Probe::default().server()).await;
    let session = open_session(site.address, "2025-11-25").await;
    let other = open_session(site.address, "2025-11-25").await;
    assert_eq!(status(site, &session, None).await, 200);
    assert_eq!(delete(site, &session, None).await, 204);
    assert_eq!(status(site, &session, None).await, 404);
    assert_eq!(delete(site, &session, None).await, 404);
    assert_eq!(status(site, &other, None).await, 200, "the others go on");
}

/// Everything that can be done with the id of a session, and what comes of it.
async fn statuses(site: Site, session: &str, name: Option<&str>) -> Vec<u16> {
    let message = |message: &Value| Request::in_session(message, session);
    let get = Request::bare("GET")
        .with("accept", "text/event-stream")
        .with("mcp-session-id", session);
    let rules = json!({ "uri": "archive://rules" });
    let requests = [
        message(&message::request(1, "tools/list", json!({}))),
        message(&message::request(2, "resources/subscribe", rules)),
        message(&message::initialized()),
        message(&message::cancelled(1)),
        message(&message::answer(&json!("1"), &json!({}))),
        get.clone(),
        get.with("last-event-id", "g1-1"),
    ];
    let mut statuses = Vec::new();
    for request in requests {
        let response = http::send(site.address, &request.by(name)).await;
        statuses.push(response.status);
    }
    statuses
}

/// Neither is anything told or done for somebody else, nor does that disturb the one whose session it is.
// S-AUTH-23, S-AUTH-24, S-HTTPL-33
#[tokio::test]
async fn whatever_names_a_session_is_its_owners() {
    let server = archive().build().unwrap();
    let site = Site::open(&server).await;
    let session = open_session_as(site.address, "2025-11-25", Some("alice")).await;
    let allowed = [200, 200, 202, 202, 202, 200, 400];
    assert_eq!(statuses(site, &session, Some("alice")).await, allowed);
    for thief in [None, Some("bob")] {
        let refused = statuses(site, &session, thief).await;
        assert_eq!(refused, [404; 7], "{thief:?}");
    }
    assert_eq!(server.handle().listeners("archive://rules"), 1);
    assert_eq!(statuses(site, &session, Some("alice")).await, allowed);
}

// S-HTTPL-33, S-SEC-01, S-SEC-03, S-AUTH-24
#[tokio::test]
async fn a_session_belongs_to_who_opened_it() {
    let site = Site::open(&Probe::default().server()).await;
    let callers = [None, Some("alice"), Some("bob")];
    for owner in callers {
        let session = open_session_as(site.address, "2025-11-25", owner).await;
        for thief in callers.into_iter().filter(|thief| *thief != owner) {
            assert_eq!(
                status(site, &session, thief).await,
                404,
                "{owner:?} {thief:?}"
            );
            assert_eq!(
                delete(site, &session, thief).await,
                404,
                "{owner:?} {thief:?}"
            );
        }
        assert_eq!(status(site, &session, owner).await, 200, "{owner:?}");
    }
}

// S-HTTPL-19, S-SEC-02
#[tokio::test]
async fn a_tampered_session_is_none() {
    let site = Site::open(&Probe::default().server()).await;
    let session = open_session(site.address, "2025-11-25").await;
    assert!(
        session.bytes().all(|byte| byte.is_ascii_graphic()),
        "fits a header: {session}"
    );
    for at in (0..session.len()).step_by(5) {
        let other = if &session[at..=at] == "A" { "B" } else { "A" };
        let bent = format!("{}{other}{}", &session[..at], &session[at + 1..]);
        assert_eq!(status(site, &bent, None).await, 404, "{at}");
    }
    assert_eq!(status(site, &session[1..], None).await, 404);
    assert_eq!(status(site, &format!("{session}A"), None).await, 404);
    assert_eq!(status(site, &session, None).await, 200);
}

/// The same id twice at once: each answer belongs to the POST that asked for it.
// S-ENV-04
#[tokio::test]
async fn requests_of_one_session_may_share_an_id() {
    let probe = Probe::default();
    let site = Site::open(&probe.server()).await;
    let session = open_session(site.address, "2025-11-25").await;
    let waiting = http::connect(site.address, &call(&session, 1, "wait", json!({}))).await;
    probe.waiting.reaches(1).await;
    let answer = http::send(site.address, &call(&session, 1, "greet", json!({}))).await;
    assert_eq!(
        answer.json().await["result"]["content"][0]["text"],
        "Good morning."
    );
    assert_eq!(probe.dropped.count(), 0);
    drop(waiting);
}
