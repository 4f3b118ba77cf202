//! What somebody bought, and how far it has come.

use mcp_server::Choice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Note, Refund};

/// One order of the shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Order {
    /// Order id, such as A-1042.
    pub id: String,
    /// Who bought.
    pub customer: String,
    /// Where it goes.
    pub city: String,
    /// How far it has come.
    pub status: Status,
    /// When it was placed, UTC (RFC 3339).
    pub placed_at: String,
    /// Price of all items in cents.
    pub total_cents: i64,
    /// What was bought.
    pub items: Vec<Item>,
    /// What was written on it, oldest first.
    pub notes: Vec<Note>,
    /// The refund, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<Refund>,
}

/// One line of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// Name of the article.
    pub name: String,
    /// How many.
    pub quantity: i64,
    /// Price of one, in cents.
    pub price_cents: i64,
}

/// How far an order has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choice)]
pub enum Status {
    /// Placed, not paid yet.
    Pending,
    /// Paid, not sent yet.
    Paid,
    /// On its way, or delivered.
    Shipped,
    /// Called off before it was paid.
    Cancelled,
    /// Paid, and the money went back.
    Refunded,
}

impl Status {
    /// Whether the shop holds money that it could give back.
    #[must_use]
    pub fn is_refundable(self) -> bool {
        matches!(self, Self::Paid | Self::Shipped)
    }
}
