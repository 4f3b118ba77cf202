//! 2026-07-28: each request is served on its own.

mod discover;
mod exchange;
mod listen;

use std::sync::Arc;

use mcp_core::era::{ModernClaim, NamedVersion};
use mcp_core::transport::{Accepted, Exchange, Reply};
use mcp_core::{Error, Method, ProtocolVersion};

use super::Request;
use crate::connection::Link;
use crate::context::Peer;
use crate::extension::{is_declared, undeclared};

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
        Method::Listen => listen::accept(link, request, &claim.capabilities),
        Method::Other(ref name) => match link.server.extensions.serving(name) {
            Some(extension) if is_declared(extension, &claim.capabilities) => {
                exchange::accept(link, request, claim)
            }
            Some(extension) => refuse(&undeclared(extension)),
            None => refuse(&Error::method_not_found(name)),
        },
        _ if link.server.offers(&request.method) => exchange::accept(link, request, claim),
        // Of the other era, unknown, or of a family that is off here.
        _ => refuse(&Error::method_not_found(request.method.as_str())),
    }
}

fn answer(reply: Reply) -> Accepted {
    Accepted::Request(Exchange::ready(reply))
}

/// What the request says of its client.
fn peer(claim: ModernClaim) -> Peer {
    Peer {
        version: VERSION,
        capabilities: claim.capabilities,
        info: claim.client_info,
        log_level: claim.log_level,
    }
}
