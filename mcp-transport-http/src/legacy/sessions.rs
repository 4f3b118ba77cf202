//! The session that a request names, and what its headers must be.

use std::sync::Arc;

use http::{HeaderMap, StatusCode};
use mcp_core::transport::{Connection, Origin, SessionGone};
use mcp_core::{Error, ErrorCode, ErrorKind, ProtocolVersion};

use crate::endpoint::Shared;
use crate::header::{self, RequestHeaders, Single};
use crate::refusal::Refusal;
use crate::reply::Session;

/// The session that these headers name, if it is one.
pub(super) fn session(
    headers: &Arc<RequestHeaders>,
    connection: &dyn Connection,
) -> Option<Session> {
    Session::named(headers, polls(connection.version()?))
}

/// Revisions from 2025-11-25 on take events without data, and poll (SEP-1699).
pub(super) fn polls(version: ProtocolVersion) -> bool {
    version >= ProtocolVersion::V2025_11_25
}

/// The id of the session that a request names; `None` where it names none.
///
/// # Errors
///
/// 404 where no session can have that id.
pub(super) fn named(headers: &HeaderMap) -> Result<Option<&str>, Refusal> {
    match header::single(headers, &header::SESSION_ID) {
        Single::Value(session) => Ok(Some(session)),
        Single::Absent => Ok(None),
        Single::Malformed => Err(gone(SessionGone)),
    }
}

/// Finds a session, and checks the version header against it.
///
/// # Errors
///
/// 404 where it is gone, 400 where it has another version.
pub(super) fn resume(
    shared: &Shared,
    session: &str,
    origin: Origin,
    version: Option<ProtocolVersion>,
) -> Result<Arc<dyn Connection>, Refusal> {
    let connection = shared.engine.resume(session, origin).map_err(gone)?;
    match (version, connection.version()) {
        (Some(header), Some(session)) if header != session => Err(bad_version()),
        _ => Ok(connection),
    }
}

/// Reads the version header, which revisions before 2025-06-18 do not have.
///
/// # Errors
///
/// 400 where no session can have that version.
pub(super) fn version(headers: &HeaderMap) -> Result<Option<ProtocolVersion>, Refusal> {
    match header::single(headers, &header::PROTOCOL_VERSION) {
        Single::Absent => Ok(None),
        Single::Malformed => Err(bad_version()),
        Single::Value(version) => match version.parse::<ProtocolVersion>() {
            Ok(version) if version.has_handshake() => Ok(Some(version)),
            _ => Err(bad_version()),
        },
    }
}

fn bad_version() -> Refusal {
    Refusal::bad_request(Error::invalid_request(
        "MCP-Protocol-Version is not the version of this session",
    ))
}

pub(super) fn gone(gone: SessionGone) -> Refusal {
    let kind = ErrorKind::Custom(ErrorCode::SESSION_NOT_FOUND.0);
    Refusal::new(StatusCode::NOT_FOUND, Error::new(kind, gone.to_string()))
}
