//! 2026-07-28: every request stands alone.
//!
//! Its methods ([`serves`]), its requests ([`decode`]), and its results
//! ([`encode`]): each stamped with `resultType` and the server's identity,
//! lists with cache hints.

mod decode;
pub mod encode;

use crate::Method;

pub use decode::decode;

/// Whether the era knows a request method at all. Whether it is served also
/// depends on the capabilities of the server.
#[must_use]
pub fn serves(method: &Method) -> bool {
    matches!(
        method,
        Method::ToolsList
            | Method::ToolsCall
            | Method::PromptsList
            | Method::PromptsGet
            | Method::ResourcesList
            | Method::ResourceTemplatesList
            | Method::ResourcesRead
            | Method::CompletionComplete
            | Method::Discover
            | Method::Listen
    )
}
