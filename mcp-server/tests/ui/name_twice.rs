//! Two tools of one name.

#![allow(unused)]

use mcp_server::server;

struct Shop;

#[server]
impl Shop {
    /// First.
    #[tool]
    fn search(&self) {}

    /// Second.
    #[tool(name = "search")]
    fn search_again(&self) {}
}

fn main() {}
