//! What is said about a tool, beyond what its signature says.

use mcp_server::core::transport::Principal;
use mcp_server::core::types::Icon;
use mcp_server::tool;

/// A tool with a title and an icon for people, hints for the host, and metadata for programs.
#[tool(
    title = "Described",
    icon = icon(),
    read_only,
    idempotent,
    open_world = false,
    meta = [("example.com/tier", "gold")],
)]
pub(super) fn test_description() -> &'static str {
    "See tools/list."
}

/// A tool for those who are signed in: nobody else finds it in the list, nor can anybody else call it.
#[tool(read_only, visible_when = is_signed_in)]
pub(super) fn test_visibility() -> &'static str {
    "You are signed in."
}

fn icon() -> Icon {
    Icon::new("https://example.com/described.png").with_sizes(["48x48".to_owned()])
}

fn is_signed_in(who: Option<&Principal>) -> bool {
    who.is_some()
}
