//! Requests that listen, and what belongs to no request.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mcp_transport_stdio::{Options, Reason};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::fake::request;
use crate::host::{Host, until};
use crate::requests::cancel;

/// A host whose server has acknowledged a request that listens, under each id.
async fn listening(options: Options, ids: impl IntoIterator<Item = u64>) -> Host {
    let mut host = Host::start(options);
    for id in ids {
        host.send(request(id, "listen", json!({}))).await;
        assert_eq!(about(&host.message().await), ("acknowledged", id));
    }
    host
}

/// The method of a frame, and the request it is about.
fn about(message: &Value) -> (&str, u64) {
    let method = message["method"].as_str().expect("a notification");
    (method, message["params"]["of"].as_u64().expect("an id"))
}

/// The last words of the only one that listens.
fn assert_goodbye(messages: &[Value], id: u64) {
    let [cancelled, result] = messages else {
        panic!("two messages: {messages:?}")
    };
    assert_eq!(about(cancelled), ("notifications/cancelled", id));
    let expected = json!({"jsonrpc": "2.0", "id": id, "result": {"resultType": "complete"}});
    assert_eq!(*result, expected);
}

#[tokio::test]
async fn what_belongs_to_no_request_can_be_told_from_start_to_end() {
    let mut host = Host::start(Options::new());
    let outlet = host.unasked().await;
    assert!(outlet.send("{\"changed\":1}".into()));
    assert_eq!(host.message().await, json!({"changed": 1}));
    host.send(request(1, "ping", json!({}))).await;
    assert_eq!(host.id().await, 1);
    assert!(outlet.send("{\"changed\":2}".into()));
    assert_eq!(host.message().await, json!({"changed": 2}));
    let seen = Arc::clone(&host.seen);
    host.end_input().await;
    let start = Instant::now();
    let ended = host.ended().await;
    assert_eq!((ended.reason, ended.abandoned), (Reason::EndOfInput, 0));
    assert!(start.elapsed() < Duration::from_secs(1), "nobody waits");
    assert!(!outlet.send("{}".into()), "the connection has ended");
    until(|| seen.unasked.lock().unwrap().is_none()).await;
}

// S-CANC-05, S-SUBS-11, S-STDIO-08
#[tokio::test(start_paused = true)]
async fn the_end_of_the_input_ends_what_listens_in_order_and_at_once() {
    let mut host = listening(Options::new(), [1]).await;
    let start = Instant::now();
    host.end_input().await;
    assert_goodbye(&host.rest().await, 1);
    let ended = host.ended().await;
    assert_eq!((ended.reason, ended.abandoned), (Reason::EndOfInput, 0));
    assert!(start.elapsed() < Duration::from_millis(100));
}

// S-CANC-05
#[tokio::test]
async fn so_does_stopping() {
    let (stop, stopped) = oneshot::channel::<()>();
    let options = Options::new().stop_when(async move { drop(stopped.await) });
    let mut host = listening(options, [1]).await;
    stop.send(()).unwrap();
    assert_goodbye(&host.rest().await, 1);
    let ended = host.ended().await;
    assert_eq!((ended.reason, ended.abandoned), (Reason::Stopped, 0));
}

#[tokio::test]
async fn requests_that_work_are_answered_after_what_listens_has_ended() {
    let mut host = listening(Options::new(), [1]).await;
    host.send(request(2, "sleep", json!({"ms": 300}))).await;
    host.end_input().await;
    let messages = host.rest().await;
    assert_goodbye(&messages[..2], 1);
    assert_eq!(messages[2]["id"], 2);
    assert_eq!(messages.len(), 3);
}

#[tokio::test(start_paused = true)]
async fn one_that_does_not_end_costs_no_drain() {
    let mut host = Host::start(Options::new());
    host.send(request(1, "listen", json!({"stubborn": true})))
        .await;
    host.message().await;
    let seen = Arc::clone(&host.seen);
    let start = Instant::now();
    host.end_input().await;
    assert!(host.rest().await.is_empty());
    assert_eq!(host.ended().await.abandoned, 0, "no work was lost");
    assert!(start.elapsed() < Duration::from_secs(1));
    until(|| seen.listening.load(Ordering::SeqCst) == 0).await;
}

// S-SUBS-08, S-SUBS-18, S-STDIO-05
#[tokio::test]
async fn listening_takes_the_place_of_no_work() {
    let mut host = listening(Options::new().max_in_flight(1), 1..=10).await;
    host.send(request(11, "sleep", json!({"ms": 10}))).await;
    assert_eq!(host.id().await, 11);
    host.seen.changes.send_replace((1, 0));
    let mut told = BTreeSet::new();
    for _ in 1..=10 {
        let message = host.message().await;
        let (method, id) = about(&message);
        assert_eq!(method, "changed");
        told.insert(id);
    }
    assert!(told.into_iter().eq(1..=10), "each once");
}

