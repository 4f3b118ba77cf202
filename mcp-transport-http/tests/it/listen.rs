//! Requests that listen: `subscriptions/listen`.

use std::net::SocketAddr;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use http::Response;
use http_body_util::BodyExt;
use mcp_core::transport::Principal;
use mcp_transport_http::Endpoint;
use serde_json::json;
use tokio::time::Instant;
use tower::ServiceExt;

use crate::client::{Answer, Call, Socket, open_session, serve};
use crate::engine::Engine;

fn listen() -> Call {
    Call::modern("subscriptions/listen", json!({ "notifications": {} }))
}

async fn open(endpoint: &Endpoint) -> Response<Body> {
    endpoint.clone().oneshot(listen().request()).await.unwrap()
}

// S-SUBS-01, S-SUBS-02
#[tokio::test(start_paused = true)]
async fn its_stream_begins_at_once_with_what_was_said_first() {
    let endpoint = Engine::new().endpoint();
    let before = Instant::now();
    let response = open(&endpoint).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let first = response.into_body().frame().await;
    let first = first.unwrap().unwrap().into_data().unwrap();
    let first = std::str::from_utf8(&first).unwrap();
    assert!(first.contains("subscriptions/acknowledged"), "{first}");
    assert_eq!(before.elapsed(), Duration::ZERO);
}

// S-SUBS-08, S-SUBS-09
#[tokio::test]
async fn each_of_several_hears_everything_once() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let streams = [open(&endpoint).await, open(&endpoint).await];
    for n in 1..=3 {
        engine.news.tell(n);
        tokio::task::yield_now().await;
    }
    endpoint.stop().await;
    for stream in streams {
        let events = Answer::read(stream).await.events();
        let told: Vec<_> = events
            .iter()
            .filter_map(|event| event["params"]["progress"].as_u64())
            .collect();
        assert_eq!(told, [1, 2, 3]);
    }
}

// S-SUBS-11, S-CANC-05
#[tokio::test(start_paused = true)]
async fn a_stop_ends_it_with_its_result_and_waits_for_nothing() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let stream = open(&endpoint).await;
    let before = Instant::now();
    endpoint.stop().await;
    assert_eq!(before.elapsed(), Duration::ZERO);
    let events = Answer::read(stream).await.events();
    assert_eq!(events[1]["result"]["text"], "the end");
    assert_eq!(events.len(), 2, "and the stream ends");
}

// S-SUBS-12, S-SUBS-13, S-CANC-01, S-HTTPM-16
#[tokio::test]
async fn a_client_that_hangs_up_listens_no_more() {
    let engine = Engine::new();
    let endpoint = engine.builder().max_listening(1).build().unwrap();
    let stream = open(&endpoint).await;
    drop(stream);
    engine.until("dropped").await;
    assert_eq!(open(&endpoint).await.status(), 200, "its place is free");
}

// S-SUBS-12
#[tokio::test]
async fn a_closed_socket_listens_no_more() {
    let engine = Engine::new();
    let bound = engine.builder().bind("127.0.0.1:0").await.unwrap();
    let address = bound.local_addr();
    let (_stop, _served) = serve(bound);
    let mut socket = Socket::open(address).await;
    socket.send(&listen()).await;
    socket.until("acknowledged").await;
    drop(socket);
    tokio::time::timeout(Duration::from_secs(5), engine.until("dropped"))
        .await
        .unwrap();
}

// S-SUBS-18
#[tokio::test]
async fn it_takes_no_place_of_a_request_and_is_bounded_by_itself() {
    let engine = Engine::new();
    let builder = engine.builder().max_in_flight(1).max_listening(2);
    let endpoint = builder.build().unwrap();
    let streams = [open(&endpoint).await, open(&endpoint).await];
    let third = Answer::read(open(&endpoint).await).await;
    assert_eq!((third.status.as_u16(), third.code()), (503, Some(-32603)));
    assert_eq!(third.json()["id"], 7);
    assert!(third.header("retry-after").is_some());
    let works = Call::modern_tool("soon").send(&endpoint).await;
    assert_eq!(works.status, 200);
    drop(streams);
}

// S-SUBS-15
#[tokio::test(start_paused = true)]
async fn comments_keep_its_connection_open() {
    let endpoint = Engine::new().endpoint();
    let mut body = open(&endpoint).await.into_body();
    body.frame().await.unwrap().unwrap();
    let before = Instant::now();
    let comment = body.frame().await.unwrap().unwrap().into_data().unwrap();
    assert_eq!(
        (&comment[..], before.elapsed().as_secs()),
        (&b":\n\n"[..], 15)
    );
}

// S-HTTPM-09
#[tokio::test]
async fn a_client_that_takes_no_events_cannot_listen() {
    let engine = Engine::new();
    let call = listen().with("accept", "application/json");
    let answer = call.send(&engine.endpoint()).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (406, Some(-32600)));
    assert_eq!(answer.json()["id"], 7);
    assert!(!engine.saw("listening"));
}

