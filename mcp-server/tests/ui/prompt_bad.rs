//! What a prompt cannot be.

#![allow(unused)]

use mcp_server::{prompt, server};

#[prompt]
fn undescribed() -> &'static str {
    ""
}

/// Is called nothing.
#[prompt(name = " ")]
fn nameless() -> &'static str {
    ""
}

/// Reads what no client sends.
#[prompt]
fn arguments(
    #[arg(header)] region: String,
    #[arg(rest)] others: String,
) -> &'static str {
    ""
}

/// Is a tool in disguise.
#[prompt(read_only, meta = ["tier"])]
fn tool() -> &'static str {
    ""
}

struct Shop;

#[server]
impl Shop {
    /// First.
    #[prompt]
    fn draft(&self) -> &'static str {
        ""
    }

    /// Second.
    #[prompt(name = "draft")]
    fn draft_again(&self) -> &'static str {
        ""
    }

    /// Everything.
    #[tool]
    #[prompt]
    fn everything(&self) -> &'static str {
        ""
    }

    /// A constant.
    #[resource("size://main")]
    const SIZE: u8 = 1;
}

/// No function.
#[prompt]
struct Other;

impl Other {
    /// Outside.
    #[mcp_server::resource("a:b")]
    fn outside(&self) {}
}

fn main() {}
