//! A line that holds several messages, and its one answer.
//!
//! Specification of 2025-03-26, "Base protocol: Batching"; JSON-RPC 2.0,
//! section 6.

use std::sync::{Arc, Mutex, PoisonError};
use std::vec;

use bytes::Bytes;
use mcp_core::jsonrpc::{Fault, write};
use mcp_core::transport::Incoming;

use crate::wire::Wire;

/// The messages of a batch that are still to be taken.
pub(crate) struct Messages {
    batch: Arc<Batch>,
    rest: vec::IntoIter<Result<Incoming, Fault>>,
}

/// A message of a batch, and where its answer goes.
pub(crate) type Message = (Result<Incoming, Fault>, Arc<Batch>);

/// Gathers the answers, and sends them when every message has been settled.
pub(crate) struct Batch {
    wire: Arc<Wire>,
    state: Mutex<State>,
}

struct State {
    unsettled: usize,
    replies: Vec<Bytes>,
}

impl Messages {
    pub(crate) fn new(messages: Vec<Result<Incoming, Fault>>, wire: Arc<Wire>) -> Self {
        let state = State {
            unsettled: messages.len(),
            replies: Vec::new(),
        };
        let batch = Batch {
            wire,
            state: Mutex::new(state),
        };
        Self {
            batch: Arc::new(batch),
            rest: messages.into_iter(),
        }
    }
}

impl Iterator for Messages {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let message = self.rest.next()?;
        Some((message, Arc::clone(&self.batch)))
    }
}

impl Drop for Messages {
    /// What is not taken any more, because serving ends, keeps back no answer
    /// to what was.
    fn drop(&mut self) {
        for _ in &mut self.rest {
            self.batch.settle(None);
        }
    }
}

impl Batch {
    /// One message has been dealt with, once.
    ///
    /// The answers do not wait for room: they are held here already.
    pub(crate) fn settle(&self, reply: Option<Bytes>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.replies.extend(reply);
        state.unsettled -= 1;
        if state.unsettled == 0 && !state.replies.is_empty() {
            self.wire.send(write::batch(&state.replies));
        }
    }
}
