//! Model Context Protocol servers: a function with a doc comment becomes a
//! tool that every host can list, call and trust.
//!
//! ```no_run
//! use mcp_server::{tool, tools};
//!
//! /// Add two numbers.
//! #[tool(read_only)]
//! fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! #[tokio::main]
//! async fn main() -> mcp_server::Result {
//!     tools![add].serve_stdio().await
//! }
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(hidden)]
pub mod __private;
mod call;
mod cancel;
mod connection;
mod context;
mod dispatch;
mod era;
mod error;
mod extract;
mod in_flight;
mod input;
mod limits;
mod log;
mod param;
mod progress;
mod respond;
mod router;
mod schema;
mod server;
mod spec;
#[cfg(feature = "test")]
pub mod test;
mod tool;
mod validate;
mod value;

pub use call::Call;
pub use context::Ctx;
pub use era::Legacy;
pub use error::{Error, Result, ResultExt};
pub use extract::{Args, Caller, HeaderMap, Headers, State};
pub use input::{
    Answer, Answerable, Confirm, Content, Elicit, Form, FormBuilder, FormChoice, FormField, FormReader, Refusal,
};
pub use limits::Limits;
pub use param::{FromCall, Needs, Param, ViaArg, ViaCall};
pub use progress::Progress;
pub use respond::*;
pub use server::{BuildError, Errors, IntoServer, Server, ServerBuilder};
pub use spec::{Length, Mirrored, Numeric, Spec, Textual, spec};
pub use tool::{HandlerFuture, Tool, ToolBuilder, ToolFn, ToolHandler, ToolSet};
pub use value::*;

#[cfg(feature = "macros")]
pub use mcp_macros::{Choice, Form, Scalar, server, tool};

/// What the specification deprecates and clients still use (SEP-2577).
pub mod deprecated {
    pub use crate::input::{Roots, Sample};
    pub use mcp_core::types::{CreateMessageRequest, CreateMessageResult, LoggingLevel, Root};
}

/// Streamable HTTP: settings, and the router type of axum.
#[cfg(feature = "http")]
pub mod http {
    pub use axum::Router;
    pub use mcp_transport_http::*;
}

/// Standard input and output: settings.
#[cfg(feature = "stdio")]
pub mod stdio {
    pub use mcp_transport_stdio::{Ended, Options, ParseErrorReply, Reason};
}

pub use mcp_core as core;
pub use schemars;
pub use serde;
pub use serde_json;
