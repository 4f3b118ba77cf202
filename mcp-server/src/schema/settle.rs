//! What only the server decides: whether unknown keys are refused inside of arguments too, and
//! which rules are checked without being published.
//!
//! Up to here an input says more than is published. `"additionalProperties": true` marks an object
//! that has a use for any key, because its type has (a flattened map); no such keyword beside
//! `properties` means that the type names all its keys. And formats stay that some host refuses.

use serde_json::{Map, Value, json};

use super::{keywords, portable};

/// Keywords under which a value stands by itself, not as a part of what is described beside them;
/// `anyOf` does where nothing stands beside it.
const WHOLE: [&str; 5] = [
    "properties",
    "patternProperties",
    "additionalProperties",
    "items",
    "$defs",
];

/// Keywords that add to what an object may have.
const ADDING: [&str; 7] = [
    "$ref",
    "anyOf",
    "oneOf",
    "allOf",
    "if",
    "dependentSchemas",
    "patternProperties",
];

/// Takes the marks away; with `closing`, objects whose keys are all named refuse any other.
pub(super) fn close(schema: &mut Map<String, Value>, closing: bool) {
    let any = schema.get("additionalProperties") == Some(&json!(true));
    if any {
        schema.remove("additionalProperties");
    }
    let names_all = schema.contains_key("properties")
        && ["additionalProperties", "unevaluatedProperties"]
            .iter()
            .chain(&ADDING)
            .all(|keyword| !schema.contains_key(*keyword));
    if closing && names_all && !any {
        schema.insert("additionalProperties".into(), json!(false));
    }
    let alone = !schema.contains_key("properties");
    for (keyword, _, child) in keywords::children_mut(schema) {
        let whole = WHOLE.contains(&keyword) || (keyword == "anyOf" && alone);
        if let Value::Object(child) = child {
            close(child, closing && whole);
        }
    }
}

/// Whether a rule of a schema is for the server alone.
pub(super) fn has_unpublished(schema: &Value) -> bool {
    let mut found = false;
    keywords::for_each(schema, &mut |part| found |= has_narrow_format(part));
    found
}

/// Takes out what is for the server alone; it is said in words by now.
pub(super) fn publish(schema: &mut Map<String, Value>) {
    if has_narrow_format(schema) {
        schema.remove("format");
    }
    for (_, _, child) in keywords::children_mut(schema) {
        if let Value::Object(child) = child {
            publish(child);
        }
    }
}

fn has_narrow_format(schema: &Map<String, Value>) -> bool {
    let format = schema.get("format");
    format.is_some_and(|format| !portable::is_format(format))
}
