//! HTTP headers that repeat parts of a message: how their values are spelled, and which arguments
//! of a tool they mirror.
//!
//! String work only: a server that checks such headers and a client that writes them share it.
//! Spec: [Request
//! metadata](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata).

mod mirror;
mod schema;
mod value;

pub use mirror::MirroredHeader;
pub use schema::{HeaderFault, mirrored_headers};
pub use value::{InvalidHeaderValue, decode, encode};
