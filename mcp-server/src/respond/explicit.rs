//! Types that turn themselves into a result.

use super::{OutputSchema, ToolResult};
use crate::error::Result;

/// A type with its own way of becoming a result.
///
/// It takes precedence: a type that is `Serialize` and `JsonSchema` as well
/// is still returned as it says here.
///
/// # Examples
///
/// ```
/// use mcp_server::{IntoToolResult, Result, ToolResult};
///
/// struct Report {
///     words: String,
///     rows: Vec<u32>,
/// }
///
/// impl IntoToolResult for Report {
///     fn into_tool_result(self) -> Result<ToolResult> {
///         ToolResult::text(self.words).with_structured(&self.rows)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no way of its own to become a result",
    note = "return a type that is `serde::Serialize` and `schemars::JsonSchema`, or implement `IntoToolResult`"
)]
pub trait IntoToolResult {
    /// The result.
    ///
    /// # Errors
    ///
    /// Ends the call as if the handler had returned the error.
    fn into_tool_result(self) -> Result<ToolResult>;

    /// The schema of the data, if the results always have data.
    #[doc(hidden)]
    #[must_use]
    fn schema() -> OutputSchema {
        None
    }
}

impl IntoToolResult for ToolResult {
    fn into_tool_result(self) -> Result<ToolResult> {
        Ok(self)
    }
}
