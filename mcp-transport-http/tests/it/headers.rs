//! Headers that mirror the body of a message which names its version.

use serde_json::{Value, json};

use crate::client::Call;
use crate::engine::Engine;

const MISMATCH: (u16, Option<i64>) = (400, Some(-32020));
const SERVED: (u16, Option<i64>) = (200, None);

async fn check(call: Call, expected: (u16, Option<i64>)) {
    let answer = call.clone().send(&Engine::new().endpoint()).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        expected,
        "{call:?} {answer:?}"
    );
    assert_eq!(answer.json()["id"], 7, "{answer:?}");
}

fn echo() -> Call {
    Call::modern_tool("echo")
}

// S-HTTPM-17, S-HTTPM-20, S-HTTPM-27, S-HTTPM-40
#[tokio::test]
async fn the_version_header_equals_the_body() {
    check(echo(), SERVED).await;
    check(
        echo().with("MCP-PROTOCOL-VERSION", "  2026-07-28\t"),
        SERVED,
    )
    .await;
    check(echo().without("mcp-protocol-version"), MISMATCH).await;
    check(echo().with("mcp-protocol-version", "2025-11-25"), MISMATCH).await;
    check(echo().with("mcp-protocol-version", "2099-01-01"), MISMATCH).await;
    check(echo().with("mcp-protocol-version", ""), MISMATCH).await;
    check(
        echo().with("mcp-protocol-version", b"2026-07-28\xff"),
        MISMATCH,
    )
    .await;
    check(echo().and("mcp-protocol-version", "2026-07-28"), MISMATCH).await;
}

// S-HTTPM-18, S-HTTPM-19, S-META-07
#[tokio::test]
async fn the_order_is_meta_then_header_then_support() {
    let without_meta = |headers: &[(&str, &str)]| {
        let call = Call::post(json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list" }));
        headers
            .iter()
            .fold(call, |call, (name, value)| call.with(name, value))
    };
    check(
        without_meta(&[("mcp-protocol-version", "2026-07-28")]),
        (400, Some(-32602)),
    )
    .await;
    check(
        without_meta(&[("mcp-protocol-version", "2099-01-01")]),
        (400, Some(-32602)),
    )
    .await;
    let unknown = |header: &str| {
        let mut call = echo()
            .with("mcp-protocol-version", header)
            .without("mcp-method");
        call.body = call.body.replace("2026-07-28", "v999.0.0");
        call
    };
    check(unknown("2026-07-28"), MISMATCH).await;
    check(unknown("v999.0.0"), (400, Some(-32022))).await;
}

// S-HTTPM-22, S-HTTPM-23, S-HTTPM-27, S-HTTPM-28, S-HTTPM-29, S-HTTPM-40
#[tokio::test]
async fn method_and_name_equal_the_body() {
    check(echo().without("mcp-method"), MISMATCH).await;
    check(echo().with("mcp-method", "TOOLS/CALL"), MISMATCH).await;
    check(echo().with("mcp-method", "tools/list"), MISMATCH).await;
    check(echo().and("mcp-method", "tools/call"), MISMATCH).await;
    check(
        echo().with("mcp-method", "=?base64?dG9vbHMvY2FsbA==?="),
        MISMATCH,
    )
    .await;
    check(echo().with("MCP-METHOD", " tools/call "), SERVED).await;
    check(echo().without("mcp-name"), MISMATCH).await;
    check(echo().with("mcp-name", "wrong_tool_name"), MISMATCH).await;
    check(echo().with("mcp-name", "ECHO"), MISMATCH).await;
    check(echo().and("mcp-name", "echo"), MISMATCH).await;
    check(echo().with("mcp-name", "  echo  "), SERVED).await;
    check(echo().with("mcp-name", "=?base64?ZWNobw==?="), SERVED).await;
    check(echo().with("mcp-name", "=?base64?ZWNobw?="), MISMATCH).await;
    check(echo().with("mcp-name", "=?base64?/w==?="), MISMATCH).await;
    check(Call::modern_tool("café").with("mcp-name", "café"), MISMATCH).await;
    let café = Call::modern_tool("café").with("mcp-name", "=?base64?Y2Fmw6k=?=");
    check(café, (200, Some(-32602))).await;
}

// S-HTTPM-23
#[tokio::test]
async fn resources_are_named_by_their_uri() {
    let read = |name: &str| {
        Call::modern("resources/read", json!({ "uri": "test://a" })).with("mcp-name", name)
    };
    check(read("test://a"), (404, Some(-32601))).await;
    check(read("test://b"), MISMATCH).await;
}

#[tokio::test]
async fn a_body_without_a_name_is_wrong_in_itself() {
    check(Call::modern("tools/call", json!({})), (200, Some(-32602))).await;
}

// S-HTTPM-25
#[tokio::test]
async fn names_of_other_methods_are_ignored() {
    check(
        Call::modern("tools/list", json!({})).with("mcp-name", "any"),
        (404, Some(-32601)),
    )
    .await;
}

// S-HTTPM-15, S-HTTPM-42
#[tokio::test]
async fn sessions_and_event_ids_are_ignored() {
    let call = echo()
        .with("mcp-session-id", "dead")
        .with("last-event-id", "1");
    let answer = call.send(&Engine::new().endpoint()).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("mcp-session-id"), None);
}

