//! The seam between engine and transport, used directly.

use std::sync::Arc;

use bytes::Bytes;
use mcp_core::ProtocolVersion;
use mcp_core::transport::{Accepted, Connection, Incoming, Origin, Outlet, Reply, Service as _};
use mcp_server::Server;
use serde_json::Value;

use super::Mailbox;

/// One connection of the engine.
pub(super) struct Memory {
    connection: Arc<dyn Connection>,
    sender: Mailbox,
}

struct Pipe(Mailbox);

impl Outlet for Pipe {
    fn send(&self, frame: Bytes) -> bool {
        self.0.put(read(&frame))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.connection.close();
    }
}

impl Memory {
    pub(super) fn open(server: &Server, sender: Mailbox, origin: Origin) -> Self {
        Self {
            connection: server.connect(origin),
            sender,
        }
    }

    pub(super) fn send(&self, message: &Value) {
        let sender = self.sender.clone();
        let answered = move |reply: Reply| {
            sender.put(read(&reply.frame));
        };
        let incoming = match Incoming::parse(message.to_string().into(), None) {
            Ok(incoming) => incoming,
            Err(fault) => {
                let id = fault.id.as_ref();
                return answered(Reply::error(id, &fault.error, ProtocolVersion::LATEST));
            }
        };
        let outlet = Arc::new(Pipe(self.sender.clone()));
        match Arc::clone(&self.connection).accept(incoming, outlet) {
            Accepted::Request(exchange) => {
                tokio::spawn(async move { exchange.await.map(answered) });
            }
            Accepted::Rejected(reply) => answered(reply),
            Accepted::Done => {}
        }
    }
}

fn read(frame: &Bytes) -> Value {
    serde_json::from_slice(frame).expect("a server writes JSON")
}
