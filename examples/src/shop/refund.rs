//! Money that went back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Reason;

/// The refund of an order. An order has at most one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refund {
    /// The order the money was paid for.
    pub order_id: String,
    /// Amount in cents.
    pub amount_cents: i64,
    /// Why the money went back.
    pub reason: Reason,
    /// When it was refunded, UTC (RFC 3339).
    pub refunded_at: String,
}
