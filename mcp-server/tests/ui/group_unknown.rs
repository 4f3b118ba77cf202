//! Groups are listed by name, and what is listed exists.

#![allow(unused)]

use mcp_server::server;

struct Shop;

#[server(groups = [admin, billing])]
impl Shop {
    /// Search.
    #[tool]
    fn search(&self) {}
}

#[server(group = admin, title = "x")]
impl Shop {
    /// Forget.
    #[tool]
    fn forget(&self) {}
}

fn main() {}
