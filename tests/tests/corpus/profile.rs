//! What of a type is published, and what is only checked.

use mcp_server::test::TestClient;
use mcp_server::{Json, SchemaProfile, Server, ServerBuilder, Tool, ToolBuilder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Filter {
    /// Who is looked for.
    #[schemars(length(min = 2, max = 40))]
    name: Option<String>,
}

fn find() -> ToolBuilder {
    Tool::new("find").describe("Find people.").read_only()
}

fn with(server: ServerBuilder, tool: ToolBuilder) -> ServerBuilder {
    let tool = tool
        .arg::<Filter>("filter", |filter| filter.describe("Whom to find."))
        .arg::<Option<u8>>("limit", |limit| limit.describe("How many."));
    server.tool(tool.handler(async |filter: Filter, limit: Option<u8>| {
        let _ = limit;
        Json(filter)
    }))
}

async fn listed(server: ServerBuilder) -> Value {
    let client = TestClient::new(server).connect().await;
    client.tools().await.expect("a list").remove(0)
}

#[tokio::test]
async fn the_portable_profile_says_constraints_in_words() {
    let tool = listed(with(Server::new("people", "1"), find())).await;
    let properties = &tool["inputSchema"]["properties"];
    assert_eq!(
        properties["limit"],
        json!({
            "type": "integer",
            "description": "How many. From 0 to 255.",
            "minimum": 0,
            "maximum": 255
        })
    );
    assert_eq!(
        properties["filter"]["properties"]["name"],
        json!({
            "type": "string",
            "description": "Who is looked for. 2 to 40 characters.",
            "minLength": 2,
            "maxLength": 40
        })
    );
}

#[tokio::test]
async fn the_full_profile_is_what_schemars_writes() {
    let full = SchemaProfile::Full;
    let for_all = with(Server::new("people", "1").schema_profile(full), find());
    let for_one = with(Server::new("people", "1"), find().schema_profile(full));
    let (for_all, for_one) = (listed(for_all).await, listed(for_one).await);
    assert_eq!(for_all, for_one);
    let input = &for_all["inputSchema"];
    assert_eq!(input["type"], "object");
    assert_eq!(input["required"], json!(["filter"]));
    assert_eq!(
        input["properties"]["limit"],
        json!({
            "type": ["integer", "null"],
            "description": "How many.",
            "format": "uint8",
            "minimum": 0,
            "maximum": 255
        })
    );
    assert_eq!(
        for_all["outputSchema"]["properties"]["name"]["type"],
        json!(["string", "null"])
    );
}

#[tokio::test]
async fn a_tool_has_the_last_word() {
    let portable = find().schema_profile(SchemaProfile::Portable);
    let server = Server::new("people", "1").schema_profile(SchemaProfile::Full);
    assert_eq!(
        listed(with(server, portable)).await,
        listed(with(Server::new("people", "1"), find())).await
    );
}

#[tokio::test]
async fn calls_are_checked_alike() {
    for profile in [SchemaProfile::Portable, SchemaProfile::Full] {
        let server = Server::new("people", "1").schema_profile(profile);
        let client = TestClient::new(with(server, find())).connect().await;
        let call = async |arguments: Value| {
            let answer = client.call("find", arguments).await.expect("an answer");
            (answer.is_error(), answer.text())
        };
        let good = json!({ "filter": { "name": "Ada" }, "limit": 3 });
        assert_eq!(call(good).await, (false, r#"{"name":"Ada"}"#.to_owned()));
        let absent = json!({ "filter": {}, "limit": null });
        assert_eq!(call(absent).await, (false, r#"{"name":null}"#.to_owned()));
        for (bad, part) in [
            (json!({ "filter": {}, "limit": 256 }), "limit"),
            (json!({ "filter": { "name": "A" } }), "/filter/name"),
            (json!({ "limit": 1 }), "filter"),
        ] {
            let (is_error, text) = call(bad).await;
            assert!(is_error && text.contains(part), "{profile:?}: {text}");
        }
    }
}

#[tokio::test]
async fn a_format_that_some_host_refuses_is_said_and_checked_but_not_published() {
    let server = |profile| {
        let tool = Tool::new("write")
            .describe("Write to somebody.")
            .arg::<String>("to", |to| to.describe("To whom").format("email"))
            .arg::<String>("at", |at| at.describe("When").format("date-time"))
            .handler(async |to: String, at: String| format!("{to} {at}"));
        Server::new("mail", "1").schema_profile(profile).tool(tool)
    };
    let portable = listed(server(SchemaProfile::Portable)).await;
    assert_eq!(
        portable["inputSchema"]["properties"],
        json!({
            "to": { "type": "string", "description": "To whom. An e-mail address." },
            "at": {
                "type": "string",
                "description": "When. A date and time with offset, e.g. 2026-01-31T09:00:00Z.",
                "format": "date-time"
            }
        })
    );
    let full = listed(server(SchemaProfile::Full)).await;
    assert_eq!(full["inputSchema"]["properties"]["to"]["format"], "email");
    for profile in [SchemaProfile::Portable, SchemaProfile::Full] {
        let client = TestClient::new(server(profile)).connect().await;
        let arguments = json!({ "to": "nobody", "at": "2026-01-31T09:00:00Z" });
        let answer = client.call("write", arguments).await.expect("an answer");
        assert!(answer.is_error());
        assert!(
            answer.text().contains("an e-mail address"),
            "{}",
            answer.text()
        );
    }
}
