//! Sessions: opened, named, ended, gone.

use http::Method;
use mcp_core::transport::Principal;
use serde_json::json;
use tower::ServiceExt;

use crate::client::{Answer, Call, open_session};
use crate::engine::Engine;

// S-HTTPL-28, S-HTTPL-32
#[tokio::test]
async fn initialize_opens_a_session_whatever_it_names() {
    let endpoint = Engine::new().endpoint();
    let first = open_session(&endpoint).await;
    let again = Call::initialize()
        .with("mcp-session-id", "dead")
        .with("mcp-protocol-version", "2025-06-18")
        .with("mcp-method", "something/else")
        .send(&endpoint)
        .await;
    assert_eq!(again.status, 200);
    assert_ne!(again.header("mcp-session-id"), Some(&*first));
    assert_eq!(
        Call::legacy_tool(&first, "echo")
            .send(&endpoint)
            .await
            .status,
        200
    );
}

// S-HTTPL-21
#[tokio::test]
async fn a_session_that_is_gone_is_not_found() {
    let endpoint = Engine::new().endpoint();
    for call in [
        Call::legacy_tool("dead", "echo"),
        Call::legacy_tool("", "echo"),
        Call::legacy_tool("session-0", "echo").and("mcp-session-id", "session-0"),
        Call::legacy_tool("x", "echo").with("mcp-session-id", b"\xff"),
    ] {
        let answer = call.send(&endpoint).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code()),
            (404, Some(-32001)),
            "{answer:?}"
        );
        assert_eq!(answer.json()["error"]["message"], "Session not found");
        assert_eq!(answer.json()["id"], 7);
    }
    let notification =
        Call::post(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let answer = notification
        .with("mcp-session-id", "dead")
        .send(&endpoint)
        .await;
    assert_eq!(answer.status, 404);
    assert!(answer.json().get("id").is_none());
}

// S-HTTPL-20
#[tokio::test]
async fn a_request_without_its_session_is_refused() {
    let call = Call::legacy_tool("x", "echo").without("mcp-session-id");
    let answer = call.send(&Engine::new().endpoint()).await;
    assert_eq!(answer.status, 400);
}

// S-HTTPL-03
#[tokio::test]
async fn notifications_and_answers_are_accepted_without_a_word() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    for message in [
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 99, "result": {} }),
        json!({ "jsonrpc": "2.0", "id": 99, "error": { "code": -1, "message": "no" } }),
    ] {
        let answer = Call::post(message)
            .with("mcp-session-id", &session)
            .send(&endpoint)
            .await;
        assert_eq!((answer.status.as_u16(), answer.body.as_str()), (202, ""));
        assert_eq!(answer.header("content-type"), None);
    }
    assert!(engine.saw("notified notifications/initialized"));
}

// S-HTTPL-24, S-HTTPL-25, S-HTTPL-26
#[tokio::test]
async fn the_version_header_fits_the_session_or_is_absent() {
    let endpoint = Engine::new().endpoint();
    let session = open_session(&endpoint).await;
    for (version, status) in [
        (None, 200),
        (Some("2025-11-25"), 200),
        (Some("2025-06-18"), 400),
        (Some("2026-07-28"), 400),
        (Some("2099-01-01"), 400),
        (Some("nonsense"), 400),
    ] {
        let mut call = Call::legacy_tool(&session, "echo");
        if let Some(version) = version {
            call = call.with("mcp-protocol-version", version);
        }
        let answer = call.send(&endpoint).await;
        assert_eq!(answer.status, status, "{version:?}");
        let code = (status == 400).then_some(-32600);
        assert_eq!((answer.code(), &answer.json()["id"]), (code, &json!(7)));
    }
    let twice = Call::legacy_tool(&session, "echo")
        .and("mcp-protocol-version", "2025-11-25")
        .and("mcp-protocol-version", "2025-11-25");
    assert_eq!(twice.send(&endpoint).await.status, 400);
    for version in ["2026-07-28", "2099-01-01"] {
        let call = Call::initialize().with("mcp-protocol-version", version);
        assert_eq!(call.clone().send(&endpoint).await.status, 400, "{version}");
        assert_eq!(
            call.with("mcp-session-id", &session)
                .send(&endpoint)
                .await
                .status,
            400
        );
    }
}

// S-HTTPL-22
#[tokio::test]
async fn delete_ends_the_session_it_names() {
    let endpoint = Engine::new().endpoint();
    let session = open_session(&endpoint).await;
    let delete = || Call::bare(Method::DELETE).with("mcp-session-id", &session);
    assert_eq!(Call::bare(Method::DELETE).send(&endpoint).await.status, 400);
    let versioned = delete()
        .with("mcp-protocol-version", "nonsense")
        .send(&endpoint)
        .await;
    assert_eq!(versioned.status, 400);
    let ended = delete().send(&endpoint).await;
    assert_eq!((ended.status.as_u16(), ended.body.as_str()), (204, ""));
    assert_eq!(delete().send(&endpoint).await.status, 404);
    assert_eq!(
        Call::legacy_tool(&session, "echo")
            .send(&endpoint)
            .await
            .status,
        404
    );
    assert_eq!(
        delete()
            .with("host", "evil.test")
            .send(&endpoint)
            .await
            .status,
        403
    );
}

// S-HTTPL-02, S-HTTPL-09
#[tokio::test]
async fn a_question_on_the_stream_is_answered_by_another_post() {
    let endpoint = Engine::new().endpoint();
    let session = open_session(&endpoint).await;
    let response = endpoint
        .clone()
        .oneshot(Call::legacy_tool(&session, "ask").request())
        .await
        .unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let answer = json!({ "jsonrpc": "2.0", "id": "q", "result": { "action": "accept" } });
    let posted = Call::post(answer)
        .with("mcp-session-id", &session)
        .send(&endpoint)
        .await;
    assert_eq!(posted.status, 202);
    let events = Answer::read(response).await.events();
    assert_eq!(events.len(), 2);
    assert_eq!(events[1]["result"]["answer"]["action"], "accept");
}

// S-HTTPM-04
#[tokio::test]
async fn the_engine_knows_who_calls_and_with_which_headers() {
    let endpoint = Engine::new().endpoint();
    let session = open_session(&endpoint).await;
    for call in [Call::modern_tool("who"), Call::legacy_tool(&session, "who")] {
        let mut request = call.with("user-agent", "test/1").request();
        request
            .extensions_mut()
            .insert(Principal::new("https://issuer.test", "ada", "client"));
        let answer = Answer::read(endpoint.clone().oneshot(request).await.unwrap()).await;
        assert_eq!(
            answer.json()["result"],
            json!({ "subject": "ada", "agent": "test/1" })
        );
    }
    let nobody = Call::modern_tool("who").send(&endpoint).await;
    assert_eq!(nobody.json()["result"]["subject"], json!(null));
}
