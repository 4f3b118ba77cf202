//! The everything server, and what the official conformance suite asks for that no server should offer: a tool with a
//! schema over which hosts stumble.

use examples::everything;
use mcp_server::{Result, Tool, serde_json};

/// Its schema is that of the suite's scenario `json-schema-2020-12`, keyword by keyword.
fn json_schema_2020_12_tool() -> Tool {
    let schema = include_str!("../../conformance/json-schema-2020-12.json");
    let schema = serde_json::from_str(schema).expect("the file is JSON");
    Tool::raw("json_schema_2020_12_tool", schema)
        .describe("Check arguments against a JSON Schema 2020-12 written by hand.")
        .read_only()
        .handler(async || "The arguments fit the schema.")
}

#[tokio::main]
async fn main() -> Result {
    examples::serve(everything::server().tool(json_schema_2020_12_tool())).await
}
