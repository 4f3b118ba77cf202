//! What is said about a tool, a prompt or a resource, beyond what its signature says.

use mcp_server::core::Role;
use mcp_server::core::transport::Principal;
use mcp_server::core::types::Icon;
use mcp_server::{Annotations, resource, tool};

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

/// A resource that has as much said about it.
#[resource(
    "test://described",
    title = "Described",
    icon = icon(),
    annotations = Annotations::new().with_audience([Role::User]).with_priority(0.5),
    meta = [("example.com/tier", "gold")],
)]
pub(super) fn described() -> &'static str {
    "See resources/list."
}

/// A resource for those who are signed in. The list is private to whoever asked for it, as each of them may get another.
#[resource("test://members-only", visible_when = is_signed_in)]
pub(super) fn members_only() -> &'static str {
    "You are signed in."
}

pub(super) fn icon() -> Icon {
    Icon::new("https://example.com/described.png").with_sizes(["48x48".to_owned()])
}

fn is_signed_in(who: Option<&Principal>) -> bool {
    who.is_some()
}
