//! What is made of arguments that are nearly right, and what is said of those
//! that are wrong.

use mcp_server::serde_json::{Value, json};
use mcp_server::{Choice, Coercion, IntoServer, ServerBuilder, tool, tools};

use crate::{call, client};

/// How fast.
#[derive(Choice)]
enum Speed {
    Slow,
    Fast,
}

/// Where to look.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Filter {
    /// The least price.
    min: u32,
}

/// Search.
#[tool(read_only)]
fn search(
    #[arg(example = "books")] words: String,
    #[arg(max = 100, default = 20)] limit: u32,
    filter: Option<Filter>,
    tags: Option<Vec<String>>,
    speed: Option<Speed>,
    #[arg(strict, default)] exact: u32,
) -> String {
    let min = filter.map_or(0, |filter| filter.min);
    let tags = tags.unwrap_or_default().join("+");
    let speed = speed.map_or("any", |speed| speed.as_str());
    format!("{words} {limit} {min} {tags} {speed} {exact}")
}

/// Sign in.
#[tool]
fn sign_in(#[arg(secret)] pin: u32, remember: bool) -> String {
    format!("{} {remember}", pin > 0)
}

async fn answer(server: impl IntoServer, name: &str, arguments: Value) -> Value {
    call(&client(server).await, name, arguments)
        .await
        .raw()
        .clone()
}

