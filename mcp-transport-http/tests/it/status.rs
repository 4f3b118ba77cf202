//! Which status an answer has.

use serde_json::json;

use crate::client::{Call, open_session};
use crate::engine::Engine;

async fn check(call: Call, status: u16, code: Option<i64>) {
    let answer = call.clone().send(&Engine::new().endpoint()).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        (status, code),
        "{call:?} {answer:?}"
    );
}

// S-HTTPM-08, S-HTTPM-21, S-HTTPM-43, S-HTTPM-46, S-META-27
#[tokio::test]
async fn messages_that_name_their_version() {
    check(Call::modern_tool("echo"), 200, None).await;
    check(Call::modern_tool("soon"), 200, None).await;
    check(Call::modern_tool("refuse"), 200, Some(-32602)).await;
    check(Call::modern_tool("fail"), 200, Some(-32603)).await;
    check(Call::modern_tool("unknown"), 200, Some(-32602)).await;
    check(Call::modern("unknown/method", json!({})), 404, Some(-32601)).await;
    check(Call::modern("ping", json!({})), 404, Some(-32601)).await;
    check(Call::modern("initialize", json!({})), 404, Some(-32601)).await;
    check(Call::modern("reject/me", json!({})), 404, Some(-32601)).await;
    // Said before the first byte, although the handler had spoken.
    check(Call::modern_tool("needs"), 400, Some(-32021)).await;
}

// S-HTTPL-34
#[tokio::test]
async fn messages_of_a_session() {
    let endpoint = Engine::new().endpoint();
    let session = open_session(&endpoint).await;
    for (call, status, code) in [
        (Call::legacy_tool(&session, "echo"), 200, None),
        (Call::legacy_tool(&session, "refuse"), 200, Some(-32602)),
        (Call::legacy_tool(&session, "fail"), 200, Some(-32603)),
        (
            Call::legacy(&session, "reject/me", json!({})),
            400,
            Some(-32601),
        ),
        (
            Call::legacy(&session, "unknown/method", json!({})),
            200,
            Some(-32601),
        ),
    ] {
        let answer = call.send(&endpoint).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code()),
            (status, code),
            "{answer:?}"
        );
        assert_eq!(answer.json()["id"], 7);
    }
}

// S-ENV-10, S-ENV-12, S-HTTPM-05
#[tokio::test]
async fn messages_that_are_none() {
    for (body, code, id) in [
        ("not json", -32700, None),
        ("", -32700, None),
        ("[]", -32600, None),
        (
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
            -32600,
            None,
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            -32600,
            None,
        ),
        (r#"{"id":1,"method":"ping"}"#, -32600, Some(1)),
        (r#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600, Some(1)),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#,
            -32602,
            Some(1),
        ),
        // Never answered under its id: it is a response itself.
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
            -32600,
            None,
        ),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, -32600, None),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            -32600,
            Some(1),
        ),
        (
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            -32600,
            None,
        ),
    ] {
        let answer = Call::post(body).send(&Engine::new().endpoint()).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code()),
            (400, Some(code)),
            "{body}"
        );
        assert_eq!(
            answer.json().get("id").and_then(serde_json::Value::as_i64),
            id,
            "{body}"
        );
    }
}

#[tokio::test]
async fn a_cancelled_request_is_not_answered() {
    let answer = Call::modern_tool("cancelled")
        .send(&Engine::new().endpoint())
        .await;
    assert_eq!((answer.status.as_u16(), answer.body.as_str()), (202, ""));
}

// S-SEC-14
#[tokio::test]
async fn more_requests_than_allowed_are_told_to_come_back() {
    let engine = Engine::new();
    let endpoint = engine.builder().max_in_flight(1).build().unwrap();
    let session = open_session(&endpoint).await;
    let slow = tokio::spawn({
        let endpoint = endpoint.clone();
        async move { Call::modern_tool("slow").send(&endpoint).await }
    });
    engine.until("started").await;
    let refused = Call::modern_tool("soon").send(&endpoint).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code()),
        (503, Some(-32603))
    );
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert_eq!(refused.json()["id"], 7);
    let answer = Call::post(json!({ "jsonrpc": "2.0", "id": 1, "result": {} }))
        .with("mcp-session-id", &session);
    assert_eq!(
        answer.send(&endpoint).await.status,
        202,
        "answers come through"
    );
    assert_eq!(
        Call::modern_tool("echo").send(&endpoint).await.status,
        200,
        "what need not run needs no place"
    );
    engine.release.notify_one();
    assert_eq!(slow.await.unwrap().status, 200);
    assert_eq!(Call::modern_tool("soon").send(&endpoint).await.status, 200);
}
