//! What a client hears of the log, if it wants to.

use mcp_server::Server;
use serde_json::{Value, json};
use tests::{Client, Via};

use super::Cell;
use super::cell::told;
use crate::stage::Archive;

const LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// What a client hears that asks for this level, in the way of its revision.
async fn heard(cell: &Cell, client: &mut Client, level: &str) -> Vec<Value> {
    let meta = match cell.is_stateless() {
        true => json!({ LEVEL: level }),
        false => {
            let set = json!({ "level": level });
            let result = client.request("logging/setLevel", set).await;
            assert_eq!(result, Ok(json!({})));
            json!({})
        }
    };
    let before = client.notices().len();
    let params = json!({ "name": "say", "_meta": meta });
    client.request("tools/call", params).await.unwrap();
    client.notices()[before..].to_vec()
}

fn message(level: &str, data: Value) -> Value {
    json!({
        "jsonrpc": "2.0",
        "method": "notifications/message",
        "params": { "level": level, "data": data },
    })
}

// S-LOG-03, S-LOG-04, S-LOG-06, S-LOG-08
pub(crate) async fn messages_at_the_level_and_above_come_before_the_answer(cell: Cell) {
    let all = [
        message("debug", json!("a mouse")),
        message("info", json!("a cat")),
        message("error", json!(["a", "fire"])),
    ];
    let mut client = cell.reader().await;
    for (level, from) in [
        ("emergency", 3),
        ("error", 2),
        ("notice", 2),
        ("info", 1),
        ("debug", 0),
        ("critical", 3),
    ] {
        assert_eq!(
            heard(&cell, &mut client, level).await,
            all[from..],
            "{level}"
        );
    }
}

// S-LOG-03, S-LOG-04
pub(crate) async fn prompts_and_resources_write_to_the_log_too(cell: Cell) {
    let mut client = cell.reader().await;
    if !cell.is_stateless() {
        let set = json!({ "level": "info" });
        client.request("logging/setLevel", set).await.unwrap();
    }
    for (method, mut params) in [
        ("prompts/get", json!({ "name": "debate" })),
        ("resources/read", json!({ "uri": "archive://folder" })),
    ] {
        if cell.is_stateless() {
            params["_meta"] = json!({ LEVEL: "info" });
        }
        let before = client.notices().len();
        client.request(method, params).await.unwrap();
        let told = &client.notices()[before..];
        assert_eq!(told, [message("info", json!("opened"))], "{method}");
    }
}

// S-LOG-02, S-LOG-07, S-META-12
pub(crate) async fn nobody_hears_what_they_did_not_ask_for(cell: Cell) {
    let mut client = cell.reader().await;
    client.call("say", json!({})).await.unwrap();
    assert_eq!(client.notices(), &[] as &[Value]);
    if cell.is_stateless() {
        // Asked for in one call, silent in the next.
        assert_eq!(heard(&cell, &mut client, "debug").await.len(), 3);
        client.call("say", json!({})).await.unwrap();
        assert_eq!(client.notices().len(), 3);
    }
}

// S-LOG-06
pub(crate) async fn a_level_is_of_its_session(cell: Cell) {
    if cell.is_stateless() {
        return;
    }
    let server = crate::stage::archive().build().unwrap();
    let (mut one, mut other) = (cell.of(&server).await, cell.of(&server).await);
    assert_eq!(heard(&cell, &mut one, "debug").await.len(), 3);
    other.call("say", json!({})).await.unwrap();
    assert_eq!(other.notices(), &[] as &[Value]);
}

// S-LOG-05, S-LOG-06
pub(crate) async fn a_level_that_does_not_exist_is_refused(cell: Cell) {
    let mut client = cell.reader().await;
    for level in [
        json!("loud"),
        json!("ERROR"),
        json!(""),
        json!(3),
        json!(null),
    ] {
        let (method, params) = match cell.is_stateless() {
            true => (
                "tools/call",
                json!({ "name": "say", "_meta": { LEVEL: level } }),
            ),
            false => ("logging/setLevel", json!({ "level": level })),
        };
        let (code, words) = told(client.request(method, params).await);
        assert_eq!(code, -32602, "{level}: {words}");
    }
    assert_eq!(client.notices(), &[] as &[Value], "and nothing ran");
}

// S-LOG-01
pub(crate) async fn a_server_that_offers_no_log_says_nothing(cell: Cell) {
    let server = Server::new("stage", "1.2.3").with(Archive).build().unwrap();
    let mut client = cell.of(&server).await;
    if cell.is_stateless() {
        assert!(heard(&cell, &mut client, "debug").await.is_empty());
    } else {
        let set = json!({ "level": "debug" });
        let (code, _) = told(client.request("logging/setLevel", set).await);
        assert_eq!(code, -32601);
        client.call("say", json!({})).await.unwrap();
        assert_eq!(client.notices(), &[] as &[Value]);
    }
}

/// A trace context is for the operator; what it holds changes nothing else, be it sound or not.
pub(crate) async fn a_trace_context_breaks_no_call(cell: Cell) {
    let mut client = cell.reader().await;
    for meta in [
        json!({
            "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "tracestate": "vendor=value",
            "baggage": "user=anna",
        }),
        json!({ "traceparent": "00-zz-zz-01", "tracestate": "==", "baggage": "é" }),
        json!({ "traceparent": 5, "tracestate": ["a"], "baggage": null }),
        json!({ "traceparent": "x".repeat(10_000) }),
    ] {
        for (method, mut params) in [
            ("tools/call", json!({ "name": "say" })),
            ("prompts/get", json!({ "name": "debate" })),
            ("resources/read", json!({ "uri": "archive://rules" })),
            ("tools/list", json!({})),
        ] {
            params["_meta"] = meta.clone();
            let result = client.request(method, params).await;
            let result = result.unwrap_or_else(|failure| panic!("{method} {meta}: {failure:?}"));
            assert_eq!(result.get("_meta").is_some(), cell.is_stateless());
        }
    }
    if cell.via == Via::Memory {
        assert_eq!(client.notices(), &[] as &[Value]);
    }
}
