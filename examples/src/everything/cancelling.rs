//! Calls that take long, and what happens when nobody waits for them any more.

use std::thread;
use std::time::Duration;

use mcp_server::{Ctx, prompt, resource, tool};
use tokio::select;
use tokio::time::sleep;

const STEP: Duration = Duration::from_millis(100);

/// Answer at once, whatever else is going on.
#[tool(read_only)]
pub(super) async fn test_tool_fast() -> &'static str {
    "Done."
}

/// Work for a while. A client that gives up ends it at its next `await`: nothing needs to be written for that.
#[tool(read_only)]
pub(super) async fn test_tool_slow(
    ctx: Ctx,
    /// How long, in milliseconds.
    #[arg(rename = "durationMs", default = 5_000, max = 60_000)]
    duration_ms: u64,
) -> &'static str {
    let steps = duration_ms / 100;
    let progress = ctx.progress(steps);
    for _ in 0..steps {
        sleep(STEP).await;
        progress.step("Still working").await;
    }
    "Done."
}

/// Work for a while, and tidy up when the client gives up.
#[tool(read_only)]
pub(super) async fn test_tidy_cancellation(ctx: Ctx) -> &'static str {
    select! {
        () = sleep(STEP * 50) => "Done.",
        () = ctx.cancelled() => {
            let reason = ctx.cancel_reason();
            tracing::info!(reason, "nobody waits any more: what was begun is put back");
            "Put back." // which nobody reads
        }
    }
}

/// Take a while. A prompt is given up as a tool is …
#[prompt]
pub(super) async fn test_slow_prompt(ctx: Ctx) -> &'static str {
    slowly(&ctx, "prompt").await;
    "Take your time."
}

/// … and so is a resource.
#[resource("test://slow-resource", mime = "text/plain")]
pub(super) async fn slow_resource(ctx: Ctx) -> &'static str {
    slowly(&ctx, "resource").await;
    "Here at last."
}

async fn slowly(ctx: &Ctx, what: &str) {
    select! {
        () = sleep(STEP * 20) => {}
        () = ctx.cancelled() => tracing::info!("nobody waits for the {what} any more"),
    }
}

/// Work on a thread of its own, where only asking helps.
#[tool(read_only, blocking)]
pub(super) fn test_blocking_cancellation(ctx: Ctx) -> &'static str {
    for _ in 0..50 {
        if ctx.is_cancelled() {
            return "Stopped.";
        }
        thread::sleep(STEP);
    }
    "Done."
}
