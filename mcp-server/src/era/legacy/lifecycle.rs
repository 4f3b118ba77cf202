//! `initialize`, `ping`, `logging/setLevel`.

use std::sync::Arc;

use mcp_core::era::Field;
use mcp_core::era::legacy::{Initialize, encode};
use mcp_core::transport::{Accepted, Channel, Exchange, Reply};
use mcp_core::types::LoggingLevel;
use mcp_core::{Error, ProtocolVersion};

use super::{Legacy, Promised, Session};
use crate::connection::Link;
use crate::era::{Request, STATELESS_VERSIONS, reply_with, written};

/// Answers `initialize`: opens a session and counter-offers a version where
/// the one asked for is not known (specification until 2025-11-25, "Lifecycle").
pub(crate) fn accept(link: &Arc<Link>, request: &Request) -> Accepted {
    if link.server.policy == Legacy::Off {
        let requested = request
            .params
            .string(Field::ProtocolVersion, "protocolVersion");
        let requested = requested.ok().flatten().unwrap_or_default();
        let error = Error::unsupported_version(&requested, STATELESS_VERSIONS);
        return Accepted::Rejected(Reply::error(
            Some(&request.id),
            &error,
            ProtocolVersion::LATEST,
        ));
    }
    let initialize = match Initialize::read(&request.params) {
        Ok(initialize) => initialize,
        Err(error) => {
            let reply = Reply::error(Some(&request.id), &error, ProtocolVersion::LATEST_HANDSHAKE);
            return Accepted::Request(Exchange::ready(reply));
        }
    };
    let promised = Promised::by(&link.server);
    let session = Session::new(initialize, promised, link.server.sessions.lifetime());
    let version = session.version;
    let description = &link.server.description;
    let mut reply = written(&request.id, version, 512, |out| {
        encode::initialize(
            out,
            version,
            &description.identity,
            &link.server.capabilities(),
            description.instructions.as_deref(),
        )
    });
    match link.origin.channel {
        Channel::Stream => link.open_session(session),
        Channel::Exchange if link.server.policy == Legacy::Stateless => {}
        Channel::Exchange => {
            match session.seal(link.server.keys.ring(), link.origin.principal.as_ref()) {
                Ok(id) => reply = reply.with_session(id),
                Err(error) => reply = Reply::error(Some(&request.id), &error, version),
            }
        }
    }
    Accepted::Request(Exchange::ready(reply))
}

/// Answers a `ping` that comes before any `initialize`.
pub(crate) fn accept_ping(request: &Request) -> Accepted {
    Accepted::Request(Exchange::ready(ping(
        request,
        ProtocolVersion::LATEST_HANDSHAKE,
    )))
}

/// Answers `ping`: exactly `{}`.
pub(super) fn ping(request: &Request, version: ProtocolVersion) -> Reply {
    reply_with(&request.id, encode::EMPTY, version)
}

/// Answers `logging/setLevel`.
///
/// # Errors
///
/// -32601 where logging is not offered, -32602 for a level that does not exist.
pub(super) fn set_level(link: &Link, session: &Session, request: &Request) -> Result<Reply, Error> {
    if !link.server.description.logging {
        return Err(Error::method_not_found(request.method.as_str()));
    }
    let level = request
        .params
        .get(Field::Level)
        .and_then(|raw| serde_json::from_str::<LoggingLevel>(raw).ok())
        .ok_or_else(|| Error::invalid_params("level must be one of debug, info, notice, warning, error, critical, alert, emergency"))?;
    session.traffic.set_log_level(level);
    Ok(reply_with(&request.id, encode::EMPTY, session.version))
}
