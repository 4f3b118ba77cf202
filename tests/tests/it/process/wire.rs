//! Nothing but messages on standard output.

use serde_json::{Value, json};
use tests::message;

use super::{call, chatty, forever, list};

/// The client reads lines and fails on any that is no message.
// S-STDIO-02, S-STDIO-03
#[tokio::test]
async fn what_tools_print_goes_to_standard_error() {
    let mut child = chatty();
    let answer = child.lines.exchange(&call(1, "shout", json!({}))).await;
    assert_eq!(
        answer["result"]["content"][0]["text"], "shouted",
        "{answer}"
    );
    child.lines.end_input().await;
    assert_eq!(child.lines.rest().await, Vec::<Value>::new());
    let end = child.end().await;
    assert!(end.status.success(), "{end:?}");
    for printed in ["notifications/forged", "no end of line", "from a program"] {
        assert!(
            end.errors.contains(printed),
            "{printed:?} in {:?}",
            end.errors
        );
    }
}

// S-STDIO-02
#[tokio::test]
async fn programs_that_tools_start_hear_nothing_of_the_conversation() {
    let mut child = chatty();
    // Both lines are in the pipe before the tool could read it.
    let both = format!("{}\n{}\n", call(1, "eavesdrop", json!({})), list(2));
    child.lines.send_raw(both.as_bytes()).await;
    let mut answers = [child.lines.expect().await, child.lines.expect().await];
    answers.sort_by_key(|answer| answer["id"].as_i64());
    assert_eq!(answers[0]["result"]["content"][0]["text"], "heard 0 bytes");
    assert!(answers[1]["result"]["tools"].is_array());
}

// S-STDIO-03
#[tokio::test]
async fn a_panic_says_its_secret_to_the_log_alone() {
    let mut child = chatty();
    let answer = child.lines.exchange(&call(1, "burst", json!({}))).await;
    assert_eq!(answer["result"]["isError"], true);
    assert!(!answer.to_string().contains("4711"), "{answer}");
    let answer = child.lines.exchange(&list(2)).await;
    assert!(answer["result"]["tools"].is_array(), "it serves on");
    child.lines.end_input().await;
    assert!(
        child.end().await.errors.contains("4711"),
        "the operator reads it"
    );
}

// S-STDIO-05
#[tokio::test]
async fn a_tool_that_blocks_holds_up_no_other() {
    let mut child = chatty();
    child.lines.send(&call(1, "hog", json!({}))).await;
    child.lines.send(&forever(2)).await;
    for id in 3..6 {
        let answer = child.lines.exchange(&list(id)).await;
        assert!(answer["result"].is_object(), "{answer}");
    }
    let answer = child
        .lines
        .exchange(&call(6, "dawdle", json!({ "millis": 0 })))
        .await;
    assert_eq!(answer["result"]["structuredContent"], 0, "{answer}");
}

/// Hosts write the handshake and what follows in one go, and do not wait for the answers in between.
#[tokio::test]
async fn a_pipelined_handshake_is_served_in_order() {
    for version in ["2025-11-25", "2024-11-05"] {
        let mut child = chatty();
        let messages = [
            message::initialize(1, version, json!({})),
            message::request(2, "tools/list", json!({})),
            message::initialized(),
            message::request(3, "ping", json!({})),
        ];
        let text: String = messages
            .iter()
            .map(|message| format!("{message}\n"))
            .collect();
        child.lines.send_raw(text.as_bytes()).await;
        for id in 1..4 {
            let answer = child.lines.expect().await;
            assert_eq!(answer["id"], id, "{answer}");
            assert!(answer["result"].is_object(), "{answer}");
        }
    }
}

// S-INIT-06, S-META-29, S-STDIO-11
#[tokio::test]
async fn a_probe_before_the_handshake_ends_nothing() {
    let mut child = chatty();
    // Before any handshake: a modern probe, a request that is too early, and text that is no message.
    let probe = message::stateless(1, "server/discover", json!({}));
    let answer = child.lines.exchange(&probe).await;
    assert_eq!(answer["result"]["supportedVersions"], json!(["2026-07-28"]));
    let early = message::request(2, "tools/list", json!({}));
    assert_eq!(child.lines.exchange(&early).await["error"]["code"], -32602);
    let ping = message::request(3, "ping", json!({}));
    assert_eq!(child.lines.exchange(&ping).await["result"], json!({}));
    child.lines.send_raw(b"not json\n\n{}\n[]\n").await;
    let hello = message::initialize(4, "2025-11-25", json!({}));
    let answer = child.lines.exchange(&hello).await;
    assert_eq!(
        answer["result"]["protocolVersion"], "2025-11-25",
        "silence, then the handshake: {answer}"
    );
}
