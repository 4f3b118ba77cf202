//! One conversation with a server, whatever carries it: frames in, frames out.

mod memory;
mod stream;
mod web;

use mcp_core::transport::Origin;
use mcp_server::Server;
use serde_json::Value;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use crate::{Side, Transcript, caller, soon};

/// How messages travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// Through the seam itself, without any transport.
    Memory,
    /// Newline-framed, over a byte stream.
    Stdio,
    /// Streamable HTTP, on a socket.
    Http,
}

/// A client's end of a conversation. Everything the server says arrives in one place, in order.
pub struct Carrier {
    end: End,
    inbox: UnboundedReceiver<Value>,
    transcript: Transcript,
}

enum End {
    Memory(memory::Memory),
    Stream(stream::Stream),
    Web(web::Web),
}

/// Where messages arrive. A reader that panics says so there, for nobody would notice otherwise.
#[derive(Clone)]
struct Mailbox(UnboundedSender<Value>);

impl Mailbox {
    /// Whether anybody still listens.
    fn put(&self, message: Value) -> bool {
        self.0.send(message).is_ok()
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.put(Value::Null);
        }
    }
}

impl Carrier {
    /// Connects to a server, as nobody in particular.
    pub async fn open(via: Via, server: &Server) -> Self {
        Self::open_as(via, server, None).await
    }

    /// Connects to a server, as somebody whom the transport has authenticated.
    pub async fn open_as(via: Via, server: &Server, name: Option<&str>) -> Self {
        let (sender, inbox) = mpsc::unbounded_channel();
        let sender = Mailbox(sender);
        let mut origin = Origin::stream();
        origin.principal = name.map(caller);
        let end = match via {
            Via::Memory => End::Memory(memory::Memory::open(server, sender, origin)),
            Via::Stdio => End::Stream(stream::Stream::open(server, sender, origin)),
            Via::Http => End::Web(web::Web::open(server, sender, name).await),
        };
        Self {
            end,
            inbox,
            transcript: Transcript::new(),
        }
    }

    /// Sends one message. A notification or an answer has been taken when this returns; a request has been written.
    pub async fn send(&mut self, message: &Value) {
        self.transcript.note(Side::Client, message);
        match &mut self.end {
            End::Memory(memory) => memory.send(message),
            End::Stream(stream) => stream.send(message).await,
            End::Web(web) => web.send(message).await,
        }
    }

    /// The next message of the server's.
    ///
    /// # Panics
    ///
    /// When none comes.
    pub async fn next(&mut self) -> Value {
        let message = soon(self.inbox.recv()).await.expect("the server is there");
        assert!(
            !message.is_null(),
            "the client stopped reading; its panic is above"
        );
        self.transcript.note(Side::Server, &message);
        message
    }

    /// What was said so far.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }
}
