//! How the two eras behave: lifecycle, sessions, how questions travel.
//!
//! One of the three places that name the era (see `mcp_core::era`). The
//! connection decides once per message which side serves it; everything
//! below dispatch is neutral.

mod legacy;
mod modern;

use bytes::Bytes;
use mcp_core::call::{Call, Page};
use mcp_core::era::{legacy as old, modern as new};
use mcp_core::transport::Reply;
use mcp_core::types::Tool;
use mcp_core::{Error, ProtocolVersion, RequestId};

pub use legacy::Legacy;
pub(crate) use legacy::{Session, Sessions, accept_handshake, accept_in_session, accept_ping};
pub(crate) use modern::{STATELESS_VERSIONS, accept as accept_stateless};

use crate::server::{Description, Shared};

/// Writes the result of `tools/list` in the words of a revision.
pub(crate) fn write_tool_list(
    tools: &[&Tool],
    version: ProtocolVersion,
    description: &Description,
) -> serde_json::Result<Bytes> {
    let mut out = Vec::with_capacity(512 * (tools.len() + 1));
    match version.has_handshake() {
        true => old::encode::tool_list(&mut out, tools, version)?,
        false => {
            new::encode::tool_list(&mut out, tools, &description.list_hint, &description.stamp)?
        }
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

/// Answers `tools/list`, in the words of a revision.
fn list_tools(
    server: &Shared,
    id: &RequestId,
    decoded: Result<Call, Error>,
    version: ProtocolVersion,
) -> Reply {
    let list = decoded.and_then(|call| {
        if let Call::ListTools(page) = call {
            only_page(&page)?;
        }
        server.tool_list(version).map_err(|error| {
            tracing::error!(%error, "the tool list could not be written");
            Error::internal("Internal error")
        })
    });
    match list {
        Ok(list) => reply_with(id, &list, version),
        Err(error) => Reply::error(Some(id), &error, version),
    }
}

/// A list has one page; whoever asks for another made the cursor up.
fn only_page(page: &Page) -> Result<(), Error> {
    match page.cursor {
        None => Ok(()),
        Some(_) => Err(Error::invalid_params("cursor: no such page; leave it out")),
    }
}
