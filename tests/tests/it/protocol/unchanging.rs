//! What is listed, and what is possible, does not depend on who is connected how, nor on what was done before.

use mcp_core::ProtocolVersion;
use mcp_server::{Server, Tool};
use serde_json::{Value, json};
use tests::{Carrier, Client, User, Via, message};

use super::{everywhere, over_each_carrier};
use crate::scenarios::Cell;
use crate::stage::Probe;

// S-TOOL-03, S-INIT-01, S-INIT-05
#[tokio::test]
async fn lists_and_capabilities_are_the_same_on_every_connection_and_after_every_call() {
    let server = Probe::default().server();
    let mut seen: Vec<Value> = Vec::new();
    for via in [Via::Memory, Via::Stdio, Via::Http] {
        for capabilities in [json!({}), json!({ "elicitation": {}, "sampling": {} })] {
            let user = User::new().agrees("Send");
            let version = ProtocolVersion::LATEST;
            let mut client =
                Client::connect_with(via, version, &server, user, capabilities.clone()).await;
            for tool in ["", "greet", "boom", "nothing", "send"] {
                let _ = client.call(tool, json!({ "label": "abc" })).await;
                for method in ["server/discover", "tools/list"] {
                    seen.push(client.request(method, json!({})).await.unwrap());
                }
            }
        }
    }
    let (first, others) = seen.split_at(2);
    assert!(others.chunks(2).all(|other| other == first), "{others:?}");
}

/// A schema that names no dialect is one of 2020-12, where `items` is no list and `$defs` are not `definitions`.
// S-JS-01, S-JS-03
#[tokio::test]
async fn a_schema_without_a_dialect_is_of_2020_12() {
    let schema = json!({
        "type": "object",
        "properties": {
            "pair": { "type": "array", "prefixItems": [{ "type": "string" }, { "type": "integer" }], "items": false },
            "card": { "type": "string" },
            "address": { "type": "string" },
        },
        "dependentRequired": { "card": ["address"] },
        "unevaluatedProperties": false,
    });
    let tool = Tool::raw("pay", schema.clone())
        .describe("Pay.")
        .handler(async || "paid");
    let server = Server::new("till", "1.0.0").tool(tool).build().unwrap();
    everywhere(async |cell: Cell| {
        let mut client = Client::connect(cell.via, cell.version, &server, User::new()).await;
        let list = client.request("tools/list", json!({})).await.unwrap();
        assert_eq!(list["tools"][0]["inputSchema"], schema, "to the letter");
        for (arguments, fits) in [
            (json!({ "pair": ["a", 1] }), true),
            (json!({ "pair": [1, "a"] }), false),
            (json!({ "pair": ["a", 1, 2] }), false),
            (json!({ "card": "1", "address": "here" }), true),
            (json!({ "card": "1" }), false),
            (json!({ "other": 1 }), false),
        ] {
            let result = client.call("pay", arguments.clone()).await.unwrap();
            let refused = result.get("isError") == Some(&json!(true));
            assert_eq!(refused, !fits, "{arguments}: {result}");
        }
    })
    .await;
}

/// A link leads wherever its author says: the server that gives it need not list what is there.
// S-TOOL-16, S-TOOL-18
#[tokio::test]
async fn a_link_may_lead_to_what_is_not_listed() {
    use mcp_server::core::types::ContentBlock;

    over_each_carrier(ProtocolVersion::LATEST, async |cell: Cell| {
        let tool = Tool::new("find")
            .describe("Find it.")
            .handler(async || ContentBlock::resource_link("shop://far/away", "away"));
        let server = Server::new("links", "1.0.0").tool(tool).build().unwrap();
        let mut carrier = Carrier::open(cell.via, &server).await;
        carrier
            .send(&message::stateless_call(1, "find", json!({})))
            .await;
        let answer = carrier.next().await;
        let link = json!({ "type": "resource_link", "uri": "shop://far/away", "name": "away" });
        assert_eq!(answer["result"]["content"], json!([link]));
    })
    .await;
}
