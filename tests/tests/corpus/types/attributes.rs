//! Attributes of serde, of schemars and of the validators it reads.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::RULES;
use super::structs::Filter;
use crate::entry::{Entry, entry, whole};

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Renamed {
    first_name: String,
    #[serde(rename = "ZIP")]
    postal_code: String,
}

fn ten() -> u8 {
    10
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Defaults {
    #[serde(default = "ten")]
    limit: u8,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema, Default)]
#[serde(default)]
struct AllDefault {
    verbose: bool,
    depth: u32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Skipped {
    shown: bool,
    #[serde(skip)]
    _hidden: u8,
    #[serde(skip_serializing)]
    _only_read: Option<u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Aliased {
    #[serde(alias = "colour")]
    color: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flattened {
    a: u8,
    #[serde(flatten)]
    filter: Filter,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlattenedOption {
    a: u8,
    #[serde(flatten)]
    filter: Option<Filter>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Computed {
    name: String,
    /// The server says it, nobody can.
    #[serde(skip_deserializing)]
    length: usize,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Transparent {
    inner: Vec<u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    a: u8,
    b: Option<bool>,
}

mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct With {
    #[serde(with = "as_text")]
    #[schemars(with = "String", regex(pattern = r"^\d{1,19}$"), example = "1042")]
    id: u64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(from = "u8", into = "u8")]
#[derive(Clone)]
struct Converted {
    inner: u8,
}

impl From<u8> for Converted {
    fn from(inner: u8) -> Self {
        Self { inner }
    }
}

impl From<Converted> for u8 {
    fn from(converted: Converted) -> Self {
        converted.inner
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Schemars {
    /// How many.
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
    #[schemars(length(min = 2, max = 5))]
    name: String,
    #[schemars(regex(pattern = r"^[A-Z]-\d{4}$"), example = "A-1042")]
    order: String,
    #[schemars(length(min = 1), inner(length(max = 3)))]
    tags: Vec<String>,
    #[schemars(email)]
    to: String,
    #[schemars(title = "Where", description = "A link")]
    link: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Validate {
    #[validate(range(min = 1, max = 10))]
    stars: u8,
    #[validate(length(max = 8))]
    code: String,
    #[validate(url)]
    link: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Garde {
    #[garde(range(min = 1, max = 10))]
    stars: u8,
    #[garde(length(max = 8))]
    code: String,
    #[garde(ip)]
    host: String,
}

/// Whether a number or the length of a text is outside of a range.
fn outside(value: &Value, least: u64, most: u64) -> bool {
    let length = value.as_str().map(|text| text.chars().count() as u64);
    let number = value
        .as_u64()
        .or_else(|| value.as_f64().map(|it| it as u64));
    length.or(number).is_some_and(|it| it < least || it > most)
}

fn is_order(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default().as_bytes();
    matches!(text, [b'A'..=b'Z', b'-', digits @ ..]
        if digits.len() == 4 && digits.iter().all(u8::is_ascii_digit))
}

fn is_email(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    text.split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && !host.is_empty())
}

fn breaks_rules(value: &Value) -> bool {
    let tags = value["tags"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    outside(&value["limit"], 1, 100)
        || outside(&value["name"], 2, 5)
        || !is_order(&value["order"])
        || tags.is_empty()
        || tags.iter().any(|tag| outside(tag, 0, 3))
        || !is_email(&value["to"])
}

pub(super) fn entries() -> Vec<Entry> {
    vec![
        entry::<Renamed>("renamed"),
        entry::<Defaults>("defaults"),
        entry::<AllDefault>("all-default"),
        entry::<Skipped>("skipped"),
        entry::<Aliased>("aliased")
            .sample(json!({ "colour": "red" }))
            .narrower(
                "an alias is for callers of old; it is not published",
                |value| value.get("colour").is_some(),
            ),
        entry::<Flattened>("flattened"),
        whole::<Flattened>("whole-flattened"),
        entry::<FlattenedOption>("flattened-option")
            .sample(json!({ "a": 1, "min": 2 }))
            .narrower(
                "what is there must fit, though serde reads a misfit as nothing",
                |value| value.get("min").is_some() || value.get("max").is_some(),
            ),
        entry::<Computed>("computed"),
        entry::<Transparent>("transparent"),
        entry::<Closed>("closed"),
        entry::<With>("with"),
        entry::<Converted>("converted"),
        entry::<Schemars>("schemars-rules")
            .sample(json!({
                "limit": 1, "name": "abc", "order": "A-1042", "tags": ["a"],
                "to": "ada@example.com", "link": ""
            }))
            .checked(json!({ "properties": { "to": { "format": "email" } } }))
            .narrower(RULES, breaks_rules),
        entry::<Validate>("validate-rules")
            .sample(json!({ "stars": 10, "code": "x", "link": "https://example.com/" }))
            .sample(json!({ "stars": 11, "code": "x", "link": "https://example.com/" }))
            .checked(json!({ "properties": { "link": { "format": "iri" } } }))
            .narrower(RULES, |value| {
                let link = value["link"].as_str().unwrap_or_default();
                outside(&value["stars"], 1, 10)
                    || outside(&value["code"], 0, 8)
                    || !link.starts_with("https://")
            }),
        entry::<Garde>("garde-rules")
            .sample(json!({ "stars": 10, "code": "x", "host": "192.0.2.1" }))
            .checked(json!({ "properties": { "host": { "format": "ip" } } }))
            .narrower(RULES, |value| {
                let host = value["host"].as_str().unwrap_or_default();
                outside(&value["stars"], 1, 10)
                    || outside(&value["code"], 0, 8)
                    || host.parse::<std::net::IpAddr>().is_err()
            }),
    ]
}
