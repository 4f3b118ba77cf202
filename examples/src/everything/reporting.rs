//! What is told during a call: progress and log messages. A client that asked for neither hears nothing.

use std::time::Duration;

use mcp_server::core::LoggingLevel;
use mcp_server::{Choice, Ctx, resource, tool};
use tokio::time::sleep;

const PAUSE: Duration = Duration::from_millis(50);

/// Report progress in three steps.
#[tool(read_only)]
pub(super) async fn test_tool_with_progress(ctx: Ctx) -> &'static str {
    let progress = ctx.progress(100);
    progress.set(0.0, Some("Started"));
    sleep(PAUSE).await;
    progress.set(50.0, Some("Half way"));
    sleep(PAUSE).await;
    progress.set(100.0, Some("Done"));
    "Progress was reported in three steps."
}

/// What a release goes through.
#[derive(Choice)]
enum Release {
    Build,
    Test,
    Publish,
}

/// Report progress through steps that have names.
#[tool(read_only)]
pub(super) async fn test_typed_progress(ctx: Ctx) -> &'static str {
    let steps = ctx.steps();
    for step in [Release::Build, Release::Test, Release::Publish] {
        steps.at(step).await;
    }
    "Three steps were reported."
}

/// Give signs of life while there is nothing to report: hosts give up on a call that they do not hear of.
#[tool(read_only, heartbeat = "100ms")]
pub(super) async fn test_heartbeat() -> &'static str {
    sleep(PAUSE * 10).await;
    "Done, and alive all the while."
}

/// The same while something is read.
#[resource("test://slow", heartbeat = "100ms")]
pub(super) async fn slow() -> &'static str {
    sleep(PAUSE * 10).await;
    "Read, and heard of all the while."
}

/// Log as usual: a layer tells the client that asked for it. See `examples::serve`.
#[tool(read_only)]
pub(super) async fn test_tool_with_logging() -> &'static str {
    tracing::info!("Tool execution started");
    sleep(PAUSE).await;
    tracing::info!(rows = 3, "Tool processing data");
    sleep(PAUSE).await;
    tracing::info!("Tool execution completed");
    "Three messages were logged."
}

/// Send log messages by hand. The client's level decides which arrive.
#[tool(read_only)]
pub(super) fn test_logging_tool(ctx: Ctx) -> &'static str {
    for level in [
        LoggingLevel::Debug,
        LoggingLevel::Info,
        LoggingLevel::Warning,
        LoggingLevel::Error,
    ] {
        #[expect(deprecated, reason = "shows what is deprecated")]
        ctx.log(level, &format!("A message of level {level}"));
    }
    "Four messages were logged."
}
