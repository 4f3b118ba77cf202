//! What HTTP repeats in a header is read on the way. S-TOOL-13

#![allow(unused)]

use mcp_server::tool;

/// Wrong.
#[tool]
fn wrong(#[arg(secret, header)] account: String, #[arg(header = "Region", secret)] region: String) {
}

/// Right.
#[tool]
fn right(#[arg(secret)] account: String, #[arg(header)] region: String) {}

fn main() {}
