//! The codes of the specification, with its meaning of each.

use std::fmt;

use serde::{Serialize, Serializer};

/// A JSON-RPC error code.
///
/// Codes -32768..=-32000 belong to JSON-RPC and to the specification; an
/// application's own codes lie outside that range (specification, "Error
/// codes").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ErrorCode(pub i64);

impl ErrorCode {
    /// The frame is not JSON.
    pub const PARSE_ERROR: Self = Self(-32700);
    /// The frame is no valid JSON-RPC message.
    pub const INVALID_REQUEST: Self = Self(-32600);
    /// The method does not exist, or its capability is not advertised.
    pub const METHOD_NOT_FOUND: Self = Self(-32601);
    /// The parameters do not fit the method; unknown tool, prompt or cursor.
    pub const INVALID_PARAMS: Self = Self(-32602);
    /// The server failed.
    pub const INTERNAL_ERROR: Self = Self(-32603);
    /// No such resource (until 2025-11-25; never sent to newer peers).
    pub const RESOURCE_NOT_FOUND: Self = Self(-32002);
    /// A session id that is unknown or has ended (Streamable HTTP until 2025-11-25).
    pub const SESSION_NOT_FOUND: Self = Self(-32001);
    /// A required or mirrored HTTP header is missing, malformed or wrong (2026-07-28).
    pub const HEADER_MISMATCH: Self = Self(-32020);
    /// The client did not declare a capability the request needs (2026-07-28).
    pub const MISSING_REQUIRED_CLIENT_CAPABILITY: Self = Self(-32021);
    /// The version named in the request is not served (2026-07-28).
    pub const UNSUPPORTED_PROTOCOL_VERSION: Self = Self(-32022);
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}
