//! The contents of a resource.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::types::JsonObject;
use crate::types::content::{InvalidBase64, encode, validated};
use crate::types::wire::{put, setters};

/// The contents of a resource: text, or bytes in base64.
///
/// Spec:
/// [`ResourceContents`](https://modelcontextprotocol.io/specification/2026-07-28/schema#textresourcecontents).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Members")]
#[non_exhaustive]
pub enum ResourceContents {
    /// Text.
    Text(TextResourceContents),
    /// Bytes.
    Blob(BlobResourceContents),
}

impl ResourceContents {
    /// Text at a URI.
    #[must_use]
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Text(TextResourceContents::new(uri, text))
    }

    /// Bytes at a URI, of the media type `application/octet-stream` until another is set.
    #[must_use]
    pub fn blob(uri: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        Self::Blob(BlobResourceContents::new(uri, bytes))
    }

    /// The URI of the resource.
    #[must_use]
    pub fn uri(&self) -> &str {
        match self {
            Self::Text(contents) => &contents.uri,
            Self::Blob(contents) => &contents.uri,
        }
    }

    /// Names the media type.
    #[must_use]
    pub fn with_mime_type(self, mime_type: impl Into<String>) -> Self {
        match self {
            Self::Text(contents) => Self::Text(contents.with_mime_type(mime_type)),
            Self::Blob(contents) => Self::Blob(contents.with_mime_type(mime_type)),
        }
    }

    /// Sets the metadata.
    #[must_use]
    pub fn with_meta(self, meta: impl Into<JsonObject>) -> Self {
        match self {
            Self::Text(contents) => Self::Text(contents.with_meta(meta)),
            Self::Blob(contents) => Self::Blob(contents.with_meta(meta)),
        }
    }

    /// The metadata, to change or to take.
    pub(crate) fn meta_mut(&mut self) -> &mut Option<JsonObject> {
        match self {
            Self::Text(contents) => &mut contents.meta,
            Self::Blob(contents) => &mut contents.meta,
        }
    }

    /// The metadata.
    #[must_use]
    pub fn meta(&self) -> Option<&JsonObject> {
        match self {
            Self::Text(contents) => contents.meta.as_ref(),
            Self::Blob(contents) => contents.meta.as_ref(),
        }
    }
}

impl Serialize for ResourceContents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(contents) => contents.serialize(serializer),
            Self::Blob(contents) => contents.serialize(serializer),
        }
    }
}

/// Contents of a resource that are text.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TextResourceContents {
    /// The URI of the resource.
    pub uri: String,
    /// The media type.
    pub mime_type: Option<String>,
    /// The text.
    pub text: String,
    /// Metadata. Known since 2025-06-18.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl TextResourceContents {
    /// Text at a URI.
    #[must_use]
    pub fn new(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            mime_type: None,
            text: text.into(),
            meta: None,
        }
    }

    setters! {
        /// Names the media type.
        option with_mime_type(mime_type: String);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl Serialize for TextResourceContents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("uri", &self.uri)?;
        put(&mut map, "mimeType", self.mime_type.as_ref())?;
        map.serialize_entry("text", &self.text)?;
        put(&mut map, "_meta", self.meta.as_ref())?;
        map.end()
    }
}

/// Contents of a resource that are bytes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BlobResourceContents {
    /// The URI of the resource.
    pub uri: String,
    /// The media type. Constructors set it, since some clients fail on its absence.
    pub mime_type: Option<String>,
    /// The bytes, in standard base64 with padding.
    pub blob: String,
    /// Metadata. Known since 2025-06-18.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl BlobResourceContents {
    /// Bytes at a URI, of the media type `application/octet-stream` until another is set.
    #[must_use]
    pub fn new(uri: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        Self::encoded(uri.into(), encode(bytes.as_ref()))
    }

    /// Bytes that are base64 already.
    ///
    /// # Errors
    ///
    /// When `base64` is not standard base64 with padding, or has a `data:` prefix.
    pub fn from_base64(
        uri: impl Into<String>,
        base64: impl Into<String>,
    ) -> Result<Self, InvalidBase64> {
        Ok(Self::encoded(uri.into(), validated(base64.into())?))
    }

    fn encoded(uri: String, blob: String) -> Self {
        Self {
            uri,
            mime_type: Some("application/octet-stream".to_owned()),
            blob,
            meta: None,
        }
    }

    setters! {
        /// Names the media type.
        option with_mime_type(mime_type: String);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl Serialize for BlobResourceContents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("uri", &self.uri)?;
        put(&mut map, "mimeType", self.mime_type.as_ref())?;
        map.serialize_entry("blob", &self.blob)?;
        put(&mut map, "_meta", self.meta.as_ref())?;
        map.end()
    }
}

/// Every member either kind may have.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Members {
    uri: String,
    mime_type: Option<String>,
    text: Option<String>,
    blob: Option<String>,
    #[serde(rename = "_meta")]
    meta: Option<JsonObject>,
}

impl TryFrom<Members> for ResourceContents {
    type Error = &'static str;

    fn try_from(members: Members) -> Result<Self, Self::Error> {
        let Members {
            uri,
            mime_type,
            text,
            blob,
            meta,
        } = members;
        match (text, blob) {
            (Some(text), _) => Ok(Self::Text(TextResourceContents {
                uri,
                mime_type,
                text,
                meta,
            })),
            (None, Some(blob)) => Ok(Self::Blob(BlobResourceContents {
                uri,
                mime_type,
                blob,
                meta,
            })),
            (None, None) => Err("resource contents have neither `text` nor `blob`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-RES-05, S-RES-22
    #[test]
    fn text_and_blob_are_told_apart_by_their_member() {
        let text = r#"{"uri":"a://b","mimeType":"text/plain","text":"hi","_meta":{"n":1.5}}"#;
        let contents: ResourceContents = serde_json::from_str(text).unwrap();
        assert!(matches!(contents, ResourceContents::Text(_)));
        assert_eq!(contents.uri(), "a://b");
        assert_eq!(serde_json::to_string(&contents).unwrap(), text);

        let blob = r#"{"uri":"a://b","mimeType":"application/octet-stream","blob":"AAE="}"#;
        let contents: ResourceContents = serde_json::from_str(blob).unwrap();
        assert_eq!(contents, ResourceContents::blob("a://b", [0, 1]));
        assert_eq!(serde_json::to_string(&contents).unwrap(), blob);

        assert!(serde_json::from_str::<ResourceContents>(r#"{"uri":"a://b"}"#).is_err());
    }

    #[test]
    fn encoded_blobs_are_checked() {
        assert!(BlobResourceContents::from_base64("a://b", "AAE=").is_ok());
        assert!(BlobResourceContents::from_base64("a://b", "AAE").is_err());
    }
}
