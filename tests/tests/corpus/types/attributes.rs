//! Attributes of serde, of schemars and of the validators it reads.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::RULES;
use super::structs::Filter;
use crate::entry::{Entry, entry};

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

pub(super) fn entries() -> Vec<Entry> {
    vec![
        entry::<Renamed>("renamed"),
        entry::<Defaults>("defaults"),
        entry::<AllDefault>("all-default"),
        entry::<Skipped>("skipped"),
        entry::<Aliased>("aliased")
            .sample(json!({ "colour": "red" }))
            .narrower("an alias is for callers of old; it is not published"),
        entry::<Flattened>("flattened"),
        entry::<Transparent>("transparent"),
        entry::<Closed>("closed"),
        entry::<With>("with"),
        entry::<Converted>("converted"),
        entry::<Schemars>("schemars-rules").narrower(RULES),
        entry::<Validate>("validate-rules")
            .sample(json!({ "stars": 10, "code": "x", "link": "https://example.com/" }))
            .sample(json!({ "stars": 11, "code": "x", "link": "https://example.com/" }))
            .narrower(RULES),
        entry::<Garde>("garde-rules").narrower(RULES),
    ]
}
