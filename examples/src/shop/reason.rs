//! Why money goes back.

use mcp_server::Choice;

/// Why money goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choice)]
pub enum Reason {
    /// It arrived broken, or broke soon after.
    Damaged,
    /// It came too late to be of use.
    Late,
    /// Anything else.
    Other,
}
