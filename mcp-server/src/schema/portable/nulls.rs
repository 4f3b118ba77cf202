//! `null` on input: an optional value is one that may be absent.
//!
//! Type lists are refused by several APIs and unions with null make models send text where an
//! object is expected. At run time an explicit `null` for an optional value counts as absent, so
//! nothing is lost. Where `null` has a meaning of its own (an item of a list, a required
//! property), it stays.

use serde_json::{Map, Value, json};

use super::super::{inline, keywords};

/// Optional properties do not mention `null`.
pub(super) fn optional_properties_are_not_null(schema: &mut Map<String, Value>) {
    let required = keywords::required(schema);
    let Some(Value::Object(properties)) = schema.get_mut("properties") else {
        return;
    };
    for (name, property) in properties {
        if let Value::Object(property) = property
            && !required.contains(name)
        {
            drop_null(property);
        }
    }
}

/// Removes `null` from the values a schema allows, unless it allows nothing else.
pub(super) fn drop_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && values.len() > 1
    {
        values.retain(|value| !value.is_null());
    }
    for union in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = schema.get_mut(union) else {
            continue;
        };
        let before = branches.len();
        branches.retain(|branch| *branch != json!({"type": "null"}));
        if branches.len() == before || branches.is_empty() {
            if branches.is_empty() {
                branches.push(json!({"type": "null"}));
            }
            continue;
        }
        if let [Value::Object(only)] = branches.as_mut_slice() {
            let mut only = std::mem::take(only);
            schema.remove(union);
            drop_null(&mut only);
            // What stands beside the union belongs to the field and goes before the type's own.
            let beside = std::mem::take(schema);
            let described = beside.contains_key("description");
            *schema = match inline::merge(only.clone(), beside) {
                Ok(merged) => merged,
                Err(_) => only,
            };
            debug_assert!(!described || schema.contains_key("description"));
        }
    }
}
