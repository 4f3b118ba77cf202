//! 2026-07-28: every request stands alone.
//!
//! Its requests ([`decode()`]) and its results ([`encode`]): each stamped with
//! `resultType` and the server's identity, lists with cache hints.

mod decode;
pub mod encode;

pub use decode::{decode, subscription_filter};
