//! Arguments that no parameter names.

use std::sync::atomic::{AtomicU32, Ordering};

use mcp_server::serde_json::{Map, Value, json};
use mcp_server::{Args, IntoServer, ServerBuilder, Tool, UnknownKeys, tool, tools};

use crate::{call, client, listed};

static RUNS: AtomicU32 = AtomicU32::new(0);

/// Search.
#[tool(read_only)]
fn search(query: String, #[arg(default = 20)] limit: u32) -> String {
    RUNS.fetch_add(1, Ordering::Relaxed);
    format!("{query} {limit}")
}

/// Search, and take what is there.
#[tool(read_only, unknown_keys = UnknownKeys::Warn, ignore_keys = ["toolCallId"])]
fn lenient(query: String, limit: Option<u32>) -> mcp_server::Json<Vec<String>> {
    mcp_server::Json(vec![query, limit.unwrap_or(20).to_string()])
}

/// Take everything.
#[tool(read_only)]
fn everything(query: String, #[arg(rest)] rest: Map<String, Value>) -> String {
    format!("{query} {}", rest.len())
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Query {
    query: String,
}

/// Search by a struct.
#[tool(read_only)]
fn by_struct(Args(query): Args<Query>) -> String {
    query.query
}

fn plain() -> ServerBuilder {
    tools![search, lenient, everything, by_struct].into_server()
}

fn content(result: &Value) -> Vec<&str> {
    let blocks = result["content"].as_array().unwrap();
    blocks
        .iter()
        .map(|block| block["text"].as_str().unwrap())
        .collect()
}

async fn answer(server: impl IntoServer, name: &str, arguments: Value) -> Value {
    call(&client(server).await, name, arguments)
        .await
        .raw()
        .clone()
}

// P30
#[tokio::test]
async fn nothing_runs_where_a_key_is_unknown() {
    let schema = listed(&client(plain()).await, "search").await;
    assert_eq!(schema["inputSchema"]["additionalProperties"], false);
    let before = RUNS.load(Ordering::Relaxed);
    let sent = json!({ "query": "x", "limits": 5 });
    let result = answer(plain(), "search", sent).await;
    assert_eq!(result["isError"], true);
    assert!(
        content(&result)[0].contains("did you mean `limit`?"),
        "{result}"
    );
    assert_eq!(RUNS.load(Ordering::Relaxed), before);
}

// P30
#[tokio::test]
async fn a_warning_follows_the_result() {
    let sent = json!({ "query": "x", "limits": 5, "colour": "red", "toolCallId": "7" });
    let result = answer(plain(), "lenient", sent).await;
    assert_ne!(result["isError"], true, "{result}");
    let blocks = content(&result);
    assert_eq!(blocks[0], r#"["x","20"]"#);
    let mut lines: Vec<&str> = blocks[1].lines().collect();
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            r#"Ignored unknown argument "colour""#,
            r#"Ignored unknown argument "limits" (did you mean "limit"?)"#,
        ]
    );
    let schema = listed(&client(plain()).await, "lenient").await;
    assert!(
        schema["inputSchema"].get("additionalProperties").is_none(),
        "{schema}"
    );
    let quiet = answer(plain(), "lenient", json!({ "query": "x" })).await;
    assert_eq!(content(&quiet).len(), 1, "{quiet}");
}

#[tokio::test]
async fn a_warning_is_short_whatever_was_sent() {
    let mut sent = Map::from_iter([("query".to_owned(), json!("x"))]);
    sent.extend((0..500).map(|n| (format!("{n}{}", "ä\n".repeat(500)), Value::Null)));
    let result = answer(plain(), "lenient", sent.into()).await;
    let warning = content(&result)[1];
    assert!(warning.chars().count() < 2_000, "{warning}");
    assert!(warning.ends_with("… and 490 more"), "{warning}");
    assert_eq!(warning.lines().count(), 11);
}

#[tokio::test]
async fn a_gap_is_still_explained_by_a_key_that_would_be_ignored() {
    let result = answer(plain(), "lenient", json!({ "querry": "x" })).await;
    assert_eq!(result["isError"], true);
    assert!(
        content(&result)[0].contains("you sent `querry`"),
        "{result}"
    );
}

// P30
#[tokio::test]
async fn a_server_says_it_for_tools_that_say_nothing() {
    let sent = || json!({ "query": "x", "limits": 5 });
    let ignoring = || plain().unknown_keys(UnknownKeys::Ignore);
    let result = answer(ignoring(), "search", sent()).await;
    assert_eq!(content(&result), ["x 20"]);
    let warned = answer(ignoring(), "lenient", sent()).await;
    assert_eq!(
        content(&warned).len(),
        2,
        "the tool has the last word: {warned}"
    );
    // Whatever the type says of itself: it never sees them.
    let result = answer(ignoring(), "by_struct", sent()).await;
    assert_eq!(content(&result), ["x"]);
    // Nothing is unknown to a tool that takes the rest.
    let result = answer(ignoring(), "everything", sent()).await;
    assert_eq!(content(&result), ["x 1"]);
}

// P30
#[tokio::test]
async fn what_hosts_add_is_taken_out() {
    let n8n = || plain().ignore_keys(["sessionId", "toolCallId", "query"]);
    let sent = || json!({ "query": "x", "sessionId": "1", "toolCallId": { "a": 1 } });
    let result = answer(n8n(), "search", sent()).await;
    assert_eq!(content(&result), ["x 20"], "`query` is a parameter's name");
    let result = answer(n8n(), "everything", sent()).await;
    assert_eq!(content(&result), ["x 0"]);
    let other = json!({ "query": "x", "sessionID": "1" });
    assert_eq!(answer(n8n(), "search", other).await["isError"], true);
    let schema = listed(&client(n8n()).await, "search").await;
    assert_eq!(schema["inputSchema"]["additionalProperties"], false);
}

#[tokio::test]
async fn a_schema_written_by_hand_decides_by_itself() {
    let schema =
        json!({ "type": "object", "properties": { "a": {} }, "additionalProperties": false });
    let tool = |schema: &Value| {
        Tool::raw("raw", schema.clone())
            .describe("Take it.")
            .unknown_keys(UnknownKeys::Warn)
            .ignore_keys(["sessionId"])
            .call(|call| {
                let keys = call.arguments().len().to_string();
                Box::pin(async move { Ok(mcp_server::ToolResult::text(keys)) })
            })
    };
    let server = |schema| mcp_server::Server::new("s", "1").tool(tool(schema));
    let sent = || json!({ "a": 1, "sessionId": 1 });
    assert_eq!(
        content(&answer(server(&schema), "raw", sent()).await),
        ["1"]
    );
    let unknown = answer(server(&schema), "raw", json!({ "b": 1 })).await;
    assert_eq!(unknown["isError"], true);
    let open = json!({ "type": "object" });
    let result = answer(server(&open), "raw", json!({ "b": 1 })).await;
    assert_eq!(
        content(&result),
        ["1"],
        "nothing is unknown to an open schema"
    );
}
