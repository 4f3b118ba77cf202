//! Events of a call, told to the client that makes it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_core::transport::{Accepted, Incoming, Origin, Outlet};
use mcp_server::core::types::JsonObject;
use mcp_server::test::{Client, Era, TestClient};
use mcp_server::{
    Completing, Ctx, Error, Extension, ExtensionFuture, ExtensionResult, ListCtx, Resource, Result,
    Server, Tool, log_layer,
};
use serde_json::{Value, json};
use tracing::Instrument as _;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::prelude::*;

/// Listens on this thread, as an application would.
fn listen() -> DefaultGuard {
    // Another layer's filter must not matter.
    let other = tracing_subscriber::fmt::layer()
        .with_writer(std::io::sink)
        .with_filter(LevelFilter::OFF);
    tracing_subscriber::registry()
        .with(other)
        .with(log_layer(["orders", "mcp_server"]))
        .set_default()
}

#[expect(deprecated, reason = "clients still ask for log messages")]
fn server() -> mcp_server::ServerBuilder {
    Server::new("orders", "1.0.0")
        .logging()
        .tool(Tool::new("say").describe("Say.").handler(async || {
            tracing::trace!(target: "orders::depths", "one");
            tracing::debug!(target: "orders", "two");
            tracing::info!(target: "orders", order = "A-1042", count = 3, paid = true, "three");
            tracing::warn!(target: "orders", reason = ?Some(1), "four");
            tracing::error!(target: "orders", "five");
            tracing::error!(target: "ordersmith", "of somebody else");
            tracing::error!(target: "sqlx::query", "of somebody else");
            "said"
        }))
        .tool(Tool::new("fail").describe("Fail.").handler(async || -> Result<String> {
            Err(Error::opaque(std::io::Error::other("the password is 4711")))
        }))
        .tool(Tool::new("leave").describe("Leave.").handler(async || {
            let later = async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                tracing::info!(target: "orders", "in time");
                tokio::time::sleep(Duration::from_secs(60)).await;
                tracing::info!(target: "orders", "too late");
            };
            tokio::spawn(later.in_current_span());
            tokio::spawn(async { tracing::info!(target: "orders", "of no call") });
            tokio::time::sleep(Duration::from_secs(1)).await;
            "left"
        }))
        .tool(Tool::new("wait").describe("Wait.").arg::<String>("name", |name| name).handler(
            async |name: String| {
                tracing::info!(target: "orders", name, "begins");
                tokio::time::sleep(Duration::from_millis(50)).await;
                tracing::info!(target: "orders", name, "ends");
                "waited"
            },
        ))
        .tool(Tool::new("tell").describe("Tell.").handler(async |_: Ctx| {
            let long = "ä".repeat(10_000);
            tracing::info!(target: "orders", password = "4711", api_token = 5, tokens = 6, long, "told");
            "told"
        }))
}

async fn client(era: Era) -> Client {
    TestClient::new(server()).era(era).connect().await
}

/// Calls a tool, and gives back what came before the answer: each message's
/// level, logger and data.
async fn call(client: &Client, era: Era, tool: &str, level: Option<&str>) -> Vec<Value> {
    let params = json!({ "name": tool, "arguments": {} });
    told(client, era, "tools/call", params, level).await
}

/// As [`call`], for any request.
async fn told(
    client: &Client,
    era: Era,
    method: &str,
    mut params: Value,
    level: Option<&str>,
) -> Vec<Value> {
    match (era, level) {
        (Era::Modern, level) => {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": { "extensions": { Clock::ID: {} } },
            });
            if let Some(level) = level {
                params["_meta"]["io.modelcontextprotocol/logLevel"] = level.into();
            }
        }
        (Era::Legacy, Some(level)) => {
            client
                .request("logging/setLevel", json!({ "level": level }))
                .await
                .unwrap();
        }
        (Era::Legacy, None) => {}
    }
    let call = json!({ "jsonrpc": "2.0", "id": 900, "method": method, "params": params });
    let mut frames = client.wire().send(&call.to_string()).await;
    let answer = frames.pop().unwrap();
    assert_eq!(answer["id"], 900, "{answer}");
    frames
        .into_iter()
        .map(|mut frame| {
            assert_eq!(frame["method"], "notifications/message", "{frame}");
            frame["params"].take()
        })
        .collect()
}

