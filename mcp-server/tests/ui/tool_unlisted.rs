//! A tool that no server lists would be silently absent.

#![allow(unused_variables)]

#![deny(dead_code)]

use mcp_server::{tool, tools};

/// Listed.
#[tool]
fn listed() {}

/// Forgotten.
#[tool]
fn forgotten() {}

fn main() {
    let _ = tools![listed];
}
