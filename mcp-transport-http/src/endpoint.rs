//! The endpoint: one path, every revision.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mcp_core::transport::Service as Engine;

use crate::builder::Builder;
use crate::caller::Key;
use crate::gate::Gate;
use crate::guard::Guard;
use crate::listening::{Full, Place};
use crate::refusal::Refusal;
use crate::reply::Replay;
use crate::service;

/// An engine behind one HTTP path, as a [`tower::Service`].
///
/// Clones are cheap and share limits and the stop.
#[derive(Clone)]
pub struct Endpoint {
    pub(crate) shared: Arc<Shared>,
}

/// What all requests of an endpoint share.
pub(crate) struct Shared {
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) guard: Guard,
    pub(crate) gate: Gate,
    pub(crate) limits: Limits,
    pub(crate) sockets: Sockets,
    pub(crate) replay: Replay,
    #[cfg(feature = "legacy-sse")]
    pub(crate) sse: Option<crate::legacy::sse::Desk>,
}

/// Sizes and times of one request.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Longest body, in bytes.
    pub(crate) body: usize,
    /// How long a body may take to arrive.
    pub(crate) body_timeout: Duration,
    /// After how much silence something is sent.
    pub(crate) keep_alive: Duration,
}

/// What connections are allowed where we accept them.
#[derive(Clone, Copy)]
pub(crate) struct Sockets {
    /// How long the first request may take to come.
    pub(crate) header_timeout: Duration,
    /// How long the next one may.
    pub(crate) idle_timeout: Duration,
    /// How many may be open.
    pub(crate) connections: usize,
}

impl Shared {
    /// Room for one stream to listen. Where there is none, streams give way
    /// whose clients have hung up, so that there is room soon.
    ///
    /// # Errors
    ///
    /// 503 where there is none. A caller that has its share ends no stream of
    /// others.
    pub(crate) fn listen(&self, caller: Option<Key>) -> Result<Place, Refusal> {
        self.gate.listen(caller).map_err(|full| {
            if matches!(full, Full::All(_)) {
                self.replay.end_unread();
            }
            service::crowded(full)
        })
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 4 * 1024 * 1024,
            body_timeout: Duration::from_secs(30),
            keep_alive: Duration::from_secs(15),
        }
    }
}

impl Default for Sockets {
    fn default() -> Self {
        Self {
            header_timeout: Duration::from_secs(30),
            idle_timeout: Duration::from_secs(120),
            connections: 10_000,
        }
    }
}

impl Endpoint {
    /// Starts to describe an endpoint for an engine.
    pub fn builder(engine: Arc<dyn Engine>) -> Builder {
        Builder::new(engine)
    }

    pub(crate) fn new(shared: Shared) -> Self {
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Stops: refuses new requests (503), ends streams that listen with their
    /// result, lets running requests finish for the grace period, then drops
    /// those that are left. Returns when nothing runs any more.
    ///
    /// Meant for the graceful stop of a server that somebody else runs, which
    /// otherwise waits for open streams without end ([`serve()`](crate::serve())
    /// does all this itself, and limits connections, which axum does not):
    ///
    /// ```no_run
    /// # async fn run(endpoint: mcp_transport_http::Endpoint, listener: tokio::net::TcpListener) -> std::io::Result<()> {
    /// let app: axum::Router = endpoint.clone().into_router("/mcp");
    /// axum::serve(listener, app)
    ///     .with_graceful_shutdown(async move {
    ///         mcp_transport_http::shutdown_signal().await;
    ///         endpoint.stop().await;
    ///     })
    ///     .await
    /// # }
    /// ```
    ///
    /// There is no way back. Where this future is dropped half-way, new
    /// requests stay refused and running ones go on.
    pub async fn stop(&self) {
        // In this order: what begins to listen after the engine was told
        // would be told of no end.
        self.shared.gate.drain();
        self.shared.engine.stop();
        self.shared.gate.stop().await;
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("hosts", &self.shared.guard.hosts)
            .finish_non_exhaustive()
    }
}
