//! Where the frames of one request go.

use std::sync::Arc;

use bytes::Bytes;
use mcp_core::transport::{Outlet, Reply};

use crate::wire::{Way, Wire};

/// The frames of one request, until its answer, or those that belong to no
/// request, as long as the connection.
pub(crate) struct RequestOutlet {
    wire: Arc<Wire>,
    way: Way,
}

impl RequestOutlet {
    pub(crate) fn new(wire: Arc<Wire>) -> Arc<Self> {
        Arc::new(Self {
            wire,
            way: Way::default(),
        })
    }

    /// For what belongs to no request.
    pub(crate) fn listening(wire: Arc<Wire>) -> Arc<Self> {
        Arc::new(Self {
            wire,
            way: Way::listening(),
        })
    }

    /// Makes `this` fit for the next message: anew only where somebody still
    /// holds it, so that one request at a time allocates none.
    pub(crate) fn renew(this: &mut Arc<Self>) {
        match Arc::get_mut(this) {
            Some(outlet) => outlet.way = Way::default(),
            None => *this = Self::new(Arc::clone(&this.wire)),
        }
    }

    /// The request is one that listens.
    pub(crate) fn listen(&self) {
        self.way.listen();
    }

    /// Ends the request with an answer, or without one, whether or not the
    /// queue has room.
    pub(crate) fn end(&self, reply: Option<Reply>) {
        self.wire.end(&self.way, reply.map(|reply| reply.frame));
    }

    /// Ends the request with an answer as soon as the queue has room.
    pub(crate) async fn answer(&self, reply: Reply) {
        self.wire.answer(&self.way, reply.frame).await;
    }
}

impl Outlet for RequestOutlet {
    fn send(&self, frame: Bytes) -> bool {
        self.wire.offer(&self.way, frame)
    }
}
