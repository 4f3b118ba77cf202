//! The `_meta` of a request, read in one pass.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::keys;
use crate::jsonrpc::Name;

/// The reserved keys of a request's `_meta`, raw; other keys are skipped here
/// and stay in the frame.
#[derive(Debug, Default)]
pub struct RequestMeta<'a> {
    /// See [`keys::PROTOCOL_VERSION`].
    pub protocol_version: Option<&'a RawValue>,
    /// See [`keys::CLIENT_INFO`].
    pub client_info: Option<&'a RawValue>,
    /// See [`keys::CLIENT_CAPABILITIES`].
    pub client_capabilities: Option<&'a RawValue>,
    /// See [`keys::LOG_LEVEL`].
    pub log_level: Option<&'a RawValue>,
    /// See [`keys::PROGRESS_TOKEN`].
    pub progress_token: Option<&'a RawValue>,
    /// See [`keys::TRACEPARENT`].
    pub traceparent: Option<&'a RawValue>,
    /// See [`keys::TRACESTATE`].
    pub tracestate: Option<&'a RawValue>,
    /// See [`keys::BAGGAGE`].
    pub baggage: Option<&'a RawValue>,
}

impl<'de: 'a, 'a> Deserialize<'de> for RequestMeta<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MetaVisitor;
        impl<'de> Visitor<'de> for MetaVisitor {
            type Value = RequestMeta<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut meta = RequestMeta::default();
                while let Some(Name(key)) = map.next_key::<Name<'de>>()? {
                    let slot = match &*key {
                        keys::PROTOCOL_VERSION => &mut meta.protocol_version,
                        keys::CLIENT_INFO => &mut meta.client_info,
                        keys::CLIENT_CAPABILITIES => &mut meta.client_capabilities,
                        keys::LOG_LEVEL => &mut meta.log_level,
                        keys::PROGRESS_TOKEN => &mut meta.progress_token,
                        keys::TRACEPARENT => &mut meta.traceparent,
                        keys::TRACESTATE => &mut meta.tracestate,
                        keys::BAGGAGE => &mut meta.baggage,
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                            continue;
                        }
                    };
                    *slot = Some(map.next_value()?);
                }
                Ok(meta)
            }
        }
        deserializer.deserialize_map(MetaVisitor)
    }
}
