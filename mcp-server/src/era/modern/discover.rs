//! `server/discover`: who we are (specification, "Discovery").

use mcp_core::era::modern::encode;
use mcp_core::transport::Reply;

use super::{STATELESS_VERSIONS, VERSION};
use crate::caching::Cached;
use crate::era::{Request, written};
use crate::server::Shared;

/// Callable at any time, without precondition or side effect.
pub(super) fn reply(server: &Shared, request: &Request) -> Reply {
    let description = &server.description;
    written(&request.id, VERSION, 512, |out| {
        encode::discover(
            out,
            STATELESS_VERSIONS,
            &server.capabilities(),
            description.instructions.as_deref(),
            &description.caching.list(Cached::Discovery, true),
            &description.stamp,
        )
    })
}
