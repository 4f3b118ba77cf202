//! The stream that a session opens with GET.

use std::time::Duration;

use axum::body::Body;
use http::{Method, Response};
use mcp_transport_http::Endpoint;
use serde_json::json;
use tokio::time::Instant;

use crate::client::{Answer, Call, Socket, chunk, open_session, open_session_as, said, serve};
use crate::engine::Engine;

/// Opens the stream of a session, and waits until it hears what is told.
async fn listen(engine: &Engine, endpoint: &Endpoint, session: &str) -> Response<Body> {
    let before = engine.count("listening");
    let response = Call::get(session).open(endpoint).await;
    assert_eq!(response.status(), 200);
    while engine.count("listening") == before {
        tokio::task::yield_now().await;
    }
    response
}

// S-HTTPL-11, S-HTTPL-01
#[tokio::test(start_paused = true)]
async fn it_tells_what_belongs_to_no_request() {
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let engine = Engine::new();
        let endpoint = engine.endpoint();
        let session = open_session_as(&endpoint, version).await;
        let stream = listen(&engine, &endpoint, &session).await;
        assert_eq!(stream.headers()["content-type"], "text/event-stream");
        assert_eq!(stream.headers()["x-accel-buffering"], "no");
        engine.news.tell(1);
        engine.news.tell(2);
        endpoint.stop().await;
        let events = Answer::read(stream).await.events();
        let told: Vec<_> = events.iter().map(|e| &e["params"]["progress"]).collect();
        assert_eq!(told, [&json!(1), &json!(2)], "{version}");
    }
}

// S-HTTPL-09, S-HTTPL-12, S-HTTPL-13
#[tokio::test]
async fn each_message_is_on_one_stream_and_answers_are_on_theirs() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let standing = listen(&engine, &endpoint, &session).await;
    let posted = Call::legacy_tool(&session, "talk").send(&endpoint).await;
    engine.news.tell(40);
    endpoint.stop().await;
    assert_eq!(posted.events().len(), 4);
    let events = Answer::read(standing).await.events();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["params"]["progress"], 40);
}

// S-HTTPL-11, S-HTTPM-41, S-SSE24-08
#[tokio::test]
async fn where_there_is_no_session_it_is_not_offered() {
    let endpoint = Engine::new().endpoint();
    let session = open_session(&endpoint).await;
    for call in [
        Call::get("x").without("mcp-session-id"),
        Call::bare(Method::GET).with("accept", "text/html"),
        Call::get(&session).with("mcp-protocol-version", "2026-07-28"),
    ] {
        let answer = call.send(&endpoint).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (405, Some(-32600)));
        assert_eq!(answer.header("allow"), Some("POST, GET, DELETE"));
        assert!(answer.json().get("id").is_none());
    }
}

// S-HTTPL-21, S-HTTPL-24, S-HTTPL-26, S-HTTPL-27, S-HTTPL-35
#[tokio::test]
async fn its_headers_are_read_as_those_of_a_post() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let get = || Call::get(&session);
    for (call, status) in [
        (Call::get("dead"), 404),
        (Call::get("x").with("mcp-session-id", b"\xff"), 404),
        (get().and("mcp-session-id", &session), 404),
        (get().with("mcp-protocol-version", "2025-06-18"), 400),
        (get().with("mcp-protocol-version", "2099-01-01"), 400),
        (get().with("mcp-protocol-version", "nonsense"), 400),
        (get().with("accept", "application/json"), 406),
        (get().with("accept", "text/event-stream;q=0"), 406),
        (get().with("host", "evil.test"), 403),
        (get().with("origin", "http://evil.test"), 403),
    ] {
        let answer = call.clone().send(&endpoint).await;
        assert_eq!(answer.status, status, "{call:?}");
    }
    for call in [
        get().with("mcp-protocol-version", "2025-11-25"),
        get().with("accept", "*/*"),
        get().without("accept"),
    ] {
        assert_eq!(call.clone().open(&endpoint).await.status(), 200, "{call:?}");
    }
}

// S-HTTPL-14
#[tokio::test(start_paused = true)]
async fn another_takes_its_place() {
    let engine = Engine::new();
    let builder = engine.builder().max_listening(2);
    let endpoint = builder.build().unwrap();
    let session = open_session(&endpoint).await;
    let other = open_session(&endpoint).await;
    let first = listen(&engine, &endpoint, &session).await;
    let elsewhere = listen(&engine, &endpoint, &other).await;
    // At the limit, the client of a half-open connection is not locked out.
    let full = Call::get(&session).open(&endpoint).await;
    assert_eq!(full.status(), 503);
    assert!(full.headers().contains_key("retry-after"));
    assert_eq!(Answer::read(first).await.events().len(), 0, "it has ended");
    engine.until("dropped").await;
    let second = listen(&engine, &endpoint, &session).await;
    engine.news.tell(1);
    endpoint.stop().await;
    for stream in [second, elsewhere] {
        assert_eq!(Answer::read(stream).await.events().len(), 1);
    }
}

