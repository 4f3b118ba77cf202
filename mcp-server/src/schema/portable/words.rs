//! Constraints in words.
//!
//! Several hosts drop every keyword beyond `type`, `enum` and `description` before a model sees
//! the schema, so what a value must be is said in the description as well: once, and not where
//! the author's own words already say it. A number counts as said when it stands in the text as a
//! limit ([`reading`]), a pattern or format when something in the text has that form.
//!
//! Rules of items and of values in a map are said by the property that holds them, because hosts
//! that write types as code have no place for words at an item.
//!
//! Deliberately absent: the limits of 32-bit integers, whose ten digits would tell nobody
//! anything, and words on outputs, which nobody has to fill in.

use serde_json::{Map, Value, json};

use super::super::keywords;
use super::{formats, reading};
use crate::validate::Validator;

/// Says the constraints of one property in its description.
pub(in crate::schema) fn say(property: &mut Map<String, Value>) {
    let text = keywords::description(property)
        .unwrap_or_default()
        .to_owned();
    let mut clauses = clauses(property, &text);
    for (keyword, each) in [
        ("items", "Each item"),
        ("additionalProperties", "Each value"),
    ] {
        let Some(Value::Object(inner)) = property.get(keyword) else {
            continue;
        };
        let own = keywords::description(inner).unwrap_or_default();
        let of_each = self::clauses(inner, &format!("{text} {own}"));
        if !of_each.is_empty() {
            let of_each: Vec<String> = of_each.iter().map(|it| uncapitalised(it)).collect();
            clauses.push(format!("{each}: {}", of_each.join(", ")));
        }
    }
    if !clauses.is_empty() {
        keywords::describe(property, &format!("{}.", clauses.join(". ")));
    }
}

/// What [`say`] would still have to say of one property.
pub(in crate::schema) fn unsaid(property: &Map<String, Value>) -> Option<String> {
    let mut said = property.clone();
    say(&mut said);
    let (before, after) = (
        keywords::description(property).map(keywords::sentence),
        keywords::description(&said)?,
    );
    let added = match &before {
        Some(before) => after.strip_prefix(&**before)?.trim_start(),
        None => after,
    };
    (!added.is_empty()).then(|| added.to_owned())
}

/// Says the constraints of all properties inside a schema, not those of the schema itself.
pub(in crate::schema) fn say_inside(schema: &mut Map<String, Value>) {
    for (keyword, _, child) in keywords::children_mut(schema) {
        if let Value::Object(child) = child {
            say_inside(child);
            if matches!(keyword, "properties" | "anyOf") {
                say(child);
            }
        }
    }
}