fn messages(told: &[Value]) -> Vec<&str> {
    told.iter()
        .map(|params| params["data"]["message"].as_str().unwrap())
        .collect()
}

/// An extension that logs.
struct Clock;

impl Clock {
    const ID: &str = "com.example/clock";
}

impl Extension for Clock {
    fn id(&self) -> &str {
        Self::ID
    }

    fn methods(&self) -> &[&str] {
        &["clock/now"]
    }

    fn call<'a>(&'a self, _: ListCtx, _: &'a str, _: JsonObject) -> ExtensionFuture<'a> {
        Box::pin(async {
            tracing::debug!(target: "orders", "ticks");
            tracing::warn!(target: "orders", "late");
            Ok(ExtensionResult::new())
        })
    }
}

// S-LOG-03, S-LOG-08
#[tokio::test]
async fn handlers_that_cannot_ask_are_heard_as_well() {
    let _guard = listen();
    let order = Resource::new("orders://{id}")
        .arg::<String>("id", |id| {
            id.complete(async |q: Completing| {
                tracing::debug!(target: "orders", "looks");
                tokio::task::yield_now().await;
                tracing::info!(target: "orders", typed = q.value(), "completes");
                q.matching(["A-1042"])
            })
        })
        .list(|_| async {
            tracing::debug!(target: "orders", "looks");
            tracing::warn!(target: "orders", "lists");
            Vec::new()
        });
    let order = order.handler(async |id: String| id);
    let another = Resource::new("bills://{id}").arg::<String>("id", |id| id);
    let another = another.list(|_| {
        tracing::info!(target: "orders", "lists bills");
        Vec::new()
    });
    let another = another.handler(async |id: String| id);
    let server = server().resource(order).resource(another).extension(Clock);
    let server = server.build().unwrap();
    let complete = json!({ "ref": { "type": "ref/resource", "uri": "orders://{id}" },
        "argument": { "name": "id", "value": "A" } });
    for era in [Era::Modern, Era::Legacy] {
        let client = TestClient::of(server.clone()).era(era).connect().await;
        for (method, params, heard) in [
            ("completion/complete", complete.clone(), &["completes"][..]),
            ("resources/list", json!({}), &["lists", "lists bills"]),
            ("clock/now", json!({}), &["late"]),
        ] {
            // Extensions are of 2026-07-28.
            if era == Era::Modern || method != "clock/now" {
                let told = told(&client, era, method, params, Some("info")).await;
                assert_eq!(messages(&told), heard, "{method}");
            }
        }
    }
}

// S-LOG-03, S-LOG-08
#[tokio::test]
async fn a_client_is_told_from_the_level_on_that_it_asked_for() {
    let _guard = listen();
    for era in Era::ALL {
        let client = client(era).await;
        for (level, expected) in [
            ("debug", &["one", "two", "three", "four", "five"][..]),
            ("info", &["three", "four", "five"]),
            ("notice", &["four", "five"]),
            ("warning", &["four", "five"]),
            ("error", &["five"]),
            ("critical", &[]),
        ] {
            let told = call(&client, era, "say", Some(level)).await;
            assert_eq!(messages(&told), expected, "{era:?} {level}");
        }
        let told = call(&client, era, "say", Some("debug")).await;
        assert_eq!(
            told[0],
            json!({ "level": "debug", "logger": "orders::depths", "data": { "message": "one" } })
        );
        assert_eq!(
            told[2],
            json!({ "level": "info", "logger": "orders", "data":
                { "message": "three", "order": "A-1042", "count": 3, "paid": true } })
        );
        assert_eq!(told[3]["level"], "warning");
        assert_eq!(told[3]["data"]["reason"], "Some(1)");
    }
}

// S-LOG-02, S-LOG-07
#[tokio::test]
async fn a_client_that_asked_for_nothing_is_told_nothing() {
    let _guard = listen();
    for era in Era::ALL {
        let client = client(era).await;
        assert!(call(&client, era, "say", None).await.is_empty(), "{era:?}");
        // Asking once counts for the request in one era, for the session in the other.
        call(&client, era, "say", Some("error")).await;
        let told = call(&client, era, "say", None).await;
        assert_eq!(told.len(), usize::from(era == Era::Legacy), "{era:?}");
    }
}

