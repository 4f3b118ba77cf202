//! The Model Context Protocol as data.
//!
//! This crate knows what MCP messages *are*: the JSON-RPC envelope, the five
//! published revisions, the two eras they fall into, the domain types (tools,
//! prompts, resources, content), and the [`transport`] seam at which an engine and a
//! transport meet. It does no I/O, starts no task, reads no clock and draws
//! no random number, so that servers, clients and transports can share it.
//!
//! | part | what it holds |
//! | --- | --- |
//! | [`jsonrpc`] | bytes to an envelope in one pass, and back without a DOM |
//! | [`Error`], [`ErrorCode`] | what went wrong, by whose fault |
//! | [`ProtocolVersion`] | the five revisions as data |
//! | [`Method`] | every method of every revision |
//! | [`meta`] | the reserved keys of `_meta`, and the trace they name |
//! | [`types`] | tools, prompts, resources, content, elicitation, capabilities, … |
//! | [`call`] | what both eras ask |
//! | [`era`] | which era a message claims; params to [`call::Call`]; results to bytes |
//! | [`transport`] | the traits between an engine and a transport |
//!
//! Server authors use the crate `mcp-server`, which re-exports what they need.

pub mod call;
pub mod era;
mod error;
pub mod header;
pub mod jsonrpc;
pub mod meta;
mod method;
pub mod transport;
pub mod types;
mod version;

pub use error::{Error, ErrorCode, ErrorKind};
pub use jsonrpc::RequestId;
pub use meta::Meta;
pub use method::Method;
pub use types::*;
pub use version::ProtocolVersion;
