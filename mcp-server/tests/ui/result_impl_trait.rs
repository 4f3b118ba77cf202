//! A result without a name has no schema.

#![allow(unused)]

use std::future::Future;

use mcp_server::tool;

/// Some text.
#[tool]
async fn some() -> impl AsRef<str> {
    "x"
}

/// A future, by hand.
#[tool]
fn later() -> impl Future<Output = u8> + Send {
    async { 1 }
}

fn main() {}
