//! What a tool can return.

use mcp_server::core::{Annotations, ContentBlock, ResourceContents, ResourceLink, Role};
use mcp_server::{Audio, Image, Result, ToolResult, tool};
use schemars::JsonSchema;
use serde::Serialize;

/// One red pixel, PNG.
pub(super) const PIXEL: &[u8] = include_bytes!("pixel.png");

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

/// A place.
#[derive(Serialize, JsonSchema)]
pub(super) struct Place {
    /// What people call it.
    name: &'static str,
    /// How many live there.
    inhabitants: u32,
}

/// Return data: its type is the output schema.
#[tool(read_only)]
pub(super) fn test_structured_content() -> Place {
    Place {
        name: "Longyearbyen",
        inhabitants: 2_500,
    }
}

/// Return a list as data. Revisions that know only objects get one around it.
#[tool(read_only)]
pub(super) fn sep_2106_array_output_tool() -> Vec<u32> {
    vec![1, 2, 3]
}

/// Return a number as data.
#[tool(read_only)]
pub(super) fn sep_2106_primitive_output_tool() -> u32 {
    42
}

/// Return data without saying in the list what it looks like: the list gets shorter.
#[tool(read_only, no_output_schema)]
pub(super) fn test_no_output_schema() -> Place {
    test_structured_content()
}

/// Return a link, content for the user alone, and metadata that no model sees.
#[tool(read_only)]
pub(super) fn test_result_in_full() -> ToolResult {
    let aside = ContentBlock::text("Only you read this.");
    let for_the_user = Annotations::new()
        .with_audience([Role::User])
        .with_priority(0.5);
    ToolResult::new()
        .block(ResourceLink::new("test://static-text", "a text to read"))
        .block(aside.with_annotations(for_the_user))
        .meta("example.com/rows", 2)
}
