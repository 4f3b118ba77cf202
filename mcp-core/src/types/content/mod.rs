//! Content blocks: what a tool gives the model to read, see and hear.

mod base64;
mod kinds;
mod read;

use serde::{Deserialize, Serialize, Serializer};

pub use base64::InvalidBase64;
pub(super) use base64::{encode, validated};
use base64::{image_type, image_type_of_base64};
pub use kinds::{AudioContent, EmbeddedResource, ImageContent, ResourceLink, TextContent};
pub(super) use read::Members;

use super::{Annotations, BlobResourceContents, JsonObject, ResourceContents};

/// One piece of content.
///
/// Spec:
/// [`ContentBlock`](https://modelcontextprotocol.io/specification/2026-07-28/schema#contentblock).
///
/// # Examples
///
/// ```
/// use mcp_core::ContentBlock;
///
/// let png = ContentBlock::image(b"\x89PNG\r\n\x1a\n");
/// let json = serde_json::to_string(&png)?;
/// assert_eq!(json, r#"{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Members")]
#[non_exhaustive]
pub enum ContentBlock {
    /// Text.
    Text(TextContent),
    /// An image.
    Image(ImageContent),
    /// A sound. Known since 2025-03-26.
    Audio(AudioContent),
    /// A resource by reference. Known since 2025-06-18.
    ResourceLink(ResourceLink),
    /// A resource with its contents.
    EmbeddedResource(EmbeddedResource),
}

impl ContentBlock {
    /// Text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextContent::new(text))
    }

    /// An image whose type is read from its first bytes: PNG, JPEG, GIF or WebP.
    ///
    /// Hosts hand images to the model as they come, and one that the model cannot decode spoils the
    /// whole conversation. So bytes of any other kind become an embedded resource;
    /// [`ImageContent::new`] insists on an image block.
    #[must_use]
    pub fn image(bytes: impl AsRef<[u8]>) -> Self {
        Self::image_or(bytes.as_ref(), "application/octet-stream")
    }

    /// Like [`image`](Self::image), for images that may be of another kind: `mime_type` then names
    /// the embedded resource.
    ///
    /// Where the bytes are PNG, JPEG, GIF or WebP, they decide and `mime_type` is ignored.
    #[must_use]
    pub fn image_or(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        let bytes = bytes.as_ref();
        match image_type(bytes) {
            Some(sniffed) => Self::Image(ImageContent::new(bytes, sniffed)),
            None => Self::attachment(encode(bytes), mime_type.into()),
        }
    }

    /// Like [`image_or`](Self::image_or), from bytes that are base64 already.
    ///
    /// # Errors
    ///
    /// When `base64` is not standard base64 with padding, or has a `data:` prefix.
    pub fn image_base64(
        base64: impl Into<String>,
        mime_type: impl Into<String>,
    ) -> Result<Self, InvalidBase64> {
        let data = validated(base64.into())?;
        Ok(match image_type_of_base64(&data) {
            Some(sniffed) => Self::Image(ImageContent::encoded(data, sniffed.to_owned())),
            None => Self::attachment(data, mime_type.into()),
        })
    }

    /// A sound of a media type such as `audio/wav`.
    #[must_use]
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::Audio(AudioContent::new(bytes, mime_type))
    }

    /// A resource by URI, which the client may read if it wants to.
    #[must_use]
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::ResourceLink(ResourceLink::new(uri, name))
    }

    /// A resource with its contents.
    #[must_use]
    pub fn embedded(resource: ResourceContents) -> Self {
        Self::EmbeddedResource(EmbeddedResource::new(resource))
    }

    /// Sets the hints on how to use or show the block.
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl Into<Annotations>) -> Self {
        *self.annotations_mut() = Some(annotations.into());
        self
    }

    /// Sets the metadata of the block.
    #[must_use]
    pub fn with_meta(mut self, meta: impl Into<JsonObject>) -> Self {
        *self.meta_mut() = Some(meta.into());
        self
    }

    /// The hints on how to use or show the block.
    #[must_use]
    pub fn annotations(&self) -> Option<&Annotations> {
        match self {
            Self::Text(block) => block.annotations.as_ref(),
            Self::Image(block) => block.annotations.as_ref(),
            Self::Audio(block) => block.annotations.as_ref(),
            Self::ResourceLink(block) => block.annotations.as_ref(),
            Self::EmbeddedResource(block) => block.annotations.as_ref(),
        }
    }

    /// The metadata of the block.
    #[must_use]
    pub fn meta(&self) -> Option<&JsonObject> {
        match self {
            Self::Text(block) => block.meta.as_ref(),
            Self::Image(block) => block.meta.as_ref(),
            Self::Audio(block) => block.meta.as_ref(),
            Self::ResourceLink(block) => block.meta.as_ref(),
            Self::EmbeddedResource(block) => block.meta.as_ref(),
        }
    }

    pub(crate) fn annotations_mut(&mut self) -> &mut Option<Annotations> {
        match self {
            Self::Text(block) => &mut block.annotations,
            Self::Image(block) => &mut block.annotations,
            Self::Audio(block) => &mut block.annotations,
            Self::ResourceLink(block) => &mut block.annotations,
            Self::EmbeddedResource(block) => &mut block.annotations,
        }
    }

    pub(crate) fn meta_mut(&mut self) -> &mut Option<JsonObject> {
        match self {
            Self::Text(block) => &mut block.meta,
            Self::Image(block) => &mut block.meta,
            Self::Audio(block) => &mut block.meta,
            Self::ResourceLink(block) => &mut block.meta,
            Self::EmbeddedResource(block) => &mut block.meta,
        }
    }

    /// Bytes that are no image a model can see, as an embedded resource.
    ///
    /// A resource needs a URI and these bytes have none; one made from the bytes keeps two
    /// attachments of one result apart and is the same when the same bytes are sent again.
    fn attachment(data: String, mime_type: String) -> Self {
        // FNV-1a: a name, not a proof, so a hash crate would be out of proportion.
        let digest = data.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let contents = BlobResourceContents {
            uri: format!("attachment:{digest:016x}"),
            mime_type: Some(mime_type),
            blob: data,
            meta: None,
        };
        Self::embedded(ResourceContents::Blob(contents))
    }
}

