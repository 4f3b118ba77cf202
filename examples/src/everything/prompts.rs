//! Beginnings of conversations that a person chooses by name.

use mcp_server::core::ResourceContents;
use mcp_server::core::types::EmbeddedResource;
use mcp_server::{Assistant, Choice, Completing, Completion, Image, User, prompt};

use super::content::PIXEL;
use super::describing::icon;

/// A text is one message of the user.
#[prompt]
pub(super) fn test_simple_prompt() -> &'static str {
    "This is a simple prompt for testing."
}

/// Clients send arguments as text, which is read by the type of the parameter.
#[prompt]
pub(super) fn test_prompt_with_arguments(
    /// First test argument
    #[arg(complete = |q: &Completing| q.matching(["test", "testing"]))]
    arg1: String,
    /// Second test argument
    arg2: String,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

/// Messages may carry the contents of a resource. A tuple is several messages.
#[prompt]
pub(super) fn test_prompt_with_embedded_resource(
    /// URI of the resource to embed
    #[arg(rename = "resourceUri")]
    resource_uri: String,
) -> (EmbeddedResource, &'static str) {
    let resource = ResourceContents::text(resource_uri, "Embedded resource content for testing.");
    (
        EmbeddedResource::new(resource.with_mime_type("text/plain")),
        "Please process the embedded resource above.",
    )
}

/// Messages may be images.
#[prompt]
pub(super) fn test_prompt_with_image() -> (Image, &'static str) {
    (Image::new(PIXEL), "Please analyze the image above.")
}

/// The model may have spoken already. Hosts show title and icon; metadata is for programs.
#[prompt(title = "Riddle", icon = icon(), meta = [("example.com/shelf", 3)])]
pub(super) fn test_prompt_of_two() -> (User<&'static str>, Assistant<&'static str>) {
    (
        User("Ask me a riddle."),
        Assistant("What has roots that nobody sees?"),
    )
}

/// A part of the world.
#[derive(Choice)]
pub(super) enum Region {
    North,
    South,
}

/// Suggestions while somebody types: of a choice by itself, of anything else by a function, which sees the arguments
/// that are filled in already.
#[prompt]
pub(super) fn test_completion(
    region: Region,
    /// Where to.
    #[arg(complete = cities)]
    city: String,
) -> String {
    format!("Plan a journey to {city} in the {region}.")
}

fn cities(q: &Completing) -> Completion {
    match q.argument("region") {
        Some("north") => q.matching(["Oslo", "Riga"]),
        Some("south") => q.matching(["Rome", "Split"]),
        _ => q.matching(["Oslo", "Riga", "Rome", "Split"]),
    }
}
