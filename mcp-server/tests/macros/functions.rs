//! `#[tool]` on functions that stand alone.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mcp_server::serde_json::{Map, Value, json};
use mcp_server::{tool, tools};

use crate::{call, client, listed};

/// Add two numbers.
#[tool(read_only)]
pub(crate) fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[tokio::test]
async fn a_function_is_a_tool_and_still_a_function() {
    assert_eq!(add(1, 2), 3);
    let client = client(tools![add]).await;
    let result = call(&client, "add", json!({ "a": 40, "b": 2 })).await;
    assert_eq!(result.structured::<i64>().unwrap(), 42);
    let entry = listed(&client, "add").await;
    assert_eq!(entry["description"], "Add two numbers.");
    assert_eq!(entry["annotations"], json!({ "readOnlyHint": true }));
    assert_eq!(entry["inputSchema"]["required"], json!(["a", "b"]));
    assert_eq!(entry["inputSchema"]["additionalProperties"], false);
}

pub(crate) mod orders {
    use mcp_server::tool;

    /// Search orders.
    ///
    /// Newest first:
    ///   * paid
    ///   * open
    #[tool(
        additive,
        idempotent,
        open_world = false,
        title = "Search",
        timeout = "90s"
    )]
    pub(crate) async fn search(
        /// Words to look for.
        #[arg(len = 2..=80)]
        query: &str,
        /// How many to return.
        #[arg(min = 1, max = 100, default = 20)]
        limit: u32,
        #[arg(rename = "onlyPaid", default)] only_paid: bool,
        _unused: Option<u8>,
    ) -> String {
        format!("{query} {limit} {only_paid}")
    }
}

#[tokio::test]
async fn tools_of_other_modules_are_listed_by_path() {
    use orders::search;
    let client = client(tools![search]).await;
    assert_eq!(search("x", 1, true, None).await, "x 1 true");

    let entry = listed(&client, "search").await;
    assert_eq!(entry["title"], "Search");
    assert_eq!(
        entry["description"],
        "Search orders.\n\nNewest first:\n  * paid\n  * open"
    );
    let hints = json!({
        "readOnlyHint": false, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false
    });
    assert_eq!(entry["annotations"], hints);
    let properties = &entry["inputSchema"]["properties"];
    let query = json!({ "type": "string", "description": "Words to look for. 2 to 80 characters.", "minLength": 2, "maxLength": 80 });
    assert_eq!(properties["query"], query);
    assert_eq!(properties["limit"]["default"], 20);
    assert_eq!(properties["onlyPaid"]["default"], false);
    assert!(properties["unused"].is_object(), "{properties}");
    assert_eq!(entry["inputSchema"]["required"], json!(["query"]));

    let result = call(&client, "search", json!({ "query": "books" })).await;
    assert_eq!(result.text(), "books 20 false");
    let result = call(&client, "search", json!({ "query": "b", "limit": 0 })).await;
    assert!(result.is_error());
    assert!(
        result.text().contains("/query") && result.text().contains("/limit"),
        "{}",
        result.text()
    );
}

/// Whatever can be lent.
#[tool(undocumented)]
fn lend(text: &str, path: &Path, list: &[u8], owned: &PathBuf) -> String {
    format!(
        "{text} {} {} {}",
        path.display(),
        list.len(),
        owned.display()
    )
}

#[tokio::test]
async fn references_are_lent() {
    let client = client(tools![lend]).await;
    let arguments = json!({ "text": "t", "path": "p", "list": [1, 2], "owned": "o" });
    assert_eq!(call(&client, "lend", arguments).await.text(), "t p 2 o");
}

const ABOUT: &str = "Kinds of words.";

/// Not this one.
#[tool(name = "words.of-all", description = ABOUT, destructive = false, timeout = Duration::from_secs(1))]
async fn r#type(r#in: Cow<'_, str>, r#for: Option<String>) -> Cow<'static, str> {
    Cow::Owned(format!("{in} {for:?}", in = r#in, for = r#for))
}

/// Raw.
#[tool]
fn r#match() -> &'static str {
    "raw"
}

