//! Errors of handlers: for the model, for the operator, or of the protocol.

use std::any::Any;
use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;

use crate::input::Refusal;
use crate::validate::Violations;

/// The result of handlers and of serving; the error defaults to [`Error`].
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// What can go wrong in a handler.
///
/// There are three kinds, told apart by who may read them:
///
/// * *public* ([`Error::public`], [`Error::hint`]): the model reads the text
///   and can act on it. An error value of a function's own error type is
///   public too: it is part of the function's contract.
/// * *opaque* (whatever comes through `?`): the operator finds it in the log
///   under a reference; the model sees the reference, and the text only where
///   the peer is local (stdio).
/// * *protocol* ([`Error::protocol`]): the only way to a JSON-RPC error.
///
/// Like `anyhow::Error` it is made from any [`std::error::Error`] and is
/// therefore none itself.
///
/// # Examples
///
/// ```
/// use mcp_server::{Error, Result};
///
/// fn parse(text: &str) -> Result<u32> {
///     if text.is_empty() {
///         return Err(Error::hint("nothing to parse", "pass at least one digit"));
///     }
///     Ok(text.parse()?) // ParseIntError: opaque
/// }
/// assert!(parse("").is_err());
/// ```
pub struct Error(Box<Repr>);

enum Repr {
    Public(Cow<'static, str>),
    /// Arguments that are no values of their types: words, and what they are about.
    Misfit(String, Violations),
    Opaque(Box<dyn StdError + Send + Sync>),
    NotFound,
    Protocol(mcp_core::Error),
}

/// How an error is told apart by those who turn it into an answer.
pub(crate) enum Blame<'a> {
    Public(&'a str),
    Opaque(&'a (dyn StdError + Send + Sync + 'static)),
    NotFound,
    Protocol(&'a mcp_core::Error),
}

impl Error {
    /// An error whose text the model may read.
    #[must_use]
    pub fn public(message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Repr::Public(message.into())))
    }

    /// A public error with the step that would help.
    #[must_use]
    pub fn hint(message: impl fmt::Display, next: impl fmt::Display) -> Self {
        Self::public(format!("{message}; {next}"))
    }

    /// An error for the operator only.
    #[must_use]
    pub fn opaque(source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self(Box::new(Repr::Opaque(source.into())))
    }

    /// There is no such thing. From a resource, the answer names the URI that
    /// was asked for and has the code of its revision (specification,
    /// "Resources: Error handling"); from a tool or a prompt, the model reads
    /// "not found".
    #[must_use]
    pub fn not_found() -> Self {
        Self(Box::new(Repr::NotFound))
    }

    /// A JSON-RPC error, which hosts show to nobody who could repair it:
    /// rarely what a tool wants.
    ///
    /// `code` is the application's own; the range -32768..=-32000 belongs to
    /// the specification, and codes inside it become -32603.
    #[must_use]
    pub fn protocol(code: i64, message: impl Into<Cow<'static, str>>) -> Self {
        let reserved = (-32768..=-32000).contains(&code);
        let kind = match reserved {
            true => mcp_core::ErrorKind::Internal,
            false => mcp_core::ErrorKind::Custom(code),
        };
        mcp_core::Error::new(kind, message).into_handler_error()
    }

    /// A JSON-RPC error -32602: these parameters cannot be used. For methods of
    /// [extensions](crate::Extension); a tool says what is wrong with its
    /// arguments to the model, in a [public](Error::public) error.
    pub fn invalid_params(message: impl Into<Cow<'static, str>>) -> Self {
        mcp_core::Error::invalid_params(message.into()).into_handler_error()
    }

    /// Arguments of a tool that are no values of their types: public.
    pub(crate) fn misfit(tool: &str, violations: Violations) -> Self {
        let words = violations.describe_with_example(tool);
        Self(Box::new(Repr::Misfit(words, violations)))
    }

    /// What is wrong with the arguments, where that is what went wrong.
    pub(crate) fn violations(&self) -> Option<&Violations> {
        match &*self.0 {
            Repr::Misfit(_, violations) => Some(violations),
            _ => None,
        }
    }

    pub(crate) fn blame(&self) -> Blame<'_> {
        match &*self.0 {
            Repr::Public(message) => Blame::Public(message),
            Repr::Misfit(message, _) => Blame::Public(message),
            Repr::Opaque(source) => Blame::Opaque(&**source),
            Repr::NotFound => Blame::NotFound,
            Repr::Protocol(error) => Blame::Protocol(error),
        }
    }

    /// Any error value of a handler's own error type: [`Error`] stays what it
    /// is, everything else is public by its `Display` (alternate, which joins
    /// the chain of `anyhow` and `eyre`).
    pub(crate) fn from_contract<E: fmt::Display + 'static>(error: E) -> Self {
        let mut slot = Some(error);
        let own = (&mut slot as &mut dyn Any).downcast_mut::<Option<Self>>();
        match (own.and_then(Option::take), slot) {
            (Some(own), _) => own,
            (None, Some(error)) => Self::public(format!("{error:#}")),
            (None, None) => Self::public("unknown error"),
        }
    }
}

