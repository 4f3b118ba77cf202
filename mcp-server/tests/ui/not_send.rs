//! A future that cannot move between threads.

#![allow(unused)]

use std::rc::Rc;

use mcp_server::{Result, server, tool};

async fn later() {}

/// Alone.
#[tool]
async fn alone() -> Result<u8> {
    let count = Rc::new(1);
    later().await;
    Ok(*count)
}

struct Shop {
    lock: std::sync::Mutex<u8>,
}

#[server]
impl Shop {
    /// In a block.
    #[tool]
    async fn inside(&self) -> u8 {
        let count = self.lock.lock().unwrap();
        later().await;
        *count
    }
}

fn main() {}
