//! What is offered: lists, and what is made of their items.

use serde_json::json;
use tests::{Client, User};

use super::compare;
use crate::scenarios::Cell;
use crate::stage::{CLERK, archive};

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
    compare(&cell, "tools", client);
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
    compare(&cell, "resources", client);
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
    compare(&cell, "prompts", client);
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
    compare(&cell, "completion", client);
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
    compare(&cell, "pages", client);
}

/// What is listed for somebody, and what they get of what is for the staff.
async fn seen_by(client: &mut Client) {
    for (method, params) in [
        ("prompts/list", json!({})),
        ("resources/list", json!({})),
        ("prompts/get", json!({ "name": "minutes" })),
        ("resources/read", json!({ "uri": "archive://rota" })),
    ] {
        client.request(method, params).await.ok();
    }
}

// S-RES-21, S-CACHE-05
pub(crate) async fn for_the_staff(cell: Cell) {
    let mut client = cell.reader_by_name(CLERK).await;
    seen_by(&mut client).await;
    compare(&cell, "for-the-staff", client);
}

// S-RES-21, S-CACHE-05
pub(crate) async fn for_guests(cell: Cell) {
    let mut client = cell.reader_by_name("guest").await;
    seen_by(&mut client).await;
    compare(&cell, "for-guests", client);
}
