//! Results of 2026-07-28: `resultType`, identity, cache hints.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use crate::era::shape::Shaped;
use crate::meta::keys;
use crate::types::{
    CacheHint, CacheScope, CallToolResult, Implementation, InputRequired, ServerCapabilities, Tool,
};
use crate::{Meta, ProtocolVersion};

const VERSION: ProtocolVersion = ProtocolVersion::V2026_07_28;

/// What every result is stamped with: who answered, written once.
#[derive(Debug)]
pub struct Stamp {
    server_info: Option<Box<RawValue>>,
}

impl Stamp {
    /// A stamp that names the server in each result's `_meta`.
    ///
    /// # Errors
    ///
    /// When the identity cannot be written as JSON.
    pub fn new(identity: &Implementation) -> serde_json::Result<Self> {
        let server_info = Shaped {
            value: identity,
            version: VERSION,
        };
        serde_json::value::to_raw_value(&server_info).map(|raw| Self {
            server_info: Some(raw),
        })
    }

    /// A stamp that leaves the identity out (it is optional: SHOULD).
    #[must_use]
    pub fn anonymous() -> Self {
        Self { server_info: None }
    }

    /// Writes `_meta`: the result's own keys and the identity.
    fn write<M: SerializeMap>(&self, map: &mut M, own: Option<&Meta>) -> Result<(), M::Error> {
        if own.is_none() && self.server_info.is_none() {
            return Ok(());
        }
        map.serialize_entry("_meta", &Stamped { stamp: self, own })
    }
}

struct Stamped<'a> {
    stamp: &'a Stamp,
    own: Option<&'a Meta>,
}

impl Serialize for Stamped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(info) = &self.stamp.server_info {
            map.serialize_entry(keys::SERVER_INFO, info)?;
        }
        for (key, value) in self.own.into_iter().flatten() {
            // The identity is the server's to state, not a handler's.
            if key != keys::SERVER_INFO {
                map.serialize_entry(key, value)?;
            }
        }
        map.end()
    }
}

/// Writes the result of `tools/call`.
///
/// # Errors
///
/// When a value inside it cannot be written as JSON.
pub fn tool_result(
    out: &mut Vec<u8>,
    result: &CallToolResult,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    let mut serializer = serde_json::Serializer::new(out);
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("resultType", "complete")?;
    map.serialize_entry(
        "content",
        &Shaped {
            value: &result.content[..],
            version: VERSION,
        },
    )?;
    if let Some(structured) = &result.structured_content {
        map.serialize_entry("structuredContent", structured)?;
    }
    if result.is_error {
        map.serialize_entry("isError", &true)?;
    }
    stamp.write(&mut map, result.meta.as_ref())?;
    map.end()
}

/// Writes an `InputRequiredResult` (specification, "Multi round-trip requests").
///
/// # Errors
///
/// As [`tool_result`].
pub fn input_required(
    out: &mut Vec<u8>,
    required: &InputRequired,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    let mut serializer = serde_json::Serializer::new(out);
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("resultType", "input_required")?;
    map.serialize_entry("inputRequests", &required.input_requests)?;
    if let Some(state) = &required.request_state {
        map.serialize_entry("requestState", state)?;
    }
    stamp.write(&mut map, None)?;
    map.end()
}

/// Writes the result of `tools/list`.
///
/// # Errors
///
/// As [`tool_result`].
pub fn tool_list(
    out: &mut Vec<u8>,
    tools: &[&Tool],
    hint: &CacheHint,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    let mut serializer = serde_json::Serializer::new(out);
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("resultType", "complete")?;
    let tools: Vec<_> = tools
        .iter()
        .map(|&value| Shaped {
            value,
            version: VERSION,
        })
        .collect();
    map.serialize_entry("tools", &tools)?;
    cache_hint(&mut map, hint)?;
    stamp.write(&mut map, None)?;
    map.end()
}

/// Writes the result of `server/discover` (specification, "Discovery").
///
/// # Errors
///
/// As [`tool_result`].
pub fn discover(
    out: &mut Vec<u8>,
    versions: &[ProtocolVersion],
    capabilities: &ServerCapabilities,
    instructions: Option<&str>,
    hint: &CacheHint,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    let mut serializer = serde_json::Serializer::new(out);
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("resultType", "complete")?;
    map.serialize_entry("supportedVersions", versions)?;
    map.serialize_entry(
        "capabilities",
        &Shaped {
            value: capabilities,
            version: VERSION,
        },
    )?;
    if let Some(instructions) = instructions {
        map.serialize_entry("instructions", instructions)?;
    }
    cache_hint(&mut map, hint)?;
    stamp.write(&mut map, None)?;
    map.end()
}

fn cache_hint<M: SerializeMap>(map: &mut M, hint: &CacheHint) -> Result<(), M::Error> {
    map.serialize_entry("ttlMs", &hint.ttl_ms)?;
    let scope = match hint.scope {
        CacheScope::Public => "public",
        CacheScope::Private => "private",
    };
    map.serialize_entry("cacheScope", scope)
}
