//! Attributes where they do not belong.

#![allow(unused)]

use mcp_server::{server, tool};

/// No function.
#[tool]
struct Shop;

#[server]
struct Other;

/// A block of a trait.
#[server]
impl Clone for Shop {
    fn clone(&self) -> Self {
        Self
    }
}

#[server]
impl Shop {
    fn no_tool(&self) {}
}

#[server]
impl Other {
    /// A constant.
    #[tool]
    const SIZE: u8 = 1;
}

fn main() {}
