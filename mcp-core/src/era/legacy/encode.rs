//! Results until 2025-11-25: bare, each in the words of its revision.

use bytes::Bytes;
use serde::ser::{SerializeMap, Serializer};

use crate::era::shape::{ElicitWithId, Shaped};
use crate::era::tool_result::{self, append};
use crate::jsonrpc::write;
use crate::types::{CallToolResult, Implementation, InputRequest, ServerCapabilities, Tool};
use crate::{ProtocolVersion, RequestId};

/// Writes the result of `tools/call`.
///
/// Structured content is an object in these revisions, so any other value
/// is wrapped as `{"result": …}`, as its `outputSchema` is in [`tool_list`].
///
/// # Errors
///
/// When a value inside it cannot be written as JSON.
pub fn tool_result(
    out: &mut Vec<u8>,
    result: &CallToolResult,
    version: ProtocolVersion,
) -> serde_json::Result<()> {
    out.push(b'{');
    tool_result::write_members(out, result, version)?;
    if let Some(meta) = &result.meta {
        out.extend_from_slice(br#","_meta":"#);
        append(out, meta)?;
    }
    out.push(b'}');
    Ok(())
}

/// Writes the result of `tools/list`.
///
/// # Errors
///
/// As [`tool_result`].
pub fn tool_list(
    out: &mut Vec<u8>,
    tools: &[&Tool],
    version: ProtocolVersion,
) -> serde_json::Result<()> {
    let mut serializer = serde_json::Serializer::new(out);
    let mut map = serializer.serialize_map(None)?;
    let tools: Vec<_> = tools
        .iter()
        .map(|&value| Shaped { value, version })
        .collect();
    map.serialize_entry("tools", &tools)?;
    map.end()
}

/// Writes the result of `initialize`.
///
/// # Errors
///
/// As [`tool_result`].
pub fn initialize(
    out: &mut Vec<u8>,
    version: ProtocolVersion,
    identity: &Implementation,
    capabilities: &ServerCapabilities,
    instructions: Option<&str>,
) -> serde_json::Result<()> {
    let mut serializer = serde_json::Serializer::new(out);
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("protocolVersion", &version)?;
    map.serialize_entry(
        "capabilities",
        &Shaped {
            value: capabilities,
            version,
        },
    )?;
    map.serialize_entry(
        "serverInfo",
        &Shaped {
            value: identity,
            version,
        },
    )?;
    if let Some(instructions) = instructions {
        map.serialize_entry("instructions", instructions)?;
    }
    map.end()
}

/// The empty result of `ping`, `logging/setLevel` and their like: exactly
/// `{}`, as strict clients demand.
pub const EMPTY: &[u8] = b"{}";

/// A question to the client, as a request of ours.
///
/// `id` also serves as the `elicitationId` that URL elicitations of
/// 2025-11-25 carry.
///
/// # Errors
///
/// When the revision has no form for the question (multi-select fields
/// before 2025-11-25, for one).
pub fn input_request(
    id: &RequestId,
    request: &InputRequest,
    version: ProtocolVersion,
) -> serde_json::Result<Bytes> {
    let params = match request {
        InputRequest::Elicit(request) => {
            let elicitation_id = &id.to_string();
            Some(serde_json::to_vec(&ElicitWithId {
                request,
                elicitation_id,
                version,
            })?)
        }
        InputRequest::CreateMessage(value) => Some(serde_json::to_vec(&Shaped { value, version })?),
        InputRequest::ListRoots => None,
    };
    Ok(write::request(
        id,
        request.method().as_str(),
        params.as_deref(),
    ))
}
