//! `null` on input: an optional value is one that may be absent.
//!
//! Type lists are refused by several APIs and unions with null make models send text where an
//! object is expected. At run time an explicit `null` for an optional value counts as absent, so
//! nothing is lost. Where `null` has a meaning of its own (an item of a list, a required
//! property), it stays.

use serde_json::{Map, Value, json};

use super::super::keywords;

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
    if let Some(Value::Array(types)) = schema.get_mut("type")
        && types.len() > 1
    {
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
        if let Some(mut only) = drop_null_branch(schema, union) {
            drop_null(&mut only);
            // What stands beside the union belongs to the field and goes before the type's own.
            only.append(schema);
            *schema = only;
        }
    }
}

/// Removes the `null` branch of a union; if one other remains, the union goes and it is returned.
fn drop_null_branch(schema: &mut Map<String, Value>, union: &str) -> Option<Map<String, Value>> {
    let Some(Value::Array(branches)) = schema.get_mut(union) else {
        return None;
    };
    let null = json!({"type": "null"});
    if branches.iter().any(|branch| *branch != null) {
        branches.retain(|branch| *branch != null);
    }
    let [Value::Object(only)] = branches.as_mut_slice() else {
        return None;
    };
    let only = std::mem::take(only);
    schema.remove(union);
    Some(only)
}
