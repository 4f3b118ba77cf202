//! Where the frames of one request go.

use std::sync::Arc;

use bytes::Bytes;
use mcp_core::transport::{Outlet, Reply};

use crate::batch::Batch;
use crate::wire::{Way, Wire};

/// The frames of one request, until its answer, or those that belong to no
/// request, as long as the connection.
pub(crate) struct RequestOutlet {
    wire: Arc<Wire>,
    way: Way,
    /// Where the answer goes instead, of a request among others in one line.
    batch: Option<Arc<Batch>>,
}

impl RequestOutlet {
    pub(crate) fn new(wire: Arc<Wire>) -> Arc<Self> {
        Arc::new(Self {
            wire,
            way: Way::default(),
            batch: None,
        })
    }

    /// For what belongs to no request.
    pub(crate) fn listening(wire: Arc<Wire>) -> Arc<Self> {
        Arc::new(Self {
            wire,
            way: Way::listening(),
            batch: None,
        })
    }

    /// Makes `this` fit for the next message: anew only where somebody still
    /// holds it, so that one request at a time allocates none.
    pub(crate) fn renew(this: &mut Arc<Self>, batch: Option<Arc<Batch>>) {
        if let Some(outlet) = Arc::get_mut(this) {
            outlet.way = Way::default();
            outlet.batch = batch;
        } else {
            let wire = Arc::clone(&this.wire);
            let way = Way::default();
            *this = Arc::new(Self { wire, way, batch });
        }
    }

    /// The request is one that listens.
    pub(crate) fn listen(&self) {
        self.way.listen();
    }

    pub(crate) fn listens(&self) -> bool {
        self.way.listens()
    }

    /// Ends the request with an answer, or without one, whether or not the
    /// queue has room.
    pub(crate) fn end(&self, reply: Option<Reply>) {
        let frame = reply.map(|reply| reply.frame);
        let Some(batch) = &self.batch else {
            self.wire.end(&self.way, frame);
            return;
        };
        if self.wire.end(&self.way, None) {
            batch.settle(frame);
        }
    }

    /// Ends the request with an answer, if the queue has room.
    ///
    /// # Errors
    ///
    /// The answer, where it has to wait.
    pub(crate) fn try_answer(&self, reply: Reply) -> Result<(), Reply> {
        if self.batch.is_some() || self.wire.has_room() {
            self.end(Some(reply));
            return Ok(());
        }
        Err(reply)
    }

    /// Ends the request with an answer as soon as the queue has room.
    pub(crate) async fn answer(&self, reply: Reply) {
        match self.batch {
            Some(_) => self.end(Some(reply)),
            None => self.wire.answer(&self.way, reply.frame).await,
        }
    }
}

impl Outlet for RequestOutlet {
    fn send(&self, frame: Bytes) -> bool {
        self.wire.offer(&self.way, frame)
    }
}
