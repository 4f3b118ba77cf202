//! Only whole numbers travel as digits.

#![allow(unused)]

use mcp_server::{StringId, tool};

/// Wrong.
#[tool]
fn wrong(#[arg(as_string)] ratio: f64, #[arg(as_string)] name: String) {}

/// Right.
#[tool]
fn right(#[arg(as_string)] id: Option<u128>, other: StringId<i64>) {}

fn main() {}
