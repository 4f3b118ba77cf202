//! What a call says while it runs: progress and log messages.
//!
//! Everything goes through one gate. It closes before the answer is written,
//! and nothing is heard after that, whoever still holds the call's context
//! (specification, "Progress", "Logging"); nor is anything once the client
//! has cancelled the call.

mod beat;
mod log;
mod pace;
mod progress;
mod steps;
mod total;

use std::cell::Cell;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use mcp_core::ProtocolVersion;
use mcp_core::transport::Outlet;
use mcp_core::types::{LoggingLevel, ProgressToken};

pub use beat::Heartbeat;
pub use progress::Progress;
pub(crate) use progress::Pulse;
pub use steps::Steps;
pub use total::Total;

use crate::cancel::Cancel;

/// The voice of one call. Costs nothing until it is raised: no allocation,
/// and no lock but the one that closes it.
pub(crate) struct Voice {
    outlet: Arc<dyn Outlet>,
    cancel: Cancel,
    version: ProtocolVersion,
    /// Under which name the client wants to hear of progress.
    token: Option<ProgressToken>,
    /// The least serious log messages the client wants; none if it wants none.
    least: Option<LoggingLevel>,
    said: Mutex<Said>,
}

/// Whoever has a voice: a call, or handlers that cannot ask.
pub(crate) trait Speaker: Send + Sync + 'static {
    #[cfg_attr(
        not(feature = "logging"),
        expect(dead_code, reason = "the log layer's")
    )]
    fn voice(&self) -> &Voice;
}

impl Speaker for Voice {
    fn voice(&self) -> &Voice {
        self
    }
}

/// What was said so far.
#[derive(Default)]
struct Said {
    /// The call has ended.
    over: bool,
    progress: Option<Box<progress::Told>>,
    log: log::Kept,
}

impl Voice {
    pub(crate) fn new(
        outlet: Arc<dyn Outlet>,
        cancel: Cancel,
        version: ProtocolVersion,
        token: Option<ProgressToken>,
        least: Option<LoggingLevel>,
    ) -> Self {
        Self {
            outlet,
            cancel,
            version,
            token,
            least,
            said: Mutex::default(),
        }
    }

    /// Says what was kept back, and nothing more from here on.
    pub(crate) fn finish(&self) {
        let mut said = self.lock();
        self.last_words(&mut said);
        said.over = true;
    }

    /// Says nothing more from here on.
    pub(crate) fn hush(&self) {
        self.lock().over = true;
    }

    /// Lets the client hang up and fetch the rest later, where it can.
    pub(crate) fn release(&self) {
        self.outlet.release();
    }

    fn last_words(&self, said: &mut Said) {
        if self.is_heard(said) {
            self.flush(said);
            self.confess(said);
        }
    }

    fn is_heard(&self, said: &Said) -> bool {
        !said.over && !self.cancel.is_cancelled()
    }

    /// Sends a frame. Called with the lock held: what is sent and what closes
    /// the gate stand in one order.
    fn send(&self, _held: &mut Said, frame: Bytes) {
        let _speaking = Speaking(SPEAKING.replace(true));
        // A peer that does not read loses progress and log messages.
        self.outlet.send(frame);
    }

    fn lock(&self) -> MutexGuard<'_, Said> {
        // Nothing that is done under the lock can leave it half written.
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

thread_local! {
    /// A frame is being sent on this thread.
    static SPEAKING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is inside of an outlet: one that logs what it sends
/// must not speak of it, and would wait for the lock that is held.
fn is_speaking() -> bool {
    SPEAKING.get()
}

/// Marks that a frame is being sent, until dropped.
struct Speaking(bool);

impl Drop for Speaking {
    fn drop(&mut self) {
        SPEAKING.set(self.0);
    }
}

impl fmt::Debug for Voice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Voice")
            .field("token", &self.token)
            .field("least", &self.least)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
