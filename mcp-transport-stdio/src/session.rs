//! One connection: what becomes of each message.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use mcp_core::jsonrpc::Fault;
use mcp_core::transport::{Accepted, Connection, Exchange, Incoming, Outlet, Reply};
use mcp_core::{Error, ErrorKind, ProtocolVersion, RequestId};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

use crate::batch::{Batch, Messages};
use crate::frame::Line;
use crate::gate::{Admitted, Gate, Job, panicked};
use crate::intake::{Intake, Piece};
use crate::outlet::RequestOutlet;
use crate::wire::Wire;
use crate::{Options, ParseErrorReply};

/// How many requests wait for a place before the stream is no longer read.
const WAITING: usize = 64;

pub(crate) struct Session {
    connection: Arc<dyn Connection>,
    pub(crate) wire: Arc<Wire>,
    /// Requests that do work.
    pub(crate) gate: Arc<Gate>,
    /// Requests that listen, which must not take the place of the others.
    pub(crate) listeners: Arc<Gate>,
    max_line: usize,
    max_listening: usize,
    parse_error_reply: ParseErrorReply,
    stopped: AtomicBool,
}

impl Session {
    /// A session whose requests run on the current runtime.
    pub(crate) fn new(
        connection: Arc<dyn Connection>,
        wire: Arc<Wire>,
        options: &Options,
    ) -> Arc<Self> {
        let runtime = Handle::current();
        let gate = Gate::new(runtime.clone(), options.max_in_flight, WAITING);
        let listeners = Gate::new(runtime, options.max_listening, 0);
        Arc::new(Self {
            connection,
            wire,
            gate: Arc::new(gate),
            listeners: Arc::new(listeners),
            max_line: options.max_line,
            max_listening: options.max_listening,
            parse_error_reply: options.parse_error_reply,
            stopped: AtomicBool::new(false),
        })
    }

    /// Takes no further message, and tells the engine so, once.
    pub(crate) fn end(&self) {
        if !self.stopped.swap(true, Ordering::SeqCst) {
            self.wire.part();
            self.connection.close();
        }
    }

    /// Opens the way for what belongs to no request; a task, where there may
    /// be something to tell.
    pub(crate) fn listen(&self) -> Option<AbortHandle> {
        let connection = Arc::clone(&self.connection);
        let outlet = RequestOutlet::listening(Arc::clone(&self.wire));
        let exchange = connection.listen(outlet).into_ready().err()?;
        Some(tokio::spawn(exchange).abort_handle())
    }

    /// Serves every message until the input ends or the session is stopped.
    pub(crate) async fn read(&self, mut reader: impl AsyncRead + Unpin) -> io::Result<()> {
        let mut intake = self.intake();
        loop {
            while let Some(piece) = intake.next() {
                if self.is_stopped() {
                    return Ok(());
                }
                if let Some(request) = self.take(piece, &mut intake) {
                    request.spawn();
                }
                self.room().await;
            }
            if intake.is_finished() {
                return Ok(());
            }
            if reader.read_buf(intake.space()).await? == 0 {
                intake.finish();
            }
        }
    }

