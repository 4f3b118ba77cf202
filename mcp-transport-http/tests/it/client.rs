//! Requests, answers, and a client on a socket.

use std::time::Duration;

use axum::body::Body;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use mcp_transport_http::{Bound, Endpoint};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tower::ServiceExt;

/// A request to be.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) method: Method,
    pub(crate) uri: String,
    headers: Vec<(String, Vec<u8>)>,
    pub(crate) body: String,
}

impl Call {
    /// A POST with the headers that every client sends.
    pub(crate) fn post(body: impl ToString) -> Self {
        Self {
            method: Method::POST,
            uri: "/mcp".to_owned(),
            headers: Vec::new(),
            body: body.to_string(),
        }
        .with("host", "localhost:8080")
        .with("content-type", "application/json")
        .with("accept", "application/json, text/event-stream")
    }

    /// A request that names its version.
    pub(crate) fn modern(method: &str, params: Value) -> Self {
        let mut params = params;
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let call =
            Self::post(json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }))
                .with("mcp-protocol-version", "2026-07-28")
                .with("mcp-method", method);
        match params["name"].as_str() {
            Some(name) => call.with("mcp-name", name),
            None => call,
        }
    }

    pub(crate) fn modern_tool(name: &str) -> Self {
        Self::modern("tools/call", json!({ "name": name }))
    }

    /// A request of a session.
    pub(crate) fn legacy(session: &str, method: &str, params: Value) -> Self {
        Self::post(json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }))
            .with("mcp-session-id", session)
    }

    pub(crate) fn legacy_tool(session: &str, name: &str) -> Self {
        Self::legacy(session, "tools/call", json!({ "name": name }))
    }

    pub(crate) fn initialize() -> Self {
        Self::initialize_as("2025-11-25")
    }

    pub(crate) fn initialize_as(version: &str) -> Self {
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": {} });
        Self::post(json!({ "jsonrpc": "2.0", "id": 7, "method": "initialize", "params": params }))
    }

    /// A request without a body.
    pub(crate) fn bare(method: Method) -> Self {
        Self {
            method,
            ..Self::post("")
        }
        .without("content-type")
    }

    /// A GET of a session.
    pub(crate) fn get(session: &str) -> Self {
        Self::bare(Method::GET)
            .with("accept", "text/event-stream")
            .with("mcp-session-id", session)
    }

    /// Adds a header line.
    pub(crate) fn and(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.headers
            .push((name.to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Sets a header.
    pub(crate) fn with(self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.without(name).and(name, value)
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers
            .retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self
    }

    pub(crate) fn at(mut self, uri: &str) -> Self {
        self.uri = uri.to_owned();
        self
    }

    pub(crate) fn request(self) -> Request<Body> {
        let mut request = Request::builder().method(self.method).uri(self.uri);
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        request
            .body(Body::from(self.body))
            .expect("a valid request")
    }

    /// The request as HTTP/1.1 writes it.
    pub(crate) fn wire(&self) -> Vec<u8> {
        let mut out = format!("{} {} HTTP/1.1\r\n", self.method, self.uri).into_bytes();
        for (name, value) in &self.headers {
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(b": ");
            out.extend_from_slice(value);
            out.extend_from_slice(b"\r\n");
        }
        out.extend_from_slice(
            format!("content-length: {}\r\n\r\n{}", self.body.len(), self.body).as_bytes(),
        );
        out
    }

    pub(crate) async fn send(self, endpoint: &Endpoint) -> Answer {
        Answer::read(self.open(endpoint).await).await
    }

    /// The response, whose body may go on for long.
    pub(crate) async fn open(self, endpoint: &Endpoint) -> http::Response<Body> {
        endpoint.clone().oneshot(self.request()).await.unwrap()
    }
}

/// A whole response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) async fn read(response: http::Response<Body>) -> Self {
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("a whole body").to_bytes();
        let body = String::from_utf8(body.to_vec()).expect("text");
        Self {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .get(name)
            .map(|value| value.to_str().expect("ASCII"))
    }

    /// The one JSON body.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{self:?}"
        );
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// The code of a JSON error.
    #[track_caller]
    pub(crate) fn code(&self) -> Option<i64> {
        self.json()["error"]["code"].as_i64()
    }

    /// The messages of a stream; comments are left out, and events without
    /// data, which have an id.
    #[track_caller]
    pub(crate) fn events(&self) -> Vec<Value> {
        let events = self.stream().into_iter();
        events
            .filter(|event| {
                assert!(!event.data.is_empty() || event.id.is_some(), "{event:?}");
                !event.data.is_empty()
            })
            .map(|event| {
                assert_eq!(event.sort, "message");
                serde_json::from_str(&event.data).expect("JSON")
            })
            .collect()
    }

    /// The events of a stream.
    #[track_caller]
    pub(crate) fn stream(&self) -> Vec<Event> {
        assert_eq!(
            self.header("content-type"),
            Some("text/event-stream"),
            "{self:?}"
        );
        Event::read(&self.body)
    }

    /// The ids of the events of a stream.
    #[track_caller]
    pub(crate) fn ids(&self) -> Vec<String> {
        self.stream()
            .into_iter()
            .filter_map(|event| event.id)
            .collect()
    }
}

