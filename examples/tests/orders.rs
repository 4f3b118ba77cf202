//! The orders server as its own process, over standard input and output and over HTTP.

#![cfg(unix)] // ended with signals, its files looked at
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tests::http::{self, Request};
use tests::{Child, message};

/// A folder of a test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The server, with its data and its keys in a folder.
fn orders(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orders"));
    command
        .env("ORDERS_DB", folder.join("orders.sqlite"))
        .env("XDG_STATE_HOME", folder)
        .env_remove("MCP_STATE_KEY");
    command
}

fn refund() -> Value {
    json!({ "order_id": "A-1042", "amount_cents": 500, "reason": "late" })
}

fn yes() -> Value {
    json!({ "action": "accept", "content": { "confirm": true } })
}

/// Asks for a refund and agrees to it, in rounds; gives the result.
async fn refund_in_rounds(child: &mut Child) -> Value {
    let call = message::stateless_call(1, "refund_order", refund());
    let answer = child.lines.exchange(&call).await;
    let (key, question) = {
        let questions = answer["result"]["inputRequests"]
            .as_object()
            .expect("a question");
        assert_eq!(questions.len(), 1);
        questions.iter().next().unwrap()
    };
    assert_eq!(question["params"]["message"], "Refund 500 cents of A-1042?");
    let mut call = message::stateless_call(2, "refund_order", refund());
    call["params"]["requestState"] = answer["result"]["requestState"].clone();
    call["params"]["inputResponses"] = json!({ key: yes() });
    child.lines.exchange(&call).await["result"].take()
}

#[tokio::test]
async fn a_refund_lasts_and_is_not_repeated() {
    let folder = folder("refund");
    let mut child = Child::start(orders(&folder));
    let result = refund_in_rounds(&mut child).await;
    assert_eq!(result["structuredContent"]["amount_cents"], 500, "{result}");
    child.lines.end_input().await;
    assert_eq!(child.end().await.status.code(), Some(0));

    let mut child = Child::start(orders(&folder));
    let lookup = message::stateless_call(1, "lookup_order", json!({ "order_id": "A-1042" }));
    let answer = child.lines.exchange(&lookup).await;
    assert_eq!(
        answer["result"]["structuredContent"]["status"], "refunded",
        "{answer}"
    );
    let result = refund_in_rounds(&mut child).await;
    assert_eq!(result["isError"], true, "{result}");
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("already refunded"), "{text}");
}

#[tokio::test]
async fn a_refund_is_asked_for_live_where_there_is_a_session() {
    let mut child = Child::start(orders(&folder("live")));
    let hello = message::initialize(1, "2025-06-18", json!({ "elicitation": {} }));
    let answer = child.lines.exchange(&hello).await;
    assert_eq!(answer["result"]["serverInfo"]["name"], "orders", "{answer}");
    child.lines.send(&message::initialized()).await;

    let params = json!({ "name": "refund_order", "arguments": refund() });
    child
        .lines
        .send(&message::request(2, "tools/call", params))
        .await;
    let question = child.lines.expect().await;
    assert_eq!(
        question["params"]["message"], "Refund 500 cents of A-1042?",
        "{question}"
    );
    child
        .lines
        .send(&message::answer(&question["id"], &yes()))
        .await;
    let answer = child.lines.expect().await;
    assert_eq!(
        answer["result"]["structuredContent"]["reason"], "late",
        "{answer}"
    );
}

#[tokio::test]
async fn what_the_model_gets_wrong_it_is_told_how_to_repair() {
    let mut child = Child::start(orders(&folder("wrong")));
    let wrong = json!({ "orderId": "A-1042", "amount_cents": 0, "reason": "lost" });
    let call = message::stateless_call(1, "refund_order", wrong);
    let answer = child.lines.exchange(&call).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    let expected = "Invalid arguments for refund_order:\n\
        - /order_id: missing (you sent `orderId`; did you mean that?)\n\
        - /amount_cents: must be at least 1, got number 0\n\
        - /reason: must be one of \"damaged\", \"late\", \"other\", got string \"lost\"";
    assert_eq!(text, expected);
    let lookup = message::stateless_call(2, "lookup_order", json!({ "order_id": "Z-9999" }));
    let answer = child.lines.exchange(&lookup).await;
    assert_eq!(answer["result"]["isError"], true);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("Z-9999") && text.contains("A-1042"), "{text}");
}

