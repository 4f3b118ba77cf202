//! A type that implements the right trait of the wrong crate.

#![allow(unused)]

use mcp_server::serde::{Deserialize, Serialize};
use mcp_server::tool;

/// What `schemars` 0.8 is to 1.x.
mod old_schemars {
    pub trait JsonSchema {}
}

#[derive(Deserialize, Serialize)]
#[serde(crate = "mcp_server::serde")]
struct Query {
    words: String,
}

impl old_schemars::JsonSchema for Query {}

/// Search.
#[tool]
fn search(query: Query) -> Vec<Query> {
    vec![query]
}

fn main() {}
