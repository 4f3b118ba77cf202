//! The kinds of content, each as it stands on the wire.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use super::base64::{InvalidBase64, encode, validated};
use crate::types::wire::{filled, null_as_default, put, setters};
use crate::types::{Annotations, Icon, JsonObject, ResourceContents};

/// Text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct TextContent {
    /// The text.
    pub text: String,
    /// Hints on how to use or show it.
    pub annotations: Option<Annotations>,
    /// Metadata. Known since 2025-06-18.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl TextContent {
    /// Text without hints.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            annotations: None,
            meta: None,
        }
    }

    setters! {
        /// Sets the hints on how to use or show it.
        option with_annotations(annotations: Annotations);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl Serialize for TextContent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "text")?;
        map.serialize_entry("text", &self.text)?;
        put(&mut map, "annotations", self.annotations.as_ref())?;
        put(&mut map, "_meta", self.meta.as_ref())?;
        map.end()
    }
}

/// An image.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ImageContent {
    /// The bytes, in standard base64 with padding.
    pub data: String,
    /// The media type, such as `image/png`.
    pub mime_type: String,
    /// Hints on how to use or show it.
    pub annotations: Option<Annotations>,
    /// Metadata. Known since 2025-06-18.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl ImageContent {
    /// An image of exactly this media type, whatever the bytes look like.
    ///
    /// [`ContentBlock::image`](super::ContentBlock::image) looks at the bytes and is the safer
    /// choice.
    #[must_use]
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::encoded(encode(bytes.as_ref()), mime_type.into())
    }

    /// An image of exactly this media type, from bytes that are base64 already.
    ///
    /// # Errors
    ///
    /// When `base64` is not standard base64 with padding, or has a `data:` prefix.
    pub fn from_base64(
        base64: impl Into<String>,
        mime_type: impl Into<String>,
    ) -> Result<Self, InvalidBase64> {
        Ok(Self::encoded(validated(base64.into())?, mime_type.into()))
    }

    pub(super) fn encoded(data: String, mime_type: String) -> Self {
        Self {
            data,
            mime_type,
            annotations: None,
            meta: None,
        }
    }

    setters! {
        /// Sets the hints on how to use or show it.
        option with_annotations(annotations: Annotations);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl Serialize for ImageContent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            data,
            mime_type,
            annotations,
            meta,
        } = self;
        write_media(
            serializer,
            "image",
            data,
            mime_type,
            annotations.as_ref(),
            meta.as_ref(),
        )
    }
}

/// A sound. Known since 2025-03-26.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AudioContent {
    /// The bytes, in standard base64 with padding.
    pub data: String,
    /// The media type, such as `audio/wav`.
    pub mime_type: String,
    /// Hints on how to use or show it.
    pub annotations: Option<Annotations>,
    /// Metadata. Known since 2025-06-18.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl AudioContent {
    /// A sound of this media type.
    #[must_use]
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self {
            data: encode(bytes.as_ref()),
            mime_type: mime_type.into(),
            annotations: None,
            meta: None,
        }
    }

    /// A sound of this media type, from bytes that are base64 already.
    ///
    /// # Errors
    ///
    /// When `base64` is not standard base64 with padding, or has a `data:` prefix.
    pub fn from_base64(
        base64: impl Into<String>,
        mime_type: impl Into<String>,
    ) -> Result<Self, InvalidBase64> {
        Ok(Self {
            data: validated(base64.into())?,
            mime_type: mime_type.into(),
            annotations: None,
            meta: None,
        })
    }

    setters! {
        /// Sets the hints on how to use or show it.
        option with_annotations(annotations: Annotations);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl Serialize for AudioContent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            data,
            mime_type,
            annotations,
            meta,
        } = self;
        write_media(
            serializer,
            "audio",
            data,
            mime_type,
            annotations.as_ref(),
            meta.as_ref(),
        )
    }
}

fn write_media<S: Serializer>(
    serializer: S,
    kind: &str,
    data: &str,
    mime_type: &str,
    annotations: Option<&Annotations>,
    meta: Option<&JsonObject>,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("type", kind)?;
    map.serialize_entry("data", data)?;
    map.serialize_entry("mimeType", mime_type)?;
    put(&mut map, "annotations", annotations)?;
    put(&mut map, "_meta", meta)?;
    map.end()
}

/// A resource by reference, which the client may read. It need not be in the list of resources.
/// Known since 2025-06-18.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceLink {
    /// Where the resource is.
    pub uri: String,
    /// Name for programs.
    pub name: String,
    /// Name for people.
    pub title: Option<String>,
    /// What the resource holds.
    pub description: Option<String>,
    /// The media type.
    pub mime_type: Option<String>,
    /// Size of the contents in bytes, before base64.
    pub size: Option<u64>,
    /// Icons. Known since 2025-11-25.
    #[serde(default, deserialize_with = "null_as_default")]
    pub icons: Vec<Icon>,
    /// Hints on how to use or show it.
    pub annotations: Option<Annotations>,
    /// Metadata.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl ResourceLink {
    /// A resource by URI and name.
    #[must_use]
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            icons: Vec::new(),
            annotations: None,
            meta: None,
        }
    }

    setters! {
        /// Sets the name for people.
        option with_title(title: String);
        /// Says what the resource holds.
        option with_description(description: String);
        /// Names the media type.
        option with_mime_type(mime_type: String);
        /// Says how many bytes the contents have.
        option with_size(size: u64);
        /// Sets the icons.
        value with_icons(icons: Vec<Icon>);
        /// Sets the hints on how to use or show it.
        option with_annotations(annotations: Annotations);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl Serialize for ResourceLink {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "resource_link")?;
        map.serialize_entry("uri", &self.uri)?;
        map.serialize_entry("name", &self.name)?;
        put(&mut map, "title", self.title.as_ref())?;
        put(&mut map, "description", self.description.as_ref())?;
        put(&mut map, "mimeType", self.mime_type.as_ref())?;
        put(&mut map, "size", self.size.as_ref())?;
        put(&mut map, "icons", filled(&self.icons))?;
        put(&mut map, "annotations", self.annotations.as_ref())?;
        put(&mut map, "_meta", self.meta.as_ref())?;
        map.end()
    }
}

/// A resource with its contents.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct EmbeddedResource {
    /// The contents.
    pub resource: ResourceContents,
    /// Hints on how to use or show it.
    pub annotations: Option<Annotations>,
    /// Metadata. Known since 2025-06-18.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl EmbeddedResource {
    /// A resource without hints.
    #[must_use]
    pub fn new(resource: ResourceContents) -> Self {
        Self {
            resource,
            annotations: None,
            meta: None,
        }
    }

    setters! {
        /// Sets the hints on how to use or show it.
        option with_annotations(annotations: Annotations);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl Serialize for EmbeddedResource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "resource")?;
        map.serialize_entry("resource", &self.resource)?;
        put(&mut map, "annotations", self.annotations.as_ref())?;
        put(&mut map, "_meta", self.meta.as_ref())?;
        map.end()
    }
}
