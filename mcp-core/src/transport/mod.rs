//! The seam between an engine and a transport.
//!
//! A transport reads frames, turns each into an [`Incoming`], hands it to a
//! [`Connection`] of the engine, and writes what comes back:
//!
//! ```text
//! let incoming = Incoming::parse(frame, declared)?;       // pure
//! match connection.accept(incoming, outlet) {             // never blocks, spawns nothing
//!     Accepted::Request(exchange) => exchange.await,      // dropping it cancels the request
//!     Accepted::Done => …,                                // nothing to answer
//!     Accepted::Rejected(reply) => …,                     // refused before dispatch
//! }
//! ```
//!
//! The traits are object-safe and know no runtime, so a third party can write
//! a transport without the engine, or an engine without our transports.
//!
//! # Duties of a transport
//!
//! The engine believes what a transport says of a peer. So a transport, and
//! whoever serves one (specification, "Authorization: Protocol requirements":
//! other transports follow the security practices of theirs):
//!
//! * authenticates every message before it hands it over, also those that
//!   resume, listen to or end a session, and names as [`Principal`] whom it
//!   authenticated, never whom a message names;
//! * calls a peer [`Trust::Local`] only where it has the rights of this process
//!   anyway: such a peer reads the text of errors;
//! * keeps credentials to itself: [`Headers`] shows none, and neither tokens
//!   nor session ids are logged;
//! * bounds what a peer can make it keep: the size of a frame, the requests and
//!   streams at once, the time that it waits for each;
//! * lets in nobody it was not meant for: it listens on this machine alone
//!   unless told otherwise, encrypts what crosses a network, and where browsers
//!   can reach it checks where their requests come from;
//! * drops the [`Exchange`] of a peer that is gone, and says when it stops
//!   itself ([`Service::stop`]).

mod batch;
mod incoming;
mod origin;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;

pub use incoming::{Incoming, Kind};
pub use origin::{Channel, Headers, Origin, Principal, Trust};

use crate::header::MirroredHeader;
use crate::jsonrpc::write;
use crate::{Error, ErrorCode, ProtocolVersion, RequestId};

/// An engine, as a transport sees it.
pub trait Service: Send + Sync + 'static {
    /// Opens a connection.
    ///
    /// A byte stream (stdio) opens one and keeps it; Streamable HTTP opens
    /// one for each POST that names no session.
    fn connect(&self, origin: Origin) -> Arc<dyn Connection>;

    /// Finds the session that a peer names in `Mcp-Session-Id`.
    ///
    /// # Errors
    ///
    /// [`SessionGone`] where the id was not issued here, has expired, was
    /// ended, or belongs to another principal. The peer is told 404 and
    /// nothing more.
    fn resume(&self, session: &str, origin: Origin) -> Result<Arc<dyn Connection>, SessionGone>;

    /// Ends the session that a peer names: later [`Service::resume`]s fail.
    ///
    /// # Errors
    ///
    /// As [`Service::resume`].
    fn end_session(&self, session: &str, origin: &Origin) -> Result<(), SessionGone>;

    /// The revisions served to requests that name their version themselves.
    fn stateless_versions(&self) -> &[ProtocolVersion];

    /// The headers that mirror a tool's arguments (`x-mcp-header`), if there
    /// is such a tool for whoever calls and it has any.
    fn mirrored_headers(&self, tool: &str, origin: &Origin) -> Option<Arc<[MirroredHeader]>>;

    /// The transport stops: requests that listen end with their result, so
    /// that peers know it for an end and not for a fault. Other requests go
    /// on. May be called more than once.
    fn stop(&self);
}

/// One connection, or one session, of an engine.
pub trait Connection: Send + Sync {
    /// Takes one message. Never blocks and starts no task.
    ///
    /// Frames that belong to the request (progress, log messages, questions
    /// to a legacy client) go to `outlet` while the exchange runs.
    fn accept(self: Arc<Self>, incoming: Incoming, outlet: Arc<dyn Outlet>) -> Accepted;

    /// Opens the way for what a session is told outside of any request:
    /// changed lists, updated resources.
    ///
    /// A byte stream calls this once, when it opens; Streamable HTTP for each
    /// GET that names a session. The exchange runs until the session, the
    /// connection or the server ends, and never has an answer; dropping it
    /// closes the way. `outlet` takes frames as long as it runs.
    fn listen(self: Arc<Self>, outlet: Arc<dyn Outlet>) -> Exchange;

