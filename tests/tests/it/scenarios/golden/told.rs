//! What is told to whoever listens.

use serde_json::json;

use super::compare;
use crate::scenarios::Cell;
use crate::scenarios::listening::Listening;
use crate::stage::{NOVELTY_URI, archive, resource, tool};

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
    compare(&cell, "changes", client);
}

/// The server stops, and ends the request that listens. Sessions are told nothing of it, but for the end of their
/// streams.
// S-CANC-04, S-CANC-05, S-SUBS-11
pub(crate) async fn the_end(cell: Cell) {
    let server = archive().build().unwrap();
    let mut client = cell.of(&server).await;
    let Listening::Request(id) = cell.listens(&mut client, &["archive://rules"]).await else {
        return;
    };
    client.carrier().stop();
    client.finish(&id).await.unwrap();
    compare(&cell, "the-end", client);
}
