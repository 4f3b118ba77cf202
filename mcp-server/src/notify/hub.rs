//! Where events come in and go out.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::bus::{Deliver, EventBus};
use super::contain;
use super::event::Event;
use super::listener::{Inbox, Listener};
use super::watch::{Hooks, Watch, Watches};

/// The events of one server; clones share it.
#[derive(Clone)]
pub(crate) struct Hub(Arc<Shared>);

/// What the clones share. Listeners hold it weakly, and end when the last
/// clone goes.
pub(super) struct Shared {
    listeners: Mutex<Listeners>,
    watches: Arc<Watches>,
    bus: Option<Box<dyn EventBus>>,
    started: AtomicBool,
}

#[derive(Default)]
struct Listeners {
    next: u64,
    inboxes: HashMap<u64, Arc<Inbox>>,
}

impl Hub {
    /// A hub for this process alone, or with a bus to others.
    pub(crate) fn new(hooks: Hooks, bus: Option<Box<dyn EventBus>>) -> Self {
        Self(Arc::new(Shared {
            listeners: Mutex::default(),
            watches: Watches::new(hooks),
            bus,
            started: AtomicBool::new(false),
        }))
    }

    /// Lets events of other replicas in. Must be called inside the runtime;
    /// only the first call has an effect.
    pub(crate) fn start(&self) {
        if let Some(bus) = &self.0.bus
            && !self.0.started.swap(true, Ordering::AcqRel)
        {
            let deliver = Deliver::new(Arc::downgrade(&self.0));
            contain("the event bus", || bus.start(deliver));
        }
    }

    /// Tells everybody who is interested, on this replica and on others.
    ///
    /// Never blocks. Change first, publish afterwards: a listener may fetch
    /// the event before this returns.
    pub(crate) fn publish(&self, event: Event) {
        self.0.deliver(&event);
        if let Some(bus) = &self.0.bus {
            contain("the event bus", || bus.publish(&event));
        }
    }

    /// Listens from here on.
    ///
    /// `interest` is asked when an event is published and again before it is
    /// fetched, so that what a client has unsubscribed from meanwhile is not
    /// told.
    pub(crate) fn listen(
        &self,
        interest: impl Fn(&Event) -> bool + Send + Sync + 'static,
    ) -> Listener {
        let inbox = Arc::new(Inbox::new(interest));
        let mut listeners = self.0.lock();
        let id = listeners.next;
        listeners.next += 1;
        listeners.inboxes.insert(id, Arc::clone(&inbox));
        Listener::new(id, inbox, Arc::downgrade(&self.0))
    }

    /// Whether one more client may listen for a resource: neither is its URI
    /// too long, nor do all of them together take too much.
    pub(crate) fn has_room(&self, uri: &str) -> bool {
        self.0.watches.has_room(uri)
    }

    /// Counts a client that listens for a resource, for as long as the guard lives.
    pub(crate) fn watch(&self, uri: &str) -> Watch {
        self.0.watches.watch(uri)
    }

    /// How many clients of this replica listen for a resource.
    pub(crate) fn listeners(&self, uri: &str) -> usize {
        self.0.watches.count(uri)
    }
}

impl Shared {
    /// Tells those who listen here.
    pub(super) fn deliver(&self, event: &Event) {
        // Asked outside of the lock: a filter may look into a session whose
        // owner is just about to listen.
        let inboxes: Vec<_> = self.lock().inboxes.values().cloned().collect();
        for inbox in inboxes {
            inbox.offer(event);
        }
    }

    pub(super) fn leave(&self, id: u64) {
        // Freed outside of the lock: the filter goes with it.
        let inbox = self.lock().inboxes.remove(&id);
        drop(inbox);
    }

    fn lock(&self) -> MutexGuard<'_, Listeners> {
        // Nothing panics while it is held: a table is read and written.
        self.listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
impl Hub {
    /// How many listeners there are.
    pub(super) fn open(&self) -> usize {
        self.0.lock().inboxes.len()
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        for inbox in self.lock().inboxes.values() {
            inbox.close();
        }
    }
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hub")
            .field("listeners", &self.0.lock().inboxes.len())
            .finish_non_exhaustive()
    }
}