// S-HTTPL-14
#[tokio::test(start_paused = true)]
async fn one_that_was_lost_is_over_when_another_takes_its_place() {
    let engine = Engine::new();
    let builder = engine.builder().max_listening(2);
    let endpoint = builder.build().unwrap();
    let session = open_session(&endpoint).await;
    for _ in 0..8 {
        drop(listen(&engine, &endpoint, &session).await);
        // It is missed by now, and waited for.
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn those_that_nobody_reads_give_way() {
    let engine = Engine::new();
    let endpoint = engine.builder().max_listening(2).build().unwrap();
    let sessions = [open_session(&endpoint).await, open_session(&endpoint).await];
    let read = listen(&engine, &endpoint, &sessions[0]).await;
    drop(listen(&engine, &endpoint, &sessions[1]).await);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let late = open_session(&endpoint).await;
    let full = Call::get(&late).open(&endpoint).await;
    assert_eq!(full.status(), 503, "for the moment");
    engine.until("dropped").await;
    let stream = listen(&engine, &endpoint, &late).await;
    engine.news.tell(1);
    endpoint.stop().await;
    for stream in [read, stream] {
        assert_eq!(Answer::read(stream).await.events().len(), 1);
    }
}

// S-HTTPL-14
#[tokio::test(start_paused = true)]
async fn two_readers_do_not_chase_each_other() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let mut first = listen(&engine, &endpoint, &session).await.into_body();
    let id = said(&mut first).await.remove(0).id.expect("an id");
    let second = listen(&engine, &endpoint, &session).await;
    for _ in 0..2 {
        let again = Call::get(&session).with("last-event-id", &id);
        let again = again.send(&endpoint).await;
        assert_eq!((again.status.as_u16(), again.code()), (409, Some(-32600)));
        engine.until("dropped").await;
    }
    drop(second);
    tokio::time::sleep(Duration::from_millis(1)).await;
    let again = Call::get(&session).with("last-event-id", &id);
    assert_eq!(
        again.open(&endpoint).await.status(),
        200,
        "it is free again"
    );
}

// S-HTTPL-23, S-HTTPL-22
#[tokio::test]
async fn it_ends_with_its_session() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let other = open_session(&endpoint).await;
    let stream = listen(&engine, &endpoint, &session).await;
    let mut elsewhere = listen(&engine, &endpoint, &other).await.into_body();
    chunk(&mut elsewhere).await;
    let delete = Call::bare(Method::DELETE).with("mcp-session-id", &session);
    assert_eq!(delete.send(&endpoint).await.status, 204);
    assert_eq!(Answer::read(stream).await.events().len(), 0);
    engine.news.tell(1);
    assert!(said(&mut elsewhere).await[0].data.contains("progress"));
}

// S-SUBS-15
#[tokio::test(start_paused = true)]
async fn it_begins_at_once_and_comments_keep_it_open() {
    for (version, first) in [("2025-06-18", ":\n\n"), ("2025-11-25", "id: g")] {
        let engine = Engine::new();
        let endpoint = engine.endpoint();
        let session = open_session_as(&endpoint, version).await;
        let mut stream = listen(&engine, &endpoint, &session).await.into_body();
        let before = Instant::now();
        assert!(chunk(&mut stream).await.starts_with(first), "{version}");
        assert_eq!(before.elapsed(), Duration::ZERO);
        assert_eq!(chunk(&mut stream).await, ":\n\n");
        assert_eq!(before.elapsed(), Duration::from_secs(15));
    }
}

#[tokio::test]
async fn serving_ends_although_one_is_open() {
    let engine = Engine::new();
    let bound = engine.builder().bind("127.0.0.1:0").await.unwrap();
    let address = bound.local_addr();
    let session = open_session(bound.endpoint()).await;
    let (stop, served) = serve(bound);
    let mut socket = Socket::open(address).await;
    socket.send(&Call::get(&session)).await;
    socket.until("id: ").await;
    stop.send(()).unwrap();
    let served = tokio::time::timeout(Duration::from_secs(5), served).await;
    served.expect("at once").unwrap().unwrap();
    assert!(engine.saw("finished"), "and the engine had its say");
}

// S-HTTPL-16
#[tokio::test(start_paused = true)]
async fn what_happens_while_its_client_is_away_is_told_when_it_is_back() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let mut stream = listen(&engine, &endpoint, &session).await.into_body();
    let primed = said(&mut stream).await.remove(0);
    engine.news.tell(1);
    let first = said(&mut stream).await.remove(0);
    drop(stream);
    tokio::time::sleep(Duration::from_secs(30)).await;
    engine.news.tell(2);
    let again = |id: &Option<String>| {
        let id = id.clone().expect("an id");
        Call::get(&session).with("last-event-id", id)
    };
    let mut stream = again(&first.id).open(&endpoint).await.into_body();
    let second = said(&mut stream).await.remove(0);
    assert!(second.data.contains("\"progress\":2"), "{second:?}");
    engine.news.tell(3);
    assert!(said(&mut stream).await[0].data.contains("\"progress\":3"));
    // A client that lost more says so, and earlier readers read no more.
    let mut again = again(&primed.id).open(&endpoint).await.into_body();
    assert_eq!(said(&mut again).await.len(), 3);
    assert!(http_body_util::BodyExt::frame(&mut stream).await.is_none());
    drop(again);
    tokio::time::sleep(Duration::from_secs(61)).await;
    assert!(engine.saw("dropped"), "nobody is waited for without end");
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_is_gone_begins_anew() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let mut stream = listen(&engine, &endpoint, &session).await.into_body();
    let primed = said(&mut stream).await.remove(0);
    drop(stream);
    tokio::time::sleep(Duration::from_secs(61)).await;
    let get = Call::get(&session);
    for id in [primed.id.unwrap(), "g1234.5-6".to_owned()] {
        let stream = get.clone().with("last-event-id", id).open(&endpoint).await;
        assert_eq!(stream.status(), 200);
        let fresh = said(&mut stream.into_body()).await.remove(0);
        assert!(fresh.id.unwrap().ends_with("-0"));
    }
}
