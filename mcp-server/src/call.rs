//! One call, as extractors and handlers see it.

use std::sync::Arc;

use mcp_core::transport::{Headers, Principal};
use serde_json::{Map, Value};

use crate::context::Ctx;
use crate::error::{Error, Result};
use crate::param::{Param, Taken};
use crate::signature::Signature;
use crate::validate::describe_serde;

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

    /// The arguments with integral floats as integers, where that changes
    /// anything: JSON Schema takes `30.0` for an integer, serde does not.
    pub(crate) fn with_whole_numbers(&self) -> Option<Value> {
        let mut arguments = Value::Object(self.arguments.clone());
        let repairs = self.signature.input.whole_numbers(&mut arguments);
        if repairs.is_empty() {
            return None;
        }
        self.ctx.0.note_repairs(repairs);
        Some(arguments)
    }

    /// Says why arguments that are valid cannot be read: the reader's `error`
    /// at `path`, or the numbers that caused it.
    pub(crate) fn misfit(&self, path: &str, error: &serde_json::Error, secret: bool) -> Error {
        let name = &*self.signature.name;
        let arguments = Value::Object(self.arguments.clone());
        Error::public(match self.signature.input.inexact(&arguments) {
            Some(violations) => violations.describe_with_example(name),
            None => describe_serde(name, path, error, secret),
        })
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
