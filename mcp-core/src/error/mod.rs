//! What went wrong, told by blame; the wire code is chosen in one place.

mod code;

use std::borrow::Cow;
use std::fmt;

use serde_json::{Value, json};

pub use code::ErrorCode;

use crate::{ClientCapabilities, ProtocolVersion};

/// A protocol error: the answer `error` of a JSON-RPC response.
///
/// Constructors are named by what the peer did. The numeric code follows from
/// the kind and from the revision the peer speaks ([`Error::code`]). Tool
/// failures are not protocol errors: they are results with `isError`.
///
/// # Examples
///
/// ```
/// use mcp_core::{Error, ErrorCode, ProtocolVersion};
///
/// let error = Error::method_not_found("foo/bar");
/// assert_eq!(error.code(ProtocolVersion::LATEST), ErrorCode::METHOD_NOT_FOUND);
/// assert_eq!(error.to_string(), "Method not found: foo/bar");
/// ```
#[derive(Clone)]
pub struct Error(Box<Repr>);

#[derive(Clone, Debug)]
struct Repr {
    kind: ErrorKind,
    message: Cow<'static, str>,
    data: Option<Value>,
}

/// Whose fault an [`Error`] is and what kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The frame is not JSON.
    Parse,
    /// The frame is JSON but no JSON-RPC message.
    InvalidRequest,
    /// The method does not exist here, or its capability is off.
    MethodNotFound,
    /// The parameters do not fit the method.
    InvalidParams,
    /// No such resource.
    ResourceNotFound,
    /// A mirrored HTTP header disagrees with the body.
    HeaderMismatch,
    /// The client did not declare a capability that the request needs.
    MissingCapability,
    /// The request names a revision that is not served.
    UnsupportedVersion,
    /// Our fault.
    Internal,
    /// A code of the application or of an extension.
    Custom(i64),
}

impl Error {
    /// Longest method, tool or version name repeated in a message, in characters.
    const ECHO: usize = 128;

    /// An error of any kind.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Repr {
            kind,
            message: message.into(),
            data: None,
        }))
    }

    /// The frame is not JSON (-32700).
    #[must_use]
    pub fn parse(detail: impl fmt::Display) -> Self {
        Self::new(ErrorKind::Parse, format!("Parse error: {detail}"))
    }

    /// The frame is no JSON-RPC request, notification or response (-32600).
    #[must_use]
    pub fn invalid_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::InvalidRequest, message)
    }

    /// Unknown method, or a method whose capability is off (-32601).
    #[must_use]
    pub fn method_not_found(method: &str) -> Self {
        Self::new(
            ErrorKind::MethodNotFound,
            format!("Method not found: {}", echo(method)),
        )
    }

    /// The parameters do not fit (-32602).
    #[must_use]
    pub fn invalid_params(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::InvalidParams, message)
    }

    /// `tools/call` names no tool (-32602, specification "Tools: Error handling").
    #[must_use]
    pub fn unknown_tool(name: &str) -> Self {
        Self::invalid_params(format!("Unknown tool: {}", echo(name)))
    }

    /// `prompts/get` names no prompt (-32602, specification "Prompts: Error handling").
    #[must_use]
    pub fn unknown_prompt(name: &str) -> Self {
        Self::invalid_params(format!("Unknown prompt: {}", echo(name)))
    }

    /// `completion/complete` names no resource template (-32602, specification
    /// "Completion: Error handling").
    #[must_use]
    pub fn unknown_template(uri: &str) -> Self {
        Self::invalid_params(format!("Unknown resource template: {}", echo(uri)))
    }

    /// No resource has this URI: -32602 with `data.uri`, -32002 before 2026-07-28.
    #[must_use]
    pub fn resource_not_found(uri: &str) -> Self {
        Self::new(ErrorKind::ResourceNotFound, "Resource not found")
            .with_data(json!({ "uri": uri }))
    }

    /// A header disagrees with the body (-32020).
    #[must_use]
    pub fn header_mismatch(detail: impl fmt::Display) -> Self {
        Self::new(
            ErrorKind::HeaderMismatch,
            format!("Header mismatch: {detail}"),
        )
    }

    /// The client lacks capabilities this request needs (-32021); names only those.
    #[must_use]
    pub fn missing_capability(missing: &ClientCapabilities) -> Self {
        // Capabilities are plain maps and flags; writing them cannot fail.
        let mut required = serde_json::to_value(missing).unwrap_or_default();
        // Forms are what elicitation is without further words; the
        // specification's own example says no more.
        if required["elicitation"] == json!({ "form": {} }) {
            required["elicitation"] = json!({});
        }
        Self::new(
            ErrorKind::MissingCapability,
            "Missing required client capability",
        )
        .with_data(json!({ "requiredCapabilities": required }))
    }

    /// The version in `_meta` is not served (-32022).
    #[must_use]
    pub fn unsupported_version(requested: &str, supported: &[ProtocolVersion]) -> Self {
        Self::new(
            ErrorKind::UnsupportedVersion,
            "Unsupported protocol version",
        )
        .with_data(json!({ "supported": supported, "requested": requested }))
    }

    /// Our fault (-32603). The message goes to the peer: keep secrets out of it.
    #[must_use]
    pub fn internal(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// Attaches `data`.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.0.data = Some(data);
        self
    }

    /// Whose fault, and what kind.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The sentence for the peer.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The `data` member, if any.
    #[must_use]
    pub fn data(&self) -> Option<&Value> {
        self.0.data.as_ref()
    }

    /// The code a peer of this revision is told.
    #[must_use]
    pub fn code(&self, version: ProtocolVersion) -> ErrorCode {
        match self.0.kind {
            ErrorKind::Parse => ErrorCode::PARSE_ERROR,
            ErrorKind::InvalidRequest => ErrorCode::INVALID_REQUEST,
            ErrorKind::MethodNotFound => ErrorCode::METHOD_NOT_FOUND,
            ErrorKind::InvalidParams => ErrorCode::INVALID_PARAMS,
            ErrorKind::ResourceNotFound if version.has_handshake() => ErrorCode::RESOURCE_NOT_FOUND,
            ErrorKind::ResourceNotFound => ErrorCode::INVALID_PARAMS,
            ErrorKind::HeaderMismatch => ErrorCode::HEADER_MISMATCH,
            ErrorKind::MissingCapability => ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
            ErrorKind::UnsupportedVersion => ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
            ErrorKind::Internal => ErrorCode::INTERNAL_ERROR,
            ErrorKind::Custom(code) => ErrorCode(code),
        }
    }
}

