//! `MCP-Protocol-Version`, `Mcp-Method` and `Mcp-Name` against the body
//! (specification, "Streamable HTTP: Standard request headers").

use http::HeaderMap;
use mcp_core::Error;
use mcp_core::header::decode;
use mcp_core::transport::Incoming;

use crate::header::{self, Single};

/// The version header equals the version in `_meta`.
pub(super) fn version(headers: &HeaderMap, body: &str) -> Result<(), Error> {
    match header::single(headers, &header::PROTOCOL_VERSION) {
        Single::Value(version) if version == body => Ok(()),
        found => Err(mismatch("MCP-Protocol-Version", found)),
    }
}

/// The method header equals the method. The specification asks for it on
/// requests; a notification may come without.
pub(super) fn method(headers: &HeaderMap, incoming: &Incoming) -> Result<(), Error> {
    let Some(method) = incoming.method() else {
        return Ok(());
    };
    match header::single(headers, &header::METHOD) {
        Single::Value(found) if found == method.as_str() => Ok(()),
        Single::Absent if incoming.id().is_none() => Ok(()),
        found => Err(mismatch("Mcp-Method", found)),
    }
}

/// The name header equals the name or URI in the body.
pub(super) fn name(headers: &HeaderMap, body: &str) -> Result<(), Error> {
    match header::single(headers, &header::NAME) {
        Single::Value(value) if decode(value).is_ok_and(|value| value == body) => Ok(()),
        found => Err(mismatch("Mcp-Name", found)),
    }
}

fn mismatch(name: &str, found: Single<'_>) -> Error {
    match found {
        Single::Absent => Error::header_mismatch(format_args!("{name} is missing")),
        Single::Malformed => Error::header_mismatch(format_args!("{name} is malformed")),
        Single::Value(_) => Error::header_mismatch(format_args!("{name} differs from the body")),
    }
}
