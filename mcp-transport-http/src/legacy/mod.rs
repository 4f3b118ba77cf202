//! Messages of a session that `initialize` opened.
//!
//! The session is named by `Mcp-Session-Id` in every request after the first.
//! A client that hangs up cancels nothing: it may have lost its network, and
//! its request goes on, for a minute at most and while few others do so.

use std::sync::Arc;

use axum::response::Response;
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use mcp_core::era::Claim;
use mcp_core::transport::{Connection, Kind, SessionGone};
use mcp_core::{Error, ErrorCode, ErrorKind, ProtocolVersion};

use crate::endpoint::Shared;
use crate::header::{self, Single};
use crate::refusal::Refusal;
use crate::reply::{self, Binding, Disconnect};
use crate::service::{self, Post};

static BINDING: Binding = Binding {
    disconnect: Disconnect::Detaches,
    // 404 means "your session is gone" to these clients, so that an unknown
    // method must not be one; the error itself tells them enough.
    answered: |_| StatusCode::OK,
    rejected: |_| StatusCode::BAD_REQUEST,
};

/// Answers a message in the session it names, or outside of any.
///
/// # Errors
///
/// 400 for a version header that no session can have, 404 for a session that
/// is gone.
pub(crate) async fn answer(post: Post) -> Result<Response, Refusal> {
    let connection = connection(&post).map_err(|refusal| refusal.to(post.incoming.id()))?;
    reply::deliver(
        post.shared,
        connection,
        post.incoming,
        post.accepts,
        &BINDING,
    )
    .await
}

fn connection(post: &Post) -> Result<Arc<dyn Connection>, Refusal> {
    let engine = &post.shared.engine;
    let version = version(&post.headers.0)?;
    // `initialize` opens a session of its own, whatever session it names:
    // clients send the id of one that has just been refused.
    if matches!(post.incoming.claim(), Claim::Handshake) {
        return Ok(engine.connect(post.origin.clone()));
    }
    let session = match header::single(&post.headers.0, &header::SESSION_ID) {
        Single::Value(session) => session,
        Single::Malformed => return Err(gone(SessionGone)),
        Single::Absent => return without_session(post),
    };
    let connection = engine.resume(session, post.origin.clone()).map_err(gone)?;
    match (version, connection.version()) {
        (Some(header), Some(session)) if header != session => Err(bad_version()),
        _ => Ok(connection),
    }
}

/// Whether a message may come without a session is for the engine to say.
/// An answer may not: nobody has asked.
fn without_session(post: &Post) -> Result<Arc<dyn Connection>, Refusal> {
    if matches!(post.incoming.kind(), Kind::Response { .. }) {
        let error = Error::invalid_request(
            "A response needs the session that asked: Mcp-Session-Id is missing",
        );
        return Err(Refusal::bad_request(error));
    }
    Ok(post.shared.engine.connect(post.origin.clone()))
}

/// `DELETE` ends the session it names.
///
/// # Errors
///
/// 400 where it names none, 404 where that session is gone.
pub(crate) fn end_session(shared: &Shared, parts: Parts) -> Result<Response, Refusal> {
    version(&parts.headers)?;
    let (headers, origin) = service::origin(parts);
    let session = match header::single(&headers.0, &header::SESSION_ID) {
        Single::Value(session) => session,
        Single::Malformed => return Err(gone(SessionGone)),
        Single::Absent => {
            return Err(Refusal::bad_request(Error::invalid_request(
                "Mcp-Session-Id is missing",
            )));
        }
    };
    shared.engine.end_session(session, &origin).map_err(gone)?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Reads the version header, which revisions before 2025-06-18 do not have.
fn version(headers: &HeaderMap) -> Result<Option<ProtocolVersion>, Refusal> {
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

fn gone(gone: SessionGone) -> Refusal {
    let kind = ErrorKind::Custom(ErrorCode::SESSION_NOT_FOUND.0);
    Refusal::new(StatusCode::NOT_FOUND, Error::new(kind, gone.to_string()))
}
