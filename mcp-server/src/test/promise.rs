//! Whether the schema of a type is true of its values.

use std::sync::OnceLock;

use schemars::JsonSchema;
use serde::Serialize;

use crate::ToolResult;
use crate::schema::{self, SchemaProfile};
use crate::tool::Promise;

/// Fails unless a value, as a tool would return it, matches the output schema that a tool would
/// publish for its type. For values that no call of a test returns.
///
/// # Panics
///
/// When it does not match; the message names every problem.
///
/// # Examples
///
/// ```
/// use mcp_server::test::assert_output_matches_schema;
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Row {
///     id: u32,
///     #[serde(skip_serializing_if = "Vec::is_empty")]
///     hints: Vec<String>,
///     note: Option<String>,
/// }
///
/// assert_output_matches_schema(&Row { id: 1, hints: Vec::new(), note: None });
/// ```
#[track_caller]
pub fn assert_output_matches_schema<T: Serialize + JsonSchema>(value: &T) {
    let schema = match schema::output_schema_of::<T>(SchemaProfile::Portable) {
        Ok(schema) => schema::wire(&schema),
        Err(error) => panic!("{error}"),
    };
    let result = match ToolResult::structured(value) {
        Ok(result) => result.into_wire(),
        Err(error) => panic!("{error}"),
    };
    let promise = Promise::Derived(OnceLock::new());
    if let Err(why) = promise.hold(Some(&schema), result.structured_content.as_ref()) {
        panic!("{why}");
    }
}
