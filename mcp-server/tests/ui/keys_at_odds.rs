//! Keys that contradict each other, or do not go with the rest.

#![allow(unused)]

use mcp_server::serde_json::Value;
use mcp_server::{Completing, Completion, resource, server, tool};

/// Requires what nobody has.
#[tool(requires(patience))]
fn patient() {}

/// Requires nothing.
#[tool(requires)]
fn easy() {}

/// Has parentheses.
#[tool(title("Bold"))]
fn bold() {}

/// Has a schema and has none.
#[tool(output_schema = Value::Null, no_output_schema)]
fn torn() {}

/// Is for everybody and for nobody else.
#[resource("a:b", public, private)]
fn torn_too() {}

fn words(q: &Completing) -> Completion {
    q.matching(["a"])
}

/// Has nothing to complete.
#[resource("a:c", complete = words)]
fn fixed() {}

/// Has two.
#[resource("a://{x}/{y}", complete = words)]
fn which(x: String, y: String) {}

/// Has others.
#[resource("a://{order}/{y}", complete = [("ordre", words)])]
fn other(order: String, y: String) {}

/// Has it already.
#[resource("b://{x}", complete = words)]
fn twice(#[arg(complete = words)] x: String) {}

struct Shop;

#[server(group = more, page_size = 3)]
impl Shop {
    /// Look up.
    #[tool]
    fn lookup(&self) {}
}

mod marked {
    #![deny(deprecated)]

    struct Shop;

    #[mcp_server::server(logging, ttl = ["1s"])]
    impl Shop {
        /// Look up.
        #[tool]
        fn lookup(&self) {}
    }
}

fn main() {}
