//! How many bytes all streams together keep for clients that come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What may be kept, and what is.
pub(crate) struct Budget {
    limit: usize,
    used: AtomicUsize,
}

/// What one stream keeps; given back when it is dropped.
pub(super) struct Share {
    budget: Arc<Budget>,
    bytes: usize,
}

impl Budget {
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            used: AtomicUsize::new(0),
        })
    }

    /// Whether nothing is kept at all.
    pub(crate) fn is_none(&self) -> bool {
        self.limit == 0
    }

    /// Whether more than half is used: time to let go of what is least likely
    /// to be asked for, so that room is left for what is.
    pub(crate) fn is_tight(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.limit / 2
    }

    pub(super) fn share(self: &Arc<Self>) -> Share {
        Share {
            budget: Arc::clone(self),
            bytes: 0,
        }
    }
}

impl Share {
    /// Whether so many bytes more fit.
    pub(super) fn has_room(&self, bytes: usize) -> bool {
        self.budget
            .used
            .load(Ordering::Relaxed)
            .saturating_add(bytes)
            <= self.budget.limit
    }

    /// Counts so many bytes as kept, and says whether that is within the limit.
    pub(super) fn set(&mut self, bytes: usize) -> bool {
        let used = &self.budget.used;
        let after = if bytes >= self.bytes {
            let more = bytes - self.bytes;
            used.fetch_add(more, Ordering::Relaxed) + more
        } else {
            let less = self.bytes - bytes;
            used.fetch_sub(less, Ordering::Relaxed) - less
        };
        self.bytes = bytes;
        after <= self.budget.limit
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_given_back() {
        let budget = Budget::new(10);
        let (mut one, mut other) = (budget.share(), budget.share());
        assert!(one.set(4) && !budget.is_tight());
        assert!(other.set(6) && budget.is_tight());
        assert!(!one.has_room(1) && one.has_room(0));
        assert!(!one.set(5), "beyond the limit, and counted all the same");
        assert!(one.set(1));
        drop(other);
        assert!(one.has_room(9) && !one.has_room(10));
    }
}
