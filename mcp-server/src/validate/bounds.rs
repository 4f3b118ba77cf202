//! What a schema may cost.
//!
//! Schemas come from the author of a server, at times from a file or another service the author
//! trusts too much. Instances need no bound here: `serde_json` refuses more than 128 levels, the
//! transport bounds their size, and patterns run in linear time.

use serde_json::Value;

/// Levels of nesting in the schema document.
const DEPTH: usize = 100;
/// Objects and lists in the schema document.
const NODES: usize = 100_000;
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
    measure(schema, 0, &mut nodes)
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
