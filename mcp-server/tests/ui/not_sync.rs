//! A server that cannot be shared between threads.

#![allow(unused)]

use std::cell::Cell;

use mcp_server::server;

struct Shop {
    count: Cell<u8>,
}

#[server]
impl Shop {
    /// Count.
    #[tool]
    fn count(&self) -> u8 {
        self.count.get()
    }
}

fn main() {}
