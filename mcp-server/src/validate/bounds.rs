//! What a schema may cost.
//!
//! Schemas come from the author of a server, at times from a file or another service the author
//! trusts too much. Instances need no bound here: `serde_json` refuses more than 128 levels, the
//! transport bounds their size, patterns run in linear time, and a recursive schema is asked once
//! about each part of a value. What remains is a schema that multiplies by itself.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// Levels of nesting in the schema document.
const DEPTH: usize = 100;
/// Objects and lists in the schema document.
const NODES: usize = 100_000;
/// Schemas that one value may have to satisfy at a time, references followed. Twenty definitions
/// that each refer to the next one twice make a million.
const AT_ONCE: u64 = 100_000;
/// Objects and lists of one `enum`: they are compared one by one, texts are looked up.
const COMPARED: usize = 1_000;
/// Bytes of one pattern.
const PATTERN: usize = 4096;
/// Bytes of one compiled pattern; a repetition such as `\w{1000}{1000}` grows beyond it.
pub(super) const COMPILED_PATTERN: usize = 4 << 20;

/// The dialects the validator knows.
const DIALECTS: [&str; 5] = [
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-06/schema",
    "http://json-schema.org/draft-04/schema",
];

/// Refuses a schema that is too large or written in an unknown dialect.
pub(super) fn check(schema: &Value) -> Result<(), String> {
    dialect(schema)?;
    let mut nodes = 0;
    measure(schema, 0, &mut nodes)?;
    fan_out(schema, schema, &mut HashMap::new())
}

fn dialect(schema: &Value) -> Result<(), String> {
    let Some(named) = schema.get("$schema") else {
        return Ok(());
    };
    let plain = |uri: &str| {
        let uri = uri.trim_end_matches('#');
        uri.trim_start_matches("https://")
            .trim_start_matches("http://")
            .to_owned()
    };
    let known = named.as_str().is_some_and(|named| {
        DIALECTS
            .iter()
            .any(|dialect| plain(dialect) == plain(named))
    });
    if known {
        return Ok(());
    }
    Err(format!(
        "`$schema` is {named}, a dialect that is not known here; known are {}",
        DIALECTS.join(", ")
    ))
}

fn measure(value: &Value, depth: usize, nodes: &mut usize) -> Result<(), String> {
    *nodes += 1;
    if depth > DEPTH {
        return Err(format!("the schema is nested deeper than {DEPTH} levels"));
    }
    if *nodes > NODES {
        return Err(format!("the schema has more than {NODES} parts"));
    }
    match value {
        Value::Object(object) => {
            if let Some(Value::Array(options)) = object.get("enum") {
                compared(options)?;
            }
            if let Some(Value::String(pattern)) = object.get("pattern") {
                pattern_length(pattern)?;
            }
            if let Some(Value::Object(patterns)) = object.get("patternProperties") {
                patterns
                    .keys()
                    .try_for_each(|pattern| pattern_length(pattern))?;
            }
            object
                .values()
                .try_for_each(|value| measure(value, depth + 1, nodes))
        }
        Value::Array(list) => list
            .iter()
            .try_for_each(|value| measure(value, depth + 1, nodes)),
        _ => Ok(()),
    }
}

fn compared(options: &[Value]) -> Result<(), String> {
    let containers = options.iter().filter(|it| it.is_object() || it.is_array());
    if containers.count() <= COMPARED {
        return Ok(());
    }
    Err(format!(
        "an `enum` has more than {COMPARED} objects or lists"
    ))
}

/// Refuses schemas that multiply by referring to each other: few lines that take for ever.
fn fan_out<'a>(root: &'a Value, value: &'a Value, known: &mut Known<'a>) -> Result<(), String> {
    match value {
        Value::Object(object) => {
            if at_once(root, object, known) > AT_ONCE {
                return Err(format!(
                    "its references multiply: one value would be checked against more than \
                     {AT_ONCE} schemas"
                ));
            }
            object
                .values()
                .try_for_each(|value| fan_out(root, value, known))
        }
        Value::Array(list) => list
            .iter()
            .try_for_each(|value| fan_out(root, value, known)),
        _ => Ok(()),
    }
}

