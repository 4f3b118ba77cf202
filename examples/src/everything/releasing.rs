//! Calls that take longer than anybody should hold a connection for.

use std::time::Duration;

use mcp_server::{Ctx, tool};
use tokio::time::sleep;

/// Let the client hang up, and fetch the answer when it comes back. Where it cannot do that, it waits.
#[tool(read_only)]
pub(super) async fn test_reconnection(ctx: Ctx) -> &'static str {
    ctx.release_connection();
    sleep(Duration::from_millis(100)).await;
    "Reconnection test completed successfully. The answer was fetched after the connection had ended."
}
