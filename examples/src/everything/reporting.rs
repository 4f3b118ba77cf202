//! What a tool says while it runs. A client that asked for neither hears nothing.

use std::time::Duration;

use mcp_server::core::LoggingLevel;
use mcp_server::{Ctx, tool};
use tokio::time::sleep;

const PAUSE: Duration = Duration::from_millis(50);

/// Report progress in three steps.
#[tool(read_only)]
pub(super) async fn test_tool_with_progress(ctx: Ctx) -> &'static str {
    let progress = ctx.progress(100.0);
    progress.set(0.0, Some("Started"));
    sleep(PAUSE).await;
    progress.set(50.0, Some("Half way"));
    sleep(PAUSE).await;
    progress.set(100.0, Some("Done"));
    "Progress was reported in three steps."
}

/// Send three log messages.
#[tool(read_only)]
pub(super) async fn test_tool_with_logging(ctx: Ctx) -> &'static str {
    ctx.log(LoggingLevel::Info, "Tool execution started");
    sleep(PAUSE).await;
    ctx.log(LoggingLevel::Info, "Tool processing data");
    sleep(PAUSE).await;
    ctx.log(LoggingLevel::Info, "Tool execution completed");
    "Three messages were logged."
}

/// Send a log message of each of four levels; the client's level decides which arrive.
#[tool(read_only)]
pub(super) fn test_logging_tool(ctx: Ctx) -> &'static str {
    for level in [
        LoggingLevel::Debug,
        LoggingLevel::Info,
        LoggingLevel::Warning,
        LoggingLevel::Error,
    ] {
        ctx.log(level, &format!("A message of level {level}"));
    }
    "Four messages were logged."
}
