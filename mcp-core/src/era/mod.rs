//! The two eras: which one a message claims, and how each speaks.
//!
//! *Modern* (2026-07-28): every request names its version and the client's
//! capabilities in `_meta`; nothing is remembered between requests. *Legacy*
//! (until 2025-11-25): `initialize` opens a session that fixes both.
//!
//! The era is named in three places only, and a test holds this: here
//! (vocabulary: bytes to [`Call`](crate::call::Call),
//! [`Outcome`](crate::outcome::Outcome) to bytes), in the engine's own `era`
//! module (behaviour: lifecycle, sessions, how questions travel), and in the
//! HTTP transport's `modern` and `legacy` modules (binding: headers, session
//! ids). Everything else works on the neutral types.

pub(crate) mod claim;
pub mod legacy;
pub mod modern;
mod params;
mod shape;

pub use claim::{Claim, ModernClaim};
pub use params::{Field, Params};
