//! What only some know: one revision has batches, and one has extensions.

use serde_json::{Value, json};
use tests::{Carrier, Client, User, message};

use super::compare;
use crate::scenarios::Cell;
use crate::stage::ledger::{Ledger, WORDS, able, till};

/// Everywhere else they are refused: see `envelope`.
// S-HTTPL-29, S-HTTPL-30, S-STDIO-13
pub(crate) async fn batches(cell: Cell) {
    if !cell.version.has_batches() {
        return;
    }
    let mut client = cell.quiet().await;
    let weigh = json!({ "name": "weigh", "arguments": { "label": "abc" } });
    let batch = json!([
        message::request("a", "ping", json!({})),
        message::notification("notifications/roots/list_changed", json!({})),
        message::request("b", "tools/call", weigh),
        message::request("c", "prompts/list", json!({})),
    ]);
    client.carrier().send(&batch).await;
    let mut answers = 0;
    while answers < 3 {
        let said = client.carrier().next().await;
        answers += said.as_array().map_or(1, Vec::len);
    }
    let notice = message::notification("notifications/roots/list_changed", json!({}));
    let unanswered = json!([notice.clone(), notice]);
    client.carrier().send(&unanswered).await;
    client.request("ping", json!({})).await.unwrap();
    compare(&cell, "batches", client);
}

/// Sessions have nothing of it, whatever their client declares.
// S-EXT-02, S-EXT-06, S-META-21
pub(crate) async fn extension(cell: Cell) {
    let server = till().extension(Ledger).build().unwrap();
    let carrier = Carrier::open(cell.via, &server).await.with_words(&WORDS);
    let mut client = Client::over(carrier, cell.version, User::new(), able()).await;
    if cell.is_stateless() {
        client.request("server/discover", json!({})).await.unwrap();
        let params = json!({ "notifications": { "entries": ["a"] } });
        client.start("subscriptions/listen", params).await;
        client.notice().await;
    }
    for params in [json!({ "line": 3 }), json!({ "line": "3" })] {
        client.request("ledger/read", params).await.ok();
    }
    for tool in ["pay", "look"] {
        client.call(tool, json!({})).await.unwrap();
    }
    for entry in ["b", "a"] {
        let entry = [("entry".to_owned(), Value::from(entry))];
        let params = entry.into_iter().collect();
        server.handle().notify("notifications/ledger/entry", params);
    }
    if cell.is_stateless() {
        client.notice().await;
    }
    client.call("look", json!({})).await.unwrap();
    compare(&cell, "extension", client);
}
