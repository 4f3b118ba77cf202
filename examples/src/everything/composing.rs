//! A server that is part of another: one value with state of its own, its methods spread over two blocks.

use std::sync::atomic::{AtomicU64, Ordering};

use mcp_server::server;

/// Mounted below `counter`: its tools are called `counter_count` and `counter_reset`, and its resource is at
/// `test://counter/total`.
#[derive(Default)]
pub(super) struct Counter {
    count: AtomicU64,
}

#[server(groups = [maintenance])]
impl Counter {
    /// Count one more.
    #[tool(additive)]
    fn count(&self) -> String {
        format!("{} by now.", self.count.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// What was counted so far.
    #[resource("test://total")]
    fn total(&self) -> String {
        self.count.load(Ordering::Relaxed).to_string()
    }
}

// In a file of its own, as a rule.
#[server(group = maintenance)]
impl Counter {
    /// Start again.
    #[tool(destructive, idempotent, confirm = "Forget what was counted?")]
    fn reset(&self) -> &'static str {
        self.count.store(0, Ordering::Relaxed);
        "None by now."
    }
}
