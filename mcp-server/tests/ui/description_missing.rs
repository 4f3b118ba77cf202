//! The model reads descriptions.

#![allow(unused)]

use mcp_server::{server, tool};

#[tool]
fn silent() {}

///
#[tool]
fn blank() {}

/// With docs, and yet.
#[tool(description = "")]
fn empty() {}

#[tool(undocumented)]
fn on_purpose() {}

struct Shop;

#[server]
impl Shop {
    #[tool(read_only)]
    async fn quiet(&self) {}
}

fn main() {}
