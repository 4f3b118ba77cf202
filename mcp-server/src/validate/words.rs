//! Rules in words.

use std::collections::HashMap;

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::{Map, Value};
use unicode_general_category::{GeneralCategory, get_general_category};

/// Characters of a sent value or key that are repeated at most.
pub(super) const SHOWN: usize = 64;
/// Characters of an author's own words (pattern, description) that are repeated at most.
const AUTHORS: usize = 120;
/// What stands before an example.
pub(super) const EXAMPLE: &str = ", for example ";
/// Allowed values that are listed at most.
const LISTED: usize = 20;

/// What `kind` asks for, continuing "it …".
///
/// `governing` is the schema object that holds the keyword, for examples and descriptions.
pub(super) fn rule(kind: &Kind, governing: &Map<String, Value>) -> String {
    match kind {
        Kind::Type { kind } => format!("must be {}", types(kind)),
        Kind::Enum { options } => format!("must be {}", listed(options)),
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
        Kind::Format { format } => format!("must be {}", format_in_words(format)),
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

/// What a schema asks for, in one line that continues "must be …": its type, and what its values
/// look like. `None` where it does not say.
pub(super) fn asked(schema: &Map<String, Value>) -> Option<String> {
    if let Some(options) = schema.get("enum") {
        return Some(listed(options));
    }
    let kind = schema.get("type")?.as_str()?;
    let named = with_article(kind);
    let text = |keyword: &str| schema.get(keyword).and_then(Value::as_str);
    Some(match kind {
        "string" => match (text("format"), text("pattern")) {
            (Some(format), _) => format_in_words(format),
            (None, Some(pattern)) => {
                let pattern = shorten(pattern, AUTHORS);
                format!(
                    "{named} that matches the pattern `{pattern}`{}",
                    looks(schema)
                )
            }
            (None, None) => named.to_owned() + &size(schema, "Length", "character"),
        },
        "array" => named.to_owned() + &size(schema, "Items", "item"),
        "integer" | "number" => named.to_owned() + &range(schema),
        _ => named.to_owned(),
    })
}

/// What a missing property asks for and how it may look, continuing "missing; ". `None` where its
/// schema does not say.
pub(super) fn wanted(schema: &Map<String, Value>) -> Option<String> {
    let asked = asked(schema)?;
    let shown = schema.contains_key("enum") || asked.contains(EXAMPLE) || asked.ends_with(')');
    let example = example(schema).filter(|_| !shown);
    let example = example.map(|example| for_example(&example));
    Some(format!("must be {asked}{}", example.unwrap_or_default()))
}

/// ` from 1 to 50`, ` of at least 1`; nothing where there is no bound.
fn range(schema: &Map<String, Value>) -> String {
    let bound = |keyword: &str| schema.get(keyword).filter(|it| it.is_number());
    match (bound("minimum"), bound("maximum")) {
        (Some(least), Some(most)) => format!(" from {least} to {most}"),
        (Some(least), None) => format!(" of at least {least}"),
        (None, Some(most)) => format!(" of at most {most}"),
        (None, None) => String::new(),
    }
}

/// ` of 1 to 60 characters`; nothing where the size does not matter.
fn size(schema: &Map<String, Value>, of: &str, noun: &str) -> String {
    let bound = |side: &str| schema.get(&format!("{side}{of}")).and_then(Value::as_u64);
    match (bound("min").filter(|least| *least > 0), bound("max")) {
        (Some(least), Some(most)) if least == most => format!(" of {}", count(most, noun)),
        (Some(least), Some(most)) => format!(" of {least} to {}", count(most, noun)),
        (Some(least), None) => format!(" of at least {}", count(least, noun)),
        (None, Some(most)) => format!(" of at most {}", count(most, noun)),
        (None, None) => String::new(),
    }
}

/// ` (Email, or phone.)`: the first lines of a description.
pub(super) fn described(schema: &Value) -> Option<String> {
    let text = schema.get("description")?.as_str()?;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(format!(" ({})", shorten(&words, 2 * AUTHORS)))
}

/// What an author shows beside a pattern: an example, else the first line of the description.
fn looks(schema: &Map<String, Value>) -> String {
    let first = schema.get("examples").and_then(|examples| examples.get(0));
    if let Some(example) = first {
        return format!("{EXAMPLE}{}", shorten(&json(example), SHOWN));
    }
    let description = schema.get("description").and_then(Value::as_str);
    let line = description.and_then(|text| text.lines().next());
    // What the portable profile says of the pattern is said already.
    let own = line.and_then(|line| line.split("Must match `").next());
    match own.map(str::trim).filter(|own| !own.is_empty()) {
        Some(own) => format!(" ({})", shorten(own, AUTHORS)),
        None => String::new(),
    }
}

/// `, for example …`; nothing if that would be long.
pub(super) fn for_example(example: &Value) -> String {
    const LONGEST: usize = 250;
    let example = json(example);
    match example.chars().count() <= LONGEST {
        true => format!("{EXAMPLE}{example}"),
        false => String::new(),
    }
}

/// A value that fits a schema, made of what its author wrote: examples and constants. For words
/// only: what nobody sent is not to be sent without a thought.
pub(super) fn example(schema: &Map<String, Value>) -> Option<Value> {
    let first = |keyword: &str| schema.get(keyword)?.get(0).cloned();
    if let Some(example) = first("examples").or_else(|| schema.get("const").cloned()) {
        return Some(example);
    }
    if let Some(option) = first("enum") {
        return Some(option);
    }
    match schema.get("type").and_then(Value::as_str)? {
        "object" => {
            let properties = schema.get("properties")?.as_object()?;
            let required = schema.get("required").and_then(Value::as_array);
            let names = required.into_iter().flatten().filter_map(Value::as_str);
            let member = |name: &str| {
                let property = properties.get(name)?.as_object()?;
                Some((name.to_owned(), example(property)?))
            };
            names.map(member).collect()
        }
        "array" => {
            let item = schema.get("items")?.as_object()?;
            Some(Value::Array(vec![example(item)?]))
        }
        _ => None,
    }
}

/// The only text that a schema allows: a tag.
pub(super) fn only_text(schema: &Map<String, Value>) -> Option<Value> {
    let listed = schema.get("enum").and_then(Value::as_array);
    let only = match listed.map(Vec::as_slice) {
        Some([only]) => Some(only),
        Some(_) => None,
        None => schema.get("const"),
    };
    only.filter(|value| value.is_string()).cloned()
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

fn listed(options: &Value) -> String {
    let Some(values) = options.as_array() else {
        return "one of the allowed values".to_owned();
    };
    let mut listed: Vec<String> = values
        .iter()
        .take(LISTED)
        .map(|value| shorten(&json(value), SHOWN))
        .collect();
    if values.len() > LISTED {
        listed.push(format!("… and {} more", values.len() - LISTED));
    }
    match listed.as_slice() {
        [only] => only.clone(),
        _ => format!("one of {}", listed.join(", ")),
    }
}

fn matching(pattern: &str, governing: &Map<String, Value>) -> String {
    let pattern = shorten(pattern, AUTHORS);
    format!("must match the pattern `{pattern}`{}", looks(governing))
}

/// A format, continuing "must be ".
fn format_in_words(format: &str) -> String {
    let words = match format {
        "date-time" => "a date and time with offset, for example \"2026-01-31T09:00:00Z\"",
        "date" => "a date, for example \"2026-01-31\"",
        "time" => "a time with offset, for example \"09:00:00Z\"",
        "duration" => "an ISO 8601 duration, for example \"PT1H30M\"",
        "email" => "an e-mail address, for example \"ada@example.com\"",
        "uri" | "iri" => "an absolute URI, for example \"https://example.com/\"",
        "uuid" => "a UUID, for example \"67e55044-10b1-426f-9247-bb680e5fe0c8\"",
        "ip" => "an IP address, for example \"192.0.2.1\"",
        "ipv4" => "an IPv4 address",
        "ipv6" => "an IPv6 address",
        "hostname" => "a host name",
        other => return format!("in the format {}", shorten(other, SHOWN)),
    };
    words.to_owned()
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
                shorten(&json(&Value::String(start)), SHOWN + 2)
            )
        }
        other => format!("{kind} {}", shorten(&other.to_string(), SHOWN)),
    }
}

