//! What can come of a call.

use crate::types::{CallToolResult, InputRequired};

/// The neutral outcome of `tools/call`; each era puts it into its own words.
#[derive(Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The call has ended with a result.
    Complete(CallToolResult),
    /// The call needs answers from the client first (2026-07-28 only: in
    /// earlier revisions the questions are asked while the call waits).
    InputRequired(InputRequired),
}