#[tokio::test]
async fn an_order_is_a_resource_and_a_prompt_is_about_one() {
    let mut child = Child::start(orders(&folder("read")));
    let params = json!({ "uri": "orders://A-1042" });
    let read = message::stateless(1, "resources/read", params);
    let answer = child.lines.exchange(&read).await;
    let text = answer["result"]["contents"][0]["text"].as_str().unwrap();
    let order: Value = serde_json::from_str(text).unwrap();
    assert_eq!(order["total_cents"], 4999, "{answer}");

    for nobody in ["orders://Z-9999", "orders://whatever"] {
        let params = json!({ "uri": nobody });
        let read = message::stateless(2, "resources/read", params);
        let answer = child.lines.exchange(&read).await;
        assert_eq!(answer["error"]["data"]["uri"], nobody, "{answer}");
    }

    let prompt = json!({ "type": "ref/prompt", "name": "draft_reply" });
    for (argument, typed, suggested) in [
        ("order_id", "b-", json!(["B-2002", "B-2001"])),
        ("tone", "fr", json!(["friendly"])),
    ] {
        let params = json!({ "ref": prompt, "argument": { "name": argument, "value": typed } });
        let complete = message::stateless(3, "completion/complete", params);
        let answer = child.lines.exchange(&complete).await;
        assert_eq!(
            answer["result"]["completion"]["values"], suggested,
            "{answer}"
        );
    }
    let arguments = json!({ "order_id": "B-2001", "tone": "brief" });
    let params = json!({ "name": "draft_reply", "arguments": arguments });
    let get = message::stateless(4, "prompts/get", params);
    let answer = child.lines.exchange(&get).await;
    let text = &answer["result"]["messages"][0]["content"]["text"];
    assert_eq!(
        text,
        "Look up order B-2001, then write a brief reply to the customer."
    );
}

#[tokio::test]
async fn it_ends_with_its_input_and_at_a_signal() {
    let folder = folder("end");
    let mut child = Child::start(orders(&folder));
    child.lines.end_input().await;
    let end = child.end().await;
    assert_eq!(end.status.code(), Some(0), "{end:?}");

    let mut child = Child::start(orders(&folder));
    child
        .lines
        .exchange(&message::request(1, "ping", json!({})))
        .await;
    terminate(&child);
    assert_eq!(child.end().await.status.code(), Some(0));
}

/// Hosts that never open a session again go on after the server was started anew: on this machine the key is kept in a
/// file that only its user can read.
#[tokio::test]
async fn a_session_over_http_outlives_the_process() {
    let folder = folder("http");
    let (child, address) = Child::serve(orders(&folder)).await;
    let hello = Request::post(&message::initialize(1, "2025-11-25", json!({})));
    let response = http::send(address, &hello).await;
    let session = response
        .header("mcp-session-id")
        .expect("a session")
        .to_owned();
    drop(response);
    terminate(&child);
    assert_eq!(child.end().await.status.code(), Some(0));

    let keys: Vec<_> = std::fs::read_dir(folder.join("mcp"))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(keys.len(), 1, "{keys:?}");
    assert_eq!(
        keys[0].metadata().unwrap().permissions().mode() & 0o777,
        0o600
    );

    let (_child, address) = Child::serve(orders(&folder)).await;
    let params = json!({ "name": "lookup_order", "arguments": { "order_id": "A-1042" } });
    let call = Request::in_session(&message::request(2, "tools/call", params), &session);
    let answer = http::send(address, &call).await.json().await;
    assert_eq!(
        answer["result"]["structuredContent"]["id"], "A-1042",
        "{answer}"
    );
}

fn terminate(child: &Child) {
    let number = child.id().to_string();
    let status = Command::new("kill").args(["-TERM", &number]).status();
    assert!(status.unwrap().success());
}
