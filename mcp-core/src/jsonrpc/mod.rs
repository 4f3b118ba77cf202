//! The JSON-RPC 2.0 envelope: frames in, frames out.
//!
//! A frame is one JSON text. [`parse`] reads its envelope in one pass and
//! leaves `params`, `result` and `error` as raw JSON; [`mod@write`] puts an
//! envelope around a payload without building a DOM. Batches are recognised
//! ([`Parsed::Batch`]) and left to the era that allows them.

mod id;
mod name;
mod parse;
mod plain;
mod scan;
pub mod write;

pub use id::RequestId;
pub(crate) use name::Name;
pub(crate) use parse::parse_with;
pub use parse::{Fault, Message, Parsed, parse, recover_id};
pub(crate) use plain::{WIDTH, first, special};
pub(crate) use scan::{Broken, Scan};
