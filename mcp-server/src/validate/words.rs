//! Rules in words.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::{Map, Value};

/// Characters of a sent value or key that are repeated at most.
pub(super) const SHOWN: usize = 64;
/// Characters of an author's own words (pattern, description) that are repeated at most.
const AUTHORS: usize = 120;
/// Allowed values that are listed at most.
const LISTED: usize = 20;

/// What `kind` asks for, continuing "it …".
///
/// `governing` is the schema object that holds the keyword, for examples and descriptions.
pub(super) fn rule(kind: &Kind, governing: &Map<String, Value>) -> String {
    match kind {
        Kind::Type { kind } => format!("must be {}", types(kind)),
        Kind::Enum { options } => one_of(options),
        Kind::Constant { expected_value } => {
            format!("must be {}", shorten(&expected_value.to_string(), AUTHORS))
        }
        Kind::Minimum { limit } => format!("must be at least {limit}"),
        Kind::Maximum { limit } => format!("must be at most {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("must be greater than {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("must be less than {limit}"),
        Kind::MultipleOf { multiple_of } => format!("must be a multiple of {multiple_of}"),
        Kind::MinLength { limit: 1 } => "must not be empty".to_owned(),
        Kind::MinLength { limit } => {
            format!("must be at least {} long", count(*limit, "character"))
        }
        Kind::MaxLength { limit } => format!("must be at most {} long", count(*limit, "character")),
        Kind::MinItems { limit } => format!("must have at least {}", count(*limit, "item")),
        Kind::MaxItems { limit } => format!("must have at most {}", count(*limit, "item")),
        Kind::AdditionalItems { limit } => {
            format!("must have at most {}", count(*limit as u64, "item"))
        }
        Kind::UnevaluatedItems { .. } => "has items that are not allowed".to_owned(),
        Kind::UniqueItems => "must not contain an item twice".to_owned(),
        Kind::Contains => "must contain a fitting item".to_owned(),
        Kind::MinProperties { limit } => format!("must have at least {}", properties(*limit)),
        Kind::MaxProperties { limit } => format!("must have at most {}", properties(*limit)),
        Kind::Pattern { pattern } => matching(pattern, governing),
        Kind::Format { format } => of_format(format),
        Kind::PropertyNames { error } => {
            format!("has a key that {}", rule(error.kind(), &Map::new()))
        }
        Kind::Not { .. } => "has a value that is ruled out".to_owned(),
        Kind::FalseSchema => "is not allowed here".to_owned(),
        Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => {
            "must have one of the forms in the schema".to_owned()
        }
        Kind::OneOfMultipleValid { .. } => {
            "must have exactly one of the forms in the schema, not several".to_owned()
        }
        Kind::ContentEncoding { content_encoding } => format!("must be {content_encoding} text"),
        Kind::ContentMediaType { content_media_type } => {
            format!("must be text of type {content_media_type}")
        }
        Kind::Custom { message, .. } => shorten(message, AUTHORS),
        // The rest name keys (reported one by one) or are failures of the machinery.
        _ => "does not match the schema".to_owned(),
    }
}

/// What a property asks for and how it may look, continuing "missing; ". `None` where its schema
/// does not say.
pub(super) fn wanted(schema: &Map<String, Value>) -> Option<String> {
    if let Some(options) = schema.get("enum") {
        return Some(one_of(options));
    }
    let kind = match schema.get("type")? {
        Value::String(kind) => with_article(kind),
        _ => return None,
    };
    match schema.get("format").and_then(Value::as_str) {
        Some(format) if kind == "a string" => Some(of_format(format)),
        _ => {
            let example = example(schema, false).map(|example| for_example(&example));
            Some(format!("must be {kind}{}", example.unwrap_or_default()))
        }
    }
}

/// `, for example …`; nothing if that would be long.
pub(super) fn for_example(example: &Value) -> String {
    const LONGEST: usize = 250;
    let example = example.to_string();
    match example.chars().count() <= LONGEST {
        true => format!(", for example {example}"),
        false => String::new(),
    }
}

/// A value that fits a schema, made of what its author wrote: examples, and constants. With
/// `firm`, nothing is taken out of several values that are allowed.
pub(super) fn example(schema: &Map<String, Value>, firm: bool) -> Option<Value> {
    let first = |keyword: &str| schema.get(keyword)?.get(0).cloned();
    if let Some(example) = first("examples").or_else(|| schema.get("const").cloned()) {
        return Some(example);
    }
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        return first("enum").filter(|_| !firm || options.len() == 1);
    }
    match schema.get("type").and_then(Value::as_str)? {
        "object" => {
            let properties = schema.get("properties")?.as_object()?;
            let required = schema.get("required").and_then(Value::as_array);
            let names = required.into_iter().flatten().filter_map(Value::as_str);
            let member = |name: &str| {
                let property = properties.get(name)?.as_object()?;
                Some((name.to_owned(), example(property, firm)?))
            };
            names.map(member).collect()
        }
        "array" => {
            let item = schema.get("items")?.as_object()?;
            Some(Value::Array(vec![example(item, firm)?]))
        }
        _ => None,
    }
}

/// `an integer or null`.
fn types(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(kind) => with_article(kind.as_str()).to_owned(),
        TypeKind::Multiple(kinds) => {
            let names: Vec<&str> = kinds
                .iter()
                .map(|kind| with_article(kind.as_str()))
                .collect();
            alternatives(&names)
        }
    }
}

