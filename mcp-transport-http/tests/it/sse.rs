//! HTTP+SSE, the transport of 2024-11-05.

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use http::{Method, Request, Response};
use http_body_util::BodyExt;
use mcp_core::transport::Principal;
use mcp_transport_http::{Builder, Endpoint};
use serde_json::{Value, json};
use tokio::time::Instant;
use tower::ServiceExt;

use crate::client::{Answer, Call, Event, Socket, chunk, said, serve};
use crate::engine::Engine;

fn build(builder: Builder) -> (Endpoint, Router) {
    let endpoint = builder.legacy_sse("/sse", "/messages").build().unwrap();
    (endpoint.clone(), endpoint.into_router("/mcp"))
}

fn get() -> Call {
    Call::bare(Method::GET)
        .at("/sse")
        .with("accept", "text/event-stream")
}

async fn send(app: &Router, request: Request<Body>) -> Response<Body> {
    app.clone().oneshot(request).await.unwrap()
}

/// A client: its stream, and where it posts.
struct Client {
    app: Router,
    stream: Body,
    endpoint: String,
}

impl Client {
    async fn connect(app: &Router) -> Self {
        let response = send(app, get().request()).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut stream = response.into_body();
        let first = Event::read(&chunk(&mut stream).await).remove(0);
        assert_eq!((first.sort.as_str(), first.id), ("endpoint", None));
        Self {
            app: app.clone(),
            stream,
            endpoint: first.data,
        }
    }

    fn call(&self, body: impl ToString) -> Call {
        Call::post(body).at(&self.endpoint).without("accept")
    }

    async fn post(&self, body: impl ToString) -> Answer {
        Answer::read(send(&self.app, self.call(body).request()).await).await
    }

    async fn ask(&self, id: u64, tool: &str) {
        let call = json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": tool },
        });
        let answer = self.post(call).await;
        assert_eq!((answer.status.as_u16(), answer.body.as_str()), (202, ""));
    }

    async fn hear(&mut self) -> Vec<Value> {
        let events = said(&mut self.stream).await.into_iter();
        events
            .map(|event| {
                assert_eq!((event.sort.as_str(), event.id), ("message", None));
                serde_json::from_str(&event.data).unwrap()
            })
            .collect()
    }
}

// S-SSE24-01, S-SSE24-02, S-SSE24-03
#[tokio::test]
async fn answers_and_messages_come_on_the_stream() {
    let engine = Engine::new();
    let (_, app) = build(engine.builder());
    let mut client = Client::connect(&app).await;
    assert!(client.endpoint.starts_with("/messages?session="));
    client.ask(1, "echo").await;
    let answer = client.hear().await.remove(0);
    assert_eq!(
        (&answer["id"], &answer["result"]["text"]),
        (&json!(1), &json!("done"))
    );
    client.ask(2, "talk").await;
    let mut heard = Vec::new();
    while heard.len() < 4 {
        heard.extend(client.hear().await);
    }
    assert_eq!(heard[0]["params"]["progress"], 1);
    assert_eq!(heard[3]["id"], 2);
    engine.until("listening").await;
    engine.news.tell(9);
    assert_eq!(client.hear().await[0]["params"]["progress"], 9);
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(client.post(note).await.status, 202);
    client.ask(3, "unknown").await;
    assert_eq!(client.hear().await[0]["error"]["code"], -32602);
    let rejected = json!({ "jsonrpc": "2.0", "id": 4, "method": "reject/me" });
    assert_eq!(client.post(rejected).await.status, 202);
    assert_eq!(client.hear().await[0]["error"]["code"], -32601);
}

// S-SSE24-03
#[tokio::test]
async fn a_question_on_the_stream_is_answered_by_a_post() {
    let engine = Engine::new();
    let (_, app) = build(engine.builder());
    let mut client = Client::connect(&app).await;
    client.ask(1, "ask").await;
    client.hear().await;
    let answer = json!({ "jsonrpc": "2.0", "id": "q", "result": { "action": "accept" } });
    assert_eq!(client.post(answer).await.status, 202);
    assert_eq!(
        client.hear().await[0]["result"]["answer"]["action"],
        "accept"
    );
}

