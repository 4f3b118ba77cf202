//! Messages of a session that `initialize` opened.
//!
//! The session is named by `Mcp-Session-Id` in every request after the first.
//! A client that hangs up cancels nothing: it may have lost its network, and
//! its request goes on, for a minute at most and while few others do so. It
//! can fetch what it missed ([`reply::Replay`]). What belongs to no request is told
//! on a stream of its own ([`stream`]).

mod sessions;
#[cfg(feature = "legacy-sse")]
pub(crate) mod sse;
mod stream;

use std::sync::Arc;

use axum::response::Response;
use bytes::Bytes;
use http::StatusCode;
use http::request::Parts;
use mcp_core::Error;
use mcp_core::era::Claim;
use mcp_core::transport::{Connection, Incoming, Kind, Origin};

pub(crate) use stream::listen;

use crate::endpoint::Shared;
use crate::guard::media::Accepts;
use crate::header::RequestHeaders;
use crate::refusal::Refusal;
use crate::reply::{self, Binding, Disconnect, batch};
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
    let session = sessions::session(&post.headers, &*connection);
    reply::deliver(
        post.shared,
        connection,
        post.incoming,
        post.accepts,
        &BINDING,
        session,
        &post.caller,
    )
    .await
}

/// The session that takes several messages at once, if the request names one.
///
/// # Errors
///
/// As [`answer`].
pub(crate) fn batching(
    shared: &Shared,
    headers: &RequestHeaders,
    origin: &Origin,
) -> Result<Option<Arc<dyn Connection>>, Refusal> {
    let Some(session) = sessions::named(&headers.0)? else {
        return Ok(None);
    };
    let version = sessions::version(&headers.0)?;
    let connection = sessions::resume(shared, session, origin.clone(), version)?;
    Ok(connection.takes_batches().then_some(connection))
}

/// Answers several messages at once.
///
/// # Errors
///
/// 400 where the body as a whole is no batch.
pub(crate) async fn answer_batch(
    shared: Arc<Shared>,
    connection: Arc<dyn Connection>,
    headers: &Arc<RequestHeaders>,
    accepts: Accepts,
    frame: &Bytes,
) -> Result<Response, Refusal> {
    let messages = Incoming::parse_batch(frame, None)?;
    let session = sessions::session(headers, &*connection);
    Ok(batch::deliver(shared, connection, messages, accepts, &BINDING, session).await)
}

fn connection(post: &Post) -> Result<Arc<dyn Connection>, Refusal> {
    let version = sessions::version(&post.headers.0)?;
    // `initialize` opens a session of its own, whatever session it names:
    // clients send the id of one that has just been refused.
    if matches!(post.incoming.claim(), Claim::Handshake) {
        return Ok(post.shared.engine.connect(post.origin.clone()));
    }
    match sessions::named(&post.headers.0)? {
        Some(session) => sessions::resume(&post.shared, session, post.origin.clone(), version),
        None => without_session(post),
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
    sessions::version(&parts.headers)?;
    let (headers, origin, _) = service::origin(parts);
    let Some(session) = sessions::named(&headers.0)? else {
        return Err(Refusal::bad_request(Error::invalid_request(
            "Mcp-Session-Id is missing",
        )));
    };
    shared
        .engine
        .end_session(session, &origin)
        .map_err(sessions::gone)?;
    shared.replay.end_session(session);
    Ok(reply::empty(StatusCode::NO_CONTENT))
}