#[tokio::test]
async fn names_are_given_or_those_of_the_function_without_its_prefix() {
    let client = client(tools![r#type, r#match]).await;
    let entry = listed(&client, "words.of-all").await;
    assert_eq!(entry["description"], ABOUT);
    assert_eq!(
        entry["annotations"],
        json!({ "readOnlyHint": false, "destructiveHint": false })
    );
    let result = call(&client, "words.of-all", json!({ "in": "x" })).await;
    assert_eq!(result.text(), "x None");
    assert_eq!(call(&client, "match", json!({})).await.text(), "raw");
}

#[doc = concat!("Built ", "from parts.")]
///
/// And more.
#[tool]
fn built() {}

#[tokio::test]
async fn docs_may_be_built_by_macros() {
    let client = client(tools![built]).await;
    let entry = listed(&client, "built").await;
    let text = entry["description"].as_str().unwrap();
    assert!(
        text.starts_with("Built from parts.") && text.ends_with("And more."),
        "{text}"
    );
    assert_eq!(call(&client, "built", json!({})).await.text(), "ok");
}

/// Sleep where one may.
#[tool(blocking)]
fn nap(milliseconds: u64, fail: bool) -> Result<String, std::num::ParseIntError> {
    assert!(milliseconds < 100, "too long");
    std::thread::sleep(Duration::from_millis(milliseconds));
    if fail {
        "x".parse::<u8>().map(|_| String::new())
    } else {
        Ok(format!("{:?}", std::thread::current().id()))
    }
}

#[tokio::test]
async fn blocking_functions_leave_the_runtime_alone() {
    let client = client(tools![nap]).await;
    let here = format!("{:?}", std::thread::current().id());
    let there = call(&client, "nap", json!({ "milliseconds": 1, "fail": false })).await;
    assert_ne!(there.text(), here);
    let failed = call(&client, "nap", json!({ "milliseconds": 1, "fail": true })).await;
    assert!(
        failed.is_error() && failed.text() == "invalid digit found in string",
        "{}",
        failed.text()
    );
    let panicked = call(&client, "nap", json!({ "milliseconds": 100, "fail": true })).await;
    assert!(
        panicked.is_error() && !panicked.text().contains("too long"),
        "{}",
        panicked.text()
    );
    call(&client, "nap", json!({ "milliseconds": 0, "fail": false })).await;
}

/// Takes the rest.
#[tool]
fn collect(first: u8, #[arg(rest)] rest: Map<String, Value>) -> String {
    format!(
        "{first} {}",
        rest.keys().cloned().collect::<Vec<_>>().join(",")
    )
}

#[tokio::test]
async fn a_rest_parameter_opens_the_schema() {
    let client = client(tools![collect]).await;
    let result = call(&client, "collect", json!({ "first": 1, "a": 2, "b": [3] })).await;
    assert_eq!(result.text(), "1 a,b");
    assert_ne!(
        listed(&client, "collect").await["inputSchema"]["additionalProperties"],
        false
    );
}

/// Greets in the language of a header.
#[tool]
fn greet(
    #[arg(header)] user_language: String,
    #[arg(header = "Region", example = "eu")] region: Option<String>,
    #[arg(secret, pattern = "^[a-z]+$")] password: String,
) -> String {
    format!("{user_language} {region:?} {}", password.len())
}

#[tokio::test]
async fn keywords_reach_the_schema() {
    let client = client(tools![greet]).await;
    let properties = listed(&client, "greet").await["inputSchema"]["properties"].clone();
    assert_eq!(properties["user_language"]["x-mcp-header"], "User-Language");
    assert_eq!(properties["region"]["x-mcp-header"], "Region");
    assert_eq!(properties["region"]["examples"], json!(["eu"]));
    let wrong = call(
        &client,
        "greet",
        json!({ "user_language": "de", "password": "HUNTER2" }),
    )
    .await;
    assert!(
        wrong.is_error() && !wrong.text().contains("HUNTER2"),
        "{}",
        wrong.text()
    );
}

macro_rules! constant {
    ($(#[$doc:meta])* $name:ident: $kind:ty = $value:expr) => {
        $(#[$doc])*
        #[tool]
        fn $name(times: $kind) -> $kind {
            times * $value
        }
    };
}

constant! {
    /// Six times a number.
    six: u32 = 6
}

#[tokio::test]
async fn tools_may_be_written_by_macros() {
    let client = client(tools![six]).await;
    assert_eq!(
        call(&client, "six", json!({ "times": 7 }))
            .await
            .structured::<u32>()
            .unwrap(),
        42
    );
}