// S-SSE24-02
#[tokio::test]
async fn nobody_guesses_where_another_posts() {
    let (_, app) = build(Engine::new().builder());
    let (one, other) = (Client::connect(&app).await, Client::connect(&app).await);
    let key = |client: &Client| client.endpoint.split_once('=').unwrap().1.to_owned();
    assert_ne!(key(&one), key(&other));
    assert_eq!(key(&one).len(), 32, "128 bits");
    assert!(key(&one).bytes().all(|byte| byte.is_ascii_hexdigit()));
}

// S-SSE24-05, S-SSE24-06
#[tokio::test]
async fn the_session_ends_with_its_stream_and_so_does_its_work() {
    let engine = Engine::new();
    let (_, app) = build(engine.builder().max_in_flight(1));
    let client = Client::connect(&app).await;
    client.ask(1, "slow").await;
    engine.until("started").await;
    let Client {
        stream, endpoint, ..
    } = client;
    drop(stream);
    engine.until("closed").await;
    assert!(engine.saw("dropped") && !engine.saw("finished"));
    let late = Call::post("{}").at(&endpoint).request();
    let late = Answer::read(send(&app, late).await).await;
    assert_eq!((late.status.as_u16(), late.code()), (404, Some(-32001)));
    let other = Client::connect(&app).await;
    other.ask(1, "soon").await;
}

// S-SSE24-05
#[tokio::test]
async fn an_unknown_session_is_not_found() {
    let (_, app) = build(Engine::new().builder());
    let _open = Client::connect(&app).await;
    for uri in [
        "/messages",
        "/messages?session=",
        "/messages?session=0&x",
        "/messages?session",
    ] {
        let answer = send(&app, Call::post("{}").at(uri).request()).await;
        assert_eq!(answer.status(), 404, "{uri}");
    }
}

#[tokio::test]
async fn a_session_is_of_whoever_opened_it() {
    let (_, app) = build(Engine::new().builder());
    let ada = Principal::new("https://issuer.test", "ada", "client");
    let mut request = get().request();
    request.extensions_mut().insert(ada.clone());
    let mut stream = send(&app, request).await.into_body();
    let endpoint = said(&mut stream).await.remove(0).data;
    let ping =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "who" } });
    let nobody = send(&app, Call::post(&ping).at(&endpoint).request()).await;
    assert_eq!(nobody.status(), 404);
    let mut request = Call::post(&ping).at(&endpoint).request();
    request.extensions_mut().insert(ada);
    assert_eq!(send(&app, request).await.status(), 202);
    assert!(said(&mut stream).await[0].data.contains("ada"));
}

// S-SSE24-04
#[tokio::test]
async fn the_guards_are_those_of_the_endpoint() {
    let (_, app) = build(Engine::new().builder().max_body(100));
    let client = Client::connect(&app).await;
    let post = || client.call("{}");
    for (call, status) in [
        (get().with("host", "evil.test"), 403),
        (get().with("origin", "http://evil.test"), 403),
        (get().with("accept", "text/html"), 406),
        (post().with("host", "evil.test"), 403),
        (post().with("origin", "http://evil.test"), 403),
        (post().with("content-type", "text/plain"), 415),
        (post().without("content-type"), 415),
        (post().with("content-encoding", "gzip"), 415),
        (client.call("x".repeat(101)), 413),
        (client.call("{"), 400),
        (client.call("{}"), 400),
        (Call::bare(Method::POST).at("/sse"), 405),
        (Call::bare(Method::GET).at("/messages"), 405),
        (Call::bare(Method::DELETE).at("/sse"), 405),
    ] {
        let answer = Answer::read(send(&app, call.clone().request()).await).await;
        assert_eq!(answer.status, status, "{call:?}");
        assert!(answer.json()["error"]["code"].is_i64());
        assert_eq!(answer.header("allow").is_some(), status == 405);
    }
}

// S-SSE24-10
#[tokio::test]
async fn batches_are_refused() {
    let (_, app) = build(Engine::new().builder());
    let client = Client::connect(&app).await;
    let answer = client.post("[]").await;
    assert_eq!((answer.status.as_u16(), answer.code()), (400, Some(-32600)));
}