/// Cuts a peer's own words to a length that is safe to repeat.
fn echo(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(Error::ECHO) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.0.kind)
            .field("message", &self.0.message)
            .field("data", &self.0.data)
            .finish()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_one_word_wide() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
        assert_eq!(size_of::<Result<(), Error>>(), size_of::<usize>());
    }

    // S-RES-08, S-RES-09, S-RES-11
    #[test]
    fn a_missing_resource_has_a_code_of_its_own_only_before_2026() {
        let error = Error::resource_not_found("test://x");
        assert_eq!(error.code(ProtocolVersion::V2025_11_25).0, -32002);
        assert_eq!(error.code(ProtocolVersion::V2026_07_28).0, -32602);
        assert_eq!(error.data(), Some(&json!({ "uri": "test://x" })));
    }

    // S-ENV-18
    #[test]
    fn a_missing_capability_is_named_as_a_client_would_declare_it() {
        use crate::types::{ElicitationCapability, SamplingCapability};
        let form = ClientCapabilities::new().with_elicitation(ElicitationCapability::FORM);
        let error = Error::missing_capability(&form);
        assert_eq!(
            error.data(),
            Some(&json!({ "requiredCapabilities": { "elicitation": {} } }))
        );
        let url = ClientCapabilities::new().with_elicitation(ElicitationCapability::URL);
        let error = Error::missing_capability(&url);
        assert_eq!(
            error.data(),
            Some(&json!({ "requiredCapabilities": { "elicitation": { "url": {} } } }))
        );
        let sampling =
            ClientCapabilities::new().with_sampling(SamplingCapability::new(false, false));
        let error = Error::missing_capability(&sampling);
        assert_eq!(
            error.data(),
            Some(&json!({ "requiredCapabilities": { "sampling": {} } }))
        );
    }

    #[test]
    fn long_names_are_cut_between_characters() {
        let error = Error::unknown_tool(&"é".repeat(500));
        assert_eq!(
            error.message(),
            format!("Unknown tool: {}…", "é".repeat(128))
        );
    }
}
