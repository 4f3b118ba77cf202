//! How what a handler returns becomes a result.
//!
//! Four kinds of values are told apart by traits, never by name:
//!
//! | kind | what it is | what it becomes |
//! | --- | --- | --- |
//! | explicit | [`IntoToolResult`] | what its author says |
//! | text | `String`, `&str`, `Cow<str>`, `()` | one text block, no schema |
//! | blocks | a tuple of content and a last value | the content, then the last value by its own kind |
//! | data | `Serialize` + `JsonSchema` | `structuredContent`, an output schema, and the JSON as text |
//!
//! A `Result` of any of them is one as well; its error is shown to the model
//! ([`ToolError`]). Macros find the kind by [`probe`], which prefers the upper
//! rows; handlers of the builder have it inferred ([`IntoOutcome`]).

mod content;
mod data;
mod error;
mod explicit;
mod finite;
mod outcome;
pub(crate) mod probe;
mod result;
mod text;

#[cfg(test)]
mod tests;

pub use content::{Audio, Image, Json, Text};
pub use error::ToolError;
pub use explicit::IntoToolResult;
pub use outcome::IntoOutcome;
pub use result::ToolResult;

use serde_json::Value;

/// The schema of a kind of result, if it has one.
#[doc(hidden)]
pub type OutputSchema = Option<fn(crate::SchemaProfile) -> Result<Value, String>>;