// S-SSE24-07, S-SSE24-08, S-SSE24-09
#[tokio::test]
async fn it_stands_beside_the_endpoint_where_it_is_asked_for() {
    let engine = Engine::new();
    let (_, app) = build(engine.builder());
    let modern = send(&app, Call::modern_tool("echo").request()).await;
    assert_eq!(modern.status(), 200);
    let plain = send(&app, get().at("/mcp").request()).await;
    assert_eq!(plain.status(), 405, "no stream where messages are posted");
    let without: Router = engine.endpoint().into_router("/mcp");
    assert_eq!(send(&without, get().request()).await.status(), 404);
    let nested = Router::new().nest("/api", app);
    let response = send(&nested, get().at("/api/sse").request()).await;
    let first = said(&mut response.into_body()).await.remove(0);
    assert!(
        first.data.starts_with("/api/messages?session="),
        "{first:?}"
    );
}

#[tokio::test]
async fn one_path_serves_both() {
    let builder = Engine::new().builder().legacy_sse("/sse", "/sse");
    let app: Router = builder.build().unwrap().into_router("/mcp");
    let mut client = Client::connect(&app).await;
    client.ask(1, "echo").await;
    assert_eq!(client.hear().await[0]["id"], 1);
    let put = send(&app, Call::bare(Method::PUT).at("/sse").request()).await;
    assert_eq!(put.headers()["allow"], "GET, POST");
}

#[tokio::test]
async fn what_goes_on_is_bounded() {
    let engine = Engine::new();
    let (_, app) = build(engine.builder().max_in_flight(1).max_listening(1));
    let mut client = Client::connect(&app).await;
    let crowded = send(&app, get().request()).await;
    assert_eq!(crowded.status(), 503);
    client.ask(1, "slow").await;
    let call =
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "soon" } });
    let busy = client.post(&call).await;
    assert_eq!((busy.status.as_u16(), busy.code()), (503, Some(-32603)));
    engine.release.notify_one();
    assert_eq!(client.hear().await[0]["id"], 1);
    // A client that does not read is given no more answers to wait for.
    let mut taken = 0;
    while client
        .post(call.to_string().replace("soon", "echo"))
        .await
        .status
        == 202
    {
        taken += 1;
    }
    assert_eq!(taken, 256);
    assert_eq!(client.hear().await.len(), 256, "what was taken is answered");
}

#[tokio::test]
async fn each_caller_has_its_places() {
    let (_, app) = build(Engine::new().builder().max_listening_per_caller(1));
    let open = async |peer: [u8; 4]| {
        let mut request = get().request();
        let peer = std::net::SocketAddr::from((peer, 4711));
        let peer = axum::extract::ConnectInfo(peer);
        request.extensions_mut().insert(peer);
        send(&app, request).await
    };
    let stream = open([192, 0, 2, 1]).await;
    assert_eq!(stream.status(), 200);
    assert_eq!(open([192, 0, 2, 1]).await.status(), 503);
    assert_eq!(open([192, 0, 2, 2]).await.status(), 200);
}

// S-SSE24-06
#[tokio::test(start_paused = true)]
async fn a_stop_lets_work_finish_and_ends_the_stream() {
    let engine = Engine::new();
    let (endpoint, app) = build(engine.builder());
    let mut client = Client::connect(&app).await;
    client.ask(1, "slow").await;
    let before = Instant::now();
    let stopping = tokio::spawn(async move { endpoint.stop().await });
    tokio::time::sleep(Duration::from_secs(1)).await;
    engine.release.notify_one();
    assert_eq!(client.hear().await[0]["result"]["text"], "done");
    assert!(client.stream.frame().await.is_none());
    stopping.await.unwrap();
    assert_eq!(before.elapsed(), Duration::from_secs(1));
    assert_eq!(send(&app, get().request()).await.status(), 503);
}

// S-SSE24-06
#[tokio::test]
async fn a_closed_socket_ends_the_session() {
    let engine = Engine::new();
    let builder = engine.builder().legacy_sse("/sse", "/messages");
    let bound = builder.bind("127.0.0.1:0").await.unwrap();
    let address = bound.local_addr();
    let (_stop, _served) = serve(bound);
    let mut socket = Socket::open(address).await;
    socket.send(&get()).await;
    socket.until("/messages?session=").await;
    drop(socket);
    let closed = tokio::time::timeout(Duration::from_secs(5), engine.until("closed"));
    closed.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn comments_keep_the_stream_open() {
    let (_, app) = build(Engine::new().builder());
    let mut client = Client::connect(&app).await;
    let before = Instant::now();
    assert_eq!(chunk(&mut client.stream).await, ":\n\n");
    assert_eq!(before.elapsed(), Duration::from_secs(15));
}
