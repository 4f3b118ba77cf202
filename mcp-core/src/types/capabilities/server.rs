//! What a server offers.

use serde::{Deserialize, Serialize};

use crate::types::JsonObject;
use crate::types::wire::{is_false, null_as_default, presence, setters};

/// What a server offers.
///
/// Spec:
/// [`ServerCapabilities`](https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ServerCapabilities {
    /// Tools to call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<ListChanged>,
    /// Resources to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources: Option<ResourcesCapability>,
    /// Prompts to fill in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompts: Option<ListChanged>,
    /// Log messages for the client. Deprecated by SEP-2577.
    #[serde(default, skip_serializing_if = "is_false", with = "presence")]
    pub logging: bool,
    /// Suggestions for arguments. Known since 2025-03-26.
    #[serde(default, skip_serializing_if = "is_false", with = "presence")]
    pub completions: bool,
    /// Extensions by identifier, each with its settings. Known since 2026-07-28.
    #[serde(
        default,
        skip_serializing_if = "JsonObject::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub extensions: JsonObject,
    /// Capabilities outside the standard.
    #[serde(
        default,
        skip_serializing_if = "JsonObject::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub experimental: JsonObject,
}

impl ServerCapabilities {
    /// A server that offers nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Offers tools.
        option with_tools(tools: ListChanged);
        /// Offers resources.
        option with_resources(resources: ResourcesCapability);
        /// Offers prompts.
        option with_prompts(prompts: ListChanged);
        /// Offers log messages.
        value with_logging(logging: bool);
        /// Offers suggestions for arguments.
        value with_completions(completions: bool);
        /// Replaces the extensions.
        value with_extensions(extensions: JsonObject);
        /// Replaces the capabilities outside the standard.
        value with_experimental(experimental: JsonObject);
    }
}

/// A list the server offers, and whether it says when the list changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct ListChanged {
    /// The server says when the list changes.
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_as_default")]
    pub list_changed: bool,
}

impl ListChanged {
    /// A list, with or without change notifications.
    #[must_use]
    pub const fn new(list_changed: bool) -> Self {
        Self { list_changed }
    }
}

/// Resources the server offers, and what it says about their changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct ResourcesCapability {
    /// The server says when one resource changes, to those who asked.
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_as_default")]
    pub subscribe: bool,
    /// The server says when the list changes.
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_as_default")]
    pub list_changed: bool,
}

impl ResourcesCapability {
    /// Resources, with or without notifications about one of them and about the list.
    #[must_use]
    pub const fn new(subscribe: bool, list_changed: bool) -> Self {
        Self {
            subscribe,
            list_changed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // S-INIT-18
    #[test]
    fn server_capabilities_are_written_as_objects() {
        assert_eq!(
            serde_json::to_string(&ServerCapabilities::new()).unwrap(),
            "{}"
        );
        let caps = ServerCapabilities::new()
            .with_tools(ListChanged::new(true))
            .with_resources(ResourcesCapability::new(true, false))
            .with_prompts(ListChanged::new(false))
            .with_logging(true)
            .with_completions(true);
        let text = r#"{"tools":{"listChanged":true},"resources":{"subscribe":true},"prompts":{},"logging":{},"completions":{}}"#;
        assert_eq!(serde_json::to_string(&caps).unwrap(), text);
        assert_eq!(
            serde_json::from_str::<ServerCapabilities>(text).unwrap(),
            caps
        );
    }
}
