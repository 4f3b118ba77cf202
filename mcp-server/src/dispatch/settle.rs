//! What a handler came to, where failures are protocol errors: prompts and
//! resources have no `isError`.

use std::time::Duration;

use mcp_core::Error;
use mcp_core::transport::Trust;
use mcp_core::types::ClientCapabilities;

use super::{CallFacts, failure};
use crate::contained::contained;
use crate::error::Result;
use crate::input::{Driven, Suspended};
use crate::server::Shared;

/// A handler that did not fail.
pub(super) enum Settled<T> {
    Finished(T),
    Suspended(Suspended),
    Lacking(ClientCapabilities),
}

/// What comes of a handler that cannot ask: a list, suggestions, a method of
/// an extension. A panic is a failure like any other, and so is one that takes
/// longer than `limit`.
///
/// # Errors
///
/// As [`settle`].
pub(super) async fn finish<T>(
    facts: &CallFacts,
    name: &str,
    limit: Option<Duration>,
    work: impl Future<Output = Result<T>>,
) -> Result<T, Error> {
    let work = contained(work);
    let done = match limit {
        None => work.await,
        Some(limit) => tokio::time::timeout(limit, work)
            .await
            .map_err(|_| Error::internal(failure::timed_out(name, limit)))?,
    };
    let words = match done {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(error)) => failure::words(&facts.server, name, facts.origin.trust, &error)?,
        Err(payload) => failure::panicked(name, &*payload),
    };
    Err(Error::internal(words))
}

/// Tells success from failure.
///
/// # Errors
///
/// -32603 with words for the peer, or what the handler wanted the protocol to
/// say (specification, "Prompts: Error handling", "Resources: Error handling").
pub(super) fn settle<T>(
    server: &Shared,
    name: &str,
    trust: Trust,
    driven: Driven<Result<T>>,
) -> Result<Settled<T>, Error> {
    let words = match driven {
        Driven::Finished(Ok(result)) => return Ok(Settled::Finished(result)),
        Driven::Suspended(suspended) => return Ok(Settled::Suspended(suspended)),
        Driven::Lacking(missing) => return Ok(Settled::Lacking(missing)),
        Driven::Failed(error) => return Err(error),
        Driven::Finished(Err(error)) => failure::words(server, name, trust, &error)?,
        Driven::Refused(why) => why,
        Driven::TimedOut(limit) => failure::timed_out(name, limit),
        Driven::Panicked(payload) => failure::panicked(name, &*payload),
    };
    Err(Error::internal(words))
}
