//! A pattern has no name, so it can only be extracted.

#![allow(unused)]

use mcp_server::{server, tool};

struct Point(u8);

/// Takes it apart.
#[tool]
fn apart(Point(x): Point) -> u8 {
    x
}

struct Shop;

#[server]
impl Shop {
    /// Named by nobody.
    #[tool]
    fn unnamed(&self, #[arg(min = 1)] _: u8, #[arg] (a, b): (u8, u8)) {}
}

fn main() {}
