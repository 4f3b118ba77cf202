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
    tokio::time::sleep(Duration::from_secs(1)).await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_cannot_be_queued_are_refused_and_answers_are_not() {
    let mut host = Host::start(Options::new());
    host.send("{\"jsonrpc\":\"2.0\",\"method\":\"keep\"}\n")
        .await;
    until(|| host.seen.kept.lock().unwrap().is_some()).await;
    let kept = host.seen.kept.lock().unwrap().take().unwrap();
    let frame = format!("\"{}\"", "x".repeat(10_000));
    let sent = (0..1000)
        .take_while(|_| kept.send(frame.clone().into()))
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
