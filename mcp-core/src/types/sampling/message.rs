//! Messages of a conversation with a model, and what they are made of.

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::types::content::Members;
use crate::types::wire::{null_as_default, present, put, setters};
use crate::types::{AudioContent, ContentBlock, ImageContent, JsonObject, Role, TextContent};

/// One message of a conversation with a model.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct SamplingMessage {
    /// Who speaks.
    pub role: Role,
    /// What is said. A single block is written without a list, which every revision reads.
    #[serde(deserialize_with = "one_or_many")]
    pub content: Vec<SamplingContent>,
    /// Metadata. Known since 2025-11-25.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl SamplingMessage {
    /// A message.
    #[must_use]
    pub fn new(role: Role, content: impl Into<Vec<SamplingContent>>) -> Self {
        Self {
            role,
            content: content.into(),
            meta: None,
        }
    }

    /// A text of the user.
    #[must_use]
    pub fn user(text: impl Into<String>) -> Self {
        Self::new(Role::User, [SamplingContent::text(text)])
    }

    /// A text of the model.
    #[must_use]
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::new(Role::Assistant, [SamplingContent::text(text)])
    }

    setters! {
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl Serialize for SamplingMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("role", &self.role)?;
        put_content(&mut map, &self.content)?;
        put(&mut map, "_meta", self.meta.as_ref())?;
        map.end()
    }
}

/// One piece of a message of a conversation with a model.
///
/// Spec:
/// [`SamplingMessageContentBlock`](https://modelcontextprotocol.io/specification/2026-07-28/schema#samplingmessagecontentblock).
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Members")]
#[non_exhaustive]
pub enum SamplingContent {
    /// Text.
    Text(TextContent),
    /// An image.
    Image(ImageContent),
    /// A sound. Known since 2025-03-26.
    Audio(AudioContent),
    /// The model wants to use a tool. Known since 2025-11-25.
    ToolUse(ToolUseContent),
    /// What the tool gave back. Known since 2025-11-25.
    ToolResult(ToolResultContent),
}

impl SamplingContent {
    /// Text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextContent::new(text))
    }
}

impl Serialize for SamplingContent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(block) => block.serialize(serializer),
            Self::Image(block) => block.serialize(serializer),
            Self::Audio(block) => block.serialize(serializer),
            Self::ToolUse(block) => block.serialize(serializer),
            Self::ToolResult(block) => block.serialize(serializer),
        }
    }
}

/// The model wants to use a tool.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct ToolUseContent {
    /// Names this use; the result names it again.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments.
    pub input: JsonObject,
    /// Metadata, to be sent back with the rest.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl ToolUseContent {
    /// A use of a tool.
    #[must_use]
    pub fn new(id: impl Into<String>, name: impl Into<String>, input: JsonObject) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            input,
            meta: None,
        }
    }

    setters! {
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl Serialize for ToolUseContent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "tool_use")?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("input", &self.input)?;
        put(&mut map, "_meta", self.meta.as_ref())?;
        map.end()
    }
}

/// What a tool gave back to the model.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolResultContent {
    /// The [`id`](ToolUseContent::id) of the use.
    pub tool_use_id: String,
    /// What the model reads.
    #[serde(default, deserialize_with = "null_as_default")]
    pub content: Vec<ContentBlock>,
    /// The result as data, raw.
    #[serde(default, deserialize_with = "present")]
    pub structured_content: Option<Box<RawValue>>,
    /// The tool failed.
    #[serde(default, deserialize_with = "null_as_default")]
    pub is_error: bool,
    /// Metadata, to be sent back with the rest.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl ToolResultContent {
    /// What a tool gave back for a use of it.
    #[must_use]
    pub fn new(tool_use_id: impl Into<String>, content: impl Into<Vec<ContentBlock>>) -> Self {
        Self {
            tool_use_id: tool_use_id.into(),
            content: content.into(),
            structured_content: None,
            is_error: false,
            meta: None,
        }
    }

    setters! {
        /// Sets the result as data.
        option with_structured_content(structured_content: Box<RawValue>);
        /// Says whether the tool failed.
        value with_is_error(is_error: bool);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl Serialize for ToolResultContent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "tool_result")?;
        map.serialize_entry("toolUseId", &self.tool_use_id)?;
        map.serialize_entry("content", &self.content)?;
        put(
            &mut map,
            "structuredContent",
            self.structured_content.as_ref(),
        )?;
        put(&mut map, "isError", self.is_error.then_some(&true))?;
        put(&mut map, "_meta", self.meta.as_ref())?;
        map.end()
    }
}

pub(super) fn put_content<M: SerializeMap>(
    map: &mut M,
    content: &[SamplingContent],
) -> Result<(), M::Error> {
    match content {
        [block] => map.serialize_entry("content", block),
        blocks => map.serialize_entry("content", blocks),
    }
}

/// Reads `content` as one block or as a list of them.
pub(super) fn one_or_many<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<SamplingContent>, D::Error> {
    struct OneOrMany;

    impl<'de> Visitor<'de> for OneOrMany {
        type Value = Vec<SamplingContent>;

        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("a content block or a list of them")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
            SamplingContent::deserialize(MapAccessDeserializer::new(map)).map(|block| vec![block])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(seq))
        }
    }

    deserializer.deserialize_any(OneOrMany)
}
