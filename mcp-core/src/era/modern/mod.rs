//! 2026-07-28: every request stands alone.
//!
//! Its requests ([`decode()`]) and its results ([`encode`]): each stamped with
//! `resultType` and the server's identity, lists with cache hints.

mod decode;
pub mod encode;
mod stamp;

use crate::ProtocolVersion;

pub use decode::{decode, subscription_filter};

const VERSION: ProtocolVersion = ProtocolVersion::V2026_07_28;
