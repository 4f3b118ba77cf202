//! The two eras: which one a message claims, and how each speaks.
//!
//! *Modern* (2026-07-28): every request names its version and the client's
//! capabilities in `_meta`; nothing is remembered between requests. *Legacy*
//! (until 2025-11-25): `initialize` opens a session that fixes both.
//!
//! The era is named in three places only, and a test holds this: here
//! (vocabulary: bytes to [`Call`](crate::call::Call),
//! results to bytes), in the engine's own `era`
//! module (behaviour: lifecycle, sessions, how questions travel), and in the
//! HTTP transport's `modern` and `legacy` modules (binding: headers, session
//! ids). Everything else works on the neutral types.

pub(crate) mod claim;
mod frame;
pub mod legacy;
mod listed;
mod members;
pub mod modern;
mod params;
mod request;
mod shape;
mod tool_result;

pub use claim::{Claim, ModernClaim, NamedVersion};
pub use frame::{
    acknowledged_frame, cancelled_frame, extension_notification_frame, list_changed_frame,
    log_frame, progress_frame, resource_updated_frame,
};
pub use listed::Listed;
pub(crate) use params::Located;
pub use params::{Field, Params};
pub use tool_result::expected_len;

/// The refusal of a message that names no version while no session is open:
/// -32602 with words for both kinds of client.
#[must_use]
pub fn unclaimed_without_session() -> crate::Error {
    claim::unclaimed_without_session()
}
