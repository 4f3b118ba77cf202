//! Values that a schema spells out.

use serde_json::Value;

/// Every value that can be typed for a schema, if they are few and fixed:
/// those of an `enum`, and of a boolean.
pub(super) fn values(schema: &Value) -> Vec<String> {
    if let Some(Value::Array(values)) = schema.get("enum") {
        return values.iter().filter_map(typed).collect();
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("boolean") => vec!["true".to_owned(), "false".to_owned()],
        _ => Vec::new(),
    }
}

/// A value as a person types it.
fn typed(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
