//! Two resources of one URI, whatever the variables are called.

#![allow(unused)]

use mcp_server::server;

struct Shop;

#[server]
impl Shop {
    /// First.
    #[resource("orders://{order_id}")]
    fn order(&self, order_id: String) -> String {
        order_id
    }

    /// Second.
    #[resource("orders://{id}")]
    fn order_again(&self, id: String) -> String {
        id
    }
}

fn main() {}
