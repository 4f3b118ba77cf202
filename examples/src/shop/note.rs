//! What somebody wrote on an order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A note on an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// Number of the note, unique in the shop.
    pub id: u32,
    /// The order it is attached to.
    pub order_id: String,
    /// What was written.
    pub text: String,
    /// When it was written, UTC (RFC 3339).
    pub written_at: String,
}
