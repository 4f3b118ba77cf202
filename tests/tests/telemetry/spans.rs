//! Spans of requests, as OpenTelemetry gets them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use mcp_core::transport::{Accepted, Headers, Incoming, Origin, Outlet};
use mcp_server::test::{Era, TestClient, Wire};
use mcp_server::{Ctx, Error, Prompt, Resource, Result, Server, ServerBuilder, Tool, TraceContext};
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::{SpanId, SpanKind, Status, TracerProvider as _};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use serde_json::{Value, json};
use tracing::Instrument as _;
use tracing::subscriber::DefaultGuard;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::prelude::*;

const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// Exports into memory what happens on this thread.
struct Exported {
    exporter: InMemorySpanExporter,
    provider: SdkTracerProvider,
    _guard: DefaultGuard,
}

impl Exported {
    fn listen() -> Self {
        let exporter = InMemorySpanExporter::default();
        let provider = SdkTracerProvider::builder()
            .with_simple_exporter(exporter.clone())
            .build();
        let layer = tracing_opentelemetry::layer()
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_tracer(provider.tracer("tests"));
        let guard = tracing_subscriber::registry().with(layer).set_default();
        Self {
            exporter,
            provider,
            _guard: guard,
        }
    }

    /// The spans that have ended since it was asked last.
    fn spans(&self) -> Vec<SpanData> {
        self.provider.force_flush().unwrap();
        let spans = self.exporter.get_finished_spans().unwrap();
        self.exporter.reset();
        spans
    }

    /// The one span that has ended since it was asked last.
    fn span(&self) -> SpanData {
        let mut spans = self.spans();
        assert_eq!(spans.len(), 1, "{spans:?}");
        spans.remove(0)
    }
}

fn attributes(span: &SpanData) -> BTreeMap<&str, String> {
    span.attributes
        .iter()
        .map(|pair| (pair.key.as_str(), pair.value.to_string()))
        .collect()
}

fn server() -> ServerBuilder {
    Server::new("shop", "1.0.0")
        .trace_parent(|span, context| {
            let carrier: HashMap<_, _> = context
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            let parent = TraceContextPropagator::new().extract(&carrier);
            span.set_parent(parent).unwrap();
        })
        .trace_onward(|span| {
            let mut carrier = HashMap::new();
            TraceContextPropagator::new().inject_context(&span.context(), &mut carrier);
            let value = |name: &str| carrier.get(name).map(String::as_str);
            TraceContext::new(value("traceparent"), value("tracestate"), None)
        })
        .tool(
            Tool::new("cancel_order")
                .describe("Cancel an order.")
                .handler(async |ctx: Ctx| {
                    ctx.confirm("Cancel it?").await;
                    "cancelled"
                }),
        )
        .tool(
            Tool::new("lookup_order")
                .describe("Look an order up.")
                .arg::<String>("id", |id| id)
                .handler(async |id: String| -> Result<String> {
                    match id.as_str() {
                        "none" => Err(Error::hint("no such order", "list the orders first")),
                        "odd" => Err(Error::protocol(7, "closed today")),
                        _ => {
                            let work = tracing::info_span!("query");
                            async { tokio::task::yield_now().await }
                                .instrument(work)
                                .await;
                            Ok(format!("order {id}"))
                        }
                    }
                }),
        )
}

fn frame(id: impl Into<Value>, method: &str, params: &Value, meta: &Value) -> String {
    let mut params = params.clone();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let own = meta.as_object().unwrap().clone();
    params["_meta"].as_object_mut().unwrap().extend(own);
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params }).to_string()
}

fn lookup(id: &str) -> Value {
    json!({ "name": "lookup_order", "arguments": { "id": id } })
}

fn wire() -> Wire {
    TestClient::new(server()).wire()
}

// S-OTEL-03, S-OTEL-04, S-OTEL-05, S-OTEL-06
#[tokio::test]
async fn a_call_has_the_name_and_the_attributes_of_the_conventions() {
    let exported = Exported::listen();
    wire()
        .send(&frame("a-5", "tools/call", &lookup("A-1042"), &json!({})))
        .await;
    let spans = exported.spans();
    let call = &spans[1];
    assert_eq!(call.name, "tools/call lookup_order");
    assert_eq!(call.span_kind, SpanKind::Server);
    assert_eq!(call.status, Status::Unset);
    let expected = [
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "lookup_order"),
        ("jsonrpc.request.id", "a-5"),
        ("mcp.method.name", "tools/call"),
        ("mcp.protocol.version", "2026-07-28"),
        ("network.transport", "pipe"),
    ];
    // Neither arguments nor results: those are for whoever opts in.
    let expected = expected.map(|(key, value)| (key, value.to_owned()));
    assert_eq!(attributes(call), BTreeMap::from(expected));
    assert_eq!(spans[0].name, "query", "what the handler does");
    assert_eq!(spans[0].parent_span_id, call.span_context.span_id());
}

