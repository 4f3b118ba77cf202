//! A parameter that could be sent and could be extracted.

#![allow(unused)]

use mcp_server::schemars::JsonSchema;
use mcp_server::serde::Deserialize;
use mcp_server::{Call, FromCall, Result, tool};

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "mcp_server::serde")]
#[schemars(crate = "mcp_server::schemars")]
struct Both {
    a: u8,
}

impl FromCall for Both {
    async fn from_call(_: &Call) -> Result<Self> {
        Ok(Self { a: 1 })
    }
}

/// Which?
#[tool]
fn which(both: Both) -> u8 {
    both.a
}

fn main() {}
