//! Where schemas live inside a schema, and small questions asked of one.

use serde_json::{Map, Value};

/// Keywords whose value is one schema.
const ONE: [&str; 9] = [
    "items",
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contains",
    "propertyNames",
    "if",
    "then",
    "else",
];
/// Keywords whose value is a list of schemas.
const LIST: [&str; 4] = ["oneOf", "anyOf", "allOf", "prefixItems"];
/// Keywords whose value maps names to schemas.
const NAMED: [&str; 4] = [
    "properties",
    "patternProperties",
    "dependentSchemas",
    "$defs",
];

/// Keywords that say something about a schema without restricting it.
pub(super) const ANNOTATIONS: [&str; 8] = [
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
];

/// Every direct subschema of `schema`, with its keyword and, where it has one, its name.
///
/// `not` is left out on purpose: rules that widen a schema would narrow a negated one.
pub(super) fn children_mut(
    schema: &mut Map<String, Value>,
) -> impl Iterator<Item = (&str, Option<&str>, &mut Value)> {
    schema.iter_mut().flat_map(|(keyword, value)| {
        let keyword = keyword.as_str();
        let subschemas: Vec<(Option<&str>, &mut Value)> = if ONE.contains(&keyword) {
            vec![(None, value)]
        } else {
            match value {
                Value::Array(list) if LIST.contains(&keyword) => {
                    list.iter_mut().map(|schema| (None, schema)).collect()
                }
                Value::Object(named) if NAMED.contains(&keyword) => named
                    .iter_mut()
                    .map(|(name, schema)| (Some(name.as_str()), schema))
                    .collect(),
                _ => Vec::new(),
            }
        };
        subschemas
            .into_iter()
            .map(move |(name, schema)| (keyword, name, schema))
    })
}

/// Calls `visit` on every subschema of `schema`, itself included, outermost first.
pub(super) fn for_each(schema: &Value, visit: &mut impl FnMut(&Map<String, Value>)) {
    let Value::Object(object) = schema else {
        return;
    };
    visit(object);
    for (keyword, value) in object {
        match value {
            Value::Array(list) if LIST.contains(&keyword.as_str()) => {
                list.iter().for_each(|schema| for_each(schema, visit));
            }
            Value::Object(named) if NAMED.contains(&keyword.as_str()) => {
                named.values().for_each(|schema| for_each(schema, visit));
            }
            one if ONE.contains(&keyword.as_str()) => for_each(one, visit),
            _ => {}
        }
    }
}

/// The single `type` of a schema; none when it has none or a list.
pub(super) fn type_of(schema: &Map<String, Value>) -> Option<&str> {
    schema.get("type").and_then(Value::as_str)
}

/// The JSON Schema type of a value.
pub(super) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether a keyword only annotates.
pub(super) fn is_annotation(keyword: &str) -> bool {
    ANNOTATIONS.contains(&keyword)
}

/// The names in `required`.
pub(super) fn required(schema: &Map<String, Value>) -> Vec<String> {
    let names = schema.get("required").and_then(Value::as_array);
    names
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

/// The description of a schema, without blanks around it.
pub(super) fn description(schema: &Map<String, Value>) -> Option<&str> {
    schema
        .get("description")
        .and_then(Value::as_str)
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

/// Adds a sentence to the description of a schema.
pub(super) fn describe(schema: &mut Map<String, Value>, addition: &str) {
    let text = match description(schema) {
        None => addition.to_owned(),
        Some(text) => format!("{} {addition}", ended(text)),
    };
    schema.insert("description".into(), Value::String(text));
}

/// `text` on one line, with a full stop unless it ends in punctuation already.
pub(super) fn sentence(text: &str) -> String {
    ended(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// `text` with a full stop, unless it ends in punctuation already.
fn ended(text: &str) -> String {
    let mut text = text.to_owned();
    if !text.ends_with(['.', '!', '?', ':', ';']) {
        text.push('.');
    }
    text
}

/// Whether `schema` is a string restricted to listed values and nothing else.
pub(super) fn is_string_enum(schema: &Map<String, Value>) -> bool {
    schema
        .get("enum")
        .and_then(Value::as_array)
        .is_some_and(|values| !values.is_empty() && values.iter().all(Value::is_string))
}
