//! The end.

use std::time::Duration;

use tokio::time::Instant;
use tower::ServiceExt;

use crate::client::{Answer, Call, Socket, open_session, serve};
use crate::engine::Engine;

#[tokio::test(start_paused = true)]
async fn running_requests_may_finish_and_new_ones_are_refused() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let running = endpoint
        .clone()
        .oneshot(Call::modern_tool("talk_slow").request())
        .await
        .unwrap();
    let stopping = tokio::spawn({
        let endpoint = endpoint.clone();
        async move { endpoint.stop().await }
    });
    tokio::task::yield_now().await;
    let refused = Call::modern_tool("echo").send(&endpoint).await;
    assert_eq!(refused.status, 503);
    assert!(refused.header("retry-after").is_some());
    let before = Instant::now();
    engine.release.notify_one();
    assert_eq!(
        Answer::read(running).await.events()[1]["result"]["text"],
        "done"
    );
    stopping.await.unwrap();
    assert_eq!(before.elapsed(), Duration::ZERO, "nothing is waited for");
    assert_eq!(
        Call::modern_tool("echo").send(&endpoint).await.status,
        503,
        "for good"
    );
}

#[tokio::test(start_paused = true)]
async fn what_outlives_the_grace_is_dropped_with_a_word() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let calls = [
        Call::modern_tool("talk_slow"),
        Call::modern_tool("slow").with("accept", "application/json"),
        Call::legacy_tool(&session, "slow").with("accept", "application/json"),
    ];
    let running = calls.map(|call| {
        let endpoint = endpoint.clone();
        tokio::spawn(async move { call.send(&endpoint).await })
    });
    engine.until("started").await;
    tokio::task::yield_now().await;
    let before = Instant::now();
    endpoint.stop().await;
    assert_eq!(before.elapsed(), Duration::from_secs(10));
    let mut answers = Vec::new();
    for answer in running {
        answers.push(answer.await.unwrap());
    }
    assert_eq!(answers[0].events()[1]["error"]["code"], -32603);
    for answer in &answers[1..] {
        assert_eq!((answer.status.as_u16(), answer.code()), (503, Some(-32603)));
        assert_eq!(answer.json()["id"], 7);
    }
    assert!(engine.saw("dropped") && !engine.saw("finished"));
}

// S-INIT-17
#[tokio::test]
async fn serving_ends_although_a_stream_is_open() {
    let engine = Engine::new();
    let grace = Duration::from_millis(50);
    let bound = engine
        .builder()
        .grace(grace)
        .bind("127.0.0.1:0")
        .await
        .unwrap();
    let address = bound.local_addr();
    let (stop, served) = serve(bound);
    let mut open = Socket::open(address).await;
    open.send(&Call::modern_tool("talk_slow")).await;
    open.until("progress").await;
    let idle = Socket::open(address).await;
    let before = std::time::Instant::now();
    stop.send(()).unwrap();
    served.await.unwrap().unwrap();
    assert!(before.elapsed() >= grace, "the stream had its time");
    assert!(
        before.elapsed() < Duration::from_secs(5),
        "{:?}",
        before.elapsed()
    );
    assert!(open.rest().await.contains("shutting down"));
    assert_eq!(idle.rest().await, "");
    assert!(engine.saw("dropped"));
}

#[tokio::test]
async fn serving_ends_although_a_peer_never_reads() {
    let engine = Engine::new();
    let grace = Duration::from_millis(10);
    let bound = engine
        .builder()
        .grace(grace)
        .bind("127.0.0.1:0")
        .await
        .unwrap();
    let address = bound.local_addr();
    let (stop, served) = serve(bound);
    // A head that never ends: the connection is neither idle nor served.
    let mut stuck = Socket::open(address).await;
    tokio::io::AsyncWriteExt::write_all(&mut stuck.0, b"POST /mcp HTTP/1.1\r\nhost: lo")
        .await
        .unwrap();
    let mut other = Socket::open(address).await;
    other.send(&Call::modern_tool("echo")).await;
    other.until("done").await;
    stop.send(()).unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(5), served).await;
    ended.expect("it returns").unwrap().unwrap();
    drop(stuck);
}

/// Runs itself as a process of its own, since signals are for whole processes.
#[cfg(unix)]
#[tokio::test]
async fn another_signal_cuts_the_grace_short() {
    use std::process::Stdio;
    use tokio::io::{AsyncBufReadExt, BufReader};
    use tokio::process::Command;

    const CHILD: &str = "MCP_TRANSPORT_HTTP_TEST_CHILD";
    if std::env::var_os(CHILD).is_some() {
        let grace = Duration::from_secs(3600);
        let builder = Engine::new().builder().grace(grace);
        let bound = builder.bind("127.0.0.1:0").await.unwrap();
        eprintln!("listening on {}", bound.local_addr());
        let signal = mcp_transport_http::shutdown_signal();
        return bound.serve("/mcp", signal).await.unwrap();
    }

    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture"])
        .arg("stop::another_signal_cuts_the_grace_short")
        .env(CHILD, "1")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let pid = child.id().expect("it runs").to_string();
    let terminate = || Command::new("kill").args(["-TERM", &pid]).status();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address = loop {
        let line = lines.next_line().await.unwrap().expect("an address");
        if let Some(address) = line.strip_prefix("listening on ") {
            break address.parse().unwrap();
        }
    };
    let mut open = Socket::open(address).await;
    open.send(&Call::modern_tool("talk_slow")).await;
    open.until("progress").await;
    terminate().await.unwrap();
    loop {
        let mut other = Socket::open(address).await;
        other.send(&Call::modern_tool("echo")).await;
        if other.until("jsonrpc").await.contains("503") {
            break;
        }
    }
    assert!(child.try_wait().unwrap().is_none(), "the grace goes on");
    terminate().await.unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(10), child.wait()).await;
    assert!(ended.expect("it ends").unwrap().success());
    assert!(open.rest().await.contains("shutting down"));
}