    pub(crate) fn intake(&self) -> Intake {
        let outlet = RequestOutlet::new(Arc::clone(&self.wire));
        Intake::new(self.max_line, outlet)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether another line may be read.
    pub(crate) fn has_room(&self) -> bool {
        self.gate.has_room() && self.wire.has_room()
    }

    /// Waits until another line may be read.
    pub(crate) async fn room(&self) {
        while !self.has_room() {
            self.wire.room().await;
            // While answers cannot leave, it is the peer that keeps requests
            // from ending: none is refused for that.
            let flowing = self.wire.has_room();
            if self.gate.room().await {
                return self.wire.room().await;
            }
            if flowing && self.wire.has_room() {
                self.gate.relent();
            }
        }
    }

    /// Deals with a piece of the input, up to a request that is to run now.
    pub(crate) fn take(&self, piece: Piece, intake: &mut Intake) -> Option<Admitted> {
        let (message, batch) = match piece {
            Piece::Line(Line::Message(frame)) if self.is_batch(&frame) => {
                match Incoming::parse_batch(&frame, None) {
                    Ok(messages) => {
                        intake.open(Messages::new(messages, Arc::clone(&self.wire)));
                        return None;
                    }
                    Err(fault) => (Err(fault), None),
                }
            }
            Piece::Line(Line::Message(frame)) => (Incoming::parse(frame, None), None),
            Piece::Line(Line::TooLong(id)) => (Err(self.too_long(id)), None),
            Piece::Message((message, batch)) => (message, Some(batch)),
        };
        match (message, batch) {
            (Ok(incoming), batch) => self.serve(incoming, batch, intake),
            (Err(fault), Some(batch)) => {
                batch.settle(self.refusal(&fault));
                None
            }
            (Err(fault), None) => {
                if let Some(refusal) = self.refusal(&fault) {
                    self.wire.send(refusal);
                }
                None
            }
        }
    }

    /// Whether a line is to be taken as several messages; the revision is
    /// asked only about what looks like it.
    fn is_batch(&self, frame: &[u8]) -> bool {
        Incoming::is_batch(frame) && self.connection.takes_batches()
    }

    fn too_long(&self, id: Option<RequestId>) -> Fault {
        Fault {
            id,
            error: Error::invalid_request(format!("message exceeds {} bytes", self.max_line)),
            response_like: false,
        }
    }

    /// Serves a message, up to a request that is to run now.
    fn serve(
        &self,
        incoming: Incoming,
        batch: Option<Arc<Batch>>,
        intake: &mut Intake,
    ) -> Option<Admitted> {
        let outlet = intake.outlet(batch.clone());
        let id = incoming.id().cloned();
        match self.accept(incoming, outlet) {
            Some(Accepted::Request(exchange)) => {
                let admitted = admit(&self.gate, exchange, outlet, id);
                return admitted.unwrap_or_else(|job| {
                    let error = Error::internal("too many requests at once; try again");
                    self.turn_away(job, &error);
                    None
                });
            }
            Some(Accepted::Listening(exchange)) => {
                outlet.listen();
                let admitted = match batch {
                    None => admit(&self.listeners, exchange, outlet, id),
                    // Its answer may never come, and the others would wait.
                    Some(_) => Err(Job::new(exchange, outlet, id)),
                };
                return admitted.unwrap_or_else(|job| {
                    self.turn_away(job, &self.no_listening(batch.is_some()));
                    None
                });
            }
            Some(Accepted::Rejected(reply)) => outlet.end(Some(reply)),
            Some(Accepted::Done) => {
                if let Some(batch) = batch {
                    batch.settle(None);
                }
            }
            None => outlet.end(id.as_ref().map(panicked)),
        }
        None
    }

    /// Hands a message to the engine; `None` where that panicked, which must
    /// not end the conversation.
    fn accept(&self, incoming: Incoming, outlet: &Arc<RequestOutlet>) -> Option<Accepted> {
        let connection = Arc::clone(&self.connection);
        let outlet: Arc<dyn Outlet> = Arc::clone(outlet) as _;
        let accepted = catch_unwind(AssertUnwindSafe(|| connection.accept(incoming, outlet)));
        if accepted.is_err() {
            tracing::error!("accepting a message panicked");
        }
        accepted.ok()
    }

    /// Answers a request that has no place and may not wait for one.
    fn turn_away(&self, job: Job, error: &Error) {
        let Job {
            exchange,
            outlet,
            id,
        } = job;
        // First, so that the engine knows nothing of it once the peer does.
        drop(exchange);
        outlet.end(Some(Reply::error(id.as_ref(), error, self.version())));
    }

    fn no_listening(&self, in_batch: bool) -> Error {
        let most = self.max_listening;
        match in_batch {
            true => Error::invalid_request("a request that listens is sent on its own"),
            false => Error::internal(format!("only {most} requests may listen at once")),
        }
    }

    /// The revision that errors of our own are worded in.
    fn version(&self) -> ProtocolVersion {
        self.connection.version().unwrap_or(ProtocolVersion::LATEST)
    }

    /// The answer to what is no message, where that helps anybody.
    fn refusal(&self, fault: &Fault) -> Option<Bytes> {
        let error = &fault.error;
        if fault.response_like {
            tracing::warn!(%error, "ignored a broken response");
            return None;
        }
        // Other kinds come from the parameters of a message that is whole: it
        // has an id, or is a notification and never answered.
        let broken = matches!(error.kind(), ErrorKind::Parse | ErrorKind::InvalidRequest);
        if fault.id.is_none() && !(broken && self.parse_error_reply == ParseErrorReply::Always) {
            tracing::warn!(%error, "ignored a message that names no request");
            return None;
        }
        tracing::debug!(%error, id = ?fault.id, "refused a message");
        let reply = Reply::error(fault.id.as_ref(), error, self.version());
        Some(reply.frame)
    }
}

/// Answers a request at once, or takes a place for it, as [`Gate::admit`].
fn admit(
    gate: &Arc<Gate>,
    exchange: Exchange,
    outlet: &Arc<RequestOutlet>,
    id: Option<RequestId>,
) -> Result<Option<Admitted>, Job> {
    match exchange.into_ready() {
        Ok(reply) => {
            outlet.end(reply);
            Ok(None)
        }
        Err(exchange) => gate.admit(Job::new(exchange, outlet, id)),
    }
}
