//! A group that no server lists would be silently absent.

#![allow(unused_variables)]

#![deny(dead_code)]

use mcp_server::server;

struct Shop;

#[server]
impl Shop {
    /// Search.
    #[tool]
    fn search(&self) {}
}

#[server(group = admin)]
impl Shop {
    /// Forget.
    #[tool]
    fn forget(&self) {}
}

fn main() {
    let _ = mcp_server::IntoServer::into_server(Shop);
}
