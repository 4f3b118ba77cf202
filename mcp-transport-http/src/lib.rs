//! The Streamable HTTP transport of the Model Context Protocol, on axum.
//!
//! An [`Endpoint`] binds an engine (anything that implements
//! [`mcp_core::transport::Service`]) to one HTTP path. It is a
//! [`tower::Service`], becomes an [`axum::Router`] with
//! [`Endpoint::into_router`], and is served on its own with
//! [`Builder::bind`]. Every published revision of the protocol is answered on
//! that one path; each message says itself which one it speaks.
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use mcp_core::transport::Service;
//! use mcp_transport_http::{Endpoint, shutdown_signal};
//!
//! # async fn serve(engine: Arc<dyn Service>) -> Result<(), Box<dyn std::error::Error>> {
//! Endpoint::builder(engine)
//!     .bind("127.0.0.1:8080")
//!     .await?
//!     .serve("/mcp", shutdown_signal())
//!     .await?;
//! # Ok(())
//! # }
//! ```
//!
//! Before a message reaches the engine, the request passes a ladder of guards:
//! Host and Origin (403), method (405), media types and codings (415, 406),
//! size and speed of the body (413, 408), the envelope (400), and what the
//! revision in question demands of headers and sessions (400, 404).
//!
//! An answer is one JSON body as long as the handler is silent, and a stream
//! of server-sent events as soon as it speaks. A silent handler costs neither
//! a task nor a channel.
//!
//! A message that names its revision (2026-07-28) stands for itself: no
//! session, no GET, and a client that hangs up cancels its request. Requests
//! that listen are streams from the start, and are counted apart, in all and
//! per caller ([`Builder::max_listening_per_caller`]).
//!
//! Sessions of earlier revisions have the rest as well: a GET stream for what
//! belongs to no request (opened again, it takes the place of the earlier
//! one), `DELETE`, and streams that a client reads on after it lost its
//! connection (`Last-Event-ID`). What is kept for that is bounded
//! ([`Builder::max_replay`]) and lives in this process; a client of 2025-11-25
//! can be sent away while its request goes on, to come back for the answer.
//! Sessions of 2025-03-26 may send several messages at once.
//!
//! | part | what it holds |
//! | --- | --- |
//! | [`Builder`] | hosts, origins, limits and times, with their defaults |
//! | [`Endpoint`] | the service; [`Endpoint::into_router`], [`Endpoint::stop`] |
//! | [`Bound`], [`serve()`], [`shutdown_signal`] | listening, and a stop that ends |
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `legacy-sse` | HTTP+SSE of 2024-11-05, deprecated; off by default (`Builder::legacy_sse`) |
//!
//! Connections that [`serve()`] accepts are limited in number and in how long
//! they may be silent ([`Builder::max_connections`],
//! [`Builder::header_timeout`], [`Builder::idle_timeout`]). Whoever mounts the
//! endpoint in a server of their own limits them there.
//!
//! Compression, CORS and tracing are the business of layers in front
//! (tower-http). A layer that authenticates puts a
//! [`Principal`](mcp_core::transport::Principal) into the request's extensions.

mod builder;
mod caller;
mod endpoint;
mod error;
mod gate;
mod guard;
mod header;
mod legacy;
mod listening;
mod modern;
mod refusal;
mod reply;
mod router;
mod serve;
mod service;

/// axum's router, the type an endpoint is mounted in.
pub use axum::Router;
pub use builder::Builder;
pub use endpoint::Endpoint;
pub use error::Error;
pub use serve::{Bound, serve, shutdown_signal};
