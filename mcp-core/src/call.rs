//! What both eras ask of a server, in one vocabulary.

use bytes::Bytes;

use crate::types::InputResponses;

/// A request that reaches dispatch: one of the methods that both eras share.
///
/// Lifecycle (`initialize`, `ping`, `server/discover`, …) is answered by the
/// era that owns it and never becomes a `Call`.
#[derive(Debug)]
#[non_exhaustive]
pub enum Call {
    /// `tools/list`
    ListTools(Page),
    /// `tools/call`
    CallTool(CallTool),
}

/// Which part of a list is wanted.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Page {
    /// The cursor of an earlier page; opaque to everybody but its issuer.
    pub cursor: Option<String>,
}

/// The parameters of `tools/call`.
#[derive(Debug)]
#[non_exhaustive]
pub struct CallTool {
    /// The tool's name.
    pub name: String,
    /// The arguments: the raw JSON of an object. Absent and `null` are `None`.
    pub arguments: Option<Bytes>,
    /// Answers to the questions of an earlier round (2026-07-28).
    pub input_responses: Option<InputResponses>,
    /// The state of an earlier round, as we sealed it (2026-07-28).
    pub request_state: Option<String>,
}

impl CallTool {
    /// A first call, without answers or state.
    #[must_use]
    pub fn new(name: impl Into<String>, arguments: Option<Bytes>) -> Self {
        Self {
            name: name.into(),
            arguments,
            input_responses: None,
            request_state: None,
        }
    }
}