/// What a schema asks for and `text` does not say yet, each without a full stop.
fn clauses(schema: &Map<String, Value>, text: &str) -> Vec<String> {
    [
        bounds(schema, text),
        step(schema, text),
        count(
            schema,
            text,
            "minLength",
            "maxLength",
            ["character", "characters"],
        ),
        count(schema, text, "minItems", "maxItems", ["item", "items"]),
        count(
            schema,
            text,
            "minProperties",
            "maxProperties",
            ["entry", "entries"],
        ),
        uniqueness(schema, text),
        pattern(schema, text),
        format(schema, text),
        default(schema, text),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn bounds(schema: &Map<String, Value>, text: &str) -> Option<String> {
    let bound = |keyword: &str, words: &'static str| {
        let bound = schema.get(keyword).filter(|bound| bound.is_number())?;
        let number = number(bound);
        let said = reading::limits(text, &number) || (number == "0" && says_sign(text));
        (!said && !is_limit_of_32_bits(bound)).then_some((words, number))
    };
    let low = bound("exclusiveMinimum", "more than").or_else(|| bound("minimum", "at least"));
    let high = bound("exclusiveMaximum", "less than").or_else(|| bound("maximum", "at most"));
    match (low, high) {
        (Some(("at least", low)), Some(("at most", high))) => Some(format!("From {low} to {high}")),
        (low, high) => {
            let sides: Vec<String> = low
                .into_iter()
                .chain(high)
                .map(|(words, number)| format!("{words} {number}"))
                .collect();
            (!sides.is_empty()).then(|| capitalised(&sides.join(", ")))
        }
    }
}

fn is_limit_of_32_bits(bound: &Value) -> bool {
    [
        i64::from(i32::MIN),
        i64::from(i32::MAX),
        i64::from(u32::MAX),
    ]
    .iter()
    .any(|limit| bound.as_i64() == Some(*limit))
}

fn says_sign(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("negative") || text.contains("positive")
}

fn step(schema: &Map<String, Value>, text: &str) -> Option<String> {
    let step = number(schema.get("multipleOf").filter(|step| step.is_number())?);
    (!reading::steps(text, &step)).then(|| format!("A multiple of {step}"))
}

fn count(
    schema: &Map<String, Value>,
    text: &str,
    least: &str,
    most: &str,
    [one, many]: [&str; 2],
) -> Option<String> {
    let limit = |keyword: &str| {
        let limit = schema.get(keyword)?.as_u64()?;
        let number = limit.to_string();
        let said = reading::limits(text, &number) || reading::counts(text, &number, one);
        (!said).then_some(limit)
    };
    let low = limit(least).filter(|low| *low > 0);
    let unit = |limit: u64| if limit == 1 { one } else { many };
    match (low, limit(most)) {
        (Some(low), Some(high)) if low == high => Some(format!("Exactly {low} {}", unit(low))),
        (Some(low), Some(high)) => Some(format!("{low} to {high} {many}")),
        (Some(1), None) if text.to_lowercase().contains("empty") => None,
        (Some(1), None) => Some("Not empty".to_owned()),
        (Some(low), None) => Some(format!("At least {low} {many}")),
        (None, Some(high)) => Some(format!("At most {high} {}", unit(high))),
        (None, None) => None,
    }
}

fn uniqueness(schema: &Map<String, Value>, text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let said = ["unique", "distinct", "twice", "duplicate"]
        .iter()
        .any(|word| lower.contains(word));
    (schema.get("uniqueItems") == Some(&json!(true)) && !said).then(|| "No item twice".to_owned())
}

/// An example says more to a model than an expression does.
fn pattern(schema: &Map<String, Value>, text: &str) -> Option<String> {
    let pattern = schema.get("pattern")?.as_str()?;
    if text.contains(pattern) {
        return None;
    }
    let whole = pattern.starts_with('^') && pattern.ends_with('$');
    let form = Validator::compile(&json!({ "pattern": pattern })).ok();
    let fits = |word: &str| form.as_ref().is_some_and(|it| it.is_valid(&json!(word)));
    if whole && words(text).any(fits) {
        return None;
    }
    let examples = schema.get("examples").and_then(Value::as_array);
    let example = examples
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .find(|example| fits(example));
    match example {
        Some(example) => (!text.contains(example)).then(|| format!("Such as {example}")),
        None => Some(format!("Must match `{pattern}`")),
    }
}

fn format(schema: &Map<String, Value>, text: &str) -> Option<String> {
    let format = schema.get("format")?.as_str()?;
    let words = formats::in_words(format);
    (!says_format(text, format)).then(|| words.trim_end_matches('.').to_owned())
}

/// What an argument is that is left out, where that is more than nothing.
fn default(schema: &Map<String, Value>, text: &str) -> Option<String> {
    const LONGEST: usize = 64;
    let default = schema.get("default")?;
    let plain = match default {
        Value::Bool(_) => default.to_string(),
        Value::Number(_) => number(default),
        Value::String(text) if !text.is_empty() && text.len() <= LONGEST => default.to_string(),
        _ => return None,
    };
    (!reading::says_default(text, default)).then(|| format!("Default {plain}"))
}

/// Whether `text` names the format, or shows a value of it.
pub(super) fn says_format(text: &str, format: &str) -> bool {
    let plain = only_words(text);
    if formats::names(format)
        .iter()
        .any(|name| plain.contains(&only_words(name)))
    {
        return true;
    }
    // Any word is a host name, so no word shows that one is meant.
    if format == "hostname" || format == "regex" {
        return false;
    }
    let form = Validator::compile(&json!({ "format": format })).ok();
    formats::is_known(format)
        && form.is_some_and(|form| words(text).any(|word| form.is_valid(&json!(word))))
}

/// `E-mail address.` → ` e mail address `.
fn only_words(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" "))
}

/// The words of a text, without the punctuation around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
        .map(|word| word.trim_matches(|c: char| "`'\"“”‘’.,;:!?()[]".contains(c)))
        .filter(|word| !word.is_empty())
}

/// A number as people write it: `1`, not `1.0`.
pub(super) fn number(value: &Value) -> String {
    let text = value.to_string();
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

fn capitalised(text: &str) -> String {
    with_first(text, |first| first.to_ascii_uppercase())
}

fn uncapitalised(text: &str) -> String {
    with_first(text, |first| first.to_ascii_lowercase())
}

fn with_first(text: &str, change: fn(char) -> char) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(change);
    first.into_iter().chain(chars).collect()
}
