//! Methods are registered by the block.

#![allow(unused)]

use mcp_server::tool;

struct Shop;

impl Shop {
    /// Search.
    #[tool]
    fn search(
        &self,
        /// Words.
        #[arg(len = 1..)]
        query: String,
    ) {
    }
}

fn main() {}
