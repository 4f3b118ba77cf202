//! Revisions until 2025-11-25: `initialize` opens a session that fixes the
//! revision and the client's capabilities.
//!
//! Its requests ([`decode()`]) and its results ([`encode`]): bare, and without
//! whatever the negotiated revision does not know yet.

mod decode;
pub mod encode;

pub use decode::{Initialize, decode};
