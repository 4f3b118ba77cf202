//! Several messages in one line, which only 2025-03-26 knows.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mcp_transport_stdio::{Options, ParseErrorReply};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::fake::request;
use crate::host::{Host, until};
use crate::requests::cancel;

/// A host whose server takes batches.
fn start(options: Options) -> Host {
    let host = Host::start(options);
    host.seen.batches.store(true, Ordering::SeqCst);
    host
}

/// Messages as one line.
fn batch(messages: impl IntoIterator<Item = String>) -> String {
    let messages: Vec<_> = messages.into_iter().collect();
    let messages: Vec<_> = messages.iter().map(|line| line.trim_end()).collect();
    format!("[{}]\n", messages.join(","))
}

/// The answers in one line, by their ids.
fn answers(line: Value) -> Vec<Value> {
    let Value::Array(mut answers) = line else {
        panic!("no array: {line}")
    };
    answers.sort_by_key(|answer| answer["id"].as_u64());
    answers
}

fn ids(answers: &[Value]) -> Vec<u64> {
    answers.iter().filter_map(|a| a["id"].as_u64()).collect()
}

const NOTE: &str = r#"{"jsonrpc":"2.0","method":"notifications/whatever"}"#;

// S-STDIO-13, S-HTTPL-29
#[tokio::test(start_paused = true)]
async fn the_answers_come_in_one_line_and_notifications_before_them() {
    let mut host = start(Options::new());
    let line = batch([
        request(1, "sleep", json!({"ms": 50})),
        NOTE.to_owned(),
        request(2, "talk", json!({"frames": 2})),
        request(3, "ping", json!({})),
        request(4, "reject", json!({})),
        r#"{"jsonrpc":"2.0","id":99,"result":{}}"#.to_owned(),
    ]);
    host.send(line).await;
    host.send(request(5, "echo", json!({}))).await;
    let mut before = Vec::new();
    for _ in 0..3 {
        let mut message = host.message().await;
        before.push(match message["id"].take() {
            Value::Null => message["params"]["number"].take(),
            id => id,
        });
    }
    before.sort_by_key(Value::as_u64);
    assert_eq!(before, [0, 1, 5], "two notes, and what came after");
    let answers = answers(host.message().await);
    assert_eq!(ids(&answers), [1, 2, 3, 4]);
    assert_eq!(answers[0]["result"], json!({"ms": 50}));
    assert_eq!(answers[3]["error"]["message"], "rejected");
    host.end_input().await;
    assert!(host.rest().await.is_empty());
}

// S-HTTPL-29
#[tokio::test]
async fn what_asks_nothing_is_not_answered() {
    let mut host = start(Options::new());
    host.send(batch([NOTE.to_owned(), NOTE.to_owned()])).await;
    host.send(batch([
        r#"{"jsonrpc":"2.0","id":99,"result":{}}"#.to_owned()
    ]))
    .await;
    host.send(request(1, "ping", json!({}))).await;
    assert_eq!(host.id().await, 1);
    assert_eq!(host.seen.accepted.load(Ordering::SeqCst), 4, "all heard");
}

// S-HTTPL-30
#[tokio::test]
async fn each_fault_is_told_among_the_answers() {
    for (reply, silent) in [
        (ParseErrorReply::WhenIdKnown, true),
        (ParseErrorReply::Always, false),
    ] {
        let mut host = start(Options::new().parse_error_reply(reply));
        host.send(batch([
            request(1, "ping", json!({})),
            r#"{"jsonrpc":"2.0","id":2,"method":5}"#.to_owned(),
            "5".to_owned(),
            request(3, "initialize", json!({})),
            "[]".to_owned(),
            request(4, "echo", json!({})),
        ]))
        .await;
        let answers = answers(host.message().await);
        assert_eq!(ids(&answers), [1, 2, 3, 4]);
        for answer in &answers {
            let id = answer.get("id").and_then(Value::as_u64);
            let code = match id {
                Some(1 | 4) => Value::Null,
                _ => json!(-32600),
            };
            assert_eq!(answer["error"]["code"], code, "{answer}");
        }
        assert_eq!(answers.len(), if silent { 4 } else { 6 });
    }
}

