//! Model Context Protocol servers: a function with a doc comment becomes a
//! tool, a prompt or a resource that every host can list and use.
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
//!
//! The signature is the contract: name, description, input schema, output
//! schema and errors come from it. Every call is validated before the
//! function sees it, and mistakes are answered so that a model can repair
//! them. The same server speaks the revisions 2024-11-05, 2025-03-26,
//! 2025-06-18, 2025-11-25 and 2026-07-28, over stdio and Streamable HTTP.
//!
//! # A server with state, and a tool that asks
//!
//! ```
//! use mcp_server::{Choice, Ctx, Error, Result, Scalar, server};
//!
//! /// Order id, such as A-1042.
//! #[derive(Scalar)]
//! #[scalar(pattern = r"^[A-Z]-\d{4}$")]
//! struct OrderId(String);
//!
//! /// Why the money goes back.
//! #[derive(Choice)]
//! enum Reason {
//!     Damaged,
//!     Late,
//!     Other,
//! }
//!
//! struct Orders;
//!
//! #[server(instructions = "Orders of the shop.")]
//! impl Orders {
//!     /// Refund an order, after the user has agreed.
//!     #[tool(destructive)]
//!     async fn refund_order(
//!         &self,
//!         ctx: Ctx,
//!         order_id: OrderId,
//!         /// Amount in cents.
//!         #[arg(min = 1)]
//!         amount_cents: i64,
//!         reason: Reason,
//!     ) -> Result<String> {
//!         ctx.confirm(format!("Refund {amount_cents} cents of {order_id}?")).await; // returns only on yes
//!         if amount_cents > 4_999 {
//!             return Err(Error::hint("more than was paid", "refund 4999 cents at most"));
//!         }
//!         Ok(format!("refunded, because: {reason}"))
//!     }
//! }
//! ```
//!
//! On anything but yes the handler is dropped at the `await` of
//! [`Ctx::confirm`]: nothing after it runs. A client that holds no session
//! repeats the call with the answer, and the body runs again from the top: so
//! ask first, act later, or keep what was done with [`Ctx::once`].
//!
//! A type with `#[server]` has `serve_stdio` and `serve_http`; no trait needs
//! to be imported, nor `#[tool]` for the methods inside.
//!
//! # Structs as arguments and results
//!
//! Derive `serde::Serialize` (results) or `serde::Deserialize` (arguments) and
//! `schemars::JsonSchema`, with `serde` and `schemars` 1 in your own
//! `Cargo.toml`. [`macro@Scalar`], [`macro@Choice`] and [`macro@Form`] need
//! neither.
//!
//! # Logs and traces
//!
//! The crate speaks to `tracing` and installs no subscriber. Errors that a
//! model sees only by reference stand in the log in full; without a
//! subscriber, those go to standard error.
//!
//! Each request is a span (target `mcp_server::request`, level `DEBUG`) with
//! the names of the OpenTelemetry conventions for MCP, and whatever a handler
//! logs is inside of it. `tracing-opentelemetry` exports it as it is, where
//! filters let it pass (`RUST_LOG=info,mcp_server::request=debug`);
//! [`ServerBuilder::trace_parent`] makes it part of the client's trace. With
//! the feature `logging`, [`log_layer`] tells a client that asks for it what
//! its calls log.
//!
//! # Map
//!
//! | you want | you use |
//! | --- | --- |
//! | a tool from a function | [`macro@tool`], [`tools!`] |
//! | tools from an impl block | [`macro@server`] |
//! | a resource, or a family of them at a URI template | [`macro@resource`] |
//! | a prompt | [`macro@prompt`] |
//! | suggestions while somebody types | `#[arg(complete = …)]`, [`Completing`]; a [`macro@Choice`] has them by itself |
//! | the same by hand | [`Tool::new`], [`Resource::new`], [`Prompt::new`], [`Server::new`] |
//! | the builder behind a type with `#[server]` | [`IntoServer::into_server`] |
//! | other people's servers in yours | [`ServerBuilder::with`], [`ServerBuilder::nest`] |
//! | to change what is offered, and say what changed | [`Handle`] |
//! | to show something to some callers only | [`ToolBuilder::visible_when`] and its like |
//! | something the protocol does not have | [`Extension`] |
//! | constraints on arguments | `#[arg(…)]`, [`macro@Scalar`], [`macro@Choice`], [`Spec`] |
//! | to publish all that schemars writes | [`SchemaProfile`] |
//! | to say what is repaired, and what becomes of unknown ones | [`Coercion`], [`UnknownKeys`] |
//! | ids whose digits no host spoils | [`StringId`], `#[arg(as_string)]` |
//! | state, headers, the caller, your own extractor | [`State`], [`HeaderMap`], [`Caller`], [`FromCall`] |
//! | progress, signs of life, cancellation, the client | [`Ctx`] |
//! | logs for the client, traces for you | [`log_layer`], [`ServerBuilder::trace_parent`] |
//! | to ask the user | [`Ctx::confirm`], [`Ctx::elicit`], [`Ctx::open_url`], [`macro@Form`] |
//! | errors for the model, the operator, the protocol | [`Error`], [`ResultExt`] |
//! | full control over a result | [`ToolResult`] |
//! | to serve | [`Server::serve_stdio`], [`Server::serve_http`], [`Server::into_axum`] |
//! | other hosts, origins and limits over HTTP | [`Server::http`], [`Server::serve_bound`] |
//! | to test | [`mod@test`] |
//! | to know what hosts will stumble over | [`mod@lint`], [`assert_lint_clean!`] |
//!
//! # Features
//!
//! | feature | default | gives |
//! | --- | --- | --- |
//! | `macros` | yes | the attribute and derive macros |
//! | `stdio` | yes | [`Server::serve_stdio`] |
//! | `http` | no | [`Server::serve_http`], [`Server::into_axum`] (axum) |
//! | `logging` | no | [`log_layer`]: `tracing` events for the client (tracing-subscriber) |
//! | `legacy-sse` | no | HTTP+SSE of 2024-11-05 as well (deprecated; `Server::http().legacy_sse(…)`) |
//! | `test` | no | [`mod@test`]: an in-memory client with a scripted user |
//!
//! # Defaults
//!
//! Arguments are validated and unknown ones refused. Standard output is kept
//! clean of everything but messages. Over HTTP the address is this machine's
//! own, and `Host` and `Origin` are checked. Panics end a call, not the
//! server. Errors that came through `?` stay in the log over a network. What
//! a client carries for us between requests is sealed, and bound to the call
//! and the caller.
//!
//! # Minimum supported Rust version
//!
//! 1.91; raised at most to the stable version minus four, in minor releases.
// The map names what features bring; a build without them has nothing to link to.
#![cfg_attr(
    not(all(
        feature = "stdio",
        feature = "http",
        feature = "logging",
        feature = "test",
        feature = "macros"
    )),
    allow(rustdoc::broken_intra_doc_links)
)]

