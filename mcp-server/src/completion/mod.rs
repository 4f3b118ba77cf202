//! Suggestions while a person types an argument of a prompt or a variable of
//! a resource template.
//!
//! An argument has its own completer ([`Spec::complete`]), or completes by
//! itself where its schema is a fixed set of values. Every other one has no
//! suggestions, which is an answer and no error. Tools have none at all: the
//! protocol asks only for prompts and templates.

mod completing;
mod fixed;
mod respond;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use mcp_core::types::Completion;

pub use completing::Completing;
pub use respond::{Completed, IntoCompletion};
pub(crate) use respond::{Later, Now};

use crate::error::{Error, IntoHandlerError as _, Result};
use crate::param::ViaArg;
use crate::signature::Signature;
use crate::spec::Spec;
use respond::Suggesting;

/// The completer of an argument, erased.
#[derive(Clone)]
pub(crate) struct Completer(Arc<dyn Fn(Completing) -> Suggesting + Send + Sync>);

impl fmt::Debug for Completer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Completer")
    }
}

impl<T> Spec<T, ViaArg> {
    /// Suggests values while a person types the argument of a prompt or the
    /// variable of a resource template (specification, "Completion"). Without
    /// effect on tools, which the protocol does not complete.
    ///
    /// The completer gives a list of what can be shown, a [`Completion`], or
    /// a `Result` of either, at once or as a future. Best first: clients get
    /// the first 100. Types with fixed values, such as
    /// [`Choice`](crate::Choice), need no completer.
    ///
    /// # Examples
    ///
    /// ```
    /// use mcp_server::{Completing, Prompt};
    ///
    /// let reply = Prompt::new("reply")
    ///     .describe("Draft a reply.")
    ///     .arg::<String>("city", |city| city.complete(|q: Completing| q.matching(["Rome", "Riga", "Oslo"])))
    ///     .handler(async |city: String| format!("Write to {city}."));
    /// # drop(reply);
    /// ```
    #[must_use]
    pub fn complete<C, R, Via>(mut self, completer: C) -> Self
    where
        C: Fn(Completing) -> R + Send + Sync + 'static,
        R: Completed<Via> + 'static,
    {
        let completer = move |completing| -> Suggesting {
            let suggested = completer(completing);
            Box::pin(async move { suggested.completed().await })
        };
        self.argument().completer = Some(Completer(Arc::new(completer)));
        self
    }
}

/// Suggestions for an argument.
///
/// # Errors
///
/// -32602 where there is no such argument; and what its completer fails with.
pub(crate) async fn complete(
    signature: &Signature,
    argument: &str,
    completing: Completing,
) -> Result<Completion, Error> {
    let mut arguments = signature.arguments();
    let own = arguments.find(|known| !known.rest && known.name == argument);
    if let Some(Completer(suggest)) = own.and_then(|own| own.completer.as_ref()) {
        return Ok(suggest(completing).await?.capped());
    }
    match signature.input.property(argument) {
        Some(schema) => Ok(completing.matching(fixed::values(schema))),
        None => Err(unknown(signature, argument).into_handler_error()),
    }
}

/// Whether any argument has suggestions.
pub(crate) fn is_served(signature: &Signature) -> bool {
    signature.arguments().any(|argument| {
        let schema = || signature.input.property(&argument.name);
        argument.completer.is_some()
            || schema().is_some_and(|schema| !fixed::values(schema).is_empty())
    })
}

fn unknown(signature: &Signature, argument: &str) -> mcp_core::Error {
    const ECHO: usize = 128;
    let argument: String = argument.chars().take(ECHO).collect();
    mcp_core::Error::invalid_params(format!("{} has no argument {argument:?}", signature.name))
}
