//! An error that the model could not read.

#![allow(unused)]

use mcp_server::tool;

struct Silent;

/// Fails.
#[tool]
fn fails() -> Result<u8, Silent> {
    Err(Silent)
}

fn main() {}