/// How many characters, items or members were sent.
pub(super) fn amount(value: &Value) -> Option<String> {
    Some(match value {
        Value::String(text) => count(text.chars().count() as u64, "character"),
        Value::Array(items) => count(items.len() as u64, "item"),
        Value::Object(object) => properties(object.len() as u64),
        _ => return None,
    })
}

/// Which items of a list are the same; `None` in one that is too long to look.
pub(super) fn twins(items: &[Value]) -> Option<(usize, usize)> {
    const MOST: usize = 1_000;
    if items.len() > MOST {
        return None;
    }
    let mut seen = HashMap::new();
    items
        .iter()
        .enumerate()
        .find_map(|(index, item)| Some((seen.insert(item.to_string(), index)?, index)))
}

/// JSON in which every character is one that shows.
pub(super) fn json(value: &Value) -> String {
    let mut text = String::new();
    for c in value.to_string().chars() {
        match hides(c) {
            // Only strings hold such, and there an escape means the same.
            true => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    text += &format!("\\u{unit:04x}");
                }
            }
            false => text.push(c),
        }
    }
    text
}

/// At most `limit` characters of `text`, with those made harmless that do not show or turn others
/// around.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    let mut short = String::with_capacity(text.len().min(limit * 4));
    for (index, c) in text.chars().enumerate() {
        if index == limit {
            short.push('…');
            break;
        }
        short.push(if hides(c) { '\u{fffd}' } else { c });
    }
    short
}

/// Whether a character is none that a reader sees: it breaks a line, or changes what is around it.
fn hides(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    !matches!(c, ' '..='~')
        && matches!(
            get_general_category(c),
            Control | Format | LineSeparator | ParagraphSeparator
        )
}
