//! One message from a peer, ready to be accepted.

use bytes::Bytes;

use crate::era::claim::{self, Claim};
use crate::era::{Field, Located, Params};
use crate::jsonrpc::{self, Fault, Message, Parsed};
use crate::types::ProgressToken;
use crate::{Error, Method, ProtocolVersion, RequestId};

/// A message whose envelope and claim have been read.
///
/// Parameters stay raw slices of the frame: reading the rest is the business
/// of the era that serves the message.
#[derive(Debug)]
pub struct Incoming {
    kind: Kind,
    claim: Claim,
    params: Params,
    progress_token: Option<ProgressToken>,
    declared: Option<ProtocolVersion>,
}

/// What sort of message it is.
#[derive(Debug)]
pub enum Kind {
    /// Wants an answer under its id.
    Request {
        /// Echoed in the answer.
        id: RequestId,
        /// What is asked.
        method: Method,
    },
    /// Never answered.
    Notification {
        /// What is told.
        method: Method,
    },
    /// A client's answer to a question of ours.
    Response {
        /// The id of our question.
        id: Option<RequestId>,
        /// The raw result, or the raw error object.
        outcome: Result<Bytes, Bytes>,
    },
}

impl Incoming {
    /// Reads a frame. Pure: what it claims, not whether it may.
    ///
    /// `declared` is the `MCP-Protocol-Version` header of an HTTP request
    /// that names no session; byte streams have none.
    ///
    /// # Errors
    ///
    /// A [`Fault`]: -32700, -32600, or -32602 where required parts of `_meta`
    /// are missing. On HTTP each of them is a 400.
    ///
    /// # Examples
    ///
    /// ```
    /// use mcp_core::era::Claim;
    /// use mcp_core::transport::Incoming;
    ///
    /// let frame = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#;
    /// let incoming = Incoming::parse((&frame[..]).into(), None).unwrap();
    /// assert!(matches!(incoming.claim(), Claim::Handshake));
    /// ```
    pub fn parse(frame: Bytes, declared: Option<&str>) -> Result<Self, Fault> {
        let message = match jsonrpc::parse_with(&frame, Located::scan)? {
            Parsed::Message(message) => message,
            Parsed::Batch => return Err(refused(None, batches())),
        };
        let (kind, located) = match message {
            Message::Request { id, method, params } => {
                let method = Method::parse(&method);
                (Kind::Request { id, method }, params)
            }
            Message::Notification { method, params } => {
                let method = Method::parse(&method);
                (Kind::Notification { method }, params)
            }
            Message::Response { id, outcome } => {
                let slice = |raw: &str| frame.slice_ref(raw.as_bytes());
                let outcome = outcome.map(slice).map_err(slice);
                (Kind::Response { id, outcome }, None)
            }
        };
        let read = located.unwrap_or_default().keep(&frame);
        let read = read.and_then(|(params, meta)| {
            let claim = match &kind {
                Kind::Request { method, .. } => {
                    claim::read(method, &params, &meta, declared, true)?
                }
                Kind::Notification { method } => {
                    claim::read(method, &params, &meta, declared, false)?
                }
                Kind::Response { .. } => Claim::Unclaimed,
            };
            Ok((claim, claim::progress_token(&meta), params))
        });
        match read {
            Ok((claim, progress_token, params)) => Ok(Self {
                progress_token,
                kind,
                claim,
                params,
                declared: declared.and_then(|version| version.parse().ok()),
            }),
            Err(error) => match kind {
                Kind::Request { id, .. } => Err(refused(Some(id), error)),
                _ => Err(refused(None, error)),
            },
        }
    }

    /// What sort of message it is.
    #[must_use]
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The era it claims.
    #[must_use]
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Its parameters.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The id, where it is a request.
    #[must_use]
    pub fn id(&self) -> Option<&RequestId> {
        match &self.kind {
            Kind::Request { id, .. } => Some(id),
            _ => None,
        }
    }

    /// The method, where it is a request or a notification.
    #[must_use]
    pub fn method(&self) -> Option<&Method> {
        match &self.kind {
            Kind::Request { method, .. } | Kind::Notification { method } => Some(method),
            Kind::Response { .. } => None,
        }
    }

    /// The version header it came with, where it names a known revision.
    #[must_use]
    pub fn declared(&self) -> Option<ProtocolVersion> {
        self.declared
    }

    /// The value that `Mcp-Name` mirrors: the tool, prompt or resource that
    /// the message names.
    ///
    /// # Errors
    ///
    /// -32602 where the member is missing or no string.
    pub fn target_name(&self) -> Result<Option<String>, Error> {
        let (field, name) = match self.method() {
            Some(Method::ToolsCall | Method::PromptsGet) => (Field::Name, "name"),
            Some(Method::ResourcesRead) => (Field::Uri, "uri"),
            _ => return Ok(None),
        };
        self.params.required_string(field, name).map(Some)
    }

