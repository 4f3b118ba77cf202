//! Parameters to a [`Call`], and those of `initialize`.

use bytes::Bytes;

use crate::call::Call;
use crate::era::{Field, Params, request};
use crate::types::ClientCapabilities;
use crate::{Error, Method, ProtocolVersion};

/// Reads the parameters of a shared method, or of an extension's.
///
/// # Errors
///
/// -32601 for methods that never reach dispatch, -32602 for parameters that
/// do not fit.
pub fn decode(method: &Method, params: &Params) -> Result<Call, Error> {
    request::read(method, params)
}

/// The parameters of `initialize`.
#[derive(Debug)]
#[non_exhaustive]
pub struct Initialize {
    /// The revision to speak: the one asked for if it is one of the four,
    /// else the newest of them as a counter-offer.
    pub version: ProtocolVersion,
    /// What the client can do, for the whole session.
    pub capabilities: ClientCapabilities,
    /// The client's name and version, as raw JSON.
    pub client_info: Option<Bytes>,
}

impl Initialize {
    /// Reads the parameters.
    ///
    /// # Errors
    ///
    /// -32602 where `protocolVersion` is missing or no string. Capabilities
    /// may be missing: thin clients leave them out, and no host would show
    /// the user why the connection failed.
    pub fn read(params: &Params) -> Result<Self, Error> {
        let asked = params.required_string(Field::ProtocolVersion, "protocolVersion")?;
        let version = asked
            .parse()
            .ok()
            .filter(|version: &ProtocolVersion| version.has_handshake())
            .unwrap_or(ProtocolVersion::LATEST_HANDSHAKE);
        let capabilities = match params.get(Field::Capabilities) {
            Some(raw) => serde_json::from_str(raw)
                .map_err(|_| Error::invalid_params("capabilities must be an object"))?,
            None => ClientCapabilities::default(),
        };
        Ok(Self {
            version,
            capabilities,
            client_info: params.slice(Field::ClientInfo),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::params::locate;
    use super::*;

    fn read(text: &'static str) -> Result<Initialize, Error> {
        Initialize::read(&locate(text)?)
    }

    #[test]
    fn a_known_revision_is_kept_and_any_other_answered_with_the_newest() {
        for (text, version) in [
            (
                r#"{"protocolVersion":"2024-11-05"}"#,
                ProtocolVersion::V2024_11_05,
            ),
            (
                r#"{"protocolVersion":"2025-06-18"}"#,
                ProtocolVersion::V2025_06_18,
            ),
            (
                r#"{"protocolVersion":"2026-07-28"}"#,
                ProtocolVersion::V2025_11_25,
            ),
            (
                r#"{"protocolVersion":"2099-01-01"}"#,
                ProtocolVersion::V2025_11_25,
            ),
            (r#"{"protocolVersion":""}"#, ProtocolVersion::V2025_11_25),
        ] {
            assert_eq!(read(text).expect(text).version, version, "{text}");
        }
    }

    #[test]
    fn the_version_must_be_there_and_capabilities_must_be_an_object() {
        for text in [
            "{}",
            r#"{"protocolVersion":5}"#,
            r#"{"protocolVersion":"2025-06-18","capabilities":[]}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