// S-OTEL-05, S-OTEL-11
#[tokio::test]
async fn other_requests_are_named_by_their_method() {
    let exported = Exported::listen();
    let wire = wire();
    for (method, params) in [("server/discover", json!({})), ("tools/list", json!({}))] {
        wire.send(&frame(7, method, &params, &json!({}))).await;
        let span = exported.span();
        assert_eq!(span.name, method);
        let attributes = attributes(&span);
        assert_eq!(attributes["mcp.method.name"], method);
        assert_eq!(attributes["jsonrpc.request.id"], "7");
        assert!(!attributes.contains_key("gen_ai.operation.name"));
    }
}

// S-OTEL-03, S-OTEL-04
#[tokio::test]
async fn prompts_have_a_name_and_resources_a_uri() {
    let exported = Exported::listen();
    let letter = Prompt::new("letter")
        .describe("A letter.")
        .handler(async || "Dear customer");
    let all = Resource::new("orders://all")
        .name("all")
        .handler(async || "none");
    let wire = TestClient::new(server().prompt(letter).resource(all)).wire();
    let get = frame(1, "prompts/get", &json!({ "name": "letter" }), &json!({}));
    wire.send(&get).await;
    let span = exported.span();
    assert_eq!(span.name, "prompts/get letter");
    assert_eq!(attributes(&span)["gen_ai.prompt.name"], "letter");
    assert!(!attributes(&span).contains_key("gen_ai.operation.name"));

    let uri = json!({ "uri": "orders://all" });
    wire.send(&frame(2, "resources/read", &uri, &json!({})))
        .await;
    let span = exported.span();
    assert_eq!(span.name, "resources/read", "there are many URIs");
    assert_eq!(attributes(&span)["mcp.resource.uri"], "orders://all");
    assert!(!attributes(&span).contains_key("error.type"));
}

// S-OTEL-04, S-OTEL-05
#[tokio::test]
async fn a_session_is_named_in_all_its_requests_and_a_notification_has_no_id() {
    let exported = Exported::listen();
    let client = TestClient::new(server()).era(Era::Legacy).connect().await;
    let spans = exported.spans();
    let names: Vec<_> = spans.iter().map(|span| span.name.as_ref()).collect();
    assert_eq!(names, ["initialize", "notifications/initialized"]);
    assert!(!attributes(&spans[1]).contains_key("jsonrpc.request.id"));
    let session = attributes(&spans[1])["mcp.session.id"].clone();
    client.request("ping", json!({})).await.unwrap();
    let ping = exported.span();
    let ping = attributes(&ping);
    assert_eq!(ping["mcp.session.id"], session);
    assert_eq!(ping["mcp.protocol.version"], "2025-11-25");
}

// S-OTEL-01
#[tokio::test]
async fn the_context_in_meta_is_the_parent_and_the_active_span_is_linked() {
    let exported = Exported::listen();
    let call = frame(
        1,
        "tools/list",
        &json!({}),
        &json!({ "traceparent": PARENT, "tracestate": "shop=1" }),
    );
    let transfer = tracing::info_span!("POST /mcp");
    async { wire().send(&call).await }
        .instrument(transfer)
        .await;
    let spans = exported.spans();
    let (list, transfer) = (&spans[0], &spans[1]);
    assert_eq!(list.name, "tools/list");
    let parent = "4bf92f3577b34da6a3ce929d0e0e4736";
    assert_eq!(list.span_context.trace_id().to_string(), parent);
    assert_eq!(list.parent_span_id.to_string(), "00f067aa0ba902b7");
    assert_eq!(list.span_context.trace_state().header(), "shop=1");
    let linked: Vec<_> = list
        .links
        .iter()
        .map(|link| link.span_context.span_id())
        .collect();
    assert_eq!(linked, [transfer.span_context.span_id()]);
}

// S-OTEL-01, S-OTEL-02
#[tokio::test]
async fn without_a_good_context_the_active_span_is_the_parent() {
    let exported = Exported::listen();
    for broken in [
        json!({}),
        json!({ "traceparent": "00-banana" }),
        json!({ "traceparent": 5, "baggage": [] }),
    ] {
        let call = frame(1, "tools/list", &json!({}), &broken);
        let transfer = tracing::info_span!("POST /mcp");
        let frames = async { wire().send(&call).await }
            .instrument(transfer)
            .await;
        assert!(frames[0]["result"]["tools"].is_array(), "{frames:?}");
        let spans = exported.spans();
        assert_eq!(spans[0].parent_span_id, spans[1].span_context.span_id());
        assert!(spans[0].links.is_empty());
    }
}

struct Carried;

impl Headers for Carried {
    fn get(&self, name: &str) -> Option<&str> {
        (name == "traceparent").then_some(PARENT)
    }

    fn for_each(&self, visit: &mut dyn FnMut(&str, &str)) {
        visit("traceparent", PARENT);
    }
}

struct Nowhere;

impl Outlet for Nowhere {
    fn send(&self, _frame: bytes::Bytes) -> bool {
        false
    }
}

async fn over_http(frame: String) {
    let server = server().build().unwrap();
    let link = server
        .service()
        .connect(Origin::exchange().with_headers(Arc::new(Carried)));
    let incoming = Incoming::parse(frame.into(), None).unwrap();
    match link.accept(incoming, Arc::new(Nowhere)) {
        Accepted::Request(exchange) => assert!(exchange.await.is_some()),
        _ => panic!("a request"),
    }
}

