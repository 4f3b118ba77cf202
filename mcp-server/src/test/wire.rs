//! Frames in, frames out: the connection below the client.

use std::sync::Arc;

use bytes::Bytes;
use mcp_core::jsonrpc::write;
use mcp_core::transport::{Accepted, Connection, Exchange, Incoming, Outlet, Reply};
use mcp_core::{ProtocolVersion, RequestId};
use serde_json::Value;
use tokio::sync::mpsc;

/// A raw connection to a server in memory: what a transport would carry.
///
/// Closes when dropped.
pub struct Wire {
    line: Line,
}

/// The same without its end: who holds it does not keep the connection open.
#[derive(Clone)]
pub(super) struct Line(Arc<dyn Connection>);

impl std::fmt::Debug for Wire {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wire")
            .field("version", &self.line.0.version())
            .finish_non_exhaustive()
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.line.0.close();
    }
}

/// The outlet of one request in memory.
struct Pipe(mpsc::UnboundedSender<Bytes>);

impl Outlet for Pipe {
    fn send(&self, frame: Bytes) -> bool {
        self.0.send(frame).is_ok()
    }
}

impl Wire {
    pub(super) fn new(connection: Arc<dyn Connection>) -> Self {
        Self {
            line: Line(connection),
        }
    }

    pub(super) fn line(&self) -> Line {
        self.line.clone()
    }

    /// Sends one frame and gives back every frame that comes of it: what the
    /// server sends while the request runs, then the answer, if there is one.
    pub async fn send(&self, frame: &str) -> Vec<Value> {
        let mut frames = Vec::new();
        let reply = self.exchange(frame, |frame| frames.push(frame)).await;
        frames.extend(reply);
        frames
    }

    /// Sends one frame; `during` sees what comes before the answer.
    pub(super) async fn exchange(
        &self,
        frame: &str,
        mut during: impl FnMut(Value),
    ) -> Option<Value> {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let reply = match self.line.accept(frame, sender) {
            Some(Accepted::Request(exchange) | Accepted::Listening(exchange)) => {
                let mut exchange = std::pin::pin!(exchange);
                loop {
                    tokio::select! {
                        biased;
                        Some(frame) = receiver.recv() => during(parse(&frame)),
                        reply = &mut exchange => break reply,
                    }
                }
            }
            Some(Accepted::Rejected(reply)) => Some(reply),
            Some(Accepted::Done) | None => None,
        };
        while let Ok(frame) = receiver.try_recv() {
            during(parse(&frame));
        }
        reply.map(|reply| parse(&reply.frame))
    }

    /// Opens the way for what is told outside of any request.
    pub(super) fn listen(&self) -> (Exchange, mpsc::UnboundedReceiver<Bytes>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let exchange = Arc::clone(&self.line.0).listen(Arc::new(Pipe(sender)));
        (exchange, receiver)
    }

    /// Sends a request that listens; what it is told comes through the
    /// receiver.
    ///
    /// # Errors
    ///
    /// The answer, where it is refused.
    pub(super) fn open(
        &self,
        frame: &str,
    ) -> Result<(Exchange, mpsc::UnboundedReceiver<Bytes>), Option<Value>> {
        let (sender, receiver) = mpsc::unbounded_channel();
        match self.line.accept(frame, sender) {
            Some(Accepted::Request(exchange) | Accepted::Listening(exchange)) => {
                Ok((exchange, receiver))
            }
            Some(Accepted::Rejected(reply)) => Err(Some(parse(&reply.frame))),
            Some(Accepted::Done) | None => Err(None),
        }
    }

    /// Sends the answer to a question of the server's.
    pub(super) fn answer(&self, id: &Value, result: &Value) {
        let Some(id) = RequestId::from_json(&id.to_string()) else {
            return;
        };
        let written = write::response(&id, |out| serde_json::to_writer(out, result));
        if let Ok(frame) = written {
            self.line.post(&String::from_utf8_lossy(&frame));
        }
    }
}

impl Line {
    /// Sends one frame; whatever comes of it is lost.
    pub(super) fn post(&self, frame: &str) {
        let (sender, _) = mpsc::unbounded_channel();
        self.accept(frame, sender);
    }

    fn accept(&self, frame: &str, sender: mpsc::UnboundedSender<Bytes>) -> Option<Accepted> {
        match Incoming::parse(Bytes::copy_from_slice(frame.as_bytes()), None) {
            Ok(incoming) => Some(Arc::clone(&self.0).accept(incoming, Arc::new(Pipe(sender)))),
            Err(fault) if fault.response_like => None,
            Err(fault) => {
                let reply = Reply::error(fault.id.as_ref(), &fault.error, ProtocolVersion::LATEST);
                Some(Accepted::Rejected(reply))
            }
        }
    }
}

pub(super) fn parse(frame: &Bytes) -> Value {
    serde_json::from_slice(frame).expect("a server writes JSON")
}
