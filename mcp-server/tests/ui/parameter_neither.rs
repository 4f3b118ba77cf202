//! A parameter that can neither be sent nor extracted.

#![allow(unused)]

use mcp_server::{server, tool};

struct Nope;

/// Alone.
#[tool]
fn alone(nope: Nope) {}

struct Shop;

#[server]
impl Shop {
    /// In a block.
    #[tool]
    async fn inside(&self, good: u8, nope: &Vec<Nope>) {}
}

fn main() {}
