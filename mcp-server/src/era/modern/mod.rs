//! 2026-07-28: each request is served on its own.

mod discover;
mod exchange;

use std::sync::Arc;

use mcp_core::era::{ModernClaim, NamedVersion, modern};
use mcp_core::transport::{Accepted, Exchange, Reply};
use mcp_core::{Error, Method, ProtocolVersion};

use super::{Request, list_tools};
use crate::connection::Link;
use crate::context::Peer;

/// The revisions that name themselves in each request.
pub(crate) const STATELESS_VERSIONS: &[ProtocolVersion] = &[VERSION];

const VERSION: ProtocolVersion = ProtocolVersion::V2026_07_28;

/// Takes one request that names its version.
pub(crate) fn accept(link: &Arc<Link>, request: Request, claim: ModernClaim) -> Accepted {
    let refuse =
        |error: &Error| Accepted::Rejected(Reply::error(Some(&request.id), error, VERSION));
    if claim.version != NamedVersion::Known(VERSION) {
        return refuse(&Error::unsupported_version(
            claim.version.as_str(),
            STATELESS_VERSIONS,
        ));
    }
    match request.method {
        Method::Discover => answer(discover::reply(&link.server, &request)),
        Method::ToolsList => answer(tools_list(link, &request)),
        Method::ToolsCall => exchange::call_tool(link, request, claim),
        // Of the other era, unknown, or of a family that is off here.
        _ => refuse(&Error::method_not_found(request.method.as_str())),
    }
}

fn answer(reply: Reply) -> Accepted {
    Accepted::Request(Exchange::ready(reply))
}

fn tools_list(link: &Link, request: &Request) -> Reply {
    let decoded = modern::decode(&request.method, &request.params);
    list_tools(&link.server, &request.id, decoded, VERSION)
}

/// What the request says of its client.
fn peer(claim: ModernClaim) -> Peer {
    Peer {
        version: VERSION,
        capabilities: Arc::new(claim.capabilities),
        info: claim.client_info,
        log_level: claim.log_level,
    }
}
