//! How the two eras behave: lifecycle, sessions, how questions travel.
//!
//! One of the three places that name the era (see `mcp_core::era`). The
//! connection decides once per message which side serves it; everything
//! below dispatch is neutral.

mod legacy;
mod modern;
mod news;

use bytes::Bytes;
use mcp_core::call::Call;
use mcp_core::era::{Listed, legacy as old, modern as new};
use mcp_core::transport::Reply;
use mcp_core::types::{CacheHint, Resource};
use mcp_core::{Error, ProtocolVersion, RequestId};

pub use legacy::Legacy;
pub(crate) use legacy::{
    Session, Sessions, accept_handshake, accept_in_session, accept_ping, listen,
};
pub(crate) use modern::{STATELESS_VERSIONS, accept as accept_stateless};

use self::news::deliver;
use crate::connection::Link;
use crate::server::Description;

/// Writes one page of a list in the words of a revision.
pub(crate) fn write_list<'a, T: Listed + 'a>(
    items: impl ExactSizeIterator<Item = &'a T>,
    next_cursor: Option<&str>,
    hint: &CacheHint,
    version: ProtocolVersion,
    description: &Description,
) -> serde_json::Result<Bytes> {
    let mut out = Vec::with_capacity(512 * (items.len() + 1));
    match version.has_handshake() {
        true => old::encode::list(&mut out, items, next_cursor, version)?,
        false => new::encode::list(&mut out, items, next_cursor, hint, &description.stamp)?,
    }
    Ok(out.into())
}

/// A request that is being accepted, whichever era serves it.
pub(crate) struct Request {
    pub(crate) id: RequestId,
    pub(crate) method: mcp_core::Method,
    pub(crate) params: mcp_core::era::Params,
    pub(crate) progress_token: Option<mcp_core::types::ProgressToken>,
    pub(crate) outlet: std::sync::Arc<dyn mcp_core::transport::Outlet>,
    pub(crate) trace: crate::trace::Trace,
}

/// A reply that wraps a result written already.
fn reply_with(id: &RequestId, result: &[u8], version: ProtocolVersion) -> Reply {
    written(id, version, 64 + result.len(), |out| {
        out.extend_from_slice(result);
        Ok(())
    })
}

/// A reply whose result is being written; a failure to write is ours to answer for.
fn written(
    id: &RequestId,
    version: ProtocolVersion,
    length: usize,
    write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
) -> Reply {
    match mcp_core::jsonrpc::write::response_of(id, length, write) {
        Ok(frame) => Reply::result(frame),
        Err(error) => {
            tracing::error!(%error, "a result could not be written");
            Reply::error(Some(id), &Error::internal("Internal error"), version)
        }
    }
}

/// A reply with a list that is written already.
fn listed(id: &RequestId, list: Result<Bytes, Error>, version: ProtocolVersion) -> Reply {
    match list {
        Ok(list) => reply_with(id, &list, version),
        Err(error) => Reply::error(Some(id), &error, version),
    }
}

/// The reply to `resources/list` where families list their members.
fn with_members(
    link: &Link,
    id: &RequestId,
    call: &Call,
    members: &[Resource],
    version: ProtocolVersion,
) -> Reply {
    let who = link.origin.principal.as_ref();
    let list = match call {
        Call::ListResources(page) => link.server.list_with_members(members, page, who, version),
        _ => Err(Error::internal("Internal error")),
    };
    listed(id, list, version)
}
