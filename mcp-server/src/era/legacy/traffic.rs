//! What moves in a session: log level, subscriptions, open questions, running
//! requests.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use mcp_core::RequestId;
use mcp_core::types::LoggingLevel;
use tokio::sync::oneshot;

use crate::cancel::Cancel;
use crate::in_flight::InFlight;
use crate::notify::{Hub, Watch};

/// Most questions open in one session at a time.
const MOST_QUESTIONS: usize = 256;

/// The client's raw result, or its raw error object.
pub(super) type RawAnswer = Result<Bytes, Bytes>;

/// The mutable part of one session.
#[derive(Debug)]
pub(crate) struct Traffic {
    inner: Mutex<Inner>,
    in_flight: Arc<InFlight>,
    /// Fires when the session ends.
    closing: Cancel,
    /// Whether the client has got past `initialize`.
    begun: AtomicBool,
}

impl Default for Traffic {
    fn default() -> Self {
        Self {
            inner: Mutex::default(),
            in_flight: Arc::default(),
            closing: Cancel::armed(),
            begun: AtomicBool::new(false),
        }
    }
}

#[derive(Debug, Default)]
struct Inner {
    log_level: Option<LoggingLevel>,
    subscribed: HashMap<String, Watch>,
    questions: HashMap<RequestId, oneshot::Sender<RawAnswer>>,
    closed: bool,
}

impl Traffic {
    /// Notes a question; its answer comes through the receiver. `None` where
    /// too many are open, or the session has ended.
    pub(super) fn open_question(&self, id: RequestId) -> Option<oneshot::Receiver<RawAnswer>> {
        let mut inner = self.lock();
        if inner.closed || inner.questions.len() >= MOST_QUESTIONS {
            return None;
        }
        let (sender, receiver) = oneshot::channel();
        inner.questions.insert(id, sender);
        Some(receiver)
    }

    /// Forgets a question that nobody waits for any more.
    pub(super) fn drop_question(&self, id: &RequestId) -> bool {
        self.lock().questions.remove(id).is_some()
    }

    /// Hands an answer to whoever asked. Unsolicited ones are dropped.
    pub(crate) fn answer(&self, id: &RequestId, outcome: RawAnswer) {
        let sender = self.lock().questions.remove(id);
        match sender {
            Some(sender) => drop(sender.send(outcome)),
            None => tracing::debug!(%id, "an answer to no question of ours"),
        }
    }

    pub(super) fn log_level(&self) -> Option<LoggingLevel> {
        self.lock().log_level
    }

    pub(super) fn set_log_level(&self, level: LoggingLevel) {
        self.lock().log_level = Some(level);
    }

    /// The requests of the session that can be cancelled by their id.
    pub(crate) fn in_flight(&self) -> &Arc<InFlight> {
        &self.in_flight
    }

    /// Notes a subscription. `false` where there are `most` already.
    pub(super) fn subscribe(&self, hub: &Hub, uri: &str, most: usize) -> bool {
        {
            let inner = self.lock();
            if inner.subscribed.contains_key(uri) {
                return true;
            }
            if inner.closed || inner.subscribed.len() >= most {
                return false;
            }
        }
        // Hooks of the author run here, outside of the lock.
        let watch = hub.watch(uri);
        let mut inner = self.lock();
        // The session may have ended meanwhile, and will not be ended again.
        let surplus = match inner.closed {
            true => Some(watch),
            false => inner.subscribed.insert(uri.to_owned(), watch),
        };
        let kept = !inner.closed;
        drop(inner);
        drop(surplus);
        kept
    }

    /// Whether it is subscribed to anything.
    pub(super) fn subscribes(&self) -> bool {
        !self.lock().subscribed.is_empty()
    }

    /// Forgets a subscription.
    pub(super) fn unsubscribe(&self, uri: &str) {
        let watch = self.lock().subscribed.remove(uri);
        drop(watch);
    }

    pub(super) fn is_subscribed(&self, uri: &str) -> bool {
        self.lock().subscribed.contains_key(uri)
    }

    /// The client has got past `initialize`: it can be told of changes.
    pub(crate) fn begin(&self) {
        self.begun.store(true, Ordering::Release);
    }

    pub(super) fn has_begun(&self) -> bool {
        self.begun.load(Ordering::Acquire)
    }

    /// Fires when the session ends.
    pub(super) fn closing(&self) -> &Cancel {
        &self.closing
    }

    /// Nothing can be asked or told any more; open questions fail.
    pub(crate) fn close(&self) {
        let subscribed = {
            let mut inner = self.lock();
            inner.closed = true;
            inner.questions.clear();
            std::mem::take(&mut inner.subscribed)
        };
        drop(subscribed);
        self.closing.fire();
    }

    /// Whether nothing runs and nothing is asked: only a log level and subscriptions
    /// would be lost.
    pub(super) fn is_quiet(&self) -> bool {
        self.lock().questions.is_empty() && self.in_flight.is_empty()
    }

    /// Whether there is nothing worth keeping.
    pub(super) fn is_idle(&self) -> bool {
        let inner = self.lock();
        inner.log_level.is_none()
            && inner.subscribed.is_empty()
            && inner.questions.is_empty()
            && self.in_flight.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
