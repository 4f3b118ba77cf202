//! A whole conversation, compared with a file that is reviewed like code.

use std::path::Path;

use serde_json::json;
use tests::{User, Via};

use super::Cell;

/// Every carrier says the same, but for what a peer on a network does not get to read; and each answer goes the whole way
/// through the writer of its revision.
pub(crate) async fn the_whole_conversation_is_on_file(cell: Cell) {
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

    let side = match cell.via {
        Via::Memory | Via::Stdio => "local",
        Via::Http => "remote",
    };
    let file = format!("wire/{}.{side}.jsonl", cell.version);
    let transcript = client.transcript();
    transcript.assert_is(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
}
