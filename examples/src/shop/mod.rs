//! The shop behind the orders server: real orders in SQLite, and nothing about the protocol.
//!
//! [`Store`] is the door; [`Order`], [`Note`] and [`Refund`] are what comes out of it; [`StoreError`] is why it did not.
//! Every sentence of an error is written for the model that reads it: it names the order and the way out.

mod error;
mod note;
mod order;
mod reason;
mod refund;
mod rows;
mod store;

pub use error::StoreError;
pub use note::Note;
pub use order::{Item, Order, Status};
pub use reason::Reason;
pub use refund::Refund;
pub use store::Store;

#[cfg(test)]
mod tests;