    /// Whether a frame may hold several messages ([`Incoming::parse_batch`]):
    /// see [`ProtocolVersion::has_batches`].
    fn takes_batches(&self) -> bool {
        self.version().is_some_and(ProtocolVersion::has_batches)
    }

    /// The revision negotiated for this session, if one is open.
    fn version(&self) -> Option<ProtocolVersion>;

    /// The byte stream has ended: nothing can be asked any more.
    ///
    /// Requests in flight go on to their end; open questions fail, and
    /// requests that listen end.
    fn close(&self);
}

/// Where the frames of one request go besides its answer.
pub trait Outlet: Send + Sync {
    /// Queues a frame, in order, before the answer. Never blocks.
    ///
    /// Returns `false` where the frame cannot be delivered: the peer has gone,
    /// or the queue is full. Progress and log messages may then be lost; a
    /// question fails.
    fn send(&self, frame: Bytes) -> bool;

    /// The peer may hang up now and fetch the rest later, where it can
    /// (Streamable HTTP of 2025-11-25 with `Last-Event-ID`); elsewhere this
    /// means nothing.
    fn release(&self) {}
}

/// What becomes of a message.
pub enum Accepted {
    /// A request: await its answer. Dropping the exchange cancels it.
    Request(Exchange),
    /// A request that listens (`subscriptions/listen`): its answer comes only
    /// when it ends, which may be never, and whatever it says goes to the
    /// outlet at once. Transports bound these by themselves: they must not
    /// take the place of requests that do work.
    Listening(Exchange),
    /// A notification, or a client's answer to a question of ours.
    Done,
    /// Refused before dispatch.
    Rejected(Reply),
}

/// The answer to a request, to be awaited; `None` means that the request was
/// cancelled and must not be answered.
///
/// Cancel-safe in the strict sense: dropping it *is* the cancellation.
#[must_use = "a request is answered only when its exchange is awaited"]
pub struct Exchange(State);

enum State {
    Ready(Option<Reply>),
    Running(Pin<Box<dyn Future<Output = Option<Reply>> + Send>>),
}

impl Exchange {
    /// An exchange that has its answer already.
    pub fn ready(reply: Reply) -> Self {
        Self(State::Ready(Some(reply)))
    }

    /// An exchange that runs.
    pub fn run(future: impl Future<Output = Option<Reply>> + Send + 'static) -> Self {
        Self(State::Running(Box::pin(future)))
    }

    /// The answer, where it needed no handler (lists, `ping`, …): a transport
    /// can write it at once, without a task.
    ///
    /// # Errors
    ///
    /// The exchange itself, where it has to run.
    pub fn into_ready(self) -> Result<Option<Reply>, Self> {
        match self.0 {
            State::Ready(reply) => Ok(reply),
            running @ State::Running(_) => Err(Self(running)),
        }
    }
}

impl Future for Exchange {
    type Output = Option<Reply>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            State::Ready(reply) => Poll::Ready(reply.take()),
            State::Running(future) => future.as_mut().poll(cx),
        }
    }
}

/// The answer to one request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply {
    /// The frame to write.
    pub frame: Bytes,
    /// The code, where the frame is an error; transports derive a status from it.
    pub code: Option<ErrorCode>,
    /// The session that this answer to `initialize` opens, for the
    /// `Mcp-Session-Id` header.
    pub session: Option<Box<str>>,
}

impl Reply {
    /// An answer with a result.
    #[must_use]
    pub fn result(frame: Bytes) -> Self {
        Self {
            frame,
            code: None,
            session: None,
        }
    }

    /// An answer with an error, in the words of a revision.
    #[must_use]
    pub fn error(id: Option<&RequestId>, error: &Error, version: ProtocolVersion) -> Self {
        let code = Some(error.code(version));
        Self {
            frame: write::error(id, error, version),
            code,
            session: None,
        }
    }

    /// Names the session that the answer opens.
    #[must_use]
    pub fn with_session(mut self, session: impl Into<Box<str>>) -> Self {
        self.session = Some(session.into());
        self
    }
}

/// A session that cannot be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionGone;

impl std::fmt::Display for SessionGone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Session not found")
    }
}

impl std::error::Error for SessionGone {}