    /// Takes the message apart.
    #[must_use]
    pub fn into_parts(self) -> (Kind, Claim, Params, Option<ProgressToken>) {
        (self.kind, self.claim, self.params, self.progress_token)
    }
}

pub(super) fn refused(id: Option<RequestId>, error: Error) -> Fault {
    Fault {
        id,
        error,
        response_like: false,
    }
}

fn batches() -> Error {
    Error::invalid_request("JSON-RPC batches are not supported")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    fn parse(text: &str, declared: Option<&str>) -> Result<Incoming, Fault> {
        Incoming::parse(Bytes::copy_from_slice(text.as_bytes()), declared)
    }

    fn with_meta(meta: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{meta}}}}}"#)
    }

    const MODERN: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
        "io.modelcontextprotocol/clientCapabilities":{"elicitation":{}},"progressToken":7,"own/key":1}"#;

    // S-META-24, S-META-04
    #[test]
    fn a_version_in_meta_is_a_modern_claim() {
        let incoming = parse(&with_meta(MODERN), None).expect("well-formed");
        let Claim::Modern(claim) = incoming.claim() else {
            panic!("modern")
        };
        assert_eq!(claim.version.as_str(), "2026-07-28");
        assert!(claim.capabilities.elicitation.is_some());
        let meta = incoming.params().meta().expect("an object");
        assert_eq!(meta["own/key"], 1, "unknown keys are kept");
        assert!(incoming.into_parts().3.is_some());
    }

    // S-META-05, S-META-07
    #[test]
    fn missing_meta_of_a_modern_request_is_its_own_fault() {
        let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        let only_version = with_meta(r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#);
        let only_caps = with_meta(r#"{"io.modelcontextprotocol/clientCapabilities":{}}"#);
        let wrong_type = with_meta(r#"{"io.modelcontextprotocol/protocolVersion":5}"#);
        for (text, declared) in [
            (list, Some("2026-07-28")),
            (list, Some("2099-01-01")),
            (&only_version, None),
            (&only_caps, Some("2026-07-28")),
            (&wrong_type, None),
        ] {
            let fault = parse(text, declared).expect_err(text);
            assert_eq!(fault.error.kind(), ErrorKind::InvalidParams, "{text}");
            assert_eq!(fault.id, Some(1.into()));
        }
    }

    #[test]
    fn what_names_nothing_claims_nothing() {
        let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        for declared in [None, Some("2025-06-18")] {
            let incoming = parse(list, declared).expect("well-formed");
            assert!(matches!(incoming.claim(), Claim::Unclaimed));
        }
    }

    // S-META-24, S-META-27
    #[test]
    fn initialize_is_a_handshake_unless_it_names_its_version() {
        let plain = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#;
        let incoming = parse(plain, Some("2025-11-25")).expect("well-formed");
        assert!(matches!(incoming.claim(), Claim::Handshake));
        let modern = with_meta(MODERN).replace("tools/list", "initialize");
        let incoming = parse(&modern, None).expect("well-formed");
        assert!(matches!(incoming.claim(), Claim::Modern(_)));
    }

    // S-LOG-05
    #[test]
    fn an_unknown_log_level_is_refused() {
        let meta = MODERN.replace(
            "\"own/key\":1",
            r#""io.modelcontextprotocol/logLevel":"banana""#,
        );
        assert!(parse(&with_meta(&meta), None).is_err());
    }

    #[test]
    fn misshapen_params_are_told_from_broken_json() {
        for (params, message) in [
            ("[]", "params must be an object"),
            ("[{}]", "params must be an object"),
            ("5", "params must be an object"),
            ("\"x\"", "params must be an object"),
            ("true", "params must be an object"),
            (r#"{"_meta":5}"#, "_meta must be an object"),
            (r#"{"_meta":[]}"#, "_meta must be an object"),
            (r#"{"name":"a","name":"b"}"#, "Name appears twice in params"),
        ] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{params}}}"#);
            let fault = parse(&text, None).expect_err(params);
            assert_eq!(fault.error.message(), message, "{params}");
            assert_eq!(fault.error.kind(), ErrorKind::InvalidParams);
            assert_eq!(fault.id, Some(1.into()));
        }
        let text = r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":}}"#;
        let fault = parse(text, None).expect_err("no JSON");
        assert_eq!(fault.error.kind(), ErrorKind::Parse);
        for params in ["null", "{}", r#"{"_meta":null}"#] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{params}}}"#);
            parse(&text, None).expect(params);
        }
    }

    #[test]
    fn batches_are_refused_whole() {
        let fault = parse("[]", None).expect_err("a batch");
        assert_eq!(fault.error.kind(), ErrorKind::InvalidRequest);
    }
}
