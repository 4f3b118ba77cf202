//! How serving ends.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mcp_transport_stdio::{Options, Reason};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::fake::request;
use crate::host::{Host, soon, until};

// S-INIT-17, S-STDIO-08
#[tokio::test]
async fn what_was_accepted_before_the_end_is_answered() {
    let mut host = Host::start(Options::new());
    for id in 0..40 {
        host.send(request(id, "sleep", json!({"ms": 100}))).await;
    }
    host.end_input().await;
    assert_eq!(host.rest().await.len(), 40);
    assert!(
        host.seen.closed.load(Ordering::SeqCst),
        "the engine was told"
    );
    let ended = host.ended().await;
    assert_eq!((ended.reason, ended.abandoned), (Reason::EndOfInput, 0));
}

#[tokio::test]
async fn a_last_line_needs_no_newline() {
    let mut host = Host::start(Options::new());
    host.send(request(1, "echo", json!({})).trim_end()).await;
    host.end_input().await;
    assert_eq!(host.id().await, 1);
}

// S-STDIO-08
#[tokio::test(start_paused = true)]
async fn draining_has_an_end() {
    let mut host = Host::start(Options::new());
    host.send(request(1, "never", json!({}))).await;
    host.send(request(2, "sleep", json!({"ms": 4_900}))).await;
    host.send(request(3, "sleep", json!({"ms": 5_100}))).await;
    let start = Instant::now();
    host.end_input().await;
    let answers = host.rest().await;
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["id"], 2);
    let seen = Arc::clone(&host.seen);
    assert_eq!(host.ended().await.abandoned, 2);
    assert!((5..6).contains(&start.elapsed().as_secs()));
    until(|| seen.running.load(Ordering::SeqCst) == 0).await;
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_does_not_read_cannot_hold_up_the_end() {
    let mut host = Host::start(Options::new());
    for id in 0..10 {
        host.send(request(id, "big", json!({"bytes": 1024 * 1024})))
            .await;
    }
    host.end_input().await;
    let ended = soon(&mut host.serving).await.unwrap().unwrap();
    assert!(ended.abandoned > 0, "{ended:?}");
}

// S-STDIO-09
#[tokio::test]
async fn stopping_ends_it_with_the_input_open() {
    let (stop, stopped) = oneshot::channel::<()>();
    let options = Options::new().stop_when(async move { drop(stopped.await) });
    let mut host = Host::start(options);
    host.send(request(1, "sleep", json!({"ms": 200}))).await;
    until(|| host.seen.running.load(Ordering::SeqCst) == 1).await;
    stop.send(()).unwrap();
    assert_eq!(host.rest().await.len(), 1, "what runs is answered");
    assert_eq!(host.ended().await.reason, Reason::Stopped);
}

#[tokio::test]
async fn dropping_the_future_cancels_what_runs() {
    let mut host = Host::start(Options::new());
    host.send(request(1, "never", json!({}))).await;
    until(|| host.seen.running.load(Ordering::SeqCst) == 1).await;
    host.serving.abort();
    until(|| host.seen.running.load(Ordering::SeqCst) == 0).await;
    assert!(host.seen.closed.load(Ordering::SeqCst));
    assert_eq!(host.line().await, None, "and closes the stream");
}

// S-STDIO-08, S-INIT-17
#[tokio::test]
async fn an_idle_end_is_quick() {
    let mut host = Host::start(Options::new());
    let start = Instant::now();
    host.end_input().await;
    assert!(host.rest().await.is_empty());
    assert_eq!(host.ended().await.reason, Reason::EndOfInput);
    assert!(start.elapsed() < Duration::from_secs(1));
}
