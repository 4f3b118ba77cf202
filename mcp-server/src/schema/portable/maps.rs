//! Maps: objects whose keys are data.

use serde_json::{Map, Value};

use super::super::{Direction, keywords};

/// A map shows an example, since hosts drop `additionalProperties` and models then see an object
/// without any property.
pub(super) fn maps_say_what_they_map(
    schema: &mut Map<String, Value>,
    _: Direction,
) -> Result<(), String> {
    let numbered = keys_by_pattern(schema);
    let Some(Value::Object(values)) = schema.get("additionalProperties") else {
        return Ok(());
    };
    if schema.contains_key("properties") {
        return Ok(());
    }
    let key = if numbered { "1" } else { "key" };
    let example = format!("For example {{\"{key}\": {}}}.", sample(values));
    keywords::describe(schema, &example);
    Ok(())
}

/// Maps keyed by integers come as one `patternProperties` entry in a closed object. The pattern
/// goes, since hosts drop it and would be left with an object that allows nothing.
fn keys_by_pattern(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::Object(patterns)) = schema.get_mut("patternProperties") else {
        return false;
    };
    let integers = |pattern: &str| matches!(pattern, r"^\d+$" | r"^-?\d+$");
    let [pattern] = patterns.keys().collect::<Vec<_>>()[..] else {
        return false;
    };
    if !integers(pattern) {
        return false;
    }
    let values = patterns.values_mut().next().map(Value::take);
    schema.remove("patternProperties");
    match values {
        Some(Value::Object(any)) if any.keys().all(|keyword| keywords::is_annotation(keyword)) => {
            schema.remove("additionalProperties");
        }
        Some(values) => {
            schema.insert("additionalProperties".into(), values);
        }
        None => {}
    }
    true
}

/// A value of the given kind, to show in an example.
fn sample(schema: &Map<String, Value>) -> String {
    if let Some(Value::Array(values)) = schema.get("enum").or_else(|| schema.get("examples"))
        && let Some(first) = values.first()
    {
        return first.to_string();
    }
    let text = match keywords::type_of(schema) {
        Some("string") => "\"text\"",
        Some("integer") => "1",
        Some("number") => "1.5",
        Some("boolean") => "true",
        Some("array") => "[…]",
        Some("object") => "{…}",
        _ => "…",
    };
    text.to_owned()
}
