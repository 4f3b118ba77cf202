//! What is said while something runs: how far it is, what it asks, and that nobody waits for it any more.

use serde_json::{Value, json};
use tests::{Client, Says, User};

use super::compare;
use crate::scenarios::Cell;
use crate::scenarios::running::WAITS;
use crate::stage::archive;

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
    compare(&cell, "reports", client);
}

// S-PROG-01, S-PROG-03
pub(crate) async fn alive(cell: Cell) {
    let mut client = cell.of(&cell.probe.parlour()).await;
    let params = json!({ "name": "doze", "_meta": { "progressToken": "d" } });
    let id = client.start("tools/call", params).await;
    client.notice().await;
    cell.probe.heard.add();
    client.finish(&id).await.unwrap();
    compare(&cell, "alive", client);
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
    compare(&cell, "asking", client);
}

/// The model, the client itself, and everybody at once.
// S-MRTR-01, S-SAMP-03, S-ROOT-01
pub(crate) async fn everybody_asked(cell: Cell) {
    let said = json!({
        "role": "assistant", "model": "none", "content": { "type": "text", "text": "Good morning" },
    });
    let roots = json!({ "roots": [{ "uri": "file:///work" }, { "uri": "file:///home" }] });
    let user = User::new()
        .agrees("Shall we")
        .replies("sampling/createMessage", said)
        .replies("roots/list", roots);
    let able = json!({ "elicitation": {}, "roots": {}, "sampling": { "tools": {} } });
    let server = cell.probe.parlour();
    let mut client = Client::connect_with(cell.via, cell.version, &server, user, able).await;
    for tool in ["consult", "look_out", "locate", "gather"] {
        client.call(tool, json!({})).await.unwrap();
    }
    compare(&cell, "everybody-asked", client);
}

// S-CANC-01, S-CANC-02, S-CANC-03
pub(crate) async fn given_up(cell: Cell) {
    let mut client = cell.of(&cell.probe.waiting_room()).await;
    for (number, (method, params)) in (1..).zip(WAITS) {
        let params = serde_json::from_str(params).unwrap();
        let id = client.start(method, params).await;
        cell.probe.waiting.reaches(number).await;
        client.give_up(&id).await;
        cell.probe.dropped.reaches(number).await;
    }
    client.request("prompts/list", json!({})).await.unwrap();
    compare(&cell, "given-up", client);
}

/// A question that is open goes with its call. Where questions are answers, nothing is open: who does not come back says
/// no more.
pub(crate) async fn withdrawn(cell: Cell) {
    let mut client = cell.quiet().await;
    let params = json!({ "name": "send", "arguments": { "label": "abc" } });
    if cell.is_stateless() || !cell.can_ask() {
        client.round("tools/call", params).await.unwrap();
    } else {
        let id = client.start("tools/call", params).await;
        let question = client.carrier().next().await;
        client.give_up(&id).await;
        let withdrawn = client.carrier().next().await;
        assert_eq!(withdrawn["method"], "notifications/cancelled");
        assert_eq!(withdrawn["params"]["requestId"], question["id"]);
    }
    client.call("greet", json!({})).await.unwrap();
    compare(&cell, "withdrawn", client);
    assert_eq!(cell.probe.sent.count(), 0);
}
