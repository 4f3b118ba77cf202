//! The placeholders of a question are parameters.

#![allow(unused)]

use mcp_server::tool;

/// Refund.
#[tool(destructive, confirm = "Refund {amout} cents of {order} and {nothing_like_it}?")]
fn refund(order: String, amount: u32) {}

/// Broken.
#[tool(confirm = "Refund {amount?")]
fn broken(amount: u32) {}

/// Cannot be shown.
#[tool(confirm = "Refund {amount}?")]
fn hidden(amount: Option<u32>) {}

fn main() {}
