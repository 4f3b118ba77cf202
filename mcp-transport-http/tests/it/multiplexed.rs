//! HTTP/2: many requests on one connection.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::body::Body;
use http::Request;
use http_body_util::BodyExt;
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper_util::rt::{TokioExecutor, TokioIo};
use mcp_transport_http::Builder;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::client::{Call, serve};
use crate::engine::Engine;

const LATE: Duration = Duration::from_secs(20);

/// A client and its connection.
async fn connect(address: SocketAddr) -> (SendRequest<Body>, JoinHandle<hyper::Result<()>>) {
    let stream = TcpStream::connect(address).await.unwrap();
    let (client, connection) = handshake(TokioExecutor::new(), TokioIo::new(stream))
        .await
        .unwrap();
    (client, tokio::spawn(connection))
}

/// The request as HTTP/2 has it: with an authority in place of `Host`.
fn request(call: Call) -> Request<Body> {
    let uri = format!("http://localhost{}", call.uri);
    call.without("host").at(&uri).request()
}

async fn text(mut body: hyper::body::Incoming) -> String {
    let mut text = Vec::new();
    while let Some(Ok(frame)) = body.frame().await {
        text.extend_from_slice(&frame.into_data().unwrap_or_default());
    }
    String::from_utf8(text).unwrap()
}

async fn start(
    builder: Builder,
) -> (
    SocketAddr,
    tokio::sync::oneshot::Sender<()>,
    JoinHandle<std::io::Result<()>>,
) {
    let bound = builder.bind("127.0.0.1:0").await.unwrap();
    let address = bound.local_addr();
    let (stop, served) = serve(bound);
    (address, stop, served)
}

#[tokio::test]
async fn requests_do_not_wait_for_each_other() {
    let engine = Engine::new();
    let (address, stop, served) = start(engine.builder()).await;
    let (mut client, connection) = connect(address).await;
    let slow = client.send_request(request(Call::modern_tool("slow")));
    let slow = tokio::spawn(slow);
    engine.until("started").await;
    let quick = client.send_request(request(Call::modern_tool("echo")));
    let quick = quick.await.unwrap();
    assert_eq!(quick.status(), 200);
    assert!(text(quick.into_body()).await.contains("done"));
    assert!(!slow.is_finished());
    // A stop lets the slow one finish, and closes the connection behind it.
    stop.send(()).unwrap();
    engine.release.notify_one();
    let slow = slow.await.unwrap().unwrap();
    assert!(text(slow.into_body()).await.contains("done"));
    timeout(LATE, served)
        .await
        .expect("it ends")
        .unwrap()
        .unwrap();
    timeout(LATE, connection)
        .await
        .expect("it ends")
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn an_idle_connection_is_closed_with_a_goodbye() {
    let engine = Engine::new();
    let idle = Duration::from_millis(300);
    let (address, _stop, _served) = start(engine.builder().idle_timeout(idle)).await;
    let (mut client, connection) = connect(address).await;
    let listen = Call::modern("subscriptions/listen", json!({ "notifications": {} }));
    let listens = client.send_request(request(listen)).await.unwrap();
    tokio::time::sleep(4 * idle).await;
    assert!(!connection.is_finished(), "it listens");
    let before = Instant::now();
    drop(listens);
    engine.until("dropped").await;
    let ended = timeout(LATE, connection).await.expect("it ends");
    ended.unwrap().expect("without an error");
    assert!(before.elapsed() >= idle, "{:?}", before.elapsed());
}

#[tokio::test]
async fn what_runs_is_dropped_with_its_connection() {
    let engine = Engine::new();
    let (address, _stop, served) = start(engine.builder()).await;
    let (mut client, connection) = connect(address).await;
    let slow = client.send_request(request(Call::modern_tool("slow")));
    let slow = tokio::spawn(slow);
    engine.until("started").await;
    served.abort();
    assert!(slow.await.unwrap().is_err());
    let _ = timeout(LATE, connection).await.expect("it ends");
    timeout(LATE, engine.until("dropped"))
        .await
        .expect("at once");
}