impl From<&str> for ContentBlock {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for ContentBlock {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<TextContent> for ContentBlock {
    fn from(block: TextContent) -> Self {
        Self::Text(block)
    }
}

impl From<ImageContent> for ContentBlock {
    fn from(block: ImageContent) -> Self {
        Self::Image(block)
    }
}

impl From<AudioContent> for ContentBlock {
    fn from(block: AudioContent) -> Self {
        Self::Audio(block)
    }
}

impl From<ResourceLink> for ContentBlock {
    fn from(block: ResourceLink) -> Self {
        Self::ResourceLink(block)
    }
}

impl From<EmbeddedResource> for ContentBlock {
    fn from(block: EmbeddedResource) -> Self {
        Self::EmbeddedResource(block)
    }
}

impl Serialize for ContentBlock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(block) => block.serialize(serializer),
            Self::Image(block) => block.serialize(serializer),
            Self::Audio(block) => block.serialize(serializer),
            Self::ResourceLink(block) => block.serialize(serializer),
            Self::EmbeddedResource(block) => block.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Icon, Role};

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n....";

    fn json(block: &ContentBlock) -> String {
        serde_json::to_string(block).unwrap()
    }

    fn round_trip(block: &ContentBlock, text: &str) {
        assert_eq!(json(block), text);
        assert_eq!(&serde_json::from_str::<ContentBlock>(text).unwrap(), block);
    }

