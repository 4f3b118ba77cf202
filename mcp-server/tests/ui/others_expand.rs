//! One bad tool hides nothing of the others, nor of its own other mistakes.

#![allow(unused)]

use mcp_server::{IntoServer as _, server, tool, tools};

#[tool(nmae = "x")]
fn bad(text: impl Into<String>) {}

/// Good.
#[tool]
fn good() -> NotThere {}

struct Shop;

#[server]
impl Shop {
    #[tool(timeout = "1 year")]
    fn bad(&mut self, #[arg(len)] text: String) {}

    /// Good, but for its body.
    #[tool]
    fn good(&self) -> String {
        1
    }
}

fn main() {
    let _ = tools![bad, good];
    let _ = Shop.into_server();
    good(1);
}
