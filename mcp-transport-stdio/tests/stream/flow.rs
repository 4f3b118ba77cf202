//! Peers that write or read at their own pace.

use std::io;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use mcp_transport_stdio::{Options, Reason, serve_on};
use serde_json::json;
use tokio::io::{AsyncWrite, AsyncWriteExt};

use crate::fake::{Fake, request};
use crate::host::{Host, soon, until};

// S-STDIO-15
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stalled_reader_loses_nothing() {
    let mut host = Host::start(Options::new());
    let mut writer = host.writer.take().unwrap();
    let sending = tokio::spawn(async move {
        for id in 0..1000 {
            let line = request(id, "big", json!({"bytes": 64 * 1024}));
            writer.write_all(line.as_bytes()).await.expect("written");
        }
        writer.shutdown().await.expect("shut");
        writer
    });
    // Longer than requests that do not end keep the stream from being read.
    tokio::time::sleep(Duration::from_millis(2500)).await;
    let accepted = host.seen.accepted.load(Ordering::SeqCst);
    assert!(
        accepted < 300,
        "reading goes on though nobody takes the answers: {accepted}"
    );
    let mut ids = Vec::new();
    while ids.len() < 1000 {
        let answer = host.message().await;
        assert_eq!(answer["result"].as_str().map(str::len), Some(64 * 1024));
        ids.push(answer["id"].as_u64().unwrap());
    }
    ids.sort_unstable();
    assert_eq!(ids, (0..1000).collect::<Vec<_>>());
    soon(sending).await.unwrap();
    assert_eq!(host.ended().await.abandoned, 0);
}

// S-STDIO-15
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_cannot_be_queued_are_refused_and_answers_are_not() {
    let mut host = Host::start(Options::new());
    let unasked = host.unasked().await;
    let frame = format!("\"{}\"", "x".repeat(10_000));
    let sent = (0..1000)
        .take_while(|_| unasked.send(frame.clone().into()))
        .count();
    assert!((50..500).contains(&sent), "{sent} frames of 10 KB queued");
    host.send(request(1, "echo", json!({}))).await;
    for _ in 0..sent {
        assert_eq!(
            host.line().await.map(|line| line.len()),
            Some(frame.len() + 1)
        );
    }
    assert_eq!(host.id().await, 1);
}

