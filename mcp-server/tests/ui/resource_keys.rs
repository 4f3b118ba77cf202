//! Keys that do not go with the URI, or with any.

#![allow(unused)]

use mcp_server::resource;

/// Lists itself.
#[resource("logo://main", list = logos)]
fn logo() -> &'static str {
    ""
}

/// Has one size for all.
#[resource("orders://{order_id}", size = 10)]
fn order(
    #[arg(default = "A-1")] order_id: String,
) -> String {
    order_id
}

/// Is a tool in disguise.
#[resource("files://{+path}")]
fn file(
    #[arg(header, rest)] path: String,
) -> String {
    path
}

/// Has no unit, and an unknown key.
#[resource("motto://main", ttl = 60, mine = "text/plain")]
fn motto() -> &'static str {
    ""
}

fn main() {}
