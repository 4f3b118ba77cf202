//! An office of three rooms, each in a file of its own.

mod counter;
mod ledger;

use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_server::server;

/// Who works here, and what was booked.
#[derive(Default)]
pub(super) struct Office {
    booked: AtomicUsize,
}

#[server(groups = [counter, ledger])]
impl Office {
    /// Say who is there.
    #[tool(read_only)]
    fn who(&self) -> &'static str {
        "nobody"
    }

    /// How many entries there are.
    #[resource("desk://entries")]
    fn entries(&self) -> String {
        self.booked.load(Ordering::Relaxed).to_string()
    }
}