#[doc(hidden)]
pub mod __private;
mod abandon;
mod about;
mod caching;
mod call;
mod cancel;
mod completion;
mod connection;
mod contained;
mod context;
mod dispatch;
mod era;
mod error;
mod extension;
mod extract;
mod handler;
mod in_flight;
mod input;
mod item;
mod limits;
pub mod lint;
mod list_ctx;
#[cfg(feature = "logging")]
mod log_layer;
#[cfg(feature = "macros")]
mod macros;
mod meta;
mod notify;
mod operator;
mod oversize;
mod page;
mod param;
mod place;
mod prompt;
mod reading;
mod registry;
mod resource;
mod respond;
mod schema;
mod secret;
mod server;
mod signature;
mod spec;
#[cfg(feature = "test")]
pub mod test;
mod texts;
mod tool;
mod trace;
mod uri;
mod validate;
mod value;
mod voice;

pub use caching::Cached;
pub use call::Call;
pub use completion::{Completed, Completing, IntoCompletion};
pub use context::Ctx;
pub use era::Legacy;
pub use error::{Error, Result, ResultExt};
pub use extension::{Extension, ExtensionFuture, ExtensionResult};
pub use extract::{Args, Caller, HeaderMap, Headers, State};
pub use handler::{Handler, HandlerFuture, Respond};
pub use input::{
    Answer, Answerable, Confirm, Content, Elicit, Form, FormBuilder, FormChoice, FormField,
    FormReader, OpenUrl, Refusal, Visit, Visiting,
};
pub use limits::Limits;
pub use lint::Lints;
pub use list_ctx::ListCtx;
pub use mcp_core::meta::TraceContext;
pub use notify::{Deliver, Event, EventBus};
pub use page::Page;
pub use param::{FromCall, Needs, Param, ViaArg, ViaCall};
pub use prompt::{Assistant, IntoPrompt, Prompt, PromptBuilder, PromptFn, PromptResult, User};
pub use reading::UnknownKeys;
pub use registry::{Handle, Prompts, Resources, Tools};
pub use resource::{
    IntoResource, IntoResourceResult, Listed, ListedResource, Listing, Resource, ResourceBuilder,
    ResourceFn, ResourceResult,
};
pub use respond::*;
pub use schema::SchemaProfile;
pub use server::{BuildError, Errors, IntoServer, Server, ServerBuilder};
pub use spec::{Length, Mirrored, Numeric, Spec, Textual, spec};
pub use tool::{Tool, ToolBuilder, ToolFn, ToolSet, UiVisibility};
pub use validate::Coercion;
pub use value::*;
pub use voice::{Heartbeat, Progress, Steps, Total};

#[cfg(feature = "logging")]
pub use log_layer::log_layer;

#[cfg(feature = "macros")]
pub use macros::*;

/// What the specification deprecates and clients still use (SEP-2577).
pub mod deprecated {
    pub use crate::input::{Roots, Sample};
    pub use mcp_core::types::{CreateMessageRequest, CreateMessageResult, LoggingLevel, Root};
}

/// Streamable HTTP: settings, and the router type of axum.
#[cfg(feature = "http")]
pub mod http {
    pub use mcp_transport_http::*;
}

/// Standard input and output: settings.
#[cfg(feature = "stdio")]
pub mod stdio {
    pub use mcp_transport_stdio::{Ended, Options, ParseErrorReply, Reason};
}

pub use mcp_core as core;
pub use mcp_core::transport::Principal;
pub use mcp_core::types::{Annotations, CacheScope, Icon};
pub use mcp_core::types::{Completion, PromptMessage};
// For expansions, and for impls by hand: derives need the crates themselves.
pub use schemars;
pub use serde;
pub use serde_json;
