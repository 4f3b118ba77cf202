//! What a schema may cost.
//!
//! Schemas come from the author of a server, at times from a file or another service the author
//! trusts too much. [`super::load`] counts what multiplies; what one part of a schema costs is bounded here.

use serde_json::Value;

/// Levels of nesting in the schema document.
const DEPTH: usize = 100;
/// Objects and lists in the schema document.
const NODES: usize = 100_000;
/// Objects and lists of one `enum`: they are compared one by one, texts are looked up.
const COMPARED: usize = 1_000;
/// Bytes of one pattern.
const PATTERN: usize = 4096;
/// Bytes of one compiled pattern; a repetition such as `\w{1000}{1000}` grows beyond it.
const COMPILED_PATTERN: usize = 4 << 20;
/// Bytes of all compiled patterns of a schema.
const COMPILED_PATTERNS: usize = 64 << 20;

/// The dialects the validator knows.
const DIALECTS: [&str; 5] = [
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-06/schema",
    "http://json-schema.org/draft-04/schema",
];

/// What was found in a schema.
#[derive(Default)]
pub(super) struct Size {
    nodes: usize,
    patterns: usize,
    /// Whether it lets a value choose between forms.
    pub(super) unions: bool,
}

impl Size {
    /// Bytes that each of its patterns may have once compiled.
    pub(super) fn of_pattern(&self) -> usize {
        COMPILED_PATTERN.min(COMPILED_PATTERNS / self.patterns.max(1))
    }
}

/// Refuses a schema that is too large or written in an unknown dialect.
pub(super) fn check(schema: &Value) -> Result<Size, String> {
    dialect(schema)?;
    let mut size = Size::default();
    measure(schema, 0, &mut size)?;
    Ok(size)
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

fn measure(value: &Value, depth: usize, size: &mut Size) -> Result<(), String> {
    size.nodes += 1;
    if depth > DEPTH {
        return Err(format!("the schema is nested deeper than {DEPTH} levels"));
    }
    if size.nodes > NODES {
        return Err(format!("the schema has more than {NODES} parts"));
    }
    match value {
        Value::Object(object) => {
            if let Some(Value::Array(options)) = object.get("enum") {
                compared(options)?;
            }
            if let Some(Value::String(pattern)) = object.get("pattern") {
                size.patterns += 1;
                pattern_length(pattern)?;
            }
            if let Some(Value::Object(patterns)) = object.get("patternProperties") {
                size.patterns += patterns.len();
                patterns
                    .keys()
                    .try_for_each(|pattern| pattern_length(pattern))?;
            }
            size.unions |= object.contains_key("anyOf") || object.contains_key("oneOf");
            object
                .values()
                .try_for_each(|value| measure(value, depth + 1, size))
        }
        Value::Array(list) => list
            .iter()
            .try_for_each(|value| measure(value, depth + 1, size)),
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
             here (look-around and back-references are not, they can take exponential time), or \
             becomes too large once compiled"
        );
    }
    format!("the schema does not compile: {error} (at {place})")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_to_choose_from_may_be_many_but_objects_not() {
        let of = |value: fn(usize) -> Value| json!({ "enum": (0..5_000).map(value).collect::<Vec<_>>() });
        assert!(check(&of(|n| json!(n.to_string()))).is_ok());
        let fault = check(&of(|n| json!([n]))).map(drop).unwrap_err();
        assert!(fault.contains("`enum`"), "{fault}");
    }

    #[test]
    fn many_patterns_have_less_room_each() {
        let of = |count: usize| {
            let one = |n| (format!("p{n}"), json!({ "pattern": "a" }));
            let all: serde_json::Map<_, _> = (0..count).map(one).collect();
            let size = check(&json!({ "properties": all })).map(|size| size.of_pattern());
            size.expect("small")
        };
        assert_eq!(of(16), COMPILED_PATTERN);
        assert_eq!(of(64), COMPILED_PATTERN / 4);
    }
}
