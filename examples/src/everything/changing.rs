//! What changes while the server runs: each change is made, and the clients that want to know are told.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mcp_server::{Ctx, Result, State, Tool, prompt, resource, tool};

/// Add a tool, or take it away again.
#[tool(additive, idempotent = false)]
pub(super) fn test_trigger_tool_change(ctx: Ctx) -> Result<&'static str> {
    const NAME: &str = "test_added_tool";
    let server = ctx.server();
    if server.tools().remove(NAME) {
        return Ok("A tool is gone.");
    }
    let added = Tool::new(NAME).describe("A tool that was added at run time.");
    server.tools().add(added.handler(async || "Here I am."))?;
    Ok("There is one more tool.")
}

/// A prompt that is there at times.
#[prompt]
pub(super) fn test_seasonal_prompt() -> &'static str {
    "What grows in this season?"
}

/// Hide a prompt, or show it again.
#[tool(additive)]
pub(super) fn test_trigger_prompt_change(ctx: Ctx) -> &'static str {
    let server = ctx.server();
    let hidden = server.prompts().enable("test_seasonal_prompt", false);
    match hidden || !server.prompts().enable("test_seasonal_prompt", true) {
        true => "A prompt is hidden.",
        false => "A prompt is shown.",
    }
}

const SEASONAL: &str = "test://seasonal-resource";

/// A resource that is there at times.
#[resource("test://seasonal-resource", mime = "text/plain")]
pub(super) fn seasonal_resource() -> &'static str {
    "Pumpkins."
}

/// Hide a resource, or show it again.
#[tool(additive)]
pub(super) fn test_trigger_resource_list_change(ctx: Ctx) -> &'static str {
    let server = ctx.server();
    let hidden = server.resources().enable(SEASONAL, false);
    match hidden || !server.resources().enable(SEASONAL, true) {
        true => "A resource is hidden.",
        false => "A resource is shown.",
    }
}

const WATCHED: &str = "test://watched-resource";

/// How often the watched resource has changed.
#[derive(Clone, Default)]
pub(super) struct Changes(Arc<AtomicU64>);

/// A resource that changes; clients can ask to be told.
#[resource("test://watched-resource", mime = "text/plain")]
pub(super) fn watched_resource(State(changes): State<Changes>) -> String {
    format!("Changed {} times.", changes.0.load(Ordering::Relaxed))
}

/// Change the watched resource.
#[tool(additive)]
pub(super) fn test_trigger_resource_change(ctx: Ctx, State(changes): State<Changes>) -> String {
    let count = changes.0.fetch_add(1, Ordering::Relaxed) + 1;
    ctx.server().resource_updated(WATCHED);
    format!("The resource has changed {count} times.")
}
