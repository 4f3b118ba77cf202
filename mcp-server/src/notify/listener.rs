//! One who listens.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use super::contain;
use super::event::Event;
use super::hub::Shared;
use super::pending::Pending;

/// Least time between two batches of one listener.
pub(crate) const WINDOW: Duration = Duration::from_millis(50);

/// Receives the events of a [`Hub`](super::Hub) in batches. Dropping it ends it.
pub(crate) struct Listener {
    id: u64,
    inbox: Arc<Inbox>,
    hub: Weak<Shared>,
    /// When the next batch may leave; none before the first.
    next_at: Option<Instant>,
}

/// Where events wait for a listener.
pub(super) struct Inbox {
    interest: Box<dyn Fn(&Event) -> bool + Send + Sync>,
    state: Mutex<State>,
    /// Has one waiter at most, the listener; told when the first event
    /// comes and when it is closed.
    wake: Notify,
}

#[derive(Default)]
struct State {
    pending: Pending,
    closed: bool,
}

/// What an inbox has at a moment.
enum Found {
    Events(Vec<Event>),
    /// Events that must wait until then.
    Early(Instant),
    Nothing,
    Closed,
}

impl Listener {
    pub(super) fn new(id: u64, inbox: Arc<Inbox>, hub: Weak<Shared>) -> Self {
        Self {
            id,
            inbox,
            hub,
            next_at: None,
        }
    }

    /// The next batch, never empty; none once the hub has gone and all is fetched.
    ///
    /// The first event after a pause is returned at once. What follows within
    /// [`WINDOW`] is merged into the next batch. Must be polled where tokio's
    /// timer is; may be dropped and called again, no event is lost.
    pub(crate) async fn next(&mut self) -> Option<Vec<Event>> {
        loop {
            match self.inbox.find(self.next_at) {
                Found::Events(mut batch) => {
                    batch.retain(|event| self.inbox.wants(event));
                    if !batch.is_empty() {
                        self.next_at = Some(Instant::now() + WINDOW);
                        return Some(batch);
                    }
                }
                Found::Early(until) => drop(timeout_at(until, self.inbox.wake.notified()).await),
                Found::Nothing => self.inbox.wake.notified().await,
                Found::Closed => return None,
            }
        }
    }

    /// Gives a batch back that could not be delivered: it is part of the next one.
    pub(crate) fn put_back(&mut self, batch: Vec<Event>) {
        self.inbox.lock().pending.put_back(batch);
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Some(hub) = self.hub.upgrade() {
            hub.leave(self.id);
        }
    }
}

impl Inbox {
    pub(super) fn new(interest: impl Fn(&Event) -> bool + Send + Sync + 'static) -> Self {
        Self {
            interest: Box::new(interest),
            state: Mutex::default(),
            wake: Notify::new(),
        }
    }

    /// Takes an event in if the listener wants it.
    pub(super) fn offer(&self, event: &Event) {
        if self.wants(event) {
            let first = {
                let mut state = self.lock();
                let first = state.pending.is_empty();
                state.pending.add(event);
                first
            };
            // Once for a batch: a storm does not wake the listener each time.
            if first {
                self.wake.notify_one();
            }
        }
    }

    /// Part of a filter may be an extension's.
    fn wants(&self, event: &Event) -> bool {
        contain("the filter of a listener", || (self.interest)(event)).unwrap_or(false)
    }

    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.wake.notify_one();
    }

    fn find(&self, next_at: Option<Instant>) -> Found {
        let mut state = self.lock();
        match next_at.filter(|at| *at > Instant::now()) {
            _ if state.pending.is_empty() && state.closed => Found::Closed,
            _ if state.pending.is_empty() => Found::Nothing,
            Some(until) if !state.closed => Found::Early(until),
            _ => Found::Events(state.pending.take()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is held: a set is read and written.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener")
            .field("id", &self.id)
            .field("pending", &self.inbox.lock().pending)
            .finish_non_exhaustive()
    }
}
