//! What a tool returns, through aliases and generics.

use std::fmt::Display;

use mcp_server::schemars::JsonSchema;
use mcp_server::serde::Serialize;
use mcp_server::serde_json::{Value, json};
use mcp_server::test::{Era, TestClient};
use mcp_server::{Error, Image, Result, ResultExt as _, ToolResult, core, tool, tools};

use crate::{call, client, listed};

#[derive(Serialize, JsonSchema)]
#[serde(crate = "mcp_server::serde")]
#[schemars(crate = "mcp_server::schemars")]
struct Order {
    id: u64,
}

type Outcome<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Data.
#[tool]
async fn data() -> Order {
    Order {
        id: 9_007_199_254_740_993,
    }
}

/// A list.
#[tool]
async fn list() -> Outcome<Vec<Order>> {
    Ok(vec![Order { id: 1 }])
}

/// An image and data.
#[tool]
async fn both() -> (Image, Order) {
    (Image::new(b"GIF89a"), Order { id: 1 })
}

/// Everything.
#[tool]
fn full() -> ToolResult {
    ToolResult::text("hi")
        .block(core::ResourceLink::new("file:///a", "a"))
        .meta("example.com/n", 1)
}

/// A number that JSON lacks.
#[tool]
fn ratio(above: f64, below: f64) -> f64 {
    above / below
}

/// Fails in one of many ways.
#[tool]
async fn fail(how: String) -> Result<Order> {
    match &*how {
        "contract" => Err(Error::public("out of stock")),
        "hint" => None.or_hint("no such order", "call search_orders first"),
        "protocol" => Err(Error::protocol(7, "on purpose")),
        _ => Ok(Order { id: how.parse()? }),
    }
}

// S-TOOL-16
#[tokio::test]
async fn every_kind_of_result_reaches_the_client() {
    let client = client(tools![data, list, both, full]).await;
    let result = call(&client, "data", json!({})).await;
    assert_eq!(result.text(), r#"{"id":9007199254740993}"#);
    assert_eq!(
        result.raw()["structuredContent"],
        json!({ "id": 9_007_199_254_740_993_u64 })
    );
    assert_eq!(
        listed(&client, "data").await["outputSchema"]["required"],
        json!(["id"])
    );
    assert_eq!(
        call(&client, "list", json!({})).await.raw()["structuredContent"],
        json!([{ "id": 1 }])
    );
    let both = call(&client, "both", json!({})).await;
    let kinds: Vec<&Value> = both.raw()["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| &block["type"])
        .collect();
    assert_eq!(json!(kinds), json!(["image", "text"]));
    assert_eq!(both.raw()["structuredContent"], json!({ "id": 1 }));
    let full = call(&client, "full", json!({})).await;
    assert_eq!(full.raw()["_meta"]["example.com/n"], 1);
    assert!(listed(&client, "full").await.get("outputSchema").is_none());
}

#[tokio::test]
async fn a_list_is_read_by_clients_that_know_only_objects() {
    for era in Era::ALL {
        let client = TestClient::new(tools![list]).era(era).connect().await;
        let result = call(&client, "list", json!({})).await;
        assert_eq!(
            result.structured::<Vec<Value>>().unwrap(),
            [json!({ "id": 1 })]
        );
    }
}

// S-TOOL-24, S-TOOL-26
#[tokio::test]
async fn errors_are_for_whom_they_are() {
    let client = TestClient::new(tools![fail]).remote().connect().await;
    let shown = call(&client, "fail", json!({ "how": "contract" })).await;
    assert_eq!((shown.is_error(), &*shown.text()), (true, "out of stock"));
    assert!(shown.raw().get("structuredContent").is_none());
    let hint = call(&client, "fail", json!({ "how": "hint" })).await;
    assert_eq!(hint.text(), "no such order; call search_orders first");
    let opaque = call(&client, "fail", json!({ "how": "x" })).await;
    assert!(
        opaque.is_error() && !opaque.text().contains("digit"),
        "{}",
        opaque.text()
    );
    let protocol = client
        .call("fail", json!({ "how": "protocol" }))
        .await
        .unwrap_err()
        .to_string();
    assert!(protocol.contains("on purpose"), "{protocol}");
    assert_eq!(
        call(&client, "fail", json!({ "how": "7" })).await.raw()["structuredContent"],
        json!({ "id": 7 })
    );
}

#[tokio::test]
async fn numbers_that_json_lacks_are_the_servers_fault() {
    let client = client(tools![ratio]).await;
    let result = call(&client, "ratio", json!({ "above": 0.0, "below": 0.0 })).await;
    assert!(result.is_error(), "{:?}", result.raw());
    let result = call(&client, "ratio", json!({ "above": 1.0, "below": 2.0 })).await;
    assert_eq!(result.raw()["structuredContent"], json!(0.5));
}

struct Chain;

impl Display for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if f.alternate() {
            "outer: inner"
        } else {
            "outer"
        })
    }
}

/// Fails as `anyhow` does.
#[tool]
fn chained() -> std::result::Result<String, Chain> {
    Err(Chain)
}

#[tokio::test]
async fn an_error_that_can_be_shown_is_an_error_of_a_tool() {
    let client = client(tools![chained]).await;
    assert_eq!(
        call(&client, "chained", json!({})).await.text(),
        "outer: inner"
    );
}

#[tokio::test]
async fn what_is_too_long_is_cut_and_can_be_read_whole() {
    /// Say a lot.
    #[tool(max_result = 5, coercion = mcp_server::Coercion::STRICT)]
    fn long() -> &'static str {
        "abcdefgh"
    }
    let rows = mcp_server::Tool::new("rows")
        .describe("List a lot.")
        .handler(async || mcp_server::Json(vec![1_u8; 60]));
    let server = mcp_server::Server::new("s", "1")
        .tools(tools![long])
        .tool(rows)
        .limits(mcp_server::Limits::default().with_result(50))
        .spill_results();
    let client = client(server).await;
    let cut = call(&client, "long", json!({})).await;
    assert!(!cut.is_error());
    assert_eq!(cut.raw()["content"][0]["text"], "abcde");
    let uri = cut.raw()["content"][2]["uri"].as_str().unwrap();
    let whole = client
        .request("resources/read", json!({ "uri": uri }))
        .await
        .unwrap();
    assert_eq!(whole["contents"][0]["text"], "abcdefgh");
    let refused = call(&client, "rows", json!({})).await;
    assert!(refused.is_error(), "data cannot be cut");
    let uri = refused.raw()["content"][1]["uri"].as_str().unwrap();
    let whole = client
        .request("resources/read", json!({ "uri": uri }))
        .await
        .unwrap();
    assert_eq!(whole["contents"][0]["mimeType"], "application/json");
    let unknown = client
        .request("resources/read", json!({ "uri": "result://0" }))
        .await;
    assert!(unknown.is_err());
}
