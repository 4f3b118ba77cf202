//! What becomes of an error: shown to the model, or logged under a reference.

use std::any::Any;
use std::error::Error as StdError;
use std::fmt::Write as _;
use std::time::Duration;

use mcp_core::transport::Trust;
use mcp_core::types::{CallToolResult, ContentBlock};

use crate::error::{Blame, Error, NOT_FOUND};
use crate::operator::insist;
use crate::server::{Errors, Shared};

/// Turns the error of a handler into words that the peer may read.
///
/// # Errors
///
/// The error itself, where it was meant for the protocol.
pub(super) fn words(
    server: &Shared,
    name: &str,
    trust: Trust,
    error: &Error,
) -> Result<String, mcp_core::Error> {
    match error.blame() {
        Blame::Public(message) => Ok(message.to_owned()),
        Blame::NotFound => Ok(NOT_FOUND.to_owned()),
        Blame::Protocol(error) => Err(error.clone()),
        Blame::Opaque(source) => {
            let reference = reference();
            let cause = chain(source);
            tracing::error!(name, reference, error = %cause, "handler failed");
            insist(format_args!(
                "{name} failed, reference {reference}: {cause}"
            ));
            let shown = is_shown(server, trust) || is_public(server, source);
            Ok(match shown {
                true => format!("{name} failed: {cause} (reference {reference})"),
                false => masked(name, &reference),
            })
        }
    }
}

/// What the peer reads of a handler that panicked. The payload goes to the log
/// only: it was written for a developer's terminal.
pub(super) fn panicked(name: &str, payload: &(dyn Any + Send)) -> String {
    let reference = reference();
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    tracing::error!(name, reference, panic = message, "handler panicked");
    insist(format_args!(
        "{name} panicked, reference {reference}: {message}"
    ));
    masked(name, &reference)
}

/// A result that failed a check of ours: the server's fault, never the model's.
pub(super) fn broken(tool: &str, why: &str) -> CallToolResult {
    let reference = reference();
    tracing::error!(tool, reference, why, "tool returned what it must not");
    insist(format_args!(
        "{tool} returned what it must not, reference {reference}: {why}"
    ));
    text(&masked(tool, &reference))
}

/// An `isError` result of one text.
pub(super) fn text(message: &str) -> CallToolResult {
    let mut result = CallToolResult::new(vec![ContentBlock::text(message)]);
    result.is_error = true;
    result
}

/// What the peer reads of a handler that took too long.
pub(super) fn timed_out(name: &str, limit: Duration) -> String {
    format!("{name} timed out after {} s", limit.as_secs_f64())
}

fn masked(tool: &str, reference: &str) -> String {
    format!("{tool} failed; the operator finds the cause in the log under reference {reference}")
}

fn is_shown(server: &Shared, trust: Trust) -> bool {
    match server.errors {
        Errors::Shown => true,
        Errors::Masked => false,
        Errors::ByTransport => trust == Trust::Local,
    }
}

fn is_public(server: &Shared, source: &(dyn StdError + Send + Sync + 'static)) -> bool {
    server
        .public_errors
        .iter()
        .any(|is_public| is_public(source))
}

/// An error and its causes, joined.
fn chain(error: &(dyn StdError + Send + Sync + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        // Many errors repeat their cause; say it once.
        let next = error.to_string();
        if !text.ends_with(&next) {
            let _ = write!(text, ": {next}");
        }
        cause = error.source();
    }
    text
}

/// A short name under which an error stands in the log.
fn reference() -> String {
    let mut bytes = [0; 4];
    // Without randomness the reference is merely not unique.
    let _ = getrandom::fill(&mut bytes);
    data_encoding::HEXLOWER.encode(&bytes)
}
