//! What an endpoint allows, and how much.

use std::sync::Arc;
use std::time::Duration;

use mcp_core::transport::Service as Engine;
use tokio::net::TcpListener;

use crate::endpoint::{Endpoint, Limits, Shared, Sockets};
use crate::error::{Error, Kind};
use crate::gate::{Gate, Room};
use crate::guard::{Guard, Hosts, Origins};
use crate::reply::Replay;
use crate::serve::Bound;

/// Builds an [`Endpoint`].
///
/// Every setting has a default that is safe on a developer's machine; a server
/// that other machines reach has to say at least under which names
/// ([`Builder::allowed_hosts`]).
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use mcp_core::transport::Service;
/// use mcp_transport_http::{Endpoint, Error};
///
/// fn mount(engine: Arc<dyn Service>) -> Result<axum::Router, Error> {
///     let endpoint = Endpoint::builder(engine)
///         .allowed_hosts(["mcp.example.com"])
///         .allowed_origins(["https://app.example.com"])
///         .build()?;
///     Ok(endpoint.into_router("/mcp"))
/// }
/// ```
#[must_use = "a builder does nothing until it is built or bound"]
pub struct Builder {
    engine: Arc<dyn Engine>,
    hosts: Names,
    origins: Names,
    limits: Limits,
    sockets: Sockets,
    room: Room,
    grace: Duration,
    replay: usize,
    #[cfg(feature = "legacy-sse")]
    sse: Option<crate::legacy::sse::Desk>,
}

/// A list of names, as far as the user has said.
enum Names {
    Default,
    Any,
    Listed(Vec<String>),
}

impl Builder {
    pub(crate) fn new(engine: Arc<dyn Engine>) -> Self {
        Self {
            engine,
            hosts: Names::Default,
            origins: Names::Default,
            limits: Limits::default(),
            sockets: Sockets::default(),
            room: Room {
                requests: 256,
                listeners: 1024,
                per_caller: None,
            },
            grace: Duration::from_secs(10),
            replay: 32 * 1024 * 1024,
            #[cfg(feature = "legacy-sse")]
            sse: None,
        }
    }

    /// The hosts that requests may name in `Host` or `:authority`: a name or
    /// an address, on any port unless one is given.
    ///
    /// Default: `localhost`, `127.0.0.1` and `[::1]`, if the bound address is
    /// one of this machine's own or unknown. This list replaces the default.
    /// The check keeps web pages from reaching the server under a name of
    /// their own (DNS rebinding); a request with another host is answered 403.
    pub fn allowed_hosts<H: Into<String>>(mut self, hosts: impl IntoIterator<Item = H>) -> Self {
        self.hosts = Names::Listed(hosts.into_iter().map(Into::into).collect());
        self
    }

    /// Serves requests for any host.
    ///
    /// For servers whose callers all have to authenticate, or that stand
    /// behind a proxy which checks the host. Pages of the server's own host
    /// then need to be listed in [`Builder::allowed_origins`].
    pub fn any_host(mut self) -> Self {
        self.hosts = Names::Any;
        self
    }

    /// The web pages that may send requests: `https://app.example.com`, with
    /// a port unless it is the scheme's own; `null` for pages without an origin.
    ///
    /// Default: none. Allowed without being listed are requests without
    /// `Origin` (everything but browsers), pages of the host that the request
    /// names, and pages of this machine if the request names this machine.
    /// Others are answered 403 (specification, "Streamable HTTP: Security").
    pub fn allowed_origins<O: Into<String>>(
        mut self,
        origins: impl IntoIterator<Item = O>,
    ) -> Self {
        self.origins = Names::Listed(origins.into_iter().map(Into::into).collect());
        self
    }

    /// Serves requests of any web page, `null` included.
    pub fn any_origin(mut self) -> Self {
        self.origins = Names::Any;
        self
    }

