//! One connection: what becomes of each line.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mcp_core::jsonrpc::Fault;
use mcp_core::transport::{Accepted, Connection, Incoming, Reply};
use mcp_core::{Error, ErrorKind, ProtocolVersion};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::runtime::Handle;

use crate::frame::{Line, Lines};
use crate::gate::{Gate, Job};
use crate::outlet::RequestOutlet;
use crate::wire::Wire;
use crate::{Options, ParseErrorReply};

pub(crate) struct Session {
    pub(crate) connection: Arc<dyn Connection>,
    pub(crate) wire: Arc<Wire>,
    pub(crate) gate: Arc<Gate>,
    max_line: usize,
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
        Arc::new(Self {
            connection,
            wire,
            gate: Arc::new(Gate::new(Handle::current(), options.max_in_flight)),
            max_line: options.max_line,
            parse_error_reply: options.parse_error_reply,
            stopped: AtomicBool::new(false),
        })
    }

    /// Takes no further message.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Serves every line until the input ends or the session is stopped.
    pub(crate) async fn read(&self, mut reader: impl AsyncRead + Unpin) -> io::Result<()> {
        let mut lines = Lines::new(self.max_line);
        let mut outlet = RequestOutlet::new(Arc::clone(&self.wire));
        loop {
            while let Some(line) = lines.next() {
                if self.stopped.load(Ordering::Relaxed) {
                    return Ok(());
                }
                self.take(line, &mut outlet);
                self.gate.room().await;
                self.wire.room().await;
            }
            if reader.read_buf(lines.space()).await? == 0 {
                break;
            }
        }
        if let Some(line) = lines.rest()
            && !self.stopped.load(Ordering::Relaxed)
        {
            self.take(line, &mut outlet);
        }
        Ok(())
    }

    fn take(&self, line: Line, outlet: &mut Arc<RequestOutlet>) {
        let incoming = match line {
            Line::Message(frame) => Incoming::parse(frame, None),
            Line::TooLong(id) => {
                let error =
                    Error::invalid_request(format!("message exceeds {} bytes", self.max_line));
                Err(Fault {
                    id,
                    error,
                    response_like: false,
                })
            }
        };
        let incoming = match incoming {
            Ok(incoming) => incoming,
            Err(fault) => return self.refuse(&fault),
        };
        RequestOutlet::renew(outlet);
        let id = incoming.id().cloned();
        let connection = Arc::clone(&self.connection);
        match connection.accept(incoming, Arc::clone(outlet) as Arc<_>) {
            Accepted::Request(exchange) => match exchange.into_ready() {
                Ok(reply) => outlet.end(reply),
                Err(exchange) => {
                    self.gate.start(Job {
                        exchange,
                        outlet: Arc::clone(outlet),
                        id,
                    });
                }
            },
            Accepted::Rejected(reply) => outlet.end(Some(reply)),
            Accepted::Done => {}
        }
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
        let version = self.connection.version().unwrap_or(ProtocolVersion::LATEST);
        self.wire
            .send(Reply::error(fault.id.as_ref(), error, version).frame);
    }
}
