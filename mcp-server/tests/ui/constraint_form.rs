//! Constraints have values; flags have none.

#![allow(unused)]

use mcp_server::tool;

/// Wrong.
#[tool]
fn wrong(
    #[arg(len = 80)] a: String,
    #[arg(min)] b: u8,
    #[arg(secret = 1)] c: String,
    #[arg(mn = 1)] d: u8,
    #[arg(min = 1, min = 2)] e: u8,
    #[arg = "x"] f: u8,
    #[arg(rename = f)] g: u8,
    #[arg(min = )] h: u8,
) {
}

fn main() {}
