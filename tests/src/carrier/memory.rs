//! The seam between engine and transport, used directly.

use std::sync::Arc;

use bytes::Bytes;
use mcp_core::ProtocolVersion;
use mcp_core::jsonrpc::Fault;
use mcp_core::transport::{Accepted, Connection, Exchange, Incoming, Origin, Outlet, Reply};
use mcp_server::Server;
use serde_json::Value;
use tokio::task::JoinHandle;

use super::Mailbox;

/// One connection of the engine.
pub(super) struct Memory {
    connection: Arc<dyn Connection>,
    sender: Mailbox,
    /// What belongs to no request.
    listening: JoinHandle<Option<Reply>>,
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
        self.listening.abort();
    }
}

impl Memory {
    pub(super) fn open(
        server: &Server,
        sender: Mailbox,
        origin: Origin,
        stopped: impl Future<Output = ()> + Send + 'static,
    ) -> Self {
        let service = server.service();
        let connection = service.connect(origin);
        let outlet = Arc::new(Pipe(sender.clone()));
        let listening = tokio::spawn(Arc::clone(&connection).listen(outlet));
        tokio::spawn(async move {
            stopped.await;
            service.stop();
        });
        Self {
            connection,
            sender,
            listening,
        }
    }

    pub(super) fn send(&self, message: &Value) {
        let frame = Bytes::from(message.to_string());
        if Incoming::is_batch(&frame) && self.connection.takes_batches() {
            return match Incoming::parse_batch(&frame, None) {
                Ok(messages) => self.take_all(messages),
                Err(fault) => {
                    self.sender.put(read(&refused(&fault).frame));
                }
            };
        }
        let sender = self.sender.clone();
        let answered = move |reply: Reply| {
            sender.put(read(&reply.frame));
        };
        match self.take(Incoming::parse(frame, None)) {
            Answer::Comes(exchange) => {
                tokio::spawn(async move { exchange.await.map(answered) });
            }
            Answer::Is(reply) => answered(reply),
            Answer::None => {}
        }
    }

    /// Answers several messages in one frame, if any of them is answered.
    fn take_all(&self, messages: Vec<Result<Incoming, Fault>>) {
        let answers: Vec<_> = messages
            .into_iter()
            .map(|message| self.take(message))
            .collect();
        let sender = self.sender.clone();
        tokio::spawn(async move {
            let mut frames = Vec::new();
            for answer in answers {
                let reply = match answer {
                    Answer::Comes(exchange) => exchange.await,
                    Answer::Is(reply) => Some(reply),
                    Answer::None => None,
                };
                frames.extend(reply.map(|reply| read(&reply.frame)));
            }
            if !frames.is_empty() {
                sender.put(Value::Array(frames));
            }
        });
    }

    fn take(&self, message: Result<Incoming, Fault>) -> Answer {
        let incoming = match message {
            Ok(incoming) => incoming,
            Err(fault) => return Answer::Is(refused(&fault)),
        };
        let outlet = Arc::new(Pipe(self.sender.clone()));
        match Arc::clone(&self.connection).accept(incoming, outlet) {
            Accepted::Request(exchange) | Accepted::Listening(exchange) => Answer::Comes(exchange),
            Accepted::Rejected(reply) => Answer::Is(reply),
            Accepted::Done => Answer::None,
        }
    }
}

/// What becomes of a message.
enum Answer {
    Comes(Exchange),
    Is(Reply),
    None,
}

fn refused(fault: &Fault) -> Reply {
    Reply::error(fault.id.as_ref(), &fault.error, ProtocolVersion::LATEST)
}

fn read(frame: &Bytes) -> Value {
    serde_json::from_slice(frame).expect("a server writes JSON")
}
