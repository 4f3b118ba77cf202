//! What moves in a session: log level, open questions, running requests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use mcp_core::RequestId;
use mcp_core::types::LoggingLevel;
use tokio::sync::oneshot;

use crate::in_flight::InFlight;

/// Most questions open in one session at a time.
const MOST_QUESTIONS: usize = 256;

/// The client's raw result, or its raw error object.
pub(super) type RawAnswer = Result<Bytes, Bytes>;

/// The mutable part of one session.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    inner: Mutex<Inner>,
    in_flight: Arc<InFlight>,
}

#[derive(Debug, Default)]
struct Inner {
    log_level: Option<LoggingLevel>,
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

    /// Nothing can be asked any more; open questions fail.
    pub(crate) fn close(&self) {
        let mut inner = self.lock();
        inner.closed = true;
        inner.questions.clear();
    }

    /// Whether nothing runs and nothing is asked: only a log level would be lost.
    pub(super) fn is_quiet(&self) -> bool {
        self.lock().questions.is_empty() && self.in_flight.is_empty()
    }

    /// Whether there is nothing worth keeping.
    pub(super) fn is_idle(&self) -> bool {
        let inner = self.lock();
        inner.log_level.is_none() && inner.questions.is_empty() && self.in_flight.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
