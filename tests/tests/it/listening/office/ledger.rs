//! Where everything is written down.

use std::sync::atomic::Ordering;

use mcp_server::{Ctx, server};

use super::Office;

#[server(group = ledger)]
impl Office {
    /// Book an entry.
    #[tool]
    fn book(&self, ctx: Ctx) -> usize {
        let booked = self.booked.fetch_add(1, Ordering::Relaxed) + 1;
        ctx.server().resource_updated("desk://entries");
        booked
    }

    /// One entry.
    #[resource("desk://entries/{number}")]
    fn entry(number: u32) -> String {
        format!("entry {number}")
    }

    /// Ask for the balance.
    #[prompt]
    fn balance(&self) -> &'static str {
        "What is the balance?"
    }
}
