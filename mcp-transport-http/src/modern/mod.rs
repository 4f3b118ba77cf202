//! Messages that say themselves which revision they speak: each POST stands
//! for itself.
//!
//! No session, no GET, no event ids: `Mcp-Session-Id` and `Last-Event-ID` are
//! ignored. Headers mirror parts of the body, so that intermediaries can
//! route without reading it, and have to agree with it. A client that hangs
//! up cancels its request.

mod params;
mod standard;

use axum::response::Response;
use http::StatusCode;
use mcp_core::era::{Claim, NamedVersion};
use mcp_core::{ErrorCode, Method};

use crate::refusal::Refusal;
use crate::reply::{self, Binding, Disconnect};
use crate::service::Post;

static BINDING: Binding = Binding {
    disconnect: Disconnect::Cancels,
    answered,
    rejected,
};

/// Answers a message after its headers are found to agree with it.
///
/// # Errors
///
/// 400 with -32020 where a header is missing, malformed or different.
pub(crate) async fn answer(post: Post) -> Result<Response, Refusal> {
    agree(&post).map_err(|error| Refusal::bad_request(error).to(post.incoming.id()))?;
    let connection = post.shared.engine.connect(post.origin);
    reply::deliver(
        post.shared,
        connection,
        post.incoming,
        post.accepts,
        &BINDING,
        None,
        &post.caller,
    )
    .await
}

fn agree(post: &Post) -> Result<(), mcp_core::Error> {
    let Claim::Modern(claim) = post.incoming.claim() else {
        return Ok(());
    };
    let headers = &post.headers.0;
    standard::version(headers, claim.version.as_str())?;
    let served = post.shared.engine.stateless_versions();
    if !served
        .iter()
        .any(|version| claim.version == NamedVersion::Known(*version))
    {
        // Nobody knows what headers that revision has. The engine answers
        // -32022, with the revisions it serves.
        return Ok(());
    }
    standard::method(headers, &post.incoming)?;
    // A body that should name something and does not is refused for what it
    // is, by the engine.
    let Ok(Some(name)) = post.incoming.target_name() else {
        return Ok(());
    };
    standard::name(headers, &name)?;
    if !matches!(post.incoming.method(), Some(Method::ToolsCall)) {
        return Ok(());
    }
    match post.shared.engine.mirrored_headers(&name, &post.origin) {
        Some(mirrored) => params::check(headers, post.incoming.params(), &mirrored),
        None => Ok(()),
    }
}

/// The status of an answer (specification, "Streamable HTTP: Server
/// validation"; "Error codes" for those that are 400).
fn answered(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        ErrorCode::PARSE_ERROR
        | ErrorCode::INVALID_REQUEST
        | ErrorCode::HEADER_MISMATCH
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}

/// The status of a message that was refused before dispatch.
fn rejected(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        _ => StatusCode::BAD_REQUEST,
    }
}
