//! One value serves all calls, at the same time.

#![allow(unused)]

use mcp_server::server;

struct Shop;

#[server]
impl Shop {
    /// Changes it.
    #[tool]
    fn change(&mut self) {}

    /// Consumes it.
    #[tool]
    fn consume(self) {}

    /// Good, and still there.
    #[tool]
    fn good(&self) {}
}

fn main() {
    let _ = mcp_server::IntoServer::into_server(Shop);
}
