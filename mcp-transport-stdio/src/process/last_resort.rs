//! Ending the process when nothing else does.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// A promise that the process ends, unless it is taken back.
///
/// On a thread of its own, because the runtime may be what is stuck.
pub(super) struct LastResort {
    live: AtomicBool,
}

impl LastResort {
    pub(super) fn new(wanted: bool) -> Arc<Self> {
        Arc::new(Self {
            live: AtomicBool::new(wanted),
        })
    }

    /// Exits with status 0 after a while.
    ///
    /// The end was asked for, by the host or a signal: being late is no failure.
    pub(super) fn arm(self: &Arc<Self>, after: Duration) {
        if !self.live.load(Ordering::SeqCst) {
            return;
        }
        let this = Arc::clone(self);
        let armed = thread::Builder::new()
            .name("mcp-exit".into())
            .spawn(move || {
                thread::sleep(after);
                if this.live.load(Ordering::SeqCst) {
                    tracing::warn!("handlers do not end: exiting without them");
                    process::exit(0);
                }
            });
        if let Err(error) = armed {
            tracing::warn!(%error, "a stuck handler may keep the process alive");
        }
    }

    /// Takes the promise back, for good.
    pub(super) fn disarm(&self) {
        self.live.store(false, Ordering::SeqCst);
    }
}
