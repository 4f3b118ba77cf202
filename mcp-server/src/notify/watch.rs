//! Who listens for which resource.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::contain;
use crate::place::{Mount, Place};

/// Longest URI that a client can listen for, in bytes. RFC 9110, section 4.1,
/// recommends that everybody supports this many.
pub(crate) const LONGEST: usize = 8000;

/// Most bytes of URIs that all clients together listen for. Each URI is held
/// a few times.
const ROOM: usize = 32 * 1024 * 1024;

/// What a URI takes beside its bytes.
const OVERHEAD: usize = 256;

/// Told when the first client begins to listen for a resource, and when the
/// last one has gone.
///
/// For one URI the two alternate and never overlap. Where clients come and go
/// while a hook runs, it is told of how it ends, not of each step.
#[derive(Default)]
pub(crate) struct Hooks {
    pub(crate) on_subscribe: Vec<Hook>,
    pub(crate) on_unsubscribe: Vec<Hook>,
}

impl Hooks {
    /// Adds those of another server.
    pub(crate) fn absorb(&mut self, mut other: Self) {
        self.on_subscribe.append(&mut other.on_subscribe);
        self.on_unsubscribe.append(&mut other.on_unsubscribe);
    }

    /// Those of a server that is mounted into another one.
    pub(crate) fn mounted(mut self, mount: &Arc<Mount>) -> Self {
        let hooks = self.on_subscribe.iter_mut();
        for hook in hooks.chain(&mut self.on_unsubscribe) {
            hook.place.enter(mount, "");
        }
        self
    }
}

/// What an author does with a URI that is watched, or no longer is. It runs
/// where the client is served, so it must not block.
pub(crate) struct Hook {
    run: Box<dyn Fn(&str) + Send + Sync>,
    /// Whose resources it is told of.
    place: Place,
}

impl Hook {
    pub(crate) fn new(run: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self {
            run: Box::new(run),
            place: Place::default(),
        }
    }

    fn tell(&self, uri: &str) {
        if let Some(own) = self.place.own_uri(uri) {
            contain("a subscription hook", || (self.run)(&own));
        }
    }
}

/// One client listens for one resource, while this lives.
pub(crate) struct Watch {
    watches: Arc<Watches>,
    uri: String,
}

pub(super) struct Watches {
    hooks: Hooks,
    counts: Mutex<HashMap<String, Count>>,
    /// What all watches take.
    bytes: AtomicUsize,
}

#[derive(Default)]
struct Count {
    clients: usize,
    /// What the hooks know: whether anybody listens.
    told: bool,
    /// Somebody runs a hook, and looks again when it returns.
    telling: bool,
}

impl Watches {
    pub(super) fn new(hooks: Hooks) -> Arc<Self> {
        Arc::new(Self {
            hooks,
            counts: Mutex::default(),
            bytes: AtomicUsize::new(0),
        })
    }

    /// Whether one more client may listen for a resource. Clients that come
    /// at the same moment may all be told so: the bound is a rough one.
    pub(super) fn has_room(&self, uri: &str) -> bool {
        let taken = self.bytes.load(Ordering::Relaxed);
        uri.len() <= LONGEST && taken.saturating_add(size(uri)) <= ROOM
    }

    pub(super) fn watch(self: &Arc<Self>, uri: &str) -> Watch {
        self.bytes.fetch_add(size(uri), Ordering::Relaxed);
        self.lock().entry(uri.to_owned()).or_default().clients += 1;
        self.tell(uri);
        Watch {
            watches: Arc::clone(self),
            uri: uri.to_owned(),
        }
    }

    pub(super) fn count(&self, uri: &str) -> usize {
        self.lock().get(uri).map_or(0, |count| count.clients)
    }

    /// Runs hooks until they know what is.
    ///
    /// One thread at a time does so for a URI: otherwise the hook of a client
    /// that goes could overtake the one of a client that comes, and the
    /// author would believe the last word.
    fn tell(&self, uri: &str) {
        while let Some(watched) = self.untold(uri) {
            let hooks = match watched {
                true => &self.hooks.on_subscribe,
                false => &self.hooks.on_unsubscribe,
            };
            hooks.iter().for_each(|hook| hook.tell(uri));
            if let Some(count) = self.lock().get_mut(uri) {
                count.telling = false;
            }
        }
    }

    /// What the hooks have to be told, if anything and if nobody is about to.
    fn untold(&self, uri: &str) -> Option<bool> {
        let mut counts = self.lock();
        let count = counts.get_mut(uri).filter(|count| !count.telling)?;
        let watched = count.clients > 0;
        if count.told != watched {
            count.told = watched;
            count.telling = true;
            return Some(watched);
        }
        if !watched {
            counts.remove(uri);
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Count>> {
        // Nothing panics while it is held: a table is read and written.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn size(uri: &str) -> usize {
    uri.len() + OVERHEAD
}

impl Drop for Watch {
    fn drop(&mut self) {
        let bytes = &self.watches.bytes;
        bytes.fetch_sub(size(&self.uri), Ordering::Relaxed);
        if let Some(count) = self.watches.lock().get_mut(&self.uri) {
            count.clients -= 1;
        }
        self.watches.tell(&self.uri);
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watch").field(&self.uri).finish()
    }
}
