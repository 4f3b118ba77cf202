//! Which way a request goes, and with which status it comes back.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tests::http::{self, Request};
use tests::{Site, message};

use super::{call, open_session};
use crate::stage::Probe;

/// Status, and the code of the error in the body, if there is one.
type Expected = (u16, Option<i64>);

const FINE: Expected = (200, None);
const TAKEN: Expected = (202, None);

/// Sends every request and compares what comes back.
async fn check(address: SocketAddr, rows: Vec<(&str, Request, Expected)>) {
    let mut wrong = Vec::new();
    for (what, request, expected) in rows {
        let response = http::send(address, &request).await;
        let (status, typed) = (response.status, response.header("content-type").is_some());
        let body = response.text().await;
        // Whatever says something says it in JSON; 202 and 204 say nothing.
        assert_eq!(typed, !body.is_empty(), "{what}: {body}");
        let message: Value = serde_json::from_str(&body).unwrap_or_default();
        let found = (status, message["error"]["code"].as_i64());
        if found != expected {
            wrong.push(format!("{what}: {found:?}, not {expected:?}: {body}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn greet() -> Value {
    message::stateless_call(7, "greet", json!({}))
}

/// The message with other `_meta`.
fn with_meta(mut message: Value, meta: Value) -> Value {
    message["params"]["_meta"] = meta;
    message
}

// S-META-05, S-META-06, S-META-07, S-META-11, S-META-16, S-HTTPM-01, S-HTTPM-06, S-HTTPM-15, S-HTTPM-17, S-HTTPM-18, S-HTTPM-19, S-HTTPM-20, S-HTTPM-21, S-HTTPM-22, S-HTTPM-23, S-HTTPM-25, S-HTTPM-26, S-HTTPM-28, S-HTTPM-40, S-HTTPM-43
#[tokio::test]
async fn requests_that_name_their_revision() {
    let site = Site::open(&Probe::default().server()).await;
    let fine = || Request::stateless(&greet());
    let list = message::stateless(7, "tools/list", json!({}));
    let future = {
        let mut message = greet();
        message["params"]["_meta"][message::VERSION_KEY] = json!("2099-01-01");
        message
    };
    let bare = with_meta(greet(), json!({}));
    let no_capabilities = with_meta(greet(), json!({ message::VERSION_KEY: message::STATELESS }));
    let listed = with_meta(
        greet(),
        json!({ message::VERSION_KEY: message::STATELESS, message::CAPABILITIES_KEY: [] }),
    );
    let no_version = with_meta(greet(), json!({ message::CAPABILITIES_KEY: {} }));
    let method = |method: &str| Request::stateless(&message::stateless(7, method, json!({})));
    let initialized = {
        let mut message = message::initialized();
        message["params"] = json!({ "_meta": { message::VERSION_KEY: message::STATELESS } });
        message
    };
    let silent = {
        let mut message = message::stateless_call(7, "send", json!({ "label": "abc" }));
        message["params"]["_meta"][message::CAPABILITIES_KEY] = json!({});
        message
    };
    check(
        site.address,
        vec![
            ("a call", fine(), FINE),
            ("a list", Request::stateless(&list), FINE),
            ("discovery", method("server/discover"), FINE),
            ("a notification", Request::stateless(&initialized), TAKEN),
            // 1. `_meta` is whole.
            (
                "no meta, version header",
                Request::stateless(&bare),
                (400, Some(-32602)),
            ),
            (
                "no capabilities",
                Request::stateless(&no_capabilities),
                (400, Some(-32602)),
            ),
            (
                "capabilities in a list",
                Request::stateless(&listed),
                (400, Some(-32602)),
            ),
            (
                "no version",
                Request::stateless(&no_version),
                (400, Some(-32602)),
            ),
            (
                "meta comes first",
                Request::stateless(&no_capabilities).with("mcp-protocol-version", "2099-01-01"),
                (400, Some(-32602)),
            ),
            (
                "unknown header, no meta",
                Request::post(&bare).with("mcp-protocol-version", "2099-01-01"),
                (400, Some(-32602)),
            ),
            (
                "nonsense in the header, no meta",
                Request::post(&bare).with("mcp-protocol-version", "x"),
                (400, Some(-32602)),
            ),
            // 2. The header equals the body.
            (
                "no version header",
                fine().without("mcp-protocol-version"),
                (400, Some(-32020)),
            ),
            (
                "another version header",
                fine().with("mcp-protocol-version", "2025-11-25"),
                (400, Some(-32020)),
            ),
            (
                "two version headers",
                fine().and("mcp-protocol-version", "2026-07-28"),
                (400, Some(-32020)),
            ),
            (
                "header before support",
                Request::stateless(&future).with("mcp-protocol-version", "2026-07-28"),
                (400, Some(-32020)),
            ),
            // 3. The version is served.
            (
                "a version of the future",
                Request::stateless(&future),
                (400, Some(-32022)),
            ),
            (
                "support before the method header",
                Request::stateless(&future).without("mcp-method"),
                (400, Some(-32022)),
            ),
            // 4. The other headers mirror the body.
            (
                "no method header",
                fine().without("mcp-method"),
                (400, Some(-32020)),
            ),
            (
                "another method",
                fine().with("mcp-method", "tools/list"),
                (400, Some(-32020)),
            ),
            (
                "another case",
                fine().with("mcp-method", "Tools/Call"),
                (400, Some(-32020)),
            ),
            ("no name", fine().without("mcp-name"), (400, Some(-32020))),
            (
                "another name",
                fine().with("mcp-name", "weigh"),
                (400, Some(-32020)),
            ),
            (
                "an encoded name",
                fine().with("mcp-name", "=?base64?Z3JlZXQ=?="),
                FINE,
            ),
            (
                "another encoded name",
                fine().with("mcp-name", "=?base64?d2VpZ2g=?="),
                (400, Some(-32020)),
            ),
            (
                "a name for a list",
                Request::stateless(&list).with("mcp-name", "weigh"),
                FINE,
            ),
            // 5. The method is known and offered.
            ("an unknown method", method("foo/bar"), (404, Some(-32601))),
            ("a method of sessions", method("ping"), (404, Some(-32601))),
            (
                "a family that is not there",
                method("prompts/list"),
                (404, Some(-32601)),
            ),
            (
                "headers before the method",
                method("foo/bar").without("mcp-method"),
                (400, Some(-32020)),
            ),
            // 6. Parameters and capabilities.
            (
                "an unknown tool",
                Request::stateless(&message::stateless_call(7, "nothing", json!({}))),
                (200, Some(-32602)),
            ),
            (
                "bad arguments",
                Request::stateless(&message::stateless_call(7, "weigh", json!({}))),
                FINE,
            ),
            (
                "a client that cannot ask",
                Request::stateless(&silent),
                (400, Some(-32021)),
            ),
            // What belongs to sessions is ignored.
            ("a session", fine().with("mcp-session-id", "dead"), FINE),
            ("an event id", fine().with("last-event-id", "7"), FINE),
        ],
    )
    .await;
}

// S-HTTPL-03, S-HTTPL-20, S-HTTPL-21, S-HTTPL-24, S-HTTPL-25, S-HTTPL-26, S-HTTPL-28, S-HTTPL-34
#[tokio::test]
async fn requests_of_a_session() {
    let site = Site::open(&Probe::default().server()).await;
    let session = open_session(site.address, "2025-06-18").await;
    let greet = || call(&session, 7, "greet", json!({}));
    let method =
        |method: &str| Request::in_session(&message::request(7, method, json!({})), &session);
    let old = json!({ "jsonrpc": "2.0", "id": 99, "result": {} });
    let initialize = || Request::post(&message::initialize(1, "2025-11-25", json!({})));
    check(
        site.address,
        vec![
            ("a call", greet(), FINE),
            (
                "its version",
                greet().with("mcp-protocol-version", "2025-06-18"),
                FINE,
            ),
            (
                "headers of another revision",
                greet().with("mcp-method", "x").with("mcp-name", "y"),
                FINE,
            ),
            ("ping", method("ping"), FINE),
            (
                "initialized",
                Request::in_session(&message::initialized(), &session),
                TAKEN,
            ),
            (
                "an unknown notification",
                Request::in_session(
                    &message::notification("notifications/x", json!({})),
                    &session,
                ),
                TAKEN,
            ),
            (
                "an answer to nothing",
                Request::in_session(&old, &session),
                TAKEN,
            ),
            (
                "another version of a session",
                greet().with("mcp-protocol-version", "2025-11-25"),
                (400, Some(-32600)),
            ),
            (
                "a version of the future",
                greet().with("mcp-protocol-version", "2099-01-01"),
                (400, Some(-32600)),
            ),
            (
                "no version at all",
                greet().with("mcp-protocol-version", "invalid-protocol-version"),
                (400, Some(-32600)),
            ),
            ("an unknown method", method("foo/bar"), (200, Some(-32601))),
            (
                "a method without sessions",
                method("server/discover"),
                (200, Some(-32601)),
            ),
            (
                "an unknown tool",
                call(&session, 7, "nothing", json!({})),
                (200, Some(-32602)),
            ),
            // Without a session, or with none that is known.
            (
                "no session",
                greet().without("mcp-session-id"),
                (400, Some(-32600)),
            ),
            (
                "no session, but a version",
                greet()
                    .without("mcp-session-id")
                    .with("mcp-protocol-version", "2025-06-18"),
                (400, Some(-32600)),
            ),
            (
                "an unknown session",
                greet().with("mcp-session-id", "dead"),
                (404, Some(-32001)),
            ),
            (
                "an answer without a session",
                Request::post(&old),
                (400, Some(-32600)),
            ),
            (
                "ping without a session",
                method("ping").without("mcp-session-id"),
                FINE,
            ),
            // A handshake opens a session, whatever it comes with.
            ("a handshake", initialize(), FINE),
            (
                "with a version that fits",
                initialize().with("mcp-protocol-version", "2025-03-26"),
                FINE,
            ),
            (
                "with a session that is gone",
                initialize().with("mcp-session-id", "dead"),
                FINE,
            ),
            (
                "with a version nobody knows",
                initialize().with("mcp-protocol-version", "2099-01-01"),
                (400, Some(-32602)),
            ),
            (
                "that should name its version",
                initialize().with("mcp-protocol-version", "2026-07-28"),
                (400, Some(-32602)),
            ),
        ],
    )
    .await;
}

// S-ENV-12, S-HTTPM-02, S-HTTPM-05, S-HTTPM-09, S-HTTPM-10, S-HTTPL-35, S-SEC-16
#[tokio::test]
async fn requests_that_are_no_messages() {
    let site = Site::open(&Probe::default().server()).await;
    let session = open_session(site.address, "2025-03-26").await;
    let fine = || Request::stateless(&greet());
    let text = |text: &str| Request::post(&json!({})).with_body(text);
    let in_session = |body: &str| text(body).with("mcp-session-id", &session);
    check(
        site.address,
        vec![
            ("no JSON", text("not json"), (400, Some(-32700))),
            (
                "half of it",
                text(r#"{"jsonrpc":"2.0","id":7,"#),
                (400, Some(-32700)),
            ),
            ("an object", text("{}"), (400, Some(-32600))),
            ("a number", text("5"), (400, Some(-32600))),
            ("an empty batch", text("[]"), (400, Some(-32600))),
            (
                "a batch",
                in_session(r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#),
                FINE,
            ),
            (
                "an id of null",
                in_session(r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#),
                (400, Some(-32600)),
            ),
            (
                "an id that is an object",
                in_session(r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#),
                (400, Some(-32600)),
            ),
            (
                "another JSON-RPC",
                in_session(r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#),
                (400, Some(-32600)),
            ),
            (
                "a method that is a number",
                in_session(r#"{"jsonrpc":"2.0","id":7,"method":5}"#),
                (400, Some(-32600)),
            ),
            (
                "parameters in an array",
                in_session(r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}"#),
                (400, Some(-32602)),
            ),
            (
                "another host",
                fine().with("host", "evil.example"),
                (403, Some(-32600)),
            ),
            (
                "another page",
                fine().with("origin", "http://evil.example"),
                (403, Some(-32600)),
            ),
            (
                "a page of this machine",
                fine().with("origin", "http://localhost:6274"),
                FINE,
            ),
            (
                "GET",
                Request::bare("GET").with("accept", "text/event-stream"),
                (405, Some(-32600)),
            ),
            ("PUT", Request::bare("PUT"), (405, Some(-32600))),
            (
                "DELETE of nothing",
                Request::bare("DELETE"),
                (400, Some(-32600)),
            ),
            (
                "another type",
                fine().with("content-type", "text/plain"),
                (415, Some(-32600)),
            ),
            (
                "nothing that can be sent",
                fine().with("accept", "text/html"),
                (406, Some(-32600)),
            ),
            ("anything", fine().with("accept", "*/*"), FINE),
            ("a slash at the end", fine().at("/mcp/"), FINE),
            (
                "five megabytes",
                text(&"x".repeat(5 << 20)),
                (413, Some(-32600)),
            ),
        ],
    )
    .await;
}

// S-HTTPL-11
#[tokio::test]
async fn a_session_listens_with_get() {
    let site = Site::open(&Probe::default().server()).await;
    let session = open_session(site.address, "2025-11-25").await;
    let get = || Request::bare("GET").with("accept", "text/event-stream");
    let stream = http::send(site.address, &get().with("mcp-session-id", &session)).await;
    assert_eq!(stream.status, 200);
    assert!(stream.is_stream());
    for (request, status) in [(get(), 405), (get().with("mcp-session-id", "dead"), 404)] {
        let response = http::send(site.address, &request).await;
        assert_eq!(response.status, status);
    }
}

/// A client finds its request again by the id, where one could be read; and never one that is null.
// S-ENV-10
#[tokio::test]
async fn the_id_of_a_broken_request_is_found() {
    let site = Site::open(&Probe::default().server()).await;
    let rows = [
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","arguments":{"s":"\ud83d"}}}"#,
            Some(json!(7)),
        ),
        (r#"{"jsonrpc":"2.0","id":"a","method":5}"#, Some(json!("a"))),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, None),
        ("not json", None),
        ("[]", None),
    ];
    for (body, id) in rows {
        let response = http::send(site.address, &Request::post(&json!({})).with_body(body)).await;
        assert_eq!(response.status, 400, "{body}");
        assert_eq!(response.json().await.get("id"), id.as_ref(), "{body}");
    }
}

// S-ENV-19, S-HTTPM-42
#[tokio::test]
async fn what_is_refused_for_its_version_is_told_which_are_served() {
    let site = Site::open(&Probe::default().server()).await;
    let mut message = greet();
    message["params"]["_meta"][message::VERSION_KEY] = json!("2099-01-01");
    let answer = http::send(site.address, &Request::stateless(&message))
        .await
        .json()
        .await;
    let data = json!({ "supported": ["2026-07-28"], "requested": "2099-01-01" });
    assert_eq!(answer["error"]["data"], data);
    for request in [
        Request::stateless(&greet()).with("mcp-session-id", "dead"),
        Request::stateless(&greet()),
    ] {
        let response = http::send(site.address, &request).await;
        assert_eq!(
            response.header("mcp-session-id"),
            None,
            "no session, and none echoed"
        );
    }
}

// S-HTTPM-41
#[tokio::test]
async fn refused_methods_are_told_which_are_served() {
    let site = Site::open(&Probe::default().server()).await;
    for method in ["GET", "PUT", "HEAD", "PATCH"] {
        let response = http::send(site.address, &Request::bare(method)).await;
        assert_eq!(response.status, 405);
        assert!(
            response
                .header("allow")
                .is_some_and(|allow| allow.contains("POST")),
            "{method}"
        );
    }
}
