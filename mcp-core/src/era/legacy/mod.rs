//! Revisions until 2025-11-25: `initialize` opens a session that fixes the
//! revision and the client's capabilities.
//!
//! Its methods ([`serves`]), its requests ([`decode`]), and its results
//! ([`encode`]): bare, and without whatever the negotiated revision does not
//! know yet.

mod decode;
pub mod encode;

use crate::{Method, ProtocolVersion};

pub use decode::{Initialize, decode};

/// The four revisions, newest first.
pub const VERSIONS: [ProtocolVersion; 4] = [
    ProtocolVersion::V2025_11_25,
    ProtocolVersion::V2025_06_18,
    ProtocolVersion::V2025_03_26,
    ProtocolVersion::V2024_11_05,
];

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
            | Method::Initialize
            | Method::Ping
            | Method::SetLevel
            | Method::Subscribe
            | Method::Unsubscribe
    )
}
