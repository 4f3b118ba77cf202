//! What expansions of the macros name besides the public builder.
//!
//! Not part of the public API: it changes together with `mcp-macros`.

use std::sync::Arc;

use mcp_core::types::{Completion, Resource};

use crate::completion::Completed;
use crate::error::Result;
use crate::resource::Listing;
use crate::server::{IntoServer, ServerBuilder};
pub use crate::value::field::FieldRules;
pub use crate::value::lent::Lent;

/// A value whose methods are tools. Written by `#[server]`; the value itself
/// and an `Arc` of it are servers.
pub trait Served: Send + Sync + 'static {
    /// Describes the server that answers with `this`.
    fn server(this: Arc<Self>) -> ServerBuilder;
}

impl<T: Served> IntoServer for Arc<T> {
    fn into_server(self) -> ServerBuilder {
        T::server(self)
    }
}

/// Runs a function that blocks on a thread where it may.
///
/// A panic in it goes on here, so that it is contained like any other.
/// Dropping the future does not stop the function: watch
/// [`Ctx::is_cancelled`](crate::Ctx::is_cancelled) in long loops.
pub async fn blocking<R: Send + 'static>(run: impl FnOnce() -> R + Send + 'static) -> R {
    let span = tracing::Span::current();
    match tokio::task::spawn_blocking(move || span.in_scope(run)).await {
        Ok(value) => value,
        Err(error) => match error.try_into_panic() {
            Ok(payload) => std::panic::resume_unwind(payload),
            // The runtime is being shut down, and this future with it.
            Err(_) => std::future::pending().await,
        },
    }
}

/// The suggestions that a completer gives, at once or as a future.
///
/// # Errors
///
/// What the completer failed with.
pub async fn completed<T: Completed<Via>, Via>(value: T) -> Result<Completion> {
    value.completed().await
}

/// The members of a family that a list handler gives, at once or as a future.
///
/// # Errors
///
/// What the handler failed with.
pub async fn listed<T: Listing<Via>, Via>(value: T) -> Result<Vec<Resource>> {
    value.listing().await
}

/// How a type is asked what kind of result it is.
pub mod probe {
    pub use crate::respond::probe::{
        AskExplicit, AskMixed, AskTyped, AskUnknown, AskWords, Certain, Probe,
    };
}

/// The same steps for what a prompt returns.
pub mod prompt_probe {
    pub use crate::prompt::probe::AskPrompt;
    pub use crate::respond::probe::{Certain, Probe};
}

/// How a type is asked what kind of contents it is.
pub mod resource_probe {
    pub use crate::resource::probe::{AskExplicit, AskReady, AskTyped, AskUnknown, Certain, Probe};
}

/// What the expansions of `#[derive(Scalar)]` have in common.
pub mod scalar {
    pub use crate::value::scalar::{
        deserialize, display, form_schema, json_schema, parse, read_form, serialize,
    };
}

/// What the expansions of `#[derive(Choice)]` have in common.
pub mod choice {
    pub use crate::value::choice::{deserialize, json_schema, parse};
}
