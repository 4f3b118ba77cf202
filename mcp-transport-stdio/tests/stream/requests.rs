//! Requests, their frames and their answers.

use std::sync::atomic::Ordering;

use mcp_transport_stdio::{Options, Reason};
use serde_json::json;

use crate::fake::request;
use crate::host::{Host, until};

// S-ENV-07, S-STDIO-14
#[tokio::test]
async fn every_request_is_answered_under_its_own_id() {
    let mut host = Host::start(Options::new());
    host.send(request(1, "ping", json!({}))).await;
    host.send(request("two", "echo", json!({"a": [1]}))).await;
    host.send(request(3, "reject", json!({}))).await;
    host.end_input().await;
    let mut answers = host.rest().await;
    answers.sort_by_key(|answer| answer["id"].to_string());
    assert_eq!(
        answers[0],
        json!({"jsonrpc": "2.0", "id": "two", "result": {"a": [1]}})
    );
    assert_eq!(answers[1], json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    assert_eq!(answers[2]["error"]["message"], "rejected");
    assert_eq!(answers.len(), 3);
    let ended = host.ended().await;
    assert_eq!((ended.reason, ended.abandoned), (Reason::EndOfInput, 0));
}

// S-STDIO-05
#[tokio::test]
async fn a_slow_request_holds_up_nobody() {
    let mut host = Host::start(Options::new());
    host.send(request(1, "never", json!({}))).await;
    host.send(request(2, "echo", json!({}))).await;
    assert_eq!(host.id().await, 2);
    host.send(request(3, "ping", json!({}))).await;
    assert_eq!(host.id().await, 3);
}

// S-STDIO-05
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_blocking_request_holds_up_nobody_while_a_worker_is_left() {
    let mut host = Host::start(Options::new());
    host.send(request(1, "block", json!({"ms": 500}))).await;
    host.send(request(2, "ping", json!({}))).await;
    host.send(request(3, "echo", json!({}))).await;
    assert_eq!(host.id().await, 2);
    assert_eq!(host.id().await, 3);
    assert_eq!(host.id().await, 1);
}

// S-PROG-05
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_come_in_order_before_their_answer_and_never_after() {
    let mut host = Host::start(Options::new());
    for id in 0..20 {
        host.send(request(id, "talk", json!({"frames": 20}))).await;
    }
    let mut next = [0; 20];
    let mut answered = 0;
    while answered < 20 {
        let message = host.message().await;
        if let Some(id) = message["id"].as_u64() {
            assert_eq!(next[id as usize], 20, "all frames before the answer");
            answered += 1;
        } else {
            let of = message["params"]["of"].as_u64().unwrap() as usize;
            assert_eq!(message["params"]["number"], next[of]);
            next[of] += 1;
        }
    }
    until(|| host.seen.late.lock().unwrap().len() == 20).await;
    assert!(host.seen.late.lock().unwrap().iter().all(|sent| !sent));
    host.end_input().await;
    assert!(host.rest().await.is_empty());
}

// S-CANC-02, S-CANC-03, S-CANC-06, S-STDIO-07
#[tokio::test]
async fn a_cancelled_request_is_not_answered() {
    let mut host = Host::start(Options::new());
    host.send(request(1, "never", json!({}))).await;
    host.send(cancel(1)).await;
    host.send(cancel(99)).await;
    host.send(request(2, "echo", json!({}))).await;
    host.end_input().await;
    let answers = host.rest().await;
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["id"], 2);
    assert_eq!(host.ended().await.abandoned, 0);
}

#[tokio::test]
async fn cancellation_is_heard_when_every_place_is_taken() {
    let mut host = Host::start(Options::new().max_in_flight(2));
    for id in 1..=3 {
        host.send(request(id, "never", json!({}))).await;
    }
    host.send(request(4, "echo", json!({}))).await;
    // Needs no place:
    host.send(request(5, "ping", json!({}))).await;
    assert_eq!(host.id().await, 5);
    assert_eq!(host.seen.running.load(Ordering::SeqCst), 2);
    // One that runs, and one that waits and never starts for good.
    host.send(cancel(3)).await;
    host.send(cancel(1)).await;
    assert_eq!(host.id().await, 4);
    assert_eq!(host.seen.peak.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_panicking_request_is_answered_and_harms_nobody() {
    for method in ["panic", "panic-at-once"] {
        let mut host = Host::start(Options::new().max_in_flight(1));
        for id in 1..=3 {
            host.send(request(id, method, json!({}))).await;
            let answer = host.message().await;
            assert_eq!(answer["id"], id);
            let error = json!({"code": -32603, "message": "Internal error"});
            assert_eq!(answer["error"], error);
        }
        host.send(request(4, "echo", json!({}))).await;
        assert_eq!(host.id().await, 4);
    }
}

#[tokio::test]
async fn one_runtime_thread_is_enough() {
    let mut host = Host::start(Options::new().max_in_flight(4));
    for id in 0..500 {
        host.send(request(
            id,
            if id % 2 == 0 { "sleep" } else { "echo" },
            json!({"ms": 1}),
        ))
        .await;
    }
    host.end_input().await;
    let mut ids: Vec<_> = host
        .rest()
        .await
        .iter()
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..500).collect::<Vec<_>>());
    assert_eq!(host.seen.peak.load(Ordering::SeqCst), 4);
}

pub(crate) fn cancel(id: u64) -> String {
    let params = json!({"requestId": id});
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}).to_string()
        + "\n"
}
