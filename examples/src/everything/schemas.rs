//! What of a schema is up to the author.

use mcp_server::{Tool, tool};

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
pub(super) fn test_schema_by_hand() -> Tool {
    let schema = serde_json::from_str(include_str!("contact.schema.json"));
    Tool::raw("test_schema_by_hand", schema.expect("the file is JSON"))
        .describe("Check arguments against a schema written by hand.")
        .read_only()
        .handler(async || "The arguments fit the schema.")
}
