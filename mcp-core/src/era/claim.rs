//! What does this message claim? Pure: knows no session and no socket.

use std::sync::Arc;

use bytes::Bytes;

use super::Params;
use crate::jsonrpc::Name;
use crate::meta::{RequestMeta, keys};
use crate::types::{ClientCapabilities, LoggingLevel, ProgressToken};
use crate::{Error, Method, ProtocolVersion};

/// The era a message claims to belong to.
#[derive(Debug)]
pub enum Claim {
    /// The message names its own version: served without any session.
    Modern(ModernClaim),
    /// `initialize`: wants to open a session.
    Handshake,
    /// Names nothing: belongs to an open session, if there is one.
    Unclaimed,
}

/// What a modern request says of itself in `_meta`.
#[derive(Debug)]
#[non_exhaustive]
pub struct ModernClaim {
    /// The version exactly as it was named; it may be one nobody knows.
    pub version: NamedVersion,
    /// What the client can do for this request.
    pub capabilities: Arc<ClientCapabilities>,
    /// The client's name and version, as raw JSON.
    pub client_info: Option<Bytes>,
    /// The least level of log messages wanted; none if absent.
    pub log_level: Option<LoggingLevel>,
}

/// A version as a request names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedVersion {
    /// A revision this crate speaks.
    Known(ProtocolVersion),
    /// Any other string.
    Unknown(String),
}

impl NamedVersion {
    fn read(text: &str) -> Self {
        match text.parse() {
            Ok(version) => Self::Known(version),
            Err(_) => Self::Unknown(text.to_owned()),
        }
    }

    /// The string, exactly as it was named.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(version) => version.as_str(),
            Self::Unknown(text) => text,
        }
    }
}

/// Reads the claim of a request or notification.
///
/// `declared` is the version of the `MCP-Protocol-Version` header, where the
/// transport has one and no session is named.
///
/// # Errors
///
/// -32602 where the message is modern and lacks a required `_meta` key
/// (specification, "Base protocol: `_meta`").
pub(crate) fn read(
    method: &Method,
    params: &Params,
    meta: &RequestMeta<'_>,
    declared: Option<&str>,
    is_request: bool,
) -> Result<Claim, Error> {
    let declared_modern = declared.is_some_and(names_no_session_revision);
    if meta.protocol_version.is_none() && !declared_modern {
        return Ok(match method {
            Method::Initialize => Claim::Handshake,
            _ => Claim::Unclaimed,
        });
    }
    let version = match meta.protocol_version {
        Some(raw) => match Name::of(raw) {
            Some(Name(text)) => Some(NamedVersion::read(&text)),
            None => {
                return Err(Error::invalid_params(format!(
                    "_meta[\"{}\"] must be a string",
                    keys::PROTOCOL_VERSION
                )));
            }
        },
        None => None,
    };
    if !is_request {
        // Notifications carry no required `_meta`; the header speaks for them.
        let version = version.unwrap_or_else(|| NamedVersion::read(declared.unwrap_or_default()));
        return Ok(modern(version, Arc::default(), meta, params, None));
    }
    let version = version.ok_or_else(|| missing(keys::PROTOCOL_VERSION))?;
    let capabilities = meta
        .client_capabilities
        .ok_or_else(|| missing(keys::CLIENT_CAPABILITIES))?;
    let capabilities: ClientCapabilities = serde_json::from_str(capabilities).map_err(|_| {
        Error::invalid_params(format!(
            "_meta[\"{}\"] must be an object",
            keys::CLIENT_CAPABILITIES
        ))
    })?;
    let log_level = match meta.log_level {
        Some(raw) => Some(serde_json::from_str(raw).map_err(|_| {
            Error::invalid_params(format!("_meta[\"{}\"] names no level", keys::LOG_LEVEL))
        })?),
        None => None,
    };
    Ok(modern(
        version,
        Arc::new(capabilities),
        meta,
        params,
        log_level,
    ))
}

fn modern(
    version: NamedVersion,
    capabilities: Arc<ClientCapabilities>,
    meta: &RequestMeta<'_>,
    params: &Params,
    log_level: Option<LoggingLevel>,
) -> Claim {
    let client_info = meta
        .client_info
        .map(|raw| params.frame().slice_ref(raw.as_bytes()));
    Claim::Modern(ModernClaim {
        version,
        capabilities,
        client_info,
        log_level,
    })
}

/// Whether a version header belongs to the modern era: the modern revision,
/// or a string that is none of the four that `initialize` negotiates.
fn names_no_session_revision(declared: &str) -> bool {
    declared
        .parse::<ProtocolVersion>()
        .map_or(true, |version| !version.has_handshake())
}

fn missing(key: &str) -> Error {
    Error::invalid_params(format!(
        "missing _meta[\"{key}\"]: every request of {} carries it; earlier revisions start with initialize",
        ProtocolVersion::LATEST
    ))
}

/// The refusal of a message that names no version while no session is open.
#[must_use]
pub(crate) fn unclaimed_without_session() -> Error {
    missing(keys::PROTOCOL_VERSION)
}

/// Reads the progress token, which every revision has. A token that is
/// neither string nor integer is as good as none.
pub(crate) fn progress_token(meta: &RequestMeta<'_>) -> Option<ProgressToken> {
    serde_json::from_str(meta.progress_token?).ok()
}