/// `a string, an object or null`.
pub(super) fn alternatives(names: &[&str]) -> String {
    match names {
        [] => "another value".to_owned(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// A JSON Schema type as it stands in a sentence.
pub(super) fn with_article(kind: &str) -> &'static str {
    match kind {
        "string" => "a string",
        "integer" => "an integer",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "an array",
        "object" => "an object",
        "null" => "null",
        _ => "another type",
    }
}

fn one_of(options: &Value) -> String {
    let Some(values) = options.as_array() else {
        return "must be one of the allowed values".to_owned();
    };
    let mut listed: Vec<String> = values
        .iter()
        .take(LISTED)
        .map(|value| shorten(&value.to_string(), SHOWN))
        .collect();
    if values.len() > LISTED {
        listed.push(format!("… and {} more", values.len() - LISTED));
    }
    match listed.as_slice() {
        [only] => format!("must be {only}"),
        _ => format!("must be one of {}", listed.join(", ")),
    }
}

fn matching(pattern: &str, governing: &Map<String, Value>) -> String {
    let mut text = format!("must match the pattern `{}`", shorten(pattern, AUTHORS));
    let example = governing
        .get("examples")
        .and_then(|examples| examples.get(0));
    if let Some(example) = example {
        text += &format!(", for example {}", shorten(&example.to_string(), SHOWN));
    } else if let Some(description) = governing.get("description").and_then(Value::as_str) {
        let line = description.lines().next().unwrap_or_default();
        text += &format!(" ({})", shorten(line.trim(), AUTHORS));
    }
    text
}

pub(super) fn of_format(format: &str) -> String {
    let words = match format {
        "date-time" => "a date and time with offset, for example \"2026-01-31T09:00:00Z\"",
        "date" => "a date, for example \"2026-01-31\"",
        "time" => "a time with offset, for example \"09:00:00Z\"",
        "duration" => "an ISO 8601 duration, for example \"PT1H30M\"",
        "email" => "an e-mail address, for example \"ada@example.com\"",
        "uri" => "an absolute URI, for example \"https://example.com/\"",
        "uuid" => "a UUID, for example \"67e55044-10b1-426f-9247-bb680e5fe0c8\"",
        "ipv4" => "an IPv4 address",
        "ipv6" => "an IPv6 address",
        "hostname" => "a host name",
        other => return format!("must be in the format {}", shorten(other, SHOWN)),
    };
    format!("must be {words}")
}

fn count(limit: u64, noun: &str) -> String {
    let plural = if limit == 1 { "" } else { "s" };
    format!("{limit} {noun}{plural}")
}

fn properties(limit: u64) -> String {
    let noun = if limit == 1 { "property" } else { "properties" };
    format!("{limit} {noun}")
}

/// What was sent: its type and, unless secret, the beginning of the value.
pub(super) fn sent(value: &Value, secret: bool) -> String {
    let kind = match value {
        Value::Null => return "null".to_owned(),
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if secret {
        return kind.to_owned();
    }
    match value {
        Value::Array(items) => format!("array of {}", count(items.len() as u64, "item")),
        Value::Object(object) if object.is_empty() => "empty object".to_owned(),
        Value::Object(_) => kind.to_owned(),
        // JSON text: control characters are escaped, nothing can break out of the line.
        Value::String(text) => {
            let start: String = text.chars().take(SHOWN + 1).collect();
            format!(
                "{kind} {}",
                shorten(&Value::String(start).to_string(), SHOWN + 2)
            )
        }
        other => format!("{kind} {}", shorten(&other.to_string(), SHOWN)),
    }
}

/// At most `limit` characters of `text`, with control characters made harmless.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    let mut short = String::with_capacity(text.len().min(limit * 4));
    for (index, c) in text.chars().enumerate() {
        if index == limit {
            short.push('…');
            break;
        }
        short.push(if c.is_control() { '\u{fffd}' } else { c });
    }
    short
}
