//! What it means that the client hangs up.

use std::future::Future;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use mcp_transport_http::Endpoint;
use tower::ServiceExt;

use crate::client::{Answer, Call, Socket, open_session, serve};
use crate::engine::Engine;

/// Polls a response until the handler waits, then drops it.
async fn hang_up(engine: &Engine, response: impl Future) {
    let mut response = Box::pin(response);
    assert!(matches!(
        response
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop())),
        Poll::Pending
    ));
    engine.until("started").await;
}

// S-CANC-01, S-HTTPM-16
#[tokio::test]
async fn it_cancels_a_silent_request_that_names_its_version() {
    let engine = Engine::new();
    hang_up(
        &engine,
        engine
            .endpoint()
            .oneshot(Call::modern_tool("slow").request()),
    )
    .await;
    engine.until("dropped").await;
    assert!(!engine.saw("finished"));
}

// S-CANC-01, S-HTTPM-16
#[tokio::test]
async fn it_cancels_a_talking_request_that_names_its_version() {
    let engine = Engine::new();
    let response = engine
        .endpoint()
        .oneshot(Call::modern_tool("talk_slow").request())
        .await;
    engine.until("started").await;
    drop(response);
    engine.until("dropped").await;
}

// S-CANC-09, S-HTTPL-10
#[tokio::test]
async fn it_leaves_a_silent_request_of_a_session_alone() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    hang_up(
        &engine,
        endpoint.oneshot(Call::legacy_tool(&session, "slow").request()),
    )
    .await;
    engine.release.notify_one();
    engine.until("finished").await;
}

// S-CANC-09, S-HTTPL-10
#[tokio::test]
async fn it_leaves_a_talking_request_of_a_session_alone() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let response = endpoint
        .oneshot(Call::legacy_tool(&session, "talk_slow").request())
        .await;
    engine.until("started").await;
    drop(response);
    engine.release.notify_one();
    engine.until("finished").await;
}

// S-CANC-01, S-HTTPM-16
#[tokio::test]
async fn a_closed_socket_is_a_disconnect() {
    for (tool, first) in [("slow", None), ("talk_slow", Some("progress"))] {
        let engine = Engine::new();
        let bound = engine.builder().bind("127.0.0.1:0").await.unwrap();
        let address = bound.local_addr();
        let (_stop, _served) = serve(bound);
        let mut socket = Socket::open(address).await;
        socket.send(&Call::modern_tool(tool)).await;
        engine.until("started").await;
        if let Some(first) = first {
            socket.until(first).await;
        }
        drop(socket);
        let dropped = tokio::time::timeout(Duration::from_secs(5), engine.until("dropped"));
        dropped.await.expect(tool);
    }
}

#[tokio::test]
async fn a_closed_socket_leaves_the_request_of_a_session_alone() {
    let engine = Engine::new();
    let bound = engine.builder().bind("127.0.0.1:0").await.unwrap();
    let address = bound.local_addr();
    let session = open_session(bound.endpoint()).await;
    let (_stop, _served) = serve(bound);
    let mut socket = Socket::open(address).await;
    socket.send(&Call::legacy_tool(&session, "slow")).await;
    engine.until("started").await;
    drop(socket);
    // Long enough for the server to notice; it must not matter when it does.
    tokio::time::sleep(Duration::from_millis(50)).await;
    engine.release.notify_one();
    tokio::time::timeout(Duration::from_secs(5), engine.until("finished"))
        .await
        .unwrap();
    assert!(!engine.saw("dropped"));
}

#[tokio::test(start_paused = true)]
async fn a_request_of_a_session_outlives_its_client_by_a_minute_at_most() {
    for tool in ["slow", "talk_slow"] {
        let engine = Engine::new();
        let endpoint = engine.endpoint();
        let session = open_session(&endpoint).await;
        leave(&endpoint, &session, tool).await;
        tokio::time::sleep(Duration::from_secs(59)).await;
        assert_eq!(engine.count("started"), 1);
        assert!(!engine.saw("dropped"), "{tool}");
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(engine.saw("dropped") && !engine.saw("finished"), "{tool}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_is_read_is_under_no_such_limit() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let response = endpoint
        .oneshot(Call::legacy_tool(&session, "talk_slow").request())
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_secs(300)).await;
    engine.release.notify_one();
    let events = Answer::read(response).await.events();
    assert_eq!(events[1]["result"]["text"], "done");
}

#[tokio::test(start_paused = true)]
async fn clients_that_ask_and_hang_up_lock_nobody_out() {
    for tool in ["slow", "talk_slow"] {
        let engine = Engine::new();
        let endpoint = engine.builder().max_in_flight(2).build().unwrap();
        let session = open_session(&endpoint).await;
        for _ in 0..70 {
            leave(&endpoint, &session, tool).await;
        }
        assert_eq!(engine.count("started"), 70, "{tool}");
        assert_eq!(engine.count("dropped"), 6, "64 go on: {tool}");
        let other = Call::modern_tool("soon").send(&endpoint).await;
        assert_eq!(other.status, 200, "{tool}");
    }
}

/// Sends a request, hangs up once it runs, and lets the server notice.
async fn leave(endpoint: &Endpoint, session: &str, tool: &str) {
    let request = Call::legacy_tool(session, tool).request();
    let response = tokio::spawn(endpoint.clone().oneshot(request));
    tokio::time::sleep(Duration::from_millis(1)).await;
    response.abort();
    drop(response.await);
    tokio::time::sleep(Duration::from_millis(1)).await;
}
