//! What of a schema is up to the author.

use mcp_server::{Tool, tool};
use serde_json::json;

/// Have HTTP clients repeat an argument in a header, for those who route by it.
#[tool(read_only)]
pub(super) fn test_x_mcp_header(
    /// Where the call should be answered.
    #[arg(header = "Region")]
    region: String,
) -> String {
    format!("Region: {region}")
}

/// A tool with a schema written by hand: it is published untouched, and calls are checked against it.
pub(super) fn json_schema_2020_12_tool() -> Tool {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
            }
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" }
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false
    });
    Tool::raw("json_schema_2020_12_tool", schema)
        .describe("Check arguments against a JSON Schema 2020-12 written by hand.")
        .read_only()
        .handler(async || "The arguments fit the schema.")
}