// S-OTEL-01
#[tokio::test]
async fn headers_are_the_parent_only_where_nothing_else_is() {
    let exported = Exported::listen();
    over_http(frame(1, "tools/list", &json!({}), &json!({}))).await;
    let span = exported.span();
    assert_eq!(span.parent_span_id.to_string(), "00f067aa0ba902b7");
    let attributes = attributes(&span);
    assert_eq!(attributes["network.transport"], "tcp");
    assert_eq!(attributes["network.protocol.name"], "http");

    let transfer = tracing::info_span!("POST /mcp");
    over_http(frame(1, "tools/list", &json!({}), &json!({})))
        .instrument(transfer)
        .await;
    let spans = exported.spans();
    assert_eq!(spans[0].parent_span_id, spans[1].span_context.span_id());
    assert_ne!(spans[0].parent_span_id, SpanId::INVALID);
}

// S-OTEL-07
#[tokio::test]
async fn failures_are_told_by_kind() {
    let exported = Exported::listen();
    let wire = wire();
    // What a peer makes up is no name of a span.
    let unknown = json!({ "name": "lookup_orders", "arguments": {} });
    for (params, kind, status) in [
        (lookup("none"), "tool_error", ""),
        (
            json!({ "name": "lookup_order", "arguments": { "id": 5 } }),
            "tool_error",
            "",
        ),
        (unknown, "-32602", "Unknown tool: lookup_orders"),
        (lookup("odd"), "7", "closed today"),
    ] {
        wire.send(&frame(1, "tools/call", &params, &json!({})))
            .await;
        let span = exported.span();
        assert_eq!(span.status, Status::error(status), "{params}");
        let known = params["name"] == "lookup_order";
        assert_eq!(span.name == "tools/call lookup_order", known);
        assert_eq!(span.name == "tools/call", !known);
        let attributes = attributes(&span);
        assert_eq!(attributes["error.type"], kind);
        let code = (kind != "tool_error").then_some(kind);
        assert_eq!(
            attributes
                .get("rpc.response.status_code")
                .map(String::as_str),
            code
        );
    }
}

/// Keeps what is sent while a request runs.
#[derive(Default)]
struct Kept(Mutex<Vec<Value>>);

impl Outlet for Kept {
    fn send(&self, frame: bytes::Bytes) -> bool {
        let frame = serde_json::from_slice(&frame).unwrap();
        self.0.lock().unwrap().push(frame);
        true
    }
}

// S-OTEL-08
#[tokio::test]
async fn a_question_is_a_span_of_its_own_and_takes_its_context_along() {
    let exported = Exported::listen();
    let link = server()
        .build()
        .unwrap()
        .service()
        .connect(Origin::stream());
    let kept = Arc::new(Kept::default());
    let accept = |frame: Value| {
        let incoming = Incoming::parse(frame.to_string().into(), None).unwrap();
        Arc::clone(&link).accept(incoming, Arc::clone(&kept) as Arc<dyn Outlet>)
    };
    accept(
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": { "elicitation": {} } } }),
    );
    for answer in [
        json!({ "result": { "action": "accept", "content": { "confirm": true } } }),
        json!({ "error": { "code": -32603, "message": "nobody is here" } }),
    ] {
        exported.spans();
        let call = accept(
            json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
            "name": "cancel_order" } }),
        );
        let Accepted::Request(mut call) = call else {
            panic!("a request")
        };
        assert!((&mut call).now_or_never().is_none(), "it asks");
        let asked = kept.0.lock().unwrap().pop().unwrap();
        let mut frame = json!({ "jsonrpc": "2.0", "id": asked["id"] });
        frame
            .as_object_mut()
            .unwrap()
            .extend(answer.as_object().unwrap().clone());
        accept(frame);
        assert!(call.await.is_some());

        let spans = exported.spans();
        let (question, call) = (&spans[0], &spans[1]);
        assert_eq!(question.name, "elicitation/create");
        assert_eq!(question.span_kind, SpanKind::Client);
        assert_eq!(call.name, "tools/call cancel_order");
        assert_eq!(question.parent_span_id, call.span_context.span_id());
        let told = attributes(question);
        assert_eq!(told["mcp.method.name"], "elicitation/create");
        assert_eq!(told["mcp.protocol.version"], "2025-11-25");
        assert_eq!(told["jsonrpc.request.id"], asked["id"].as_str().unwrap());
        let context = &question.span_context;
        let traceparent = format!("00-{}-{}-01", context.trace_id(), context.span_id());
        assert_eq!(asked["params"]["_meta"]["traceparent"], traceparent);
        match answer.get("error") {
            None => assert_eq!(question.status, Status::Unset),
            Some(_) => {
                assert_eq!(question.status, Status::error("nobody is here"));
                assert_eq!(told["error.type"], "-32603");
                assert_eq!(told["rpc.response.status_code"], "-32603");
            }
        }
    }
}