/// The schemas behind a reference; `None` while they are being counted.
type Known<'a> = HashMap<&'a str, Option<u64>>;

/// How many schemas judge the same value as this one, itself included.
fn at_once<'a>(root: &'a Value, schema: &'a Map<String, Value>, known: &mut Known<'a>) -> u64 {
    let mut sum: u64 = 1;
    for (keyword, value) in schema {
        let more = match (keyword.as_str(), value) {
            ("$ref", Value::String(target)) => behind(root, target, known),
            ("allOf" | "anyOf" | "oneOf", Value::Array(parts)) => parts
                .iter()
                .filter_map(Value::as_object)
                .map(|part| at_once(root, part, known))
                .fold(0, u64::saturating_add),
            ("not" | "if" | "then" | "else", Value::Object(part)) => at_once(root, part, known),
            _ => 0,
        };
        sum = sum.saturating_add(more);
    }
    sum
}

fn behind<'a>(root: &'a Value, target: &'a str, known: &mut Known<'a>) -> u64 {
    if let Some(counted) = known.get(target) {
        // A circle that never enters the value: the validator walks it once.
        return counted.unwrap_or(1);
    }
    let schema = target
        .strip_prefix('#')
        .and_then(|pointer| root.pointer(pointer)?.as_object());
    let Some(schema) = schema else {
        return 1;
    };
    known.insert(target, None);
    let counted = at_once(root, schema, known);
    known.insert(target, Some(counted));
    counted
}

fn pattern_length(pattern: &str) -> Result<(), String> {
    if pattern.len() <= PATTERN {
        return Ok(());
    }
    Err(format!(
        "a pattern has {} bytes, more than the {PATTERN} allowed",
        pattern.len()
    ))
}

/// Why a schema did not compile, with the place.
pub(super) fn compile_error(error: &jsonschema::ValidationError<'_>) -> String {
    let place = error.instance_path().as_str();
    let place = if place.is_empty() { "its root" } else { place };
    let instance = error.instance();
    if let jsonschema::error::ValidationErrorKind::Format { format } = error.kind()
        && format == "regex"
    {
        return format!(
            "the pattern {instance} at {place} is not a regular expression of the kind supported \
             here (look-around and back-references are not, they can take exponential time)"
        );
    }
    format!("the schema does not compile: {error} (at {place})")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn references_that_multiply_are_refused_and_those_that_recur_are_not() {
        let doubling = |levels: usize| {
            let mut definitions = Map::new();
            for level in 0..levels {
                let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
                definitions.insert(format!("d{level}"), json!({ "anyOf": [next, next] }));
            }
            definitions.insert(format!("d{levels}"), json!({ "type": "string" }));
            json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/d0" } }, "$defs": definitions })
        };
        assert_eq!(check(&doubling(10)), Ok(()));
        let fault = check(&doubling(60)).unwrap_err();
        assert!(fault.contains("references multiply"), "{fault}");
        let tree = json!({
            "$ref": "#/$defs/Tree",
            "$defs": { "Tree": { "anyOf": [
                { "type": "object", "additionalProperties": { "$ref": "#/$defs/Tree" } },
                { "$ref": "#/$defs/Tree" },
                { "type": "null" },
            ] } },
        });
        assert_eq!(check(&tree), Ok(()));
    }

    #[test]
    fn texts_to_choose_from_may_be_many_but_objects_not() {
        let of = |value: fn(usize) -> Value| json!({ "enum": (0..5_000).map(value).collect::<Vec<_>>() });
        assert_eq!(check(&of(|n| json!(n.to_string()))), Ok(()));
        assert!(check(&of(|n| json!([n]))).unwrap_err().contains("`enum`"));
    }
}
