//! The same without macros.

use mcp_server::serde_json::json;
use mcp_server::{Ctx, Error, Prompt, Resource, Server, State, Tool, tools};

use crate::functions::{add, orders::search};
use crate::{call, client, listed};

#[derive(Clone)]
struct Db(u8);

impl Db {
    async fn ping(&self, times: u8) -> Result<String, Error> {
        Ok("pong ".repeat((times * self.0).into()))
    }
}

#[tokio::test]
async fn whatever_a_macro_does_can_be_typed_by_hand() {
    let server = Server::new("shop", "1.4.0")
        .state(Db(1))
        .tools(tools![add, search])
        .tool(
            Tool::new("ping")
                .describe("Is the service up?")
                .read_only()
                .arg::<u8>("n", |n| n.range(1..=9).describe("How often"))
                .handler(|n: u8, State(db): State<Db>, ctx: Ctx| async move {
                    assert_eq!(ctx.name(), "ping");
                    db.ping(n).await
                }),
        );
    let client = client(server).await;
    assert_eq!(
        call(&client, "ping", json!({ "n": 2 })).await.text(),
        "pong pong "
    );
    assert!(call(&client, "ping", json!({ "n": 10 })).await.is_error());
    let entry = listed(&client, "ping").await;
    assert_eq!(
        entry["inputSchema"]["properties"]["n"]["description"],
        "How often. From 1 to 9."
    );
    assert_eq!(entry["annotations"], json!({ "readOnlyHint": true }));
    assert_eq!(client.tools().await.unwrap().len(), 3);
}

#[test]
fn every_fault_is_told_at_once() {
    let server = Server::new("shop", "1.4.0")
        .tools(tools![add, add])
        .tool(Tool::new("bad name").describe("x").handler(async || "x"))
        .tool(
            Tool::new("ping")
                .describe("x")
                .handler(async |State(db): State<Db>| db.ping(1).await),
        );
    let faults = server.build().unwrap_err().to_string();
    for part in ["add", "bad name", "Db"] {
        assert!(faults.contains(part), "{faults}");
    }
}

#[test]
fn a_clash_names_both_places_where_the_author_wrote_it() {
    let schema = json!({ "type": "object" });
    let line = line!();
    let server = Server::new("shop", "1.4.0")
        .tool(Tool::new("a").handler(async || "x"))
        .tool(Tool::raw("a", schema).handler(async || "x"))
        .prompt(Prompt::new("b").handler(async || "x"))
        .prompt(Prompt::new("b").handler(async || "x"))
        .resource(Resource::new("c:d").handler(async || "x"))
        .resource(Resource::new("c:d").handler(async || "x"));
    let faults = server.build().unwrap_err().to_string();
    for pair in [2, 4, 6] {
        let place = |line: u32| format!("builder.rs:{line}:");
        let (first, again) = (place(line + pair), place(line + pair + 1));
        let named = |fault: &str| fault.contains(&first) && fault.contains(&again);
        assert!(faults.lines().any(named), "{first} {again}: {faults}");
    }
}
