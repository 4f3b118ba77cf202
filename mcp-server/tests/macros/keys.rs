//! Keys of `#[tool]` that say more about a tool, each as clients see it.

use std::time::Duration;

use mcp_server::core::transport::Principal;
use mcp_server::core::types::Icon;
use mcp_server::serde_json::{Value, json};
use mcp_server::test::{Client, TestClient};
use mcp_server::{
    IntoServer as _, SchemaProfile, Server, UiVisibility, prompt, prompts, resource, resources,
    server, tool, tools,
};

use crate::{call, client, listed};

const ICON: &str = "https://example.com/count.png";

fn icon(size: &str) -> Icon {
    Icon::new(ICON).with_sizes([size.to_owned()])
}

/// Count.
#[tool(
    icon = [icon("48x48"), icon("96x96")],
    meta = [("example.com/tier", "gold"), ("example.com/cost", json!({ "cents": 3 }))],
    no_output_schema
)]
fn count() -> Vec<u8> {
    vec![1, 2]
}

async fn nine_seconds() {
    tokio::time::sleep(Duration::from_secs(9)).await;
}

/// Wait.
#[tool(heartbeat = "4s")]
async fn wait() {
    nine_seconds().await;
}

/// Wait for a beginning.
#[prompt(heartbeat = "4s")]
async fn begin() -> &'static str {
    nine_seconds().await;
    "Begin."
}

/// Wait for a text.
#[resource("slow://text", heartbeat = Duration::from_secs(4))]
async fn slow() -> &'static str {
    nine_seconds().await;
    "At last."
}

fn counted() -> Value {
    json!({ "type": "object", "required": ["count"] })
}

/// Count as a host likes it.
#[tool(
    output_schema = counted(),
    schema_profile = SchemaProfile::Full,
    ui = "ui://count",
    ui_visibility = [UiVisibility::App],
    always_load,
    search_hint = "numbers",
    max_result_size_chars = 90_000,
)]
fn recount(missing: bool, most: Option<u8>) -> Value {
    match missing {
        true => json!({ "most": most }),
        false => json!({ "count": 3 }),
    }
}

/// Ask whoever can be asked.
#[tool(requires(elicitation))]
fn careful() -> &'static str {
    "asked"
}

struct Shop;

#[server]
impl Shop {
    /// For the staff.
    #[tool(visible_when = Self::is_clerk)]
    fn close(&self) {}

    /// For everybody.
    #[tool]
    fn look(&self) {}

    fn is_clerk(who: Option<&Principal>) -> bool {
        who.is_some_and(|who| who.subject() == "clerk")
    }
}

#[tokio::test]
async fn icons_and_metadata_are_listed() {
    let client = client(tools![count]).await;
    let entry = listed(&client, "count").await;
    assert_eq!(
        entry["icons"],
        json!([{ "src": ICON, "sizes": ["48x48"] }, { "src": ICON, "sizes": ["96x96"] }])
    );
    assert_eq!(
        entry["_meta"],
        json!({ "example.com/tier": "gold", "example.com/cost": { "cents": 3 } })
    );
}

#[tokio::test]
async fn a_schema_may_stay_unlisted() {
    let client = client(tools![count]).await;
    assert!(listed(&client, "count").await.get("outputSchema").is_none());
    let result = call(&client, "count", json!({})).await;
    assert_eq!(result.structured::<Vec<u8>>().unwrap(), [1, 2]);
}

#[tokio::test(start_paused = true)]
async fn a_heartbeat_is_heard_while_anything_runs() {
    for (method, mut params) in [
        ("tools/call", json!({ "name": "wait" })),
        ("prompts/get", json!({ "name": "begin" })),
        ("resources/read", json!({ "uri": "slow://text" })),
    ] {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "t", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
            "progressToken": "p",
        });
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let server = Server::new("slow", "1").tools(tools![wait]);
        let server = server.prompts(prompts![begin]).resources(resources![slow]);
        let wire = TestClient::new(server).wire();
        let heard = wire.send(&call.to_string()).await;
        let methods: Vec<&Value> = heard.iter().map(|frame| &frame["method"]).collect();
        let beat = &json!("notifications/progress");
        assert_eq!(methods, [beat, beat, &Value::Null], "{heard:?}");
    }
}

#[tokio::test]
async fn hosts_are_told_what_they_read() {
    let client = client(tools![recount]).await;
    let entry = listed(&client, "recount").await;
    assert_eq!(entry["outputSchema"], counted());
    // As schemars writes it.
    let most = &entry["inputSchema"]["properties"]["most"];
    assert_eq!(most["type"], json!(["integer", "null"]), "{most}");
    assert_eq!(
        entry["_meta"],
        json!({
            "anthropic/alwaysLoad": true,
            "anthropic/searchHint": "numbers",
            "anthropic/maxResultSizeChars": 90_000,
            "ui": { "resourceUri": "ui://count", "visibility": ["app"] },
            "openai/outputTemplate": "ui://count",
        })
    );
}

#[tokio::test]
async fn results_are_checked_against_a_schema_that_is_given() {
    let client = client(tools![recount]).await;
    let good = call(&client, "recount", json!({ "missing": false })).await;
    assert!(!good.is_error());
    let bad = client.call("recount", json!({ "missing": true })).await;
    assert!(bad.is_err() || bad.is_ok_and(|result| result.is_error()));
}

#[tokio::test]
async fn who_cannot_ask_is_refused_before_anything_happens() {
    let able = json!({ "elicitation": { "form": {} } });
    let able = TestClient::new(tools![careful]).capabilities(able);
    let able = able.connect().await;
    assert_eq!(call(&able, "careful", json!({})).await.text(), "asked");
    let unable = TestClient::new(tools![careful]).capabilities(json!({}));
    let refused = unable.connect().await.call("careful", json!({})).await;
    assert_eq!(refused.unwrap_err().code(), Some(-32021));
}

async fn names(client: &Client) -> Vec<Value> {
    let tools = client.tools().await.unwrap();
    tools.iter().map(|tool| tool["name"].clone()).collect()
}

#[tokio::test]
async fn a_tool_is_seen_by_whom_it_is_for() {
    let clerk = TestClient::new(Shop)
        .principal(Principal::new("https://example.com", "clerk", "app"))
        .connect()
        .await;
    assert_eq!(names(&clerk).await, ["close", "look"]);
    assert_eq!(call(&clerk, "close", json!({})).await.text(), "ok");

    let guest = client(Shop).await;
    assert_eq!(names(&guest).await, ["look"]);
    guest.call("close", json!({})).await.unwrap_err();
}

mod again {
    use mcp_server::tool;

    /// Looks like the other.
    #[tool]
    pub(super) fn look() {}
}

#[test]
fn a_clash_names_the_lines_of_both_functions() {
    let source = include_str!("keys.rs").lines();
    let lines = source
        .enumerate()
        .filter(|(_, line)| line.contains("fn look") && line.ends_with("{}"))
        .map(|(index, _)| format!("keys.rs:{}", index + 1));
    let server = Shop.into_server().tools(tools![again::look]);
    let error = server.build().unwrap_err().to_string();
    for line in lines {
        assert!(error.contains(&line), "{line}: {error}");
    }
}
