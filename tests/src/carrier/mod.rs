//! One conversation with a server, whatever carries it: frames in, frames out.

mod desk;
mod memory;
mod stream;
mod web;

use mcp_core::transport::Origin;
use mcp_server::Server;
use serde_json::Value;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::oneshot;

use crate::check::Manners;
use crate::{Side, Transcript, caller, message, soon};

/// How messages travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// Through the seam itself, without any transport.
    Memory,
    /// Newline-framed, over a byte stream.
    Stdio,
    /// Streamable HTTP, on a socket.
    Http,
    /// HTTP+SSE of 2024-11-05, on a socket.
    Sse,
}

impl Via {
    /// Whether the peer is on a network, and reads nothing that is for the operator.
    #[must_use]
    pub fn is_remote(self) -> bool {
        matches!(self, Self::Http | Self::Sse)
    }
}

/// A client's end of a conversation. Everything the server says arrives in one place, in order.
///
/// Where the schemas of the specification are there ([`Schema`](crate::Schema)), what was said is held against them when
/// the conversation is over; what nobody has read yet is said as well.
pub struct Carrier {
    end: End,
    inbox: UnboundedReceiver<Value>,
    stop: Option<oneshot::Sender<()>>,
    transcript: Transcript,
    manners: Manners,
}

enum End {
    Memory(memory::Memory),
    Stream(stream::Stream),
    Web(web::Web),
    Desk(desk::Desk),
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
        let (stop, told) = oneshot::channel::<()>();
        let stopped = async move {
            // A carrier that is gone has not stopped its server: others may use it.
            if told.await.is_err() {
                std::future::pending().await
            }
        };
        let end = match via {
            Via::Memory => End::Memory(memory::Memory::open(server, sender, origin, stopped)),
            Via::Stdio => End::Stream(stream::Stream::open(server, sender, origin, stopped)),
            Via::Http => End::Web(web::Web::open(server, sender, name, stopped).await),
            Via::Sse => End::Desk(desk::Desk::open(server, sender, name, stopped).await),
        };
        Self {
            end,
            inbox,
            stop: Some(stop),
            transcript: Transcript::new(),
            manners: Manners::default(),
        }
    }

    /// Lets the conversation have more in it than its revisions know: methods of an extension, and kinds of results.
    #[must_use]
    pub fn with_words(mut self, words: &[&'static str]) -> Self {
        self.manners.words.extend(words);
        self
    }

    /// Holds what the client says without asking to its revision as well: its notifications, and its answers.
    pub fn insist(&mut self) {
        self.manners.is_strict = true;
    }

    /// Lets the server answer what is no request of its revision: for tests of what it puts up with.
    pub fn put_up(&mut self) {
        self.manners.is_lenient = true;
    }

    /// Sends one message. A notification or an answer has been taken when this returns; a request has been written.
    pub async fn send(&mut self, message: &Value) {
        self.transcript.note(Side::Client, message);
        match &mut self.end {
            End::Memory(memory) => memory.send(message),
            End::Stream(stream) => stream.send(message).await,
            End::Web(web) => web.send(message).await,
            End::Desk(desk) => desk.send(message).await,
        }
    }

    /// Gives a request up, in the way of its revision: by saying so or, over HTTP where it stands for itself, by hanging
    /// up.
    pub async fn give_up(&mut self, id: &Value) {
        if let End::Web(web) = &mut self.end
            && web.hang_up(id).await
        {
            return self.transcript.note_hang_up(id);
        }
        self.send(&message::cancelled(id.clone())).await;
    }

    /// Stops the server, which ends what is open in the way of its transport.
    pub fn stop(&mut self) {
        let stop = self.stop.take().expect("it runs");
        stop.send(()).expect("somebody waits for it");
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

impl Drop for Carrier {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        while let Ok(message) = self.inbox.try_recv() {
            assert!(!message.is_null(), "a reader panicked; it is above");
            self.transcript.note(Side::Server, &message);
        }
        self.transcript.check(&self.manners);
    }
}
