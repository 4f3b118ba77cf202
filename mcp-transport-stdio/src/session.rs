//! One connection: what becomes of each line.

use std::borrow::Cow;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mcp_core::jsonrpc::Fault;
use mcp_core::transport::{Accepted, Connection, Exchange, Incoming, Outlet, Reply};
use mcp_core::{Error, ErrorKind, ProtocolVersion, RequestId};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

use crate::frame::{Line, Lines};
use crate::gate::{Admitted, Gate, Job, panicked};
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

    /// Serves every line until the input ends or the session is stopped.
    pub(crate) async fn read(&self, mut reader: impl AsyncRead + Unpin) -> io::Result<()> {
        let mut lines = self.lines();
        let mut outlet = self.outlet();
        loop {
            while let Some(line) = lines.next() {
                if self.is_stopped() {
                    return Ok(());
                }
                if let Some(request) = self.take(line, &mut outlet) {
                    request.spawn();
                }
                self.room().await;
            }
            if reader.read_buf(lines.space()).await? == 0 {
                break;
            }
        }
        if let Some(line) = lines.rest()
            && !self.is_stopped()
            && let Some(request) = self.take(line, &mut outlet)
        {
            request.spawn();
        }
        Ok(())
    }

    pub(crate) fn lines(&self) -> Lines {
        Lines::new(self.max_line)
    }

    pub(crate) fn outlet(&self) -> Arc<RequestOutlet> {
        RequestOutlet::new(Arc::clone(&self.wire))
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

    /// Deals with a line, up to a request that is to run now.
    ///
    /// `outlet` is the one used last; it is used again where nobody holds it.
    pub(crate) fn take(&self, line: Line, outlet: &mut Arc<RequestOutlet>) -> Option<Admitted> {
        let incoming = match line {
            Line::Message(frame) => Incoming::parse(frame, None),
            Line::TooLong(id) => Err(Fault {
                id,
                error: Error::invalid_request(format!("message exceeds {} bytes", self.max_line)),
                response_like: false,
            }),
        };
        let incoming = match incoming {
            Ok(incoming) => incoming,
            Err(fault) => {
                self.refuse(&fault);
                return None;
            }
        };
        RequestOutlet::renew(outlet);
        let id = incoming.id().cloned();
        match self.accept(incoming, outlet) {
            Some(Accepted::Request(exchange)) => {
                let admitted = admit(&self.gate, exchange, outlet, id);
                return admitted.unwrap_or_else(|job| {
                    self.turn_away(job, "too many requests at once; try again");
                    None
                });
            }
            Some(Accepted::Listening(exchange)) => {
                outlet.listen();
                let admitted = admit(&self.listeners, exchange, outlet, id);
                return admitted.unwrap_or_else(|job| {
                    let most = self.max_listening;
                    self.turn_away(job, format!("only {most} requests may listen at once"));
                    None
                });
            }
            Some(Accepted::Rejected(reply)) => outlet.end(Some(reply)),
            Some(Accepted::Done) => {}
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
    fn turn_away(&self, job: Job, why: impl Into<Cow<'static, str>>) {
        let Job {
            exchange,
            outlet,
            id,
        } = job;
        // First, so that the engine knows nothing of it once the peer does.
        drop(exchange);
        let error = Error::internal(why);
        outlet.end(Some(Reply::error(id.as_ref(), &error, self.version())));
    }

    /// The revision that errors of our own are worded in.
    fn version(&self) -> ProtocolVersion {
        self.connection.version().unwrap_or(ProtocolVersion::LATEST)
    }

    /// Answers what is no message, where that helps anybody.
    fn refuse(&self, fault: &Fault) {
        let error = &fault.error;
        if fault.response_like {
            tracing::warn!(%error, "ignored a broken response");
            return;
        }
        // Other kinds come from the parameters of a message that is whole: it
        // has an id, or is a notification and never answered.
        let broken = matches!(error.kind(), ErrorKind::Parse | ErrorKind::InvalidRequest);
        if fault.id.is_none() && !(broken && self.parse_error_reply == ParseErrorReply::Always) {
            tracing::warn!(%error, "ignored a line that names no request");
            return;
        }
        tracing::debug!(%error, id = ?fault.id, "refused a message");
        self.wire
            .send(Reply::error(fault.id.as_ref(), error, self.version()).frame);
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
        Err(exchange) => gate.admit(Job {
            exchange,
            outlet: Arc::clone(outlet),
            id,
        }),
    }
}
