//! Whole conversations, compared with files that are reviewed like code.
//!
//! Every carrier says the same, but for what a peer on a network does not get to read; each answer goes the whole way
//! through the writer of its revision, and each message fits the schema that the specification publishes for it.

use std::path::Path;

use serde_json::{Value, json};
use tests::{Client, Says, Schema, User, Via};

use super::Cell;
use crate::stage::{NOVELTY_URI, archive, resource, tool};

/// Compares what was said about a feature with its file.
fn compare(cell: &Cell, feature: &str, client: &Client) {
    let side = match cell.via {
        Via::Memory | Via::Stdio => "local",
        Via::Http => "remote",
    };
    let file = format!("wire/{feature}.{}.{side}.jsonl", cell.version);
    let transcript = client.transcript();
    transcript.assert_is(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    if let Some(schema) = Schema::of(cell.version) {
        schema.check(transcript);
    }
}

pub(crate) async fn tools(cell: Cell) {
    let mut client = cell.client(User::new().agrees("Send")).await;
    if cell.is_stateless() {
        client.request("server/discover", json!({})).await.unwrap();
    }
    client.request("tools/list", json!({})).await.unwrap();
    let parcel = json!({ "label": "abc" });
    client.call("weigh", parcel.clone()).await.unwrap();
    client.call("weigh", json!({ "label": "a" })).await.unwrap();
    client.call("count", json!({})).await.unwrap();
    client.call("send", parcel).await.unwrap();
    client.call("refuse", json!({})).await.unwrap();
    client.call("leak", json!({})).await.unwrap();
    client.call("nothing", json!({})).await.unwrap_err();
    client.request("ping", json!({})).await.ok();
    compare(&cell, "tools", &client);
}

// S-RES-02, S-RES-03, S-RES-04, S-RES-05
pub(crate) async fn resources(cell: Cell) {
    let mut client = cell.visitor(User::new().agrees("Break")).await;
    if cell.is_stateless() {
        client.request("server/discover", json!({})).await.unwrap();
    }
    for method in ["resources/list", "resources/templates/list"] {
        client.request(method, json!({})).await.unwrap();
    }
    for uri in [
        "archive://rules",
        "archive://stamp",
        "archive://letters/7",
        "archive://folder",
        "archive://letters/seven",
        "archive://nothing",
        "archive://papers/%2e%2e",
        "archive://eaten",
        "archive://sealed",
    ] {
        let params = json!({ "uri": uri });
        client.request("resources/read", params).await.ok();
    }
    compare(&cell, "resources", &client);
}

// S-PROM-02, S-PROM-03, S-PROM-04
pub(crate) async fn prompts(cell: Cell) {
    let mut client = cell.visitor(User::new().agrees("Close")).await;
    client.request("prompts/list", json!({})).await.unwrap();
    for (name, arguments) in [
        ("reply", json!({ "sender": "anna", "number": "7" })),
        ("reply", json!({ "number": "0" })),
        ("debate", json!({})),
        ("close", json!({})),
        ("crash", json!({})),
        ("nothing", json!({})),
    ] {
        let params = json!({ "name": name, "arguments": arguments });
        client.request("prompts/get", params).await.ok();
    }
    compare(&cell, "prompts", &client);
}

// S-COMP-02
pub(crate) async fn completion(cell: Cell) {
    let mut client = cell.reader().await;
    let reply = json!({ "type": "ref/prompt", "name": "reply" });
    let letters = json!({ "type": "ref/resource", "uri": "archive://letters/{number}" });
    for (reference, argument, typed) in [
        (&reply, "sender", "a"),
        (&reply, "tone", "fr"),
        (&reply, "lines", "1"),
        (&reply, "colour", "r"),
        (&letters, "number", "14"),
    ] {
        let mut params = json!({
            "ref": reference,
            "argument": { "name": argument, "value": typed },
        });
        if argument == "number" {
            params["context"] = json!({ "arguments": { "sender": "anna" } });
        }
        client.request("completion/complete", params).await.ok();
    }
    compare(&cell, "completion", &client);
}

// S-PROG-01, S-LOG-08
pub(crate) async fn reports(cell: Cell) {
    let mut client = cell.reader().await;
    if !cell.is_stateless() {
        let params = json!({ "level": "info" });
        client.request("logging/setLevel", params).await.unwrap();
    }
    let said = |meta: Value| json!({ "name": "say", "arguments": {}, "_meta": meta });
    let level = "io.modelcontextprotocol/logLevel";
    for meta in [
        json!({}),
        json!({ level: "error" }),
        json!({ "progressToken": "p-1" }),
    ] {
        client.request("tools/call", said(meta)).await.unwrap();
    }
    compare(&cell, "reports", &client);
}

// S-PAGE-01, S-PAGE-04, S-PAGE-06
pub(crate) async fn pages(cell: Cell) {
    let server = archive().page_size(3).build().unwrap();
    let mut client = cell.of(&server).await;
    let first = client.request("prompts/list", json!({})).await.unwrap();
    for cursor in [&first["nextCursor"], &json!("")] {
        let params = json!({ "cursor": cursor });
        client.request("prompts/list", params).await.ok();
    }
    compare(&cell, "pages", &client);
}

// S-ELIC-15, S-ELIC-16
pub(crate) async fn asking(cell: Cell) {
    let paper = |sheets: u8| Says::Accept(json!({ "colour": "blue", "sheets": sheets }));
    let user = User::new()
        .says("Which paper?\n", paper(2))
        .says("Which paper?", paper(0))
        .says("Send", Says::Decline)
        .says("Please sign in", Says::Accept(json!({})));
    let server = cell.probe.builder().with(archive()).build().unwrap();
    let both = json!({ "elicitation": { "form": {}, "url": {} } });
    let mut client = Client::connect_with(cell.via, cell.version, &server, user, both).await;
    client.call("wrap", json!({})).await.unwrap();
    let parcel = json!({ "label": "abc" });
    client.call("send", parcel).await.unwrap();
    client.call("visit", json!({})).await.unwrap();
    compare(&cell, "asking", &client);
}

// S-SUBS-02, S-SUBS-05, S-RES-13
pub(crate) async fn changes(cell: Cell) {
    let server = archive().build().unwrap();
    let mut client = cell.of(&server).await;
    let listening = cell.listens(&mut client, &["archive://rules"]).await;
    let handle = server.handle();
    handle.tools().add(tool("novelty")).unwrap();
    client.notice().await;
    handle.tools().remove("novelty");
    client.notice().await;
    handle.prompts().enable("debate", false);
    client.notice().await;
    handle.resources().add(resource()).unwrap();
    client.notice().await;
    // Nobody listens to this one.
    handle.resource_updated(NOVELTY_URI);
    handle.resource_updated("archive://rules");
    client.notice().await;
    listening.end(&mut client).await;
    client.call("say", json!({})).await.unwrap();
    compare(&cell, "changes", &client);
}