/// An event of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) sort: String,
    pub(crate) data: String,
    pub(crate) retry: Option<u64>,
}

impl Event {
    /// Reads whole events; comments are left out.
    #[track_caller]
    pub(crate) fn read(text: &str) -> Vec<Self> {
        assert!(text.is_empty() || text.ends_with("\n\n"), "{text:?}");
        text.split_terminator("\n\n")
            .filter(|event| *event != ":")
            .map(|lines| {
                let mut event = Self::default();
                for line in lines.split('\n') {
                    let (field, value) = line.split_once(':').expect("a field");
                    let value = value.strip_prefix(' ').unwrap_or(value);
                    match field {
                        "id" => event.id = Some(value.to_owned()),
                        "event" => event.sort = value.to_owned(),
                        "data" => event.data = value.to_owned(),
                        "retry" => event.retry = Some(value.parse().expect("a number")),
                        other => panic!("{other}"),
                    }
                }
                let fields = 1 + lines.matches('\n').count();
                let known = [
                    event.id.is_some(),
                    event.retry.is_some(),
                    !event.sort.is_empty(),
                ];
                let known = known.iter().filter(|field| **field).count();
                assert!(fields - known <= 1, "data in one line: {lines:?}");
                event
            })
            .collect()
    }
}

/// Reads the next chunk of a body.
pub(crate) async fn chunk(body: &mut Body) -> String {
    let frame = body.frame().await.expect("a chunk").unwrap();
    let data = frame.into_data().expect("data");
    String::from_utf8(data.to_vec()).expect("text")
}

/// Reads the next events of a body, past comments.
pub(crate) async fn said(body: &mut Body) -> Vec<Event> {
    loop {
        let events = Event::read(&chunk(body).await);
        if !events.is_empty() {
            return events;
        }
    }
}

/// Opens a session.
pub(crate) async fn open_session(endpoint: &Endpoint) -> String {
    open_session_as(endpoint, "2025-11-25").await
}

/// Opens a session of a revision.
pub(crate) async fn open_session_as(endpoint: &Endpoint, version: &str) -> String {
    let answer = Call::initialize_as(version).send(endpoint).await;
    assert_eq!(answer.status, 200);
    answer
        .header("mcp-session-id")
        .expect("a session")
        .to_owned()
}

/// Serves until the sender is used or dropped.
pub(crate) fn serve(
    bound: Bound,
) -> (
    tokio::sync::oneshot::Sender<()>,
    tokio::task::JoinHandle<std::io::Result<()>>,
) {
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let served = tokio::spawn(bound.serve("/mcp", async move {
        let _ = stopped.await;
    }));
    (stop, served)
}

/// A connection that says what it is told and hears what it gets.
pub(crate) struct Socket(pub(crate) TcpStream);

impl Socket {
    pub(crate) async fn open(address: std::net::SocketAddr) -> Self {
        Self(TcpStream::connect(address).await.expect("listening"))
    }

    pub(crate) async fn send(&mut self, call: &Call) {
        self.0.write_all(&call.wire()).await.expect("sent");
    }

    /// Reads until some text has come, or panics after five seconds.
    pub(crate) async fn until(&mut self, text: &str) -> String {
        let mut heard = Vec::new();
        let reading = async {
            while !String::from_utf8_lossy(&heard).contains(text) {
                assert_ne!(
                    self.0.read_buf(&mut heard).await.expect("readable"),
                    0,
                    "closed"
                );
            }
        };
        let late = tokio::time::timeout(Duration::from_secs(5), reading)
            .await
            .is_err();
        let heard = String::from_utf8(heard).expect("text");
        assert!(!late, "{text:?} never came, but {heard:?}");
        heard
    }

    /// Reads until the server closes.
    pub(crate) async fn rest(mut self) -> String {
        let mut heard = Vec::new();
        let _ = self.0.read_to_end(&mut heard).await;
        String::from_utf8(heard).expect("text")
    }
}
