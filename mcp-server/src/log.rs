//! Log messages for the client.

use mcp_core::era::log_frame;
use mcp_core::types::LoggingLevel;
use serde::Serialize;

use crate::context::Ctx;

impl Ctx {
    /// Sends a log message to a client that asked for messages of this level;
    /// silent otherwise, and always unless the server offers
    /// [`logging`](crate::ServerBuilder::logging).
    ///
    /// Deprecated by the specification (SEP-2577), still served in every
    /// revision. For your own logs use `tracing`.
    pub fn log<T: Serialize + ?Sized>(&self, level: LoggingLevel, data: &T) {
        if self.0.peer.log_level.is_none_or(|least| level < least) {
            return;
        }
        match log_frame(level, None, data) {
            Ok(frame) => drop(self.0.outlet.send(frame)),
            Err(error) => tracing::warn!(%error, "a log message could not be written"),
        }
    }
}