fn plain() -> ServerBuilder {
    tools![search, sign_in].into_server()
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

#[tokio::test]
async fn what_was_plainly_meant_is_taken_and_told() {
    let sent = json!({ "words": "x", "limit": "30", "filter": "{\"min\":\"5\"}", "tags": "[\"a\",\"b\"]", "speed": null });
    let result = answer(plain(), "search", sent).await;
    assert_eq!(text(&result), "x 30 5 a+b any 0", "{result}");
    let repairs = &result["_meta"]["mcp-server/repairs"];
    assert_eq!(
        repairs,
        &json!([
            { "path": "/filter", "sent": "string", "readAs": "object" },
            { "path": "/filter/min", "sent": "string", "readAs": "integer" },
            { "path": "/limit", "sent": "string", "readAs": "integer" },
            { "path": "/tags", "sent": "string", "readAs": "array" },
            { "path": "/speed", "sent": "null", "readAs": "absent" },
        ])
    );
    let result = answer(plain(), "search", json!({ "words": "x", "limit": 30.0 })).await;
    assert_eq!(text(&result), "x 30 0  any 0");
    assert_eq!(
        result["_meta"]["mcp-server/repairs"],
        json!([{ "path": "/limit", "sent": "number", "readAs": "integer" }])
    );
}

#[tokio::test]
async fn a_good_call_has_nothing_to_tell() {
    let result = answer(plain(), "search", json!({ "words": "20", "limit": 3 })).await;
    assert_eq!(text(&result), "20 3 0  any 0");
    let meta = result["_meta"].as_object().unwrap();
    assert!(!meta.contains_key("mcp-server/repairs"), "{result}");
}

#[tokio::test]
async fn what_leaves_a_doubt_is_refused() {
    for (arguments, path) in [
        (json!({ "words": "x", "limit": "1e1" }), "/limit"),
        (json!({ "words": "x", "limit": "many" }), "/limit"),
        (json!({ "words": "x", "limit": "30.5" }), "/limit"),
        (json!({ "words": "x", "limit": "101" }), "/limit"),
        (json!({ "words": "x", "tags": "a,b" }), "/tags"),
        (json!({ "words": "x", "tags": "{}" }), "/tags"),
        (json!({ "words": "x", "exact": "5" }), "/exact"),
        (json!({ "words": "x", "exact": null }), "/exact"),
        (json!({ "words": null }), "/words"),
    ] {
        let result = answer(plain(), "search", arguments.clone()).await;
        assert_eq!(result["isError"], true, "{arguments}: {result}");
        assert!(
            text(&result).contains(path),
            "{arguments}: {}",
            text(&result)
        );
        let problems = &result["_meta"]["mcp-server/problems"];
        assert_eq!(problems[0]["path"], path, "{problems}");
    }
    let flag = answer(plain(), "sign_in", json!({ "pin": 1, "remember": "true" })).await;
    assert_eq!(flag["isError"], true);
}

#[tokio::test]
async fn a_server_or_a_tool_says_how_far_repairs_go() {
    let sent = || json!({ "words": "x", "limit": "30" });
    let strict = plain().coercion(Coercion::STRICT);
    assert_eq!(answer(strict, "search", sent()).await["isError"], true);
    let whole = plain().coercion(Coercion::STRICT);
    let result = answer(whole, "search", json!({ "words": "x", "limit": 30.0 })).await;
    assert_eq!(result["isError"], true, "{result}");
    let lenient = plain().coercion(Coercion::default().booleans(true));
    let result = answer(lenient, "sign_in", json!({ "pin": 1, "remember": "true" })).await;
    assert_eq!(text(&result), "true true");
    let own = mcp_server::Tool::new("own")
        .describe("Count.")
        .coercion(Coercion::STRICT)
        .arg::<u8>("n", |n| n)
        .handler(async |n: u8| n.to_string());
    let server = mcp_server::Server::new("s", "1").tool(own);
    assert_eq!(
        answer(server, "own", json!({ "n": "5" })).await["isError"],
        true
    );
}

#[tokio::test]
async fn problems_come_with_arguments_that_would_fit() {
    for (arguments, fit) in [
        (json!({ "word": "x" }), json!({ "words": "x" })),
        (
            json!({ "words": "x", "limits": 5 }),
            json!({ "words": "x", "limit": 5 }),
        ),
        (
            json!({ "words": "x", "colour": true }),
            json!({ "words": "x" }),
        ),
        (
            json!({ "words": "x", "limit": 500 }),
            json!({ "words": "x", "limit": 100 }),
        ),
        (json!({ "words": 5 }), json!({ "words": "5" })),
        (
            json!({ "words": "x", "tags": "a" }),
            json!({ "words": "x", "tags": ["a"] }),
        ),
        (
            json!({ "words": "x", "speed": "fats" }),
            json!({ "words": "x", "speed": "fast" }),
        ),
        (
            json!({ "word": "x", "limit": 500, "filters": { "min": -1 } }),
            json!({ "words": "x", "limit": 100, "filter": { "min": 0 } }),
        ),
    ] {
        let result = answer(plain(), "search", arguments.clone()).await;
        let (_, shown) = text(&result)
            .split_once("This would fit: ")
            .expect("an example");
        assert_eq!(shown.parse::<Value>().unwrap(), fit, "{arguments}");
        let again = answer(plain(), "search", fit).await;
        assert_ne!(again["isError"], true, "{again}");
    }
    // What has to be thought of is not made up.
    for wrong in [
        json!({}),
        json!({ "words": "x", "limit": "many" }),
        json!({ "words": "x", "limit": "many", "exact": -1 }),
        json!({ "words": "x", "speed": "backwards" }),
    ] {
        let result = answer(plain(), "search", wrong).await;
        assert!(!text(&result).contains("This would fit"), "{result}");
    }
}

#[tokio::test]
async fn an_example_repeats_no_secret() {
    let result = answer(plain(), "sign_in", json!({ "pin": 1234, "rember": true })).await;
    assert_eq!(result["isError"], true);
    assert!(!result.to_string().contains("1234"), "{result}");
}

#[tokio::test]
async fn long_keys_do_not_come_back_with_each_problem() {
    let schema = json!({
        "type": "object",
        "additionalProperties": { "$ref": "#/$defs/Node" },
        "$defs": { "Node": {
            "type": "object",
            "additionalProperties": { "$ref": "#/$defs/Node" },
        } },
    });
    let server = || {
        let tree = mcp_server::Tool::raw("tree", schema.clone())
            .describe("Grow.")
            .call(|_| Box::pin(async { Ok(mcp_server::ToolResult::text("grown")) }));
        mcp_server::Server::new("s", "1").tool(tree)
    };
    let leaves: Value = (0..60).map(|n| (format!("k{n}"), json!(1))).collect();
    let wrong = (0..100).fold(leaves.clone(), |inner, _| json!({ "k".repeat(250): inner }));
    let refused = answer(server(), "tree", wrong).await;
    assert_eq!(refused["isError"], true);
    assert!(refused.to_string().len() < 5_000, "{refused}");
    let refused = answer(server(), "tree", leaves).await;
    let problems = &refused["_meta"]["mcp-server/problems"];
    assert_eq!(problems.as_array().map(Vec::len), Some(50));
    // Repairs likewise.
    let texts: Value = (0..60).map(|n| (format!("k{n}"), json!("{}"))).collect();
    let deep = (0..50).fold(texts.clone(), |inner, _| json!({ "k".repeat(250): inner }));
    let repaired = answer(server(), "tree", deep).await;
    assert_eq!(text(&repaired), "grown", "{repaired}");
    assert!(repaired.to_string().len() < 5_000, "{repaired}");
    let repaired = answer(server(), "tree", texts).await;
    let repairs = &repaired["_meta"]["mcp-server/repairs"];
    assert_eq!(repairs.as_array().map(Vec::len), Some(50));
}
