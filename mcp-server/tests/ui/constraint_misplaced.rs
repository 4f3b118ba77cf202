//! A constraint exists only where the type supports it.

#![allow(unused)]

use mcp_server::tool;

/// Wrong.
#[tool]
fn wrong(
    #[arg(min = 1)] text: &str,
    #[arg(len = 1..)] number: u8,
    #[arg(pattern = "a")] on: bool,
    #[arg(header)] ratio: f64,
    #[arg(header = "X")] list: Vec<u8>,
    #[arg(max = 9)] maybe: Option<String>,
) {
}

/// Of another type.
#[tool]
fn other(#[arg(min = "1")] number: u8) {}

fn main() {}
