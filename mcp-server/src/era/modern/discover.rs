//! `server/discover`: who we are (specification, "Discovery").

use mcp_core::era::modern::encode;
use mcp_core::transport::Reply;

use super::{STATELESS_VERSIONS, VERSION};
use crate::era::{Request, reply_with, written};
use crate::server::Shared;

/// Callable at any time, without precondition or side effect; written once.
pub(super) fn reply(server: &Shared, request: &Request) -> Reply {
    let description = &server.description;
    if let Some(result) = description.discover.get() {
        return reply_with(&request.id, result, VERSION);
    }
    written(&request.id, VERSION, 512, |out| {
        let mut result = Vec::with_capacity(512);
        encode::discover(
            &mut result,
            STATELESS_VERSIONS,
            &description.capabilities,
            description.instructions.as_deref(),
            &description.list_hint,
            &description.stamp,
        )?;
        out.extend_from_slice(description.discover.get_or_init(|| result.into()));
        Ok(())
    })
}
