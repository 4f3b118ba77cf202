//! One call, as extractors and handlers see it.

use std::sync::Arc;

use mcp_core::transport::{Headers, Principal};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::context::Ctx;
use crate::error::{Error, Result};
use crate::param::{Param, Taken};
use crate::signature::Signature;
use crate::validate::read_with_path;

/// One call of a tool, a prompt or a resource: its context and its checked
/// arguments (for a resource: the variables of its URI).
///
/// Extractors ([`FromCall`](crate::FromCall)) get a reference to it.
#[derive(Debug)]
pub struct Call {
    ctx: Ctx,
    arguments: Map<String, Value>,
    signature: Arc<Signature>,
}

impl Call {
    pub(crate) fn new(ctx: Ctx, arguments: Map<String, Value>, signature: Arc<Signature>) -> Self {
        Self {
            ctx,
            arguments,
            signature,
        }
    }

    /// Takes the value of the parameter at `index`.
    ///
    /// # Errors
    ///
    /// Where the argument does not fit its type, or an extractor refuses.
    ///
    /// # Panics
    ///
    /// When there is no such parameter: expansions and handlers count
    /// the parameters they declared themselves.
    #[doc(hidden)]
    pub fn take<T: Param<Via>, Via>(&self, index: usize) -> Taken<'_, T> {
        T::take(self, &self.signature.params[index])
    }

    /// Reads a value that could not be read as it is: with integral floats as
    /// integers, since JSON Schema takes `30.0` for one and serde does not.
    /// `path` is its JSON Pointer among the arguments.
    ///
    /// # Errors
    ///
    /// In words that name what cannot be read; the reader's own `error` where
    /// the value is not among the arguments.
    pub(crate) fn reread<T: DeserializeOwned>(
        &self,
        path: &str,
        error: serde_json::Error,
        secret: bool,
    ) -> Result<T> {
        let mut arguments = Value::Object(self.arguments.clone());
        let repairs = self.signature.input.whole_numbers(&mut arguments);
        let (path, error) = match arguments.pointer(path) {
            Some(value) => match read_with_path(value) {
                Ok(read) => {
                    self.ctx.0.note_repairs(repairs);
                    return Ok(read);
                }
                Err((inner, error)) => (path.to_owned() + &inner, error),
            },
            None => (path.to_owned(), error),
        };
        Err(self.misfit(&arguments, &path, &error, secret))
    }

    /// Why what is at `path` of the arguments is no value of its type: the
    /// reader's `error`, and numbers elsewhere that are no better.
    pub(crate) fn misfit(
        &self,
        arguments: &Value,
        path: &str,
        error: &serde_json::Error,
        secret: bool,
    ) -> Error {
        let violations = self.signature.input.misfit(arguments, path, error, secret);
        Error::misfit(&self.signature.name, violations)
    }

    /// The arguments that no parameter names.
    pub(crate) fn rest_of_arguments(&self) -> Map<String, Value> {
        let named = |name: &String| self.signature.named.contains(name);
        self.arguments
            .iter()
            .filter(|(name, _)| !named(name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    /// The call's context.
    #[must_use]
    pub fn ctx(&self) -> &Ctx {
        &self.ctx
    }

    /// All arguments, checked against the input schema. Defaults that
    /// the schema states are not filled in.
    #[must_use]
    pub fn arguments(&self) -> &Map<String, Value> {
        &self.arguments
    }

    /// One argument, if it was sent.
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<&Value> {
        self.arguments.get(name)
    }

    /// A header of the HTTP request; `None` over stdio, and for credentials
    /// ([`Ctx::headers`]).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.ctx.headers().and_then(|headers| headers.get(name))
    }

    /// The authenticated caller.
    ///
    /// # Errors
    ///
    /// A public error where nobody is authenticated.
    pub fn principal(&self) -> Result<&Principal> {
        self.ctx
            .principal()
            .ok_or_else(|| Error::public("this needs an authenticated caller"))
    }

    /// All headers of the HTTP request but credentials; `None` over stdio.
    #[must_use]
    pub fn headers(&self) -> Option<&dyn Headers> {
        self.ctx.headers()
    }
}
