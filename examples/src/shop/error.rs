//! Why the shop said no.

use std::path::PathBuf;

use super::Status;

/// Why the shop said no, in a sentence that says what to do instead.
///
/// The sentences are shown to the model, so those about the database itself keep the cause to the log.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such order.
    #[error("no order {id}; call lookup_order with an id such as A-1042")]
    NoOrder {
        /// The id that was asked for.
        id: String,
    },

    /// The money went back before.
    #[error(
        "{id} was already refunded on {refunded_at}; an order is refunded only once, so tell the user that it is done"
    )]
    AlreadyRefunded {
        /// The order.
        id: String,
        /// When it was refunded, UTC (RFC 3339).
        refunded_at: String,
    },

    /// The shop holds no money for this order.
    #[error("{id} is {status}; only a paid or shipped order can be refunded")]
    NotRefundable {
        /// The order.
        id: String,
        /// How far it has come.
        status: Status,
    },

    /// More than the customer paid, or nothing at all.
    #[error(
        "cannot refund {amount_cents} cents of {id}; choose an amount from 1 to {left_cents} cents"
    )]
    AmountOutOfRange {
        /// The order.
        id: String,
        /// What was asked for.
        amount_cents: i64,
        /// The most that can go back.
        left_cents: i64,
    },

    /// The idempotency key belongs to another refund.
    #[error(
        "this request was already used for another refund; call refund_order again as a new request"
    )]
    KeyReused,

    /// The database file cannot be used.
    #[error("cannot open the order database {}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },

    /// The database failed.
    #[error("the order database failed; nothing was changed, try again later")]
    Database(#[source] rusqlite::Error),

    /// The process is about to end.
    #[error("the shop is closing; look the order up before you try again")]
    Closing,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        // The model gets a sentence it can act on, the operator gets the cause: it is shown nowhere else.
        tracing::error!(%error, "the order database failed");
        Self::Database(error)
    }
}
