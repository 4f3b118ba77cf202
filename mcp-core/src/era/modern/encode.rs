//! Results of 2026-07-28: `resultType`, identity, cache hints.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use crate::era::shape::Shaped;
use crate::era::tool_result::{self, append};
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
    /// `,"_meta":{…}` of a result that has no keys of its own.
    plain: Vec<u8>,
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
        let server_info = serde_json::value::to_raw_value(&server_info)?;
        let mut stamp = Self {
            server_info: Some(server_info),
            plain: Vec::new(),
        };
        let mut plain = Vec::new();
        stamp.write_with(&mut plain, None)?;
        stamp.plain = plain;
        Ok(stamp)
    }

    /// A stamp that leaves the identity out (it is optional: SHOULD).
    #[must_use]
    pub fn anonymous() -> Self {
        Self {
            server_info: None,
            plain: Vec::new(),
        }
    }

    /// Writes `,"_meta":{…}`: the result's own keys and the identity.
    fn write(&self, out: &mut Vec<u8>, own: Option<&Meta>) -> serde_json::Result<()> {
        match own {
            Some(_) => self.write_with(out, own),
            None => {
                out.extend_from_slice(&self.plain);
                Ok(())
            }
        }
    }

    fn write_with(&self, out: &mut Vec<u8>, own: Option<&Meta>) -> serde_json::Result<()> {
        out.extend_from_slice(br#","_meta":"#);
        append(out, &Stamped { stamp: self, own })
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
    out.extend_from_slice(br#"{"resultType":"complete","#);
    tool_result::write_members(out, result, VERSION)?;
    stamp.write(out, result.meta.as_ref())?;
    out.push(b'}');
    Ok(())
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
    out.extend_from_slice(br#"{"resultType":"input_required","inputRequests":"#);
    append(out, &required.input_requests)?;
    if let Some(state) = &required.request_state {
        out.extend_from_slice(br#","requestState":"#);
        append(out, state)?;
    }
    stamp.write(out, None)?;
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
    hint: &CacheHint,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    let version = VERSION;
    let tools: Vec<_> = tools
        .iter()
        .map(|&value| Shaped { value, version })
        .collect();
    out.extend_from_slice(br#"{"resultType":"complete","tools":"#);
    append(out, &tools)?;
    cache_hint(out, hint)?;
    stamp.write(out, None)?;
    out.push(b'}');
    Ok(())
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
    let version = VERSION;
    out.extend_from_slice(br#"{"resultType":"complete","supportedVersions":"#);
    append(out, &versions)?;
    out.extend_from_slice(br#","capabilities":"#);
    append(
        out,
        &Shaped {
            value: capabilities,
            version,
        },
    )?;
    if let Some(instructions) = instructions {
        out.extend_from_slice(br#","instructions":"#);
        append(out, &instructions)?;
    }
    cache_hint(out, hint)?;
    stamp.write(out, None)?;
    out.push(b'}');
    Ok(())
}

fn cache_hint(out: &mut Vec<u8>, hint: &CacheHint) -> serde_json::Result<()> {
    out.extend_from_slice(br#","ttlMs":"#);
    append(out, &hint.ttl_ms)?;
    out.extend_from_slice(match hint.scope {
        CacheScope::Public => br#","cacheScope":"public""#,
        CacheScope::Private => br#","cacheScope":"private""#,
    });
    Ok(())
}
