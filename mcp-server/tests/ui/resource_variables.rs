//! Variables and parameters that do not agree.

#![allow(unused)]

use mcp_server::{Ctx, State, resource};

/// A slip.
#[resource("orders://{order_id}")]
fn slip(ctx: Ctx, oder_id: String) -> String {
    oder_id
}

/// Nothing near.
#[resource("orders://{customer}/{order}")]
fn nothing(order: String) -> String {
    order
}

/// An argument that nobody sends.
#[resource("orders://{order_id}")]
fn argument(order_id: String, #[arg(len = 1..)] orders_id: String) -> String {
    order_id
}

/// Neither a variable nor extracted.
#[resource("orders://{order_id}")]
fn neither(order_id: String, limit: u32) -> String {
    order_id
}

/// Both.
#[resource("orders://{order_id}")]
fn both(#[extract] order_id: State<String>) {}

fn main() {}
