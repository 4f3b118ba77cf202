//! The two eras: which one a message claims, and how each speaks.
//!
//! *Modern* (2026-07-28): every request names its version and the client's
//! capabilities in `_meta`; nothing is remembered between requests. *Legacy*
//! (until 2025-11-25): `initialize` opens a session that fixes both.
//!
//! The era is named in three places only, and a test holds this: here
//! (vocabulary: bytes to [`Call`](crate::call::Call),
//! results to bytes), in the engine's own `era`
//! module (behaviour: lifecycle, sessions, how questions travel), and in the
//! HTTP transport's `modern` and `legacy` modules (binding: headers, session
//! ids). Everything else works on the neutral types.

pub(crate) mod claim;
pub mod legacy;
mod listed;
mod members;
pub mod modern;
mod params;
mod request;
mod shape;
mod tool_result;

pub use claim::{Claim, ModernClaim, NamedVersion};
pub use listed::Listed;
pub(crate) use params::Located;
pub use params::{Field, Params};
pub use tool_result::expected_len;

use bytes::Bytes;
use serde::Serialize;

use crate::ProtocolVersion;
use crate::jsonrpc::write;
use crate::types::{LoggingLevel, Progress, ProgressToken};

/// The refusal of a message that names no version while no session is open:
/// -32602 with words for both kinds of client.
#[must_use]
pub fn unclaimed_without_session() -> crate::Error {
    claim::unclaimed_without_session()
}

/// A `notifications/progress` frame (specification, "Progress").
///
/// # Errors
///
/// When the progress cannot be written as JSON.
pub fn progress_frame(
    token: &ProgressToken,
    progress: &Progress,
    version: ProtocolVersion,
) -> serde_json::Result<Bytes> {
    let params = serde_json::to_vec(&shape::ProgressOf {
        token,
        progress,
        version,
    })?;
    Ok(write::notification("notifications/progress", Some(&params)))
}

/// A `notifications/message` frame: one log line (specification, "Logging").
///
/// # Errors
///
/// When `data` cannot be written as JSON.
pub fn log_frame<T: Serialize + ?Sized>(
    level: LoggingLevel,
    logger: Option<&str>,
    data: &T,
) -> serde_json::Result<Bytes> {
    #[derive(Serialize)]
    struct Params<'a, T: ?Sized> {
        level: LoggingLevel,
        #[serde(skip_serializing_if = "Option::is_none")]
        logger: Option<&'a str>,
        data: &'a T,
    }
    let params = serde_json::to_vec(&Params {
        level,
        logger,
        data,
    })?;
    Ok(write::notification("notifications/message", Some(&params)))
}
