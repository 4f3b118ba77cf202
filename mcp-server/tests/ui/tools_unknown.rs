//! What is listed is a tool.

#![allow(unused)]

use mcp_server::{tool, tools};

/// A tool.
#[tool]
fn add() {}

fn no_tool() {}

struct Other;

fn main() {
    let _ = tools![add, no_tool];
    let _ = tools![Other];
}