// S-STDIO-15
#[tokio::test]
async fn listening_is_bounded_by_itself() {
    let mut host = listening(Options::new().max_listening(2), [1, 2]).await;
    host.send(request(3, "listen", json!({}))).await;
    let refused = host.message().await;
    assert_eq!(refused["id"], 3);
    let error = json!({"code": -32603, "message": "only 2 requests may listen at once"});
    assert_eq!(refused["error"], error);
    host.send(request(4, "echo", json!({}))).await;
    assert_eq!(host.id().await, 4, "there is room for work");
    host.send(cancel(1)).await;
    until(|| host.seen.listening.load(Ordering::SeqCst) == 1).await;
    host.send(request(5, "listen", json!({}))).await;
    assert_eq!(about(&host.message().await), ("acknowledged", 5));
}

// S-SUBS-14
#[tokio::test(start_paused = true)]
async fn acknowledgements_interleave_and_each_comes_first_on_its_own() {
    let mut host = Host::start(Options::new());
    host.send(request(1, "listen", json!({"ms": 100}))).await;
    host.send(request(2, "listen", json!({}))).await;
    assert_eq!(about(&host.message().await), ("acknowledged", 2));
    host.seen.changes.send_replace((1, 0));
    assert_eq!(about(&host.message().await), ("changed", 2));
    assert_eq!(about(&host.message().await), ("acknowledged", 1));
    assert_eq!(about(&host.message().await), ("changed", 1));
}

// S-SUBS-12, S-STDIO-07
#[tokio::test]
async fn cancelling_one_ends_it_without_a_word() {
    let mut host = listening(Options::new(), [1, 2]).await;
    host.send(cancel(1)).await;
    until(|| host.seen.listening.load(Ordering::SeqCst) == 1).await;
    host.seen.changes.send_replace((1, 0));
    assert_eq!(about(&host.message().await), ("changed", 2));
    host.end_input().await;
    assert_goodbye(&host.rest().await, 2);
}

// S-STDIO-15
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storm_nobody_reads_is_held_back_and_holds_up_nobody() {
    let mut host = listening(Options::new(), [1, 2]).await;
    let mut last = 0;
    while host.seen.held_back.load(Ordering::SeqCst) < 2 {
        last += 1;
        host.seen.changes.send_replace((last, 10_000));
        tokio::time::sleep(Duration::from_micros(100)).await;
    }
    let accepted = host.seen.accepted.load(Ordering::SeqCst);
    for id in 10..20 {
        host.send(request(id, "echo", json!({}))).await;
    }
    until(|| host.seen.accepted.load(Ordering::SeqCst) == accepted + 10).await;
    last += 1;
    host.seen.changes.send_replace((last, 10_000));
    let (mut told, mut newest, mut answered) = (0, [0; 3], 0);
    while answered < 10 || newest[1..] != [last; 2] {
        let message = host.message().await;
        if message["id"].is_u64() {
            answered += 1;
            continue;
        }
        let (_, id) = about(&message);
        let number = message["params"]["more"]["number"].as_u64().unwrap();
        let newest = &mut newest[usize::try_from(id).unwrap()];
        assert!(number > *newest, "in order");
        *newest = number;
        told += 1;
    }
    assert!(told < 100, "{told} of {last} changes were queued");
}

// S-CANC-05
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn last_words_find_room_where_changes_found_none() {
    let mut host = listening(Options::new(), [1]).await;
    let mut number = 0;
    while host.seen.held_back.load(Ordering::SeqCst) < 2 {
        number += 1;
        host.seen.changes.send_replace((number, 10_000));
        tokio::time::sleep(Duration::from_micros(100)).await;
    }
    host.end_input().await;
    until(|| host.seen.listening.load(Ordering::SeqCst) == 0).await;
    let messages = host.rest().await;
    assert_goodbye(&messages[messages.len() - 2..], 1);
}

#[tokio::test]
async fn one_that_panics_is_answered_and_gives_its_place_back() {
    let mut host = Host::start(Options::new().max_listening(1));
    for id in 1..=2 {
        host.send(request(id, "listen", json!({"panic": true})))
            .await;
        let answer = host.message().await;
        assert_eq!(answer["id"], id);
        assert_eq!(answer["error"]["code"], -32603);
    }
}

#[tokio::test]
async fn dropping_the_future_ends_what_listens() {
    let host = listening(Options::new(), [1]).await;
    host.serving.abort();
    until(|| host.seen.listening.load(Ordering::SeqCst) == 0).await;
    until(|| host.seen.unasked.lock().unwrap().is_none()).await;
}
