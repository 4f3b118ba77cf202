//! Rules about how schemas are put together.

use serde_json::{Map, Value, json};

use super::super::{Direction, inline, keywords};

/// No schema is `true` or `false`: hosts that expect an object there lose the whole list.
///
/// `additionalProperties: false` is the one boolean everybody knows. Outputs do not have it,
/// because a server may say more tomorrow than it promised today.
pub(super) fn no_boolean_schemas(
    schema: &mut Map<String, Value>,
    direction: Direction,
) -> Result<(), String> {
    for keyword in ["additionalProperties", "unevaluatedProperties"] {
        let value = schema.get(keyword);
        let open = matches!(value, Some(Value::Bool(true)))
            || matches!(value, Some(Value::Object(any)) if any.is_empty());
        if open || (value == Some(&json!(false)) && direction == Direction::Output) {
            schema.remove(keyword);
        }
        // Beside named keys it is a mark for the end.
        if open && direction == Direction::Input && schema.contains_key("properties") {
            schema.insert("additionalProperties".into(), json!(true));
        }
    }
    if let Some(closed @ Value::Bool(false)) = schema.remove("unevaluatedProperties") {
        schema.insert("additionalProperties".into(), closed);
    }
    if schema.get("items") == Some(&json!(false)) {
        schema.remove("items");
    }
    for union in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = schema.get_mut(union) {
            branches.retain(|branch| *branch != json!(false));
            if branches.is_empty() {
                return Err("it has no variants, so nothing could ever be sent".to_owned());
            }
        }
    }
    drop_impossible_properties(schema)?;
    for (keyword, _, child) in keywords::children_mut(schema) {
        match child {
            Value::Bool(_) if keyword == "additionalProperties" => {}
            Value::Bool(true) => *child = json!({}),
            Value::Bool(false) => {
                return Err(format!("`{keyword}` allows no value at all"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// An optional property without any value is as good as none; a required one makes no sense.
fn drop_impossible_properties(schema: &mut Map<String, Value>) -> Result<(), String> {
    let required = keywords::required(schema);
    let Some(Value::Object(properties)) = schema.get_mut("properties") else {
        return Ok(());
    };
    let impossible = |schema: &Value| *schema == json!(false);
    if let Some((name, _)) = properties
        .iter()
        .find(|(name, schema)| impossible(schema) && required.contains(name))
    {
        return Err(format!("`{name}` is required but has no values"));
    }
    properties.retain(|_, schema| !impossible(schema));
    Ok(())
}

/// `allOf` is written as the one schema it amounts to.
pub(super) fn merge_all_of(schema: &mut Map<String, Value>, _: Direction) -> Result<(), String> {
    let Some(Value::Array(parts)) = schema.remove("allOf") else {
        return Ok(());
    };
    let mut whole = Map::new();
    for part in parts {
        if let Value::Object(part) = part {
            whole = inline::merge(whole, part)?;
        }
    }
    *schema = inline::merge(whole, std::mem::take(schema))?;
    Ok(())
}

/// A list of types becomes a union with one type each. Outputs keep `["string", "null"]`, the
/// usual spelling of a nullable result.
pub(super) fn one_type_per_schema(
    schema: &mut Map<String, Value>,
    direction: Direction,
) -> Result<(), String> {
    let Some(Value::Array(types)) = schema.get("type") else {
        return Ok(());
    };
    if direction == Direction::Output {
        return Ok(());
    }
    if schema.contains_key("anyOf") {
        schema.remove("type");
        return Ok(());
    }
    let types = types.clone();
    let mut shared = Map::new();
    let mut branch = Map::new();
    for (keyword, value) in std::mem::take(schema) {
        let side = if keywords::is_annotation(&keyword) || keyword == "$defs" {
            &mut shared
        } else {
            &mut branch
        };
        side.insert(keyword, value);
    }
    let branches = types.into_iter().map(|kind| {
        let mut one = branch.clone();
        one.retain(|keyword, _| kind.as_str().is_none_or(|kind| applies(keyword, kind)));
        one.insert("type".into(), kind);
        Value::Object(one)
    });
    let branches = branches.collect();
    *schema = shared;
    schema.insert("anyOf".into(), Value::Array(branches));
    Ok(())
}

/// Whether a keyword can restrict values of a type; one that is unknown might.
fn applies(keyword: &str, kind: &str) -> bool {
    let types: &[&str] = match keyword {
        "pattern" | "minLength" | "maxLength" | "format" => &["string"],
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            &["integer", "number"]
        }
        "items" | "minItems" | "maxItems" | "uniqueItems" => &["array"],
        "properties" | "required" | "additionalProperties" => &["object"],
        _ => return kind != "null",
    };
    types.contains(&kind)
}

/// `default: null` contradicts the type beside it and tells nobody anything.
pub(super) fn no_null_default(schema: &mut Map<String, Value>, _: Direction) -> Result<(), String> {
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
    Ok(())
}

/// A schema that allows everything says so in words; models guess text otherwise.
pub(super) fn anything_is_described(
    schema: &mut Map<String, Value>,
    _: Direction,
) -> Result<(), String> {
    let unrestricted = schema
        .keys()
        .all(|keyword| keywords::is_annotation(keyword));
    if unrestricted && keywords::description(schema).is_none() {
        keywords::describe(schema, "Any JSON value, not encoded as a string.");
    }
    Ok(())
}
