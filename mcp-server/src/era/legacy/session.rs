//! A session, and its fixed part, sealed into its id.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use data_encoding::BASE64URL_NOPAD;
use mcp_core::ProtocolVersion;
use mcp_core::era::legacy::Initialize;
use mcp_core::transport::{Principal, SessionGone};
use mcp_core::types::{ClientCapabilities, Implementation, LoggingLevel};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use super::Traffic;
use super::promised::Promised;
use crate::context::Peer;
use crate::input::{KeyRing, Purpose};

/// Longest client name and version kept in a session id, in characters.
const NAME: usize = 64;

/// Most extensions kept in a session id, by name alone.
const EXTENSIONS: usize = 16;

/// Longest time until an id expires that is reckoned with, in seconds: 30
/// years, since a moment too far away cannot be waited for.
const FAR: u64 = 30 * 365 * 24 * 60 * 60;

/// What `initialize` fixed for good, and what has changed since.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) version: ProtocolVersion,
    pub(crate) capabilities: Arc<ClientCapabilities>,
    pub(crate) info: Option<Bytes>,
    pub(crate) traffic: Arc<Traffic>,
    /// The changes of lists that were promised when it was opened.
    pub(super) promised: Promised,
    /// Names the session among those of an exchange channel; a stream has
    /// only its own.
    pub(super) nonce: Nonce,
    /// Seconds since 1970.
    pub(super) expires: u64,
}

pub(super) type Nonce = [u8; 16];

/// The fixed part, as it stands in a sealed session id. Short names: the id
/// travels in a header with every request.
#[derive(Serialize, Deserialize)]
struct Sealed {
    #[serde(rename = "v")]
    version: String,
    #[serde(rename = "c")]
    capabilities: ClientCapabilities,
    #[serde(rename = "i")]
    info: Option<Implementation>,
    /// As base64.
    #[serde(rename = "n")]
    nonce: String,
    /// Seconds since 1970.
    #[serde(rename = "e")]
    expires: u64,
    /// Whose session it is, as a digest: the id opens for nobody else.
    #[serde(rename = "p")]
    owner: String,
    #[serde(rename = "l")]
    promised: Promised,
}

impl Session {
    /// The session that an `initialize` opens.
    pub(crate) fn new(initialize: Initialize, promised: Promised, lifetime: Duration) -> Self {
        let mut nonce = Nonce::default();
        if let Err(error) = getrandom::fill(&mut nonce) {
            tracing::error!(%error, "no randomness for a session id");
        }
        Self {
            version: initialize.version,
            capabilities: Arc::new(initialize.capabilities),
            info: initialize.client_info,
            traffic: Arc::default(),
            promised,
            nonce,
            expires: now().saturating_add(lifetime.as_secs()),
        }
    }

    /// A request of its own on an exchange channel, without any session.
    pub(crate) fn none(version: ProtocolVersion) -> Self {
        Self {
            version,
            capabilities: Arc::default(),
            info: None,
            traffic: Arc::default(),
            promised: Promised::default(),
            nonce: Nonce::default(),
            expires: u64::MAX,
        }
    }

    /// The id that carries the session: visible ASCII, worthless to anybody
    /// but the principal it was issued to.
    ///
    /// # Errors
    ///
    /// When it cannot be sealed.
    pub(crate) fn seal(
        &self,
        keys: &KeyRing,
        principal: Option<&Principal>,
    ) -> Result<String, mcp_core::Error> {
        let info = self
            .info
            .as_deref()
            .and_then(|raw| serde_json::from_slice::<Implementation>(raw).ok());
        let sealed = Sealed {
            version: self.version.as_str().to_owned(),
            capabilities: essential(&self.capabilities),
            info: info.map(|info| Implementation::new(cut(&info.name), cut(&info.version))),
            nonce: BASE64URL_NOPAD.encode(&self.nonce),
            expires: self.expires,
            owner: owner(principal),
            promised: self.promised,
        };
        let plain = serde_json::to_vec(&sealed).map_err(|error| {
            tracing::error!(%error, "a session id could not be written");
            mcp_core::Error::internal("Internal error")
        })?;
        Ok(keys.seal(Purpose::Session, &plain))
    }

    /// The session that an id carries, with nothing yet of what moves in it.
    ///
    /// # Errors
    ///
    /// [`SessionGone`] for whatever reason; the log says which.
    pub(super) fn unseal(
        keys: &KeyRing,
        id: &str,
        principal: Option<&Principal>,
    ) -> Result<Self, SessionGone> {
        let plain = keys
            .open(Purpose::Session, id)
            .map_err(|unopened| gone(&unopened.to_string()))?;
        let sealed: Sealed = serde_json::from_slice(&plain).map_err(|_| gone("of another make"))?;
        let version = sealed
            .version
            .parse()
            .map_err(|_| gone("of a version no longer served"))?;
        if sealed.owner != owner(principal) {
            return Err(gone("of another principal"));
        }
        if sealed.expires <= now() {
            return Err(gone("expired"));
        }
        let nonce = BASE64URL_NOPAD.decode(sealed.nonce.as_bytes()).ok();
        let nonce = nonce
            .and_then(|nonce| Nonce::try_from(nonce).ok())
            .ok_or_else(|| gone("of another make"))?;
        let info = sealed.info;
        Ok(Self {
            version,
            capabilities: Arc::new(sealed.capabilities),
            info: info
                .and_then(|info| serde_json::to_vec(&info).ok())
                .map(Into::into),
            traffic: Arc::default(),
            promised: sealed.promised,
            nonce,
            expires: sealed.expires,
        })
    }

    /// When its id is worth nothing any more.
    pub(super) fn until(&self) -> Instant {
        let left = self.expires.saturating_sub(now()).min(FAR);
        Instant::now() + Duration::from_secs(left)
    }
}

pub(super) fn gone(why: &str) -> SessionGone {
    tracing::debug!(why, "session refused");
    SessionGone
}

fn owner(principal: Option<&Principal>) -> String {
    let key = principal.map(Principal::key).unwrap_or_default();
    BASE64URL_NOPAD.encode(&Sha256::digest(key))
}

/// What a server can act on, and no more: an id travels in a header with
/// every request, and a client may declare whatever it likes.
fn essential(declared: &ClientCapabilities) -> ClientCapabilities {
    let mut capabilities = declared.clone();
    capabilities.experimental.clear();
    capabilities.extensions = std::mem::take(&mut capabilities.extensions)
        .into_iter()
        .filter(|(name, _)| name.len() <= NAME)
        .take(EXTENSIONS)
        .map(|(name, _)| (name, Value::Object(Map::new())))
        .collect();
    capabilities
}

fn cut(text: &str) -> String {
    text.chars().take(NAME).collect()
}

pub(super) fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

impl Session {
    /// What the session is called in traces: the same for all its requests,
    /// and of no use to anybody who reads it. The id opens the session, so it
    /// is nobody's to read.
    pub(crate) fn name(&self) -> Option<String> {
        let named = self.nonce != Nonce::default();
        named.then(|| data_encoding::HEXLOWER.encode(&self.nonce))
    }

    /// What is known of the client.
    pub(crate) fn peer(&self) -> Peer {
        Peer {
            version: self.version,
            capabilities: Arc::clone(&self.capabilities),
            info: self.info.clone(),
            log_level: self.log_level(),
        }
    }

    /// The least level of log messages the client asked for.
    pub(crate) fn log_level(&self) -> Option<LoggingLevel> {
        self.traffic.log_level()
    }
}
