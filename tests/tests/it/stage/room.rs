//! A waiting room: whatever is asked for here never comes.

use mcp_server::server;

use super::Probe;

/// Who watches those who wait.
pub(crate) struct Room(pub(crate) Probe);

#[server]
impl Room {
    /// Wait for a call.
    #[tool(read_only)]
    async fn wait(&self) -> String {
        self.0.wait().await
    }

    /// Begin a conversation that nobody comes to.
    #[prompt]
    async fn linger(&self) -> String {
        self.0.wait().await
    }

    /// Who is next.
    #[resource("room://queue")]
    async fn queue(&self) -> String {
        self.0.wait().await
    }
}