    /// The longest message, in bytes. Default: 4 MiB.
    ///
    /// Longer ones are answered 413 as soon as they are known to be longer,
    /// whatever axum's `DefaultBodyLimit` says.
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.limits.body = bytes;
        self
    }

    /// How long a message may take to arrive. Default: 30 s; then 408.
    pub fn body_timeout(mut self, time: Duration) -> Self {
        self.limits.body_timeout = time;
        self
    }

    /// How long a new connection may take until the head of its first request
    /// has come. Default: 30 s, or up to a quarter more; then it is closed
    /// within a second, without an answer.
    ///
    /// This holds where we accept connections: with [`Bound::serve`] and
    /// [`serve()`](crate::serve()). So do [`Builder::idle_timeout`] and
    /// [`Builder::max_connections`].
    pub fn header_timeout(mut self, time: Duration) -> Self {
        self.sockets.header_timeout = time;
        self
    }

    /// How long a connection may stay open after a request until the head of
    /// the next one has come. Default: 120 s, or up to a quarter more; then it
    /// is closed.
    ///
    /// A connection whose client still waits for an answer, reads one or
    /// listens is not idle. The default is longer than common clients (90 s)
    /// and proxies (60 s) keep a connection they do not use: one that sends a
    /// request just as we close has to send it again, and not all of them do.
    pub fn idle_timeout(mut self, time: Duration) -> Self {
        self.sockets.idle_timeout = time;
        self
    }

    /// How many connections may be open at once. Default: 10 000, at least 1;
    /// more wait in the system's queue until one is closed.
    ///
    /// Each takes a file descriptor, of which processes often have fewer
    /// (`ulimit -n`). Where they run out, the log says so, and others wait as
    /// well.
    pub fn max_connections(mut self, connections: u32) -> Self {
        self.sockets.connections = connections.max(1) as usize;
        self
    }

    /// After how much silence a comment is sent on a stream, and after how
    /// much a pending answer becomes a stream. Default: 15 s, below the idle
    /// limit of the proxies in use.
    pub fn keep_alive(mut self, interval: Duration) -> Self {
        self.limits.keep_alive = interval;
        self
    }

    /// How many requests may run at once. Default: 256, at least 1; more are
    /// answered 503 with `Retry-After`.
    ///
    /// Requests that need no handler (lists, `ping`, …) are not counted. Nor
    /// are those of a session whose client has hung up: up to 64 go on, for
    /// 60 s each; others are cancelled at once.
    pub fn max_in_flight(mut self, requests: u32) -> Self {
        self.room.requests = requests.max(1);
        self
    }

    /// How many streams may listen at once. Default: 1024; more are answered
    /// 503 with `Retry-After`.
    ///
    /// Streams that listen are `subscriptions/listen` requests and the GET
    /// streams of sessions. They are not counted among requests
    /// ([`Builder::max_in_flight`]), since they do no work and may last for hours.
    pub fn max_listening(mut self, streams: u32) -> Self {
        self.room.listeners = streams;
        self
    }

    /// How many streams of one caller may listen at once. Default: a quarter
    /// of [`Builder::max_listening`], at least 8; more are answered 503 with
    /// `Retry-After`.
    ///
    /// A caller is an authenticated
    /// [`Principal`](mcp_core::transport::Principal), or else an address of
    /// another machine (of IPv6, its network of 64 bits), where the request
    /// says from where it came: with [`Bound::serve`] and
    /// [`serve()`](crate::serve()), and wherever axum puts
    /// [`ConnectInfo<SocketAddr>`](axum::extract::ConnectInfo). Callers that
    /// nothing tells apart share all the places. So do those of this machine,
    /// which may come through a proxy. A proxy on another machine counts as
    /// one caller, unless its callers authenticate here: raise the limit then.
    pub fn max_listening_per_caller(mut self, streams: u32) -> Self {
        self.room.per_caller = Some(streams);
        self
    }

    /// How many bytes are kept, in all, for clients of sessions that lost their
    /// connection and read on where it broke (`Last-Event-ID`). Default:
    /// 32 MiB; with 0 nothing is kept, and events have no ids.
    ///
    /// Kept of each stream is 1 MiB at most, and after its end 5 min. Only
    /// streams are kept, not answers of one JSON body, and only for revisions
    /// before 2026-07-28.
    pub fn max_replay(mut self, bytes: usize) -> Self {
        self.replay = bytes;
        self
    }

    /// Serves HTTP+SSE of 2024-11-05 as well, for clients that know nothing
    /// newer: its stream at one path, its messages at another, such as `/sse`
    /// and `/messages`. Default: not served.
    ///
    /// [`Endpoint::into_router`] mounts both beside the endpoint, and
    /// [`Bound::serve`](crate::Bound::serve) with it. Hosts, origins and limits
    /// are those of the endpoint; open streams count as listening
    /// ([`Builder::max_listening`]). A proxy in front must pass paths on
    /// unchanged: clients are told where to post by the path of their GET as
    /// it arrives here.
    ///
    /// That transport is deprecated: its sessions live in this process and
    /// nowhere else, and end with their connection.
    ///
    /// # Examples
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use mcp_transport_http::{Endpoint, Error};
    /// # fn mount(engine: Arc<dyn mcp_core::transport::Service>) -> Result<axum::Router, Error> {
    /// let endpoint = Endpoint::builder(engine)
    ///     .legacy_sse("/sse", "/messages")
    ///     .build()?;
    /// Ok(endpoint.into_router("/mcp"))
    /// # }
    /// ```
    #[cfg(feature = "legacy-sse")]
    pub fn legacy_sse(mut self, stream: &str, messages: &str) -> Self {
        self.sse = Some(crate::legacy::sse::Desk::new(stream, messages));
        self
    }

    /// How long running requests may go on after [`Endpoint::stop`]. Default: 10 s.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// The endpoint, to be mounted in a server that somebody else runs.
    ///
    /// # Errors
    ///
    /// An allowed host or origin that is none.
    pub fn build(self) -> Result<Endpoint, Error> {
        self.build_with(Hosts::loopback())
    }

    /// Binds an address: `127.0.0.1:8080`, `localhost:8080`, or `:8080`, which
    /// is `127.0.0.1:8080`.
    ///
    /// # Errors
    ///
    /// Where the address is no loopback address and neither
    /// [`Builder::allowed_hosts`] nor [`Builder::any_host`] was called; where
    /// the system refuses the address; where a host or an origin is none.
    pub async fn bind(self, address: impl std::fmt::Display) -> Result<Bound, Error> {
        let mut address = address.to_string();
        if address.starts_with(':') {
            address.insert_str(0, "127.0.0.1");
        }
        let listener = TcpListener::bind(&address)
            .await
            .map_err(|source| Kind::Bind { address, source })?;
        self.listen(listener)
    }

    /// Takes a listener that is bound already.
    ///
    /// # Errors
    ///
    /// As [`Builder::bind`].
    pub fn listen(self, listener: TcpListener) -> Result<Bound, Error> {
        let address = listener.local_addr().map_err(|source| Kind::Bind {
            address: "the given listener".to_owned(),
            source,
        })?;
        if !address.ip().is_loopback() && matches!(self.hosts, Names::Default) {
            return Err(Kind::HostsUnknown(address).into());
        }
        let endpoint = self.build_with(Hosts::bound(address.ip()))?;
        Ok(Bound::new(listener, address, endpoint))
    }

    fn build_with(self, default: Hosts) -> Result<Endpoint, Error> {
        let hosts = match self.hosts {
            Names::Default => default,
            Names::Any => Hosts::Any,
            Names::Listed(hosts) => Hosts::parse(hosts)?,
        };
        let origins = match self.origins {
            Names::Default => Origins::Listed(Vec::new()),
            Names::Any => Origins::Any,
            Names::Listed(origins) => Origins::parse(origins)?,
        };
        Ok(Endpoint::new(Shared {
            engine: self.engine,
            guard: Guard { hosts, origins },
            gate: Gate::new(self.room, self.grace),
            limits: self.limits,
            sockets: self.sockets,
            replay: Replay::new(self.replay),
            #[cfg(feature = "legacy-sse")]
            sse: self.sse,
        }))
    }
}
