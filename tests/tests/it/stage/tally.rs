//! Counters that can be waited for.

use std::sync::Arc;

use tests::soon;
use tokio::sync::watch;

/// Counts events; clones count together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally(Arc<watch::Sender<usize>>);

impl Tally {
    /// One more.
    pub(crate) fn add(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    /// How many so far.
    pub(crate) fn count(&self) -> usize {
        *self.0.borrow()
    }

    /// Waits until there are so many.
    pub(crate) async fn reaches(&self, count: usize) {
        let mut receiver = self.0.subscribe();
        let seen = soon(receiver.wait_for(|seen| *seen >= count)).await;
        assert_eq!(*seen.expect("the sender is part of `self`"), count);
    }
}

/// Counts when it is dropped.
pub(crate) struct OnDrop(pub(crate) Tally);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.add();
    }
}