/// Who a request comes from.
#[derive(Clone, Copy)]
enum From {
    Principal(&'static str),
    Address(&'static str),
    Nowhere,
}

async fn open_from(endpoint: &Endpoint, call: Call, from: From) -> Response<Body> {
    let mut request = call.request();
    match from {
        From::Principal(subject) => {
            let principal = Principal::new("https://issuer.example", subject, "client");
            request.extensions_mut().insert(principal);
        }
        From::Address(peer) => {
            let peer: SocketAddr = peer.parse().unwrap();
            request.extensions_mut().insert(ConnectInfo(peer));
        }
        From::Nowhere => {}
    }
    endpoint.clone().oneshot(request).await.unwrap()
}

// S-SUBS-18
#[tokio::test]
async fn one_caller_takes_no_place_of_the_others() {
    let engine = Engine::new();
    let builder = engine
        .builder()
        .max_listening(6)
        .max_listening_per_caller(2);
    let endpoint = builder.build().unwrap();
    let callers = [
        From::Principal("ada"),
        From::Address("192.0.2.1:4711"),
        From::Principal("bob"),
    ];
    let mut streams = Vec::new();
    for from in callers {
        for _ in 0..2 {
            let stream = open_from(&endpoint, listen(), from).await;
            assert_eq!(stream.status(), 200);
            streams.push(stream);
        }
        let more = open_from(&endpoint, listen(), from).await;
        let more = Answer::read(more).await;
        assert_eq!((more.status.as_u16(), more.code()), (503, Some(-32603)));
        assert_eq!(more.json()["id"], 7);
        assert!(more.header("retry-after").is_some());
        let error = more.json()["error"]["message"].to_string();
        assert!(
            error.contains("one caller") && error.contains("at most 2"),
            "{error}"
        );
    }
    let full = open_from(&endpoint, listen(), From::Principal("eve")).await;
    let error = Answer::read(full).await.json()["error"]["message"].to_string();
    assert!(
        !error.contains("caller") && error.contains("at most 6"),
        "{error}"
    );
    streams.remove(0);
    engine.until("dropped").await;
    let again = open_from(&endpoint, listen(), From::Principal("ada")).await;
    assert_eq!(again.status(), 200, "its place is free");
}

// S-HTTPL-14
#[tokio::test]
async fn streams_of_sessions_count_with_them() {
    let engine = Engine::new();
    let builder = engine
        .builder()
        .max_listening(4)
        .max_listening_per_caller(2);
    let endpoint = builder.build().unwrap();
    let sessions = [
        open_session(&endpoint).await,
        open_session(&endpoint).await,
        open_session(&endpoint).await,
    ];
    let address = From::Address("[2001:db8::1]:4711");
    let first = open_from(&endpoint, Call::get(&sessions[0]), address).await;
    let second = open_from(&endpoint, listen(), address).await;
    assert!(first.status() == 200 && second.status() == 200);
    let third = open_from(&endpoint, Call::get(&sessions[1]), address).await;
    let third = Answer::read(third).await;
    assert_eq!((third.status.as_u16(), third.code()), (503, Some(-32603)));
    // A client that has lost its stream gets another in its place.
    let again = open_from(&endpoint, Call::get(&sessions[0]), address).await;
    let again = match again.status().as_u16() {
        // The task of the first has to notice before there is room.
        503 => {
            engine.until("dropped").await;
            open_from(&endpoint, Call::get(&sessions[0]), address).await
        }
        _ => again,
    };
    assert_eq!(again.status(), 200);
    let other = From::Address("[2001:db8:0:1::1]:4711");
    let other = open_from(&endpoint, Call::get(&sessions[2]), other).await;
    assert_eq!(other.status(), 200);
}

#[tokio::test]
async fn a_caller_that_is_full_ends_no_stream_of_others() {
    let engine = Engine::new();
    let builder = engine
        .builder()
        .max_listening(4)
        .max_listening_per_caller(1);
    let endpoint = builder.build().unwrap();
    let session = open_session(&endpoint).await;
    let lost = Call::get(&session);
    drop(open_from(&endpoint, lost, From::Address("192.0.2.1:1")).await);
    let own = open_from(&endpoint, listen(), From::Principal("ada")).await;
    for _ in 0..3 {
        let more = open_from(&endpoint, listen(), From::Principal("ada")).await;
        assert_eq!(more.status(), 503);
    }
    tokio::task::yield_now().await;
    assert!(!engine.saw("dropped"), "it waits for its client");
    drop(own);
}

#[tokio::test]
async fn without_a_difference_only_the_total_counts() {
    let engine = Engine::new();
    let builder = engine
        .builder()
        .max_listening(4)
        .max_listening_per_caller(1);
    let endpoint = builder.build().unwrap();
    let mut streams = Vec::new();
    for from in [From::Nowhere, From::Address("127.0.0.1:1")] {
        for _ in 0..2 {
            let stream = open_from(&endpoint, listen(), from).await;
            assert_eq!(stream.status(), 200);
            streams.push(stream);
        }
    }
    let more = open_from(&endpoint, listen(), From::Nowhere).await;
    assert_eq!(more.status(), 503);
}

#[tokio::test]
async fn a_caller_has_a_quarter_of_the_places_or_a_few() {
    for (places, expected) in [(64, 16), (16, 8), (4, 4)] {
        let engine = Engine::new();
        let endpoint = engine.builder().max_listening(places).build().unwrap();
        let mut streams = Vec::new();
        let refused = loop {
            let stream = open_from(&endpoint, listen(), From::Principal("ada")).await;
            if stream.status() != 200 {
                break stream;
            }
            streams.push(stream);
        };
        assert_eq!((refused.status().as_u16(), streams.len()), (503, expected));
    }
}
