//! Where the frames of one request go.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bytes::Bytes;
use mcp_core::transport::{Outlet, Reply};

use crate::wire::Wire;

/// The frames of one request, until its answer.
///
/// Handed out with a message that is no request, it stays open as long as the
/// connection: the engine may keep it for frames that belong to no request.
pub(crate) struct RequestOutlet {
    wire: Arc<Wire>,
    /// Read and written under the wire's lock, so that nothing slips in
    /// behind the answer.
    ended: AtomicBool,
}

impl RequestOutlet {
    pub(crate) fn new(wire: Arc<Wire>) -> Arc<Self> {
        Arc::new(Self {
            wire,
            ended: AtomicBool::new(false),
        })
    }

    /// Makes `this` fit for the next message: anew only where somebody still
    /// holds it, so that one request at a time allocates none.
    pub(crate) fn renew(this: &mut Arc<Self>) {
        match Arc::get_mut(this) {
            Some(outlet) => *outlet.ended.get_mut() = false,
            None => *this = Self::new(Arc::clone(&this.wire)),
        }
    }

    /// Ends the request with an answer, or without one, whether or not the
    /// queue has room.
    pub(crate) fn end(&self, reply: Option<Reply>) {
        self.wire.end(&self.ended, reply.map(|reply| reply.frame));
    }

    /// Ends the request with an answer as soon as the queue has room.
    pub(crate) async fn answer(&self, reply: Reply) {
        self.wire.answer(&self.ended, reply.frame).await;
    }
}

impl Outlet for RequestOutlet {
    fn send(&self, frame: Bytes) -> bool {
        self.wire.offer(&self.ended, frame)
    }
}