// S-HTTPL-30
#[tokio::test]
async fn a_batch_that_is_none_has_one_answer() {
    for line in ["[]\n", "[ ]\n", "[1,\n"] {
        let options = Options::new().parse_error_reply(ParseErrorReply::Always);
        let mut host = start(options);
        host.send(line).await;
        let answer = host.message().await;
        let code = if line.contains('1') { -32700 } else { -32600 };
        assert_eq!(answer["error"]["code"], code, "{line}");
        assert_eq!(answer.get("id"), None);
        host.send(request(1, "ping", json!({}))).await;
        assert_eq!(host.id().await, 1);
    }
}

// S-ENV-27
#[tokio::test]
async fn later_revisions_refuse_it_whole() {
    let options = Options::new().parse_error_reply(ParseErrorReply::Always);
    let mut host = Host::start(options);
    host.send(batch([request(1, "ping", json!({}))])).await;
    let answer = host.message().await;
    assert_eq!(answer["error"]["code"], -32600);
    assert_eq!(host.seen.accepted.load(Ordering::SeqCst), 0);
}

// S-STDIO-15
#[tokio::test]
async fn one_line_runs_no_more_at_once_than_many() {
    let mut host = start(Options::new().max_in_flight(2));
    host.send(batch(
        (0..300).map(|id| request(id, "sleep", json!({"ms": 1}))),
    ))
    .await;
    let answers = answers(host.message().await);
    assert_eq!(ids(&answers), (0..300).collect::<Vec<_>>());
    assert!(answers.iter().all(|answer| answer["result"].is_object()));
    assert_eq!(host.seen.peak.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn one_that_is_cancelled_or_panics_keeps_no_other_back() {
    let mut host = start(Options::new());
    let requests = ["never", "echo", "panic", "panic-at-once"];
    let requests = (1..).zip(requests);
    host.send(batch(
        requests.map(|(id, method)| request(id, method, json!({}))),
    ))
    .await;
    host.send(cancel(1)).await;
    let answers = answers(host.message().await);
    assert_eq!(ids(&answers), [2, 3, 4]);
    assert_eq!(answers[1]["error"]["code"], -32603);
    assert_eq!(answers[2]["error"]["code"], -32603);
}

#[tokio::test]
async fn listening_is_no_part_of_it() {
    let mut host = start(Options::new());
    host.send(batch([
        request(1, "listen", json!({})),
        request(2, "ping", json!({})),
    ]))
    .await;
    let answers = answers(host.message().await);
    let error = json!({"code": -32600, "message": "a request that listens is sent on its own"});
    assert_eq!(answers[0]["error"], error);
    assert_eq!(answers.len(), 2);
    assert_eq!(host.seen.listening.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn the_last_line_may_be_one_without_its_newline() {
    let mut host = start(Options::new());
    let line = batch((0..3).map(|id| request(id, "echo", json!({}))));
    host.send(line.trim_end()).await;
    host.end_input().await;
    let messages = host.rest().await;
    assert_eq!(messages.len(), 1);
    assert_eq!(ids(&answers(messages[0].clone())), [0, 1, 2]);
}

// S-STDIO-08
#[tokio::test(start_paused = true)]
async fn what_is_abandoned_at_the_end_keeps_no_answer_back() {
    let mut host = start(Options::new());
    host.send(batch([
        request(1, "never", json!({})),
        request(2, "echo", json!({})),
    ]))
    .await;
    host.end_input().await;
    let messages = host.rest().await;
    assert_eq!(ids(&answers(messages[0].clone())), [2]);
    assert_eq!(host.ended().await.abandoned, 1);
}

#[tokio::test]
async fn what_is_not_taken_any_more_keeps_no_answer_back() {
    let (stop, stopped) = oneshot::channel::<()>();
    let options = Options::new()
        .max_in_flight(1)
        .drain_timeout(Duration::from_secs(20))
        .stop_when(async move { drop(stopped.await) });
    let mut host = start(options);
    let seen = Arc::clone(&host.seen);
    host.send(batch((0..100).map(|id| request(id, "held", json!({})))))
        .await;
    until(|| seen.accepted.load(Ordering::SeqCst) == 65).await;
    stop.send(()).unwrap();
    until(|| seen.closed.load(Ordering::SeqCst)).await;
    seen.release();
    let messages = host.rest().await;
    assert_eq!(messages.len(), 1);
    let answers = answers(messages[0].clone());
    assert_eq!(ids(&answers), (0..65).collect::<Vec<_>>());
}
