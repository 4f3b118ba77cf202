//! Reading content: every member any kind may have, then a decision by `type`.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceLink, TextContent,
};
use crate::types::sampling::{SamplingContent, ToolResultContent, ToolUseContent};
use crate::types::wire::{null_as_default, present};
use crate::types::{Annotations, Icon, JsonObject, ResourceContents};

/// Every member that a content block or a part of a sampling message may have.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::types) struct Members {
    r#type: String,
    text: Option<String>,
    data: Option<String>,
    mime_type: Option<String>,
    uri: Option<String>,
    name: Option<String>,
    title: Option<String>,
    description: Option<String>,
    size: Option<u64>,
    #[serde(default, deserialize_with = "null_as_default")]
    icons: Vec<Icon>,
    resource: Option<ResourceContents>,
    id: Option<String>,
    input: Option<JsonObject>,
    tool_use_id: Option<String>,
    #[serde(default, deserialize_with = "null_as_default")]
    content: Vec<ContentBlock>,
    #[serde(default, deserialize_with = "present")]
    structured_content: Option<Box<RawValue>>,
    #[serde(default, deserialize_with = "null_as_default")]
    is_error: bool,
    annotations: Option<Annotations>,
    #[serde(rename = "_meta")]
    meta: Option<JsonObject>,
}

impl Members {
    fn into_text(self) -> Result<TextContent, String> {
        Ok(TextContent {
            text: need(self.text, "text")?,
            annotations: self.annotations,
            meta: self.meta,
        })
    }

    fn into_image(self) -> Result<ImageContent, String> {
        Ok(ImageContent {
            data: need(self.data, "data")?,
            mime_type: need(self.mime_type, "mimeType")?,
            annotations: self.annotations,
            meta: self.meta,
        })
    }

    fn into_audio(self) -> Result<AudioContent, String> {
        Ok(AudioContent {
            data: need(self.data, "data")?,
            mime_type: need(self.mime_type, "mimeType")?,
            annotations: self.annotations,
            meta: self.meta,
        })
    }

    fn into_link(self) -> Result<ResourceLink, String> {
        Ok(ResourceLink {
            uri: need(self.uri, "uri")?,
            name: need(self.name, "name")?,
            title: self.title,
            description: self.description,
            mime_type: self.mime_type,
            size: self.size,
            icons: self.icons,
            annotations: self.annotations,
            meta: self.meta,
        })
    }

    fn into_resource(self) -> Result<EmbeddedResource, String> {
        Ok(EmbeddedResource {
            resource: need(self.resource, "resource")?,
            annotations: self.annotations,
            meta: self.meta,
        })
    }

    fn into_tool_use(self) -> Result<ToolUseContent, String> {
        Ok(ToolUseContent {
            id: need(self.id, "id")?,
            name: need(self.name, "name")?,
            input: need(self.input, "input")?,
            meta: self.meta,
        })
    }

    fn into_tool_result(self) -> Result<ToolResultContent, String> {
        Ok(ToolResultContent {
            tool_use_id: need(self.tool_use_id, "toolUseId")?,
            content: self.content,
            structured_content: self.structured_content,
            is_error: self.is_error,
            meta: self.meta,
        })
    }
}

impl TryFrom<Members> for ContentBlock {
    type Error = String;

    fn try_from(members: Members) -> Result<Self, String> {
        match members.r#type.as_str() {
            "text" => members.into_text().map(Self::Text),
            "image" => members.into_image().map(Self::Image),
            "audio" => members.into_audio().map(Self::Audio),
            "resource_link" => members.into_link().map(Self::ResourceLink),
            "resource" => members.into_resource().map(Self::EmbeddedResource),
            unknown => Err(format!("unknown content type `{unknown}`")),
        }
    }
}

impl TryFrom<Members> for SamplingContent {
    type Error = String;

    fn try_from(members: Members) -> Result<Self, String> {
        match members.r#type.as_str() {
            "text" => members.into_text().map(Self::Text),
            "image" => members.into_image().map(Self::Image),
            "audio" => members.into_audio().map(Self::Audio),
            "tool_use" => members.into_tool_use().map(Self::ToolUse),
            "tool_result" => members.into_tool_result().map(Self::ToolResult),
            unknown => Err(format!("unknown content type `{unknown}`")),
        }
    }
}

fn need<T>(member: Option<T>, name: &str) -> Result<T, String> {
    member.ok_or_else(|| format!("`{name}` is missing"))
}
