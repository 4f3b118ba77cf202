//! The stdio transport of the Model Context Protocol: newline-framed JSON-RPC
//! over the process's own streams, or over any other byte stream.
//!
//! Server authors call `serve_stdio()` of the crate `mcp-server` and never
//! meet this one. It serves whatever implements
//! [`Service`](mcp_core::transport::Service), and knows nothing of what the
//! messages mean.
//!
//! ```
//! use std::sync::Arc;
//!
//! use bytes::Bytes;
//! use mcp_core::header::MirroredHeader;
//! use mcp_core::transport::*;
//! use mcp_core::ProtocolVersion;
//! use mcp_transport_stdio::{Options, serve_on};
//! use tokio::io::{AsyncReadExt, AsyncWriteExt};
//!
//! /// Answers every request with an empty result.
//! struct Yes;
//!
//! impl Connection for Yes {
//!     fn accept(self: Arc<Self>, incoming: Incoming, _: Arc<dyn Outlet>) -> Accepted {
//!         let Some(id) = incoming.id() else { return Accepted::Done };
//!         let id = serde_json::to_string(id).expect("an id is JSON");
//!         let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
//!         Accepted::Request(Exchange::ready(Reply::result(frame.into())))
//!     }
//!     fn listen(self: Arc<Self>, _: Arc<dyn Outlet>) -> Exchange {
//!         Exchange::run(std::future::pending()) // has nothing to tell unasked
//!     }
//!     fn version(&self) -> Option<ProtocolVersion> { None }
//!     fn close(&self) {}
//! }
//!
//! impl Service for Yes {
//!     fn connect(&self, _: Origin) -> Arc<dyn Connection> { Arc::new(Yes) }
//!     fn resume(&self, _: &str, _: Origin) -> Result<Arc<dyn Connection>, SessionGone> { Err(SessionGone) }
//!     fn end_session(&self, _: &str, _: &Origin) -> Result<(), SessionGone> { Err(SessionGone) }
//!     fn stateless_versions(&self) -> &[ProtocolVersion] { &[] }
//!     fn mirrored_headers(&self, _: &str, _: &Origin) -> Option<Arc<[MirroredHeader]>> { None }
//!     fn stop(&self) {}
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> std::io::Result<()> {
//! let (mut host, server) = tokio::io::duplex(1024);
//! let (reader, writer) = tokio::io::split(server);
//! let serving = tokio::spawn(serve_on(&Yes, reader, writer, Options::new()));
//!
//! host.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").await?;
//! host.shutdown().await?;
//! let mut answers = String::new();
//! host.read_to_string(&mut answers).await?;
//!
//! assert_eq!(answers, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
//! assert_eq!(serving.await?.unwrap().abandoned, 0);
//! # Ok(())
//! # }
//! ```
//!
//! # What it sees to
//!
//! - **Framing.** One message a line, bounded ([`Options::max_line`]), with
//!   `\r\n`, blank lines and a byte order mark tolerated. Text that is no
//!   message never ends the session ([`ParseErrorReply`]). Sessions of
//!   2025-03-26 may put several messages into a line; they are taken one by
//!   one, and answered in one line.
//! - **Concurrency.** A request that needs no handler is answered at once; the
//!   others run as tasks, bounded ([`Options::max_in_flight`]), and answers go
//!   out in the order in which they are ready.
//! - **One writer.** Answers are never dropped: when the peer does not read,
//!   their senders wait, and then the stream is no longer read. Progress and
//!   log frames share the queue, so they come before their answer, never after.
//! - **Listening.** Requests that listen are bounded apart
//!   ([`Options::max_listening`]) and take no place of those that work. What
//!   they tell is refused earlier than other frames while the peer does not
//!   read, so that no storm of changes keeps answers back. They end with the
//!   connection, without cost to the drain.
//! - **A clean wire.** On its own streams nothing but messages is written,
//!   whatever the process or its children print ([`Options::guard`]).
//! - **An end.** When the input ends, or a signal comes, accepted requests are
//!   answered within [`Options::drain_timeout`] and the future completes.
//!
//! It logs through `tracing` and prints nothing.
//!
//! # Memory
//!
//! At most [`Options::max_in_flight`] and [`Options::max_listening`] messages
//! and 65 more, of [`Options::max_line`] bytes each, are held; about a MiB of
//! answers is queued, besides those that wait for others to the same line.
//! Lower them where the peer is a stranger.

mod batch;
mod frame;
mod gate;
mod intake;
mod options;
mod outlet;
mod process;
mod serve;
mod session;
mod wire;

pub use options::{Ended, Options, ParseErrorReply, Reason};
pub use process::serve;
pub use serve::serve_on;