// S-LOG-06
#[tokio::test]
async fn a_level_counts_for_its_session_alone() {
    let _guard = listen();
    let (one, other) = (client(Era::Legacy).await, client(Era::Legacy).await);
    let told = call(&one, Era::Legacy, "say", Some("error")).await;
    assert_eq!(messages(&told), ["five"]);
    assert!(call(&other, Era::Legacy, "say", None).await.is_empty());
}

// S-LOG-01
#[tokio::test]
async fn a_server_that_offers_no_logging_tells_nothing() {
    let _guard = listen();
    let say = Tool::new("say").describe("Say.").handler(async || {
        tracing::error!(target: "orders", "fire");
        "said"
    });
    let client = TestClient::new(Server::new("orders", "1").tool(say))
        .connect()
        .await;
    let told = call(&client, Era::Modern, "say", Some("debug")).await;
    assert!(told.is_empty(), "{told:?}");
}

// S-LOG-04
#[tokio::test(start_paused = true)]
async fn what_happens_outside_of_the_call_or_after_it_is_told_to_nobody() {
    let _guard = listen();
    for era in Era::ALL {
        let client = client(era).await;
        tracing::error!(target: "orders", "of no call");
        let told = call(&client, era, "leave", Some("debug")).await;
        assert_eq!(messages(&told), ["in time"], "{era:?}");
        tokio::time::sleep(Duration::from_secs(120)).await;
        let told = call(&client, era, "say", Some("error")).await;
        assert_eq!(messages(&told), ["five"], "{era:?}");
    }
}

// S-LOG-04
#[tokio::test]
async fn calls_at_the_same_time_are_told_apart() {
    let _guard = listen();
    let client = client(Era::Modern).await;
    let wait = |name: &str| {
        let call = json!({ "jsonrpc": "2.0", "id": name, "method": "tools/call", "params": {
            "name": "wait", "arguments": { "name": name }, "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/logLevel": "info" } } });
        let client = &client;
        async move { client.wire().send(&call.to_string()).await }
    };
    let (one, two) = tokio::join!(wait("one"), wait("two"));
    for (name, frames) in [("one", one), ("two", two)] {
        assert_eq!(frames.len(), 3, "{frames:?}");
        for frame in &frames[..2] {
            assert_eq!(frame["params"]["data"]["name"], name);
        }
    }
}

// S-LOG-09
#[tokio::test]
async fn our_own_events_and_secrets_stay_here() {
    let _guard = listen();
    for era in Era::ALL {
        let client = client(era).await;
        let told = call(&client, era, "fail", Some("debug")).await;
        assert!(told.is_empty(), "{told:?}");
        let told = call(&client, era, "tell", Some("debug")).await;
        let data = &told[0]["data"];
        assert_eq!(data["password"], "[hidden]");
        assert_eq!(data["api_token"], "[hidden]");
        assert_eq!(data["tokens"], 6);
        let long = data["long"].as_str().unwrap();
        assert!(long.len() <= 4096 + '…'.len_utf8(), "{} bytes", long.len());
        assert!(long.ends_with("ä…"));
    }
}

/// Logs what it sends, as a transport of the author's own might.
#[derive(Default)]
struct Talkative(AtomicUsize);

impl Outlet for Talkative {
    fn send(&self, _frame: bytes::Bytes) -> bool {
        self.0.fetch_add(1, Ordering::SeqCst);
        tracing::info!(target: "orders", "sent a frame");
        true
    }
}

#[tokio::test]
async fn an_outlet_that_logs_is_not_told_of_itself() {
    let _guard = listen();
    let server = server().build().unwrap();
    let link = server.service().connect(Origin::stream());
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "say", "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/logLevel": "debug" } } });
    let incoming = Incoming::parse(call.to_string().into(), None).unwrap();
    let outlet = Arc::new(Talkative::default());
    match link.accept(incoming, Arc::clone(&outlet) as Arc<dyn Outlet>) {
        Accepted::Request(exchange) => assert!(exchange.await.is_some()),
        _ => panic!("a request"),
    }
    assert_eq!(outlet.0.load(Ordering::SeqCst), 5);
}