// S-HTTPM-06, S-HTTPM-24
#[tokio::test]
async fn notifications_need_no_method_header_but_no_wrong_one() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let notify = || {
        Call::post(json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {} }))
            .with("mcp-protocol-version", "2026-07-28")
    };
    let accepted = notify().send(&endpoint).await;
    assert_eq!(
        (accepted.status.as_u16(), accepted.body.as_str()),
        (202, "")
    );
    assert_eq!(accepted.header("content-type"), None);
    assert!(engine.saw("notified notifications/cancelled"));
    let wrong = notify()
        .with("mcp-method", "tools/call")
        .send(&endpoint)
        .await;
    assert_eq!((wrong.status.as_u16(), wrong.code()), MISMATCH);
    assert!(wrong.json().get("id").is_none());
}

/// A call of a tool whose `region` and `nested.count` are mirrored.
fn mirrors(arguments: Value) -> Call {
    Call::modern(
        "tools/call",
        json!({ "name": "mirrors", "arguments": arguments }),
    )
}

// S-HTTPM-26, S-HTTPM-27, S-HTTPM-29, S-HTTPM-30, S-HTTPM-31, S-HTTPM-32, S-HTTPM-36
#[tokio::test]
async fn mirrored_arguments_equal_the_body() {
    let region = |text: &str| mirrors(json!({ "region": text }));
    let header = "mcp-param-region";
    check(region("Hello").with(header, "Hello"), SERVED).await;
    check(region("Hello").with("MCP-Param-REGION", " Hello "), SERVED).await;
    check(region("Hello").with(header, "=?base64?SGVsbG8=?="), SERVED).await;
    check(region("Hello").with(header, "=?base64?SGVsbG8?="), MISMATCH).await;
    check(
        region("Hello").with(header, "=?base64?SGVs!!!bG8=?="),
        MISMATCH,
    )
    .await;
    check(region("SGVsbG8=").with(header, "SGVsbG8="), SERVED).await;
    check(
        region("=?base64?SGVsbG8=").with(header, "=?base64?SGVsbG8="),
        SERVED,
    )
    .await;
    check(region("test-value"), MISMATCH).await;
    check(region("a").with(header, "b"), MISMATCH).await;
    check(region("a").with(header, "a").and(header, "a"), MISMATCH).await;
    check(region("é").with(header, "é"), MISMATCH).await;
}

// S-HTTPM-33, S-HTTPM-34, S-HTTPM-37
#[tokio::test]
async fn arguments_that_are_not_there_have_no_header() {
    check(mirrors(json!({})), SERVED).await;
    check(mirrors(json!({ "region": null })), SERVED).await;
    check(mirrors(json!({})).with("mcp-param-region", "a"), MISMATCH).await;
    check(mirrors(json!({})).with("mcp-param-other", "a"), SERVED).await;
    let absent = Call::modern_tool("mirrors");
    check(absent, SERVED).await;
}

// S-HTTPM-35, S-HTTPM-38
#[tokio::test]
async fn nested_integers_are_compared_by_value() {
    let count = |header: &str| {
        mirrors(json!({ "nested": { "count": 42 } })).with("mcp-param-count", header)
    };
    check(count("42"), SERVED).await;
    check(count("42.0"), SERVED).await;
    check(count("43"), MISMATCH).await;
    check(count("0x2a"), MISMATCH).await;
}
