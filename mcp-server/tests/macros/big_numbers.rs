//! Whole numbers beyond 2^53, in arguments and in results.

use mcp_server::serde_json::{Value, json};
use mcp_server::{Json, Server, StringId, Tool, tool, tools};

use crate::{call, client, listed};

const BEYOND: u64 = 9_007_199_254_740_993;

/// A message.
#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Message {
    /// As it is.
    raw: u64,
    /// As text.
    id: StringId,
    /// As text, where there is one.
    reply_to: Option<StringId<i64>>,
}

/// Find a message.
#[tool(read_only)]
fn find(
    /// The message.
    #[arg(as_string, example = BEYOND)]
    id: u64,
    #[arg(as_string)] before: Option<i128>,
    #[arg(as_string, default = 7_u64)] shard: u64,
) -> String {
    format!("{id} {before:?} {shard}")
}

/// Send a message back.
#[tool(read_only)]
fn echo(message: Message) -> Json<Message> {
    Json(message)
}

async fn text(arguments: Value) -> String {
    let result = call(&client(tools![find]).await, "find", arguments).await;
    result.text().to_owned()
}

// P34
#[tokio::test]
async fn digits_are_published_as_text() {
    let listed = listed(&client(tools![find]).await, "find").await;
    let schema = &listed["inputSchema"];
    let id = &schema["properties"]["id"];
    assert_eq!(id["type"], "string", "{id}");
    assert_eq!(id["pattern"], "^[0-9]+$");
    assert_eq!(id["examples"], json!(["9007199254740993"]));
    assert!(
        id["description"]
            .as_str()
            .unwrap()
            .starts_with("The message."),
        "{id}"
    );
    let before = &schema["properties"]["before"];
    assert_eq!(before["type"], "string", "{before}");
    assert_eq!(before["pattern"], "^-?[0-9]+$");
    assert_eq!(schema["properties"]["shard"]["default"], "7");
    assert_eq!(schema["required"], json!(["id"]));
}

// P34
#[tokio::test]
async fn digits_are_taken_as_text_and_as_a_number() {
    for id in [json!(BEYOND), json!(BEYOND.to_string())] {
        assert_eq!(text(json!({ "id": id })).await, format!("{BEYOND} None 7"));
    }
    let widest = i128::MIN.to_string();
    let sent = json!({ "id": "1", "before": widest, "shard": 8 });
    assert_eq!(text(sent).await, format!("1 Some({widest}) 8"));
    assert_eq!(text(json!({ "id": 1, "before": -5 })).await, "1 Some(-5) 7");
    assert_eq!(text(json!({ "id": 1, "before": null })).await, "1 None 7");
}

#[tokio::test]
async fn what_is_no_id_is_refused_by_its_path() {
    for (wrong, path) in [
        (json!({ "id": "12a" }), "/id"),
        (json!({ "id": -5 }), "/id"),
        (json!({ "id": 5.5 }), "/id"),
        (json!({ "id": "18446744073709551616" }), "/id"),
        (json!({ "id": "1", "shard": "x" }), "/shard"),
    ] {
        let result = call(&client(tools![find]).await, "find", wrong.clone()).await;
        assert!(result.is_error(), "{wrong}: {}", result.raw());
        assert!(result.text().contains(path), "{wrong}: {}", result.text());
    }
}

// P34
#[tokio::test]
async fn results_keep_every_digit_in_both_forms() {
    let sent =
        json!({ "message": { "raw": BEYOND, "id": BEYOND, "reply_to": "-9007199254740993" } });
    let result = call(&client(tools![echo]).await, "echo", sent).await;
    let expect =
        r#"{"raw":9007199254740993,"id":"9007199254740993","reply_to":"-9007199254740993"}"#;
    assert_eq!(result.text(), expect);
    let data = &result.raw()["structuredContent"];
    assert_eq!(data, &expect.parse::<Value>().unwrap());
    let schema = listed(&client(tools![echo]).await, "echo").await;
    assert_eq!(schema["outputSchema"]["properties"]["id"]["type"], "string");
}

#[tokio::test]
async fn bounds_of_a_number_that_is_text_are_a_fault_of_the_tool() {
    let tool = Tool::new("bounded")
        .describe("Take it.")
        .arg::<u64>("id", |id| id.as_string().min(5))
        .handler(async |id: u64| id.to_string());
    let error = Server::new("s", "1").tool(tool).build().unwrap_err();
    assert!(
        error.to_string().contains("`minimum` cannot be said"),
        "{error}"
    );
}
