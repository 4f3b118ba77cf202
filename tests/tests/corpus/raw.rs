//! Schemas written by hand: published as they are, and obeyed in their own dialect.

use mcp_server::test::TestClient;
use mcp_server::{SchemaProfile, Server, Tool, ToolResult};
use serde_json::{Value, json};

fn by_hand(schema: Value) -> Tool {
    Tool::raw("by_hand", schema)
        .describe("Take what the schema says.")
        .read_only()
        .call(|_| Box::pin(async { Ok(ToolResult::text("taken")) }))
}

/// Checks that a schema goes out untouched, and what it says of two calls.
async fn check(schema: Value, good: Value, bad: Value) {
    // The profile is about types: it leaves these schemas alone.
    for profile in [SchemaProfile::Portable, SchemaProfile::Full] {
        let server = Server::new("raw", "1")
            .schema_profile(profile)
            .tool(by_hand(schema.clone()));
        let client = TestClient::new(server).connect().await;
        let tools = client.tools().await.expect("a list");
        assert_eq!(tools[0]["inputSchema"], schema);
        let taken = client
            .call("by_hand", good.clone())
            .await
            .expect("an answer");
        assert!(!taken.is_error(), "{schema} and {good}: {}", taken.text());
        let refused = client
            .call("by_hand", bad.clone())
            .await
            .expect("an answer");
        assert!(refused.is_error(), "{schema} and {bad}");
    }
}

// P24
#[tokio::test]
async fn every_keyword_stays() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://example.com/by-hand",
        "title": "By hand",
        "type": "object",
        "$defs": { "a": { "$anchor": "x", "type": "string", "format": "uuid" } },
        "properties": {
            "p": { "$ref": "#x" },
            "t": { "prefixItems": [true, { "const": 1 }], "items": false },
            "n": { "type": ["integer", "null"], "format": "int64" }
        },
        "allOf": [{ "anyOf": [{ "required": ["p"] }, { "required": ["t"] }] }],
        "if": { "required": ["n"] },
        "then": { "properties": { "n": { "minimum": 3 } } },
        "x-mine": [1, "two"],
        "additionalProperties": false
    });
    check(
        schema.clone(),
        json!({ "t": [0, 1], "n": 3 }),
        json!({ "t": [0, 1], "n": 2 }),
    )
    .await;
    check(schema, json!({ "t": [0, 1] }), json!({ "t": [0, 1, 2] })).await;
}

#[tokio::test]
async fn each_dialect_means_what_it_says() {
    // In 2020-12, `items` is one schema; before, it could be a list.
    let listed = |dialect: &str| {
        json!({
            "$schema": dialect,
            "type": "object",
            "definitions": { "word": { "type": "string" } },
            "properties": { "pair": {
                "type": "array", "items": [{ "$ref": "#/definitions/word" }, { "type": "integer" }]
            } }
        })
    };
    for dialect in [
        "https://json-schema.org/draft/2019-09/schema",
        "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-04/schema#",
    ] {
        check(
            listed(dialect),
            json!({ "pair": ["x", 1] }),
            json!({ "pair": [1, "x"] }),
        )
        .await;
    }
    // In draft-04, `exclusiveMinimum` was a flag beside the bound.
    let flag = json!({
        "$schema": "http://json-schema.org/draft-04/schema#",
        "type": "object",
        "properties": { "n": { "minimum": 3, "exclusiveMinimum": true } }
    });
    check(flag, json!({ "n": 4 }), json!({ "n": 3 })).await;
    // Without `$schema` it is 2020-12.
    let unnamed = json!({
        "type": "object",
        "properties": { "t": { "prefixItems": [{ "type": "string" }] } }
    });
    check(unnamed, json!({ "t": ["x"] }), json!({ "t": [1] })).await;
}

#[test]
fn what_cannot_be_read_is_said_when_the_server_is_built() {
    let fault = |schema: Value| {
        let server = Server::new("raw", "1").tool(by_hand(schema)).build();
        server.map(drop).expect_err("refused").to_string()
    };
    let unknown = fault(json!({ "$schema": "https://example.com/mine", "type": "object" }));
    for part in [
        "by_hand",
        "https://example.com/mine",
        "a dialect that is not known here",
        "https://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/draft-07/schema",
    ] {
        assert!(unknown.contains(part), "{unknown}");
    }
    // A keyword of one dialect is malformed in another.
    let draft_04 = json!({
        "type": "object",
        "properties": { "n": { "minimum": 3, "exclusiveMinimum": true } }
    });
    assert!(fault(draft_04).contains("exclusiveMinimum"));
}