    #[test]
    fn every_kind_is_written_and_read_in_spec_spelling() {
        round_trip(&ContentBlock::text("hi"), r#"{"type":"text","text":"hi"}"#);
        round_trip(
            &ContentBlock::image(b"GIF89a"),
            r#"{"type":"image","data":"R0lGODlh","mimeType":"image/gif"}"#,
        );
        round_trip(
            &ContentBlock::audio(b"RIFF", "audio/wav"),
            r#"{"type":"audio","data":"UklGRg==","mimeType":"audio/wav"}"#,
        );
        let link = ResourceLink::new("file:///a", "a")
            .with_title("A")
            .with_description("the a")
            .with_mime_type("text/plain")
            .with_size(3_u64)
            .with_icons([Icon::new("data:,")]);
        round_trip(
            &link.into(),
            r#"{"type":"resource_link","uri":"file:///a","name":"a","title":"A","description":"the a","mimeType":"text/plain","size":3,"icons":[{"src":"data:,"}]}"#,
        );
        round_trip(
            &ContentBlock::embedded(
                ResourceContents::text("test://x", "hi").with_mime_type("text/plain"),
            ),
            r#"{"type":"resource","resource":{"uri":"test://x","mimeType":"text/plain","text":"hi"}}"#,
        );
    }

    #[test]
    fn annotations_and_meta_go_with_every_kind() {
        let meta: JsonObject = serde_json::from_str(r#"{"io.example/n":1.5}"#).unwrap();
        for block in [
            ContentBlock::text("hi"),
            ContentBlock::image(PNG),
            ContentBlock::audio(b"", "audio/wav"),
            ContentBlock::resource_link("file:///a", "a"),
            ContentBlock::embedded(ResourceContents::text("test://x", "hi")),
        ] {
            let block = block
                .with_annotations(
                    Annotations::new()
                        .with_audience([Role::User])
                        .with_priority(0.5),
                )
                .with_meta(meta.clone());
            assert_eq!(block.meta(), Some(&meta));
            assert_eq!(block.annotations().unwrap().priority, Some(0.5));
            let text = json(&block);
            assert!(text.ends_with(
                r#""annotations":{"audience":["user"],"priority":0.5},"_meta":{"io.example/n":1.5}}"#
            ));
            assert_eq!(serde_json::from_str::<ContentBlock>(&text).unwrap(), block);
        }
    }

    #[test]
    fn the_type_of_an_image_is_read_from_its_bytes() {
        let sniffed = |bytes: &[u8]| match ContentBlock::image_or(bytes, "image/bmp") {
            ContentBlock::Image(image) => image.mime_type,
            other => panic!("{other:?}"),
        };
        assert_eq!(sniffed(PNG), "image/png");
        assert_eq!(sniffed(b"\xff\xd8\xff\xe0"), "image/jpeg");
        assert_eq!(sniffed(b"GIF87a"), "image/gif");
        assert_eq!(sniffed(b"RIFF\0\0\0\0WEBPVP8 "), "image/webp");
    }

    #[test]
    fn other_images_become_an_embedded_resource() {
        let ContentBlock::EmbeddedResource(block) =
            ContentBlock::image_or(b"<svg/>", "image/svg+xml")
        else {
            panic!("an SVG is not an image a model can see")
        };
        let ResourceContents::Blob(blob) = block.resource else {
            panic!("bytes are a blob")
        };
        assert_eq!(blob.blob, "PHN2Zy8+");
        assert_eq!(blob.mime_type.as_deref(), Some("image/svg+xml"));
        assert!(blob.uri.starts_with("attachment:"));

        assert_eq!(
            ContentBlock::image(b"<svg/>"),
            ContentBlock::image(b"<svg/>")
        );
        assert_ne!(
            ContentBlock::image(b"<svg/>"),
            ContentBlock::image(b"<svg />")
        );
    }

    #[test]
    fn an_author_may_insist_on_an_image() {
        let forced = ContentBlock::from(ImageContent::new(b"<svg/>", "image/svg+xml"));
        assert_eq!(
            json(&forced),
            r#"{"type":"image","data":"PHN2Zy8+","mimeType":"image/svg+xml"}"#
        );
    }

    #[test]
    fn encoded_images_are_checked_and_sniffed() {
        let image = ContentBlock::image_base64("iVBORw0KGgo=", "image/jpeg").unwrap();
        assert!(matches!(image, ContentBlock::Image(image) if image.mime_type == "image/png"));
        let other = ContentBlock::image_base64("PHN2Zy8+", "image/svg+xml").unwrap();
        assert!(matches!(other, ContentBlock::EmbeddedResource(_)));
        assert!(
            ContentBlock::image_base64("data:image/png;base64,iVBORw0KGgo=", "image/png").is_err()
        );
    }

    #[test]
    fn an_unknown_kind_or_a_missing_member_is_named() {
        let fault = |text: &str| {
            serde_json::from_str::<ContentBlock>(text)
                .unwrap_err()
                .to_string()
        };
        assert!(fault(r#"{"type":"hologram"}"#).contains("unknown content type `hologram`"));
        assert!(fault(r#"{"type":"text"}"#).contains("`text` is missing"));
        assert!(fault(r#"{"type":"image","data":""}"#).contains("`mimeType` is missing"));
        assert!(fault(r#"{"text":"hi"}"#).contains("missing field `type`"));
    }

    #[test]
    fn members_of_other_kinds_are_ignored() {
        let text = r#"{"type":"text","text":"hi","id":"7","later":[1.5e400]}"#;
        assert_eq!(
            serde_json::from_str::<ContentBlock>(text).unwrap(),
            ContentBlock::text("hi")
        );
    }
}
