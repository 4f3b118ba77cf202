//! Schemas written by hand: looked at, never changed.

use serde_json::Value;

use crate::validate::Validator;

/// Checks the input schema of a tool.
///
/// # Errors
///
/// When its root does not say `"type": "object"`, which the protocol requires of every input
/// schema; when its dialect is unknown; when it does not compile.
pub(crate) fn check_input(schema: &Value) -> Result<Validator, String> {
    if !super::is_object(schema) {
        return Err("the input schema must have \"type\": \"object\" at its root".to_owned());
    }
    check_output(schema)
}

/// Checks an output schema, whose root may be of any type.
///
/// # Errors
///
/// When its dialect is unknown or it does not compile.
pub(crate) fn check_output(schema: &Value) -> Result<Validator, String> {
    Validator::compile(schema)
}
