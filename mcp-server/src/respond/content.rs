//! Values that say how they want to be returned.

use std::fmt::Display;

use mcp_core::types::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, InvalidBase64, ResourceLink,
    TextContent,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::data::{schema_of, structured};
use super::explicit::IntoToolResult;
use super::{OutputSchema, ToolResult};
use crate::error::Result;

/// An image for the model to look at.
///
/// # Examples
///
/// ```
/// use mcp_server::{Image, tool};
///
/// /// Draw the sales of a month.
/// #[tool(read_only)]
/// fn chart(month: u8) -> Image {
///     # let _ = month;
///     Image::new(b"\x89PNG\r\n\x1a\n")
/// }
/// # let _ = chart(1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Image(ContentBlock);

impl Image {
    /// An image whose type is read from its first bytes: PNG, JPEG, GIF or
    /// WebP. Bytes of any other kind become an embedded resource, since a
    /// picture that a model cannot decode spoils the conversation.
    #[must_use]
    pub fn new(bytes: impl AsRef<[u8]>) -> Self {
        Self(ContentBlock::image(bytes))
    }

    /// Like [`Image::new`], where the bytes may be of another kind, such as
    /// `image/svg+xml`: `mime_type` then names the embedded resource. Where
    /// they are PNG, JPEG, GIF or WebP, they decide.
    #[must_use]
    pub fn of_type(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self(ContentBlock::image_or(bytes, mime_type))
    }

    /// An image of exactly this type, whatever the bytes look like. For hosts
    /// that are known to show it.
    #[must_use]
    pub fn forced(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self(ImageContent::new(bytes, mime_type).into())
    }

    /// Like [`Image::of_type`], from bytes that are base64 already.
    ///
    /// # Errors
    ///
    /// When `base64` is not standard base64 with padding, or has a `data:`
    /// prefix.
    pub fn from_base64(
        base64: impl Into<String>,
        mime_type: impl Into<String>,
    ) -> std::result::Result<Self, InvalidBase64> {
        ContentBlock::image_base64(base64, mime_type).map(Self)
    }
}

impl From<Image> for ContentBlock {
    fn from(image: Image) -> Self {
        image.0
    }
}

/// A sound for the model to listen to.
#[derive(Clone, Debug, PartialEq)]
pub struct Audio(ContentBlock);

impl Audio {
    /// A sound of a media type such as `audio/wav`.
    #[must_use]
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self(ContentBlock::audio(bytes, mime_type))
    }

    /// A sound, from bytes that are base64 already.
    ///
    /// # Errors
    ///
    /// As [`Image::from_base64`].
    pub fn from_base64(
        base64: impl Into<String>,
        mime_type: impl Into<String>,
    ) -> std::result::Result<Self, InvalidBase64> {
        AudioContent::from_base64(base64, mime_type).map(|audio| Self(audio.into()))
    }
}

impl From<Audio> for ContentBlock {
    fn from(audio: Audio) -> Self {
        audio.0
    }
}

/// Returns a value as data, whatever else its type could be returned as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl<T: Serialize + JsonSchema> IntoToolResult for Json<T> {
    fn into_tool_result(self) -> Result<ToolResult> {
        structured(&self.0).map(ToolResult::from_structured)
    }

    fn schema() -> OutputSchema {
        Some(schema_of::<T>)
    }
}

/// Returns a value as text, whatever else its type could be returned as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text<T>(pub T);

impl<T: Display> IntoToolResult for Text<T> {
    fn into_tool_result(self) -> Result<ToolResult> {
        Ok(ToolResult::text(self.0.to_string()))
    }
}

impl<T: Display> From<Text<T>> for ContentBlock {
    fn from(text: Text<T>) -> Self {
        Self::text(text.0.to_string())
    }
}

macro_rules! blocks {
    ($($kind:ty)*) => {$(
        impl IntoToolResult for $kind {
            fn into_tool_result(self) -> Result<ToolResult> {
                Ok(ToolResult::new().block(self))
            }
        }
    )*};
}

blocks!(ContentBlock TextContent ImageContent AudioContent ResourceLink EmbeddedResource Image Audio);

impl IntoToolResult for Vec<ContentBlock> {
    fn into_tool_result(self) -> Result<ToolResult> {
        Ok(ToolResult::from_content(self))
    }
}