// S-STDIO-15
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backlog_is_bounded() {
    let mut host = Host::start(Options::new().max_in_flight(8));
    let mut writer = host.writer.take().unwrap();
    let sending = tokio::spawn(async move {
        for id in 0..100_000 {
            if writer
                .write_all(request(id, "never", json!({})).as_bytes())
                .await
                .is_err()
            {
                break;
            }
        }
        writer
    });
    until(|| host.seen.accepted.load(Ordering::SeqCst) >= 72).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(
        host.seen.accepted.load(Ordering::SeqCst),
        72,
        "8 run, 64 wait"
    );
    assert_eq!(host.seen.peak.load(Ordering::SeqCst), 8);
    assert!(!sending.is_finished(), "the peer feels it");
    host.serving.abort();
    soon(sending).await.unwrap();
    until(|| host.seen.running.load(Ordering::SeqCst) == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_that_wait_for_the_input_do_not_keep_it_from_being_read() {
    let mut host = Host::start(Options::new());
    for id in 0..200 {
        host.send(request(id, "held", json!({}))).await;
    }
    host.send(request("ping", "ping", json!({}))).await;
    for id in 128..200 {
        let refused = host.message().await;
        assert_eq!(refused["id"], id);
        assert_eq!(refused["error"]["code"], -32603);
    }
    assert_eq!(host.id().await, "ping");
    assert_eq!(host.seen.running.load(Ordering::SeqCst), 64);
    host.send("{\"jsonrpc\":\"2.0\",\"method\":\"release\"}\n")
        .await;
    let mut ids = Vec::new();
    while ids.len() < 128 {
        let answer = host.message().await;
        assert!(answer["result"].is_object(), "{answer}");
        ids.push(answer["id"].as_u64().unwrap());
    }
    ids.sort_unstable();
    assert_eq!(ids, (0..128).collect::<Vec<_>>());
    host.send(request(200, "echo", json!({}))).await;
    assert_eq!(host.id().await, 200, "there is room again");
    host.end_input().await;
    let ended = host.ended().await;
    assert_eq!((ended.reason, ended.abandoned), (Reason::EndOfInput, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_of_the_input_is_noticed_behind_a_full_backlog() {
    let mut host = Host::start(Options::new().drain_timeout(Duration::from_millis(10)));
    for id in 0..128 {
        host.send(request(id, "never", json!({}))).await;
    }
    host.end_input().await;
    let ended = host.ended().await;
    assert_eq!((ended.reason, ended.abandoned), (Reason::EndOfInput, 128));
}

#[tokio::test]
async fn a_peer_that_has_gone_ends_everything_quietly() {
    let host = Host::start(Options::new());
    let seen = Arc::clone(&host.seen);
    let Host {
        writer,
        reader,
        serving,
        ..
    } = host;
    let mut writer = writer.unwrap();
    for id in 0..10 {
        writer
            .write_all(request(id, "never", json!({})).as_bytes())
            .await
            .unwrap();
    }
    until(|| seen.running.load(Ordering::SeqCst) == 10).await;
    let line = request(10, "ping", json!({}));
    writer.write_all(line.as_bytes()).await.unwrap();
    drop((writer, reader));
    let ended = soon(serving).await.unwrap().unwrap();
    // The end of the input and the broken output come together here.
    assert!(
        matches!(ended.reason, Reason::PeerGone | Reason::EndOfInput),
        "{ended:?}"
    );
    until(|| seen.running.load(Ordering::SeqCst) == 0).await;
    assert!(seen.closed.load(Ordering::SeqCst));
}

/// A writer that fails, or takes one byte at a time and counts its flushes.
#[derive(Clone, Default)]
struct Scripted {
    fails: Option<io::ErrorKind>,
    written: Arc<Mutex<Vec<u8>>>,
    flushes: Arc<Mutex<usize>>,
}

impl AsyncWrite for Scripted {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if let Some(kind) = self.fails {
            return Poll::Ready(Err(kind.into()));
        }
        self.written.lock().unwrap().push(bytes[0]);
        Poll::Ready(Ok(1))
    }
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        *self.flushes.lock().unwrap() += 1;
        Poll::Ready(Ok(()))
    }
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[tokio::test]
async fn what_is_queued_together_is_flushed_once() {
    let writer = Scripted::default();
    let input = (0..100)
        .map(|id| request(id, "ping", json!({})))
        .collect::<String>();
    let reader = io::Cursor::new(input.into_bytes());
    let ended = soon(serve_on(
        &Fake::default(),
        reader,
        writer.clone(),
        Options::new(),
    ))
    .await;
    assert_eq!(ended.unwrap().reason, Reason::EndOfInput);
    let written = writer.written.lock().unwrap();
    assert_eq!(written.iter().filter(|byte| **byte == b'\n').count(), 100);
    assert!(*writer.flushes.lock().unwrap() <= 2);
}

#[tokio::test]
async fn a_broken_pipe_is_an_end_and_a_full_disk_an_error() {
    for (kind, quiet) in [
        (io::ErrorKind::BrokenPipe, true),
        (io::ErrorKind::ConnectionReset, true),
        (io::ErrorKind::StorageFull, false),
    ] {
        let fake = Fake::default();
        let (mut ours, theirs) = tokio::io::duplex(4096);
        let writer = Scripted {
            fails: Some(kind),
            ..Scripted::default()
        };
        let serving = tokio::spawn(serve_on(&fake, theirs, writer, Options::new()));
        ours.write_all(request(1, "never", json!({})).as_bytes())
            .await
            .unwrap();
        ours.write_all(request(2, "ping", json!({})).as_bytes())
            .await
            .unwrap();
        let ended = soon(serving).await.unwrap();
        if quiet {
            let ended = ended.unwrap();
            assert_eq!(
                (ended.reason, ended.abandoned),
                (Reason::PeerGone, 1),
                "{kind}"
            );
        } else {
            assert_eq!(ended.unwrap_err().kind(), kind);
        }
        until(|| fake.0.running.load(Ordering::SeqCst) == 0).await;
    }
}