/// What a missing thing is called where no URI says which.
pub(crate) const NOT_FOUND: &str = "not found";

/// A protocol error as a handler error.
pub(crate) trait IntoHandlerError {
    fn into_handler_error(self) -> Error;
}

impl IntoHandlerError for mcp_core::Error {
    fn into_handler_error(self) -> Error {
        Error(Box::new(Repr::Protocol(self)))
    }
}

impl<E: StdError + Send + Sync + 'static> From<E> for Error {
    fn from(source: E) -> Self {
        // That the user declined is the answer, not a fault of ours.
        match (&source as &dyn Any).downcast_ref::<Refusal>() {
            Some(refusal) => Self::public(refusal.to_string()),
            None => Self::opaque(source),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Repr::Public(message) => f.write_str(message),
            Repr::Misfit(message, _) => f.write_str(message),
            Repr::Opaque(source) => source.fmt(f),
            Repr::NotFound => f.write_str(NOT_FOUND),
            Repr::Protocol(error) => error.fmt(f),
        }
    }
}

impl fmt::Debug for Error {
    /// The text and its causes, since `main` prints errors by `Debug`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)?;
        let Repr::Opaque(source) = &*self.0 else {
            return Ok(());
        };
        let mut cause = source.source();
        while let Some(error) = cause {
            write!(f, "\n  caused by: {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

/// Turns missing values and foreign errors into errors a model can act on.
pub trait ResultExt<T> {
    /// A public error with the step that would help, in place of whatever
    /// went wrong.
    ///
    /// # Errors
    ///
    /// [`Error::hint`] where there is no value.
    ///
    /// # Examples
    ///
    /// ```
    /// use mcp_server::{Result, ResultExt as _};
    ///
    /// fn first(rows: &[u8]) -> Result<&u8> {
    ///     rows.first().or_hint("no such order", "call search_orders first")
    /// }
    /// assert_eq!(first(&[]).unwrap_err().to_string(), "no such order; call search_orders first");
    /// ```
    fn or_hint(self, message: impl fmt::Display, next: impl fmt::Display) -> Result<T>;

    /// A public error with its own text in place of whatever went wrong.
    ///
    /// # Errors
    ///
    /// [`Error::public`] where there is no value.
    fn or_public(self, message: impl Into<Cow<'static, str>>) -> Result<T>;

    /// There is no such thing, whatever went wrong.
    ///
    /// # Errors
    ///
    /// [`Error::not_found`] where there is no value.
    fn or_not_found(self) -> Result<T>;
}

impl<T> ResultExt<T> for Option<T> {
    fn or_hint(self, message: impl fmt::Display, next: impl fmt::Display) -> Result<T> {
        self.ok_or_else(|| Error::hint(message, next))
    }

    fn or_public(self, message: impl Into<Cow<'static, str>>) -> Result<T> {
        self.ok_or_else(|| Error::public(message))
    }

    fn or_not_found(self) -> Result<T> {
        self.ok_or_else(Error::not_found)
    }
}

impl<T, E> ResultExt<T> for std::result::Result<T, E> {
    fn or_hint(self, message: impl fmt::Display, next: impl fmt::Display) -> Result<T> {
        self.map_err(|_| Error::hint(message, next))
    }

    fn or_public(self, message: impl Into<Cow<'static, str>>) -> Result<T> {
        self.map_err(|_| Error::public(message))
    }

    fn or_not_found(self) -> Result<T> {
        self.map_err(|_| Error::not_found())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_through_the_question_mark_is_opaque() {
        let error: Error = "x".parse::<u8>().expect_err("no digit").into();
        assert!(matches!(error.blame(), Blame::Opaque(_)));
    }

    #[test]
    fn a_contract_error_is_shown_and_our_own_stays_what_it_is() {
        let shown = Error::from_contract("no such order");
        assert!(matches!(shown.blame(), Blame::Public("no such order")));
        let opaque: Error = std::io::Error::other("disk").into();
        assert!(matches!(
            Error::from_contract(opaque).blame(),
            Blame::Opaque(_)
        ));
    }

    #[test]
    fn a_refusal_is_for_the_model_to_read() {
        let error: Error = Refusal::Declined.into();
        assert!(matches!(error.blame(), Blame::Public(_)));
    }

    // S-ENV-14, S-ENV-17
    #[test]
    fn codes_of_the_specification_cannot_be_borrowed() {
        let error = Error::protocol(-32601, "m");
        let Blame::Protocol(error) = error.blame() else {
            panic!("a protocol error")
        };
        assert_eq!(error.kind(), mcp_core::ErrorKind::Internal);
    }
}
