//! What a tool can return.

use mcp_server::core::{ContentBlock, ResourceContents};
use mcp_server::{Audio, Image, tool};

/// One red pixel, PNG.
const PIXEL: &[u8] = include_bytes!("pixel.png");

/// A millisecond of silence, WAV.
const SILENCE: &[u8] = include_bytes!("silence.wav");

/// Return a text.
#[tool(read_only)]
pub(super) fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Return an image; its type is read from its first bytes.
#[tool(read_only)]
pub(super) fn test_image_content() -> Image {
    Image::new(PIXEL)
}

/// Return a sound.
#[tool(read_only)]
pub(super) fn test_audio_content() -> Audio {
    Audio::new(SILENCE, "audio/wav")
}

/// Return the content of a resource.
#[tool(read_only)]
pub(super) fn test_embedded_resource() -> ContentBlock {
    let resource = ResourceContents::text(
        "test://embedded-resource",
        "This is an embedded resource content.",
    );
    ContentBlock::embedded(resource.with_mime_type("text/plain"))
}

/// Return several kinds of content: a tuple.
#[tool(read_only)]
pub(super) fn test_multiple_content_types() -> (&'static str, Image, ContentBlock) {
    let resource = ResourceContents::text(
        "test://mixed-content-resource",
        r#"{"test":"data","value":123}"#,
    );
    (
        "Multiple content types test:",
        Image::new(PIXEL),
        ContentBlock::embedded(resource.with_mime_type("application/json")),
    )
}

/// Fail with a text that the model reads.
#[tool(read_only)]
pub(super) fn test_error_handling() -> Result<(), &'static str> {
    Err("This tool intentionally returns an error for testing")
}
