//! Enums of every representation.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::structs::Filter;
use super::{EXACTLY_ONE, not_one};
use crate::entry::{Entry, entry, whole};

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
enum Mode {
    Fast,
    Slow,
}

/// How it travels.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Documented {
    /// Takes a day.
    OverNight,
    /// Takes a week.
    BySea,
    #[serde(alias = "carrier-pigeon")]
    Pigeon,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    File(Filter),
    Url { href: String },
    Nothing,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Number(u8),
    Text(String),
    Nothing,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum External {
    Number(u8),
    Pair(u8, String),
    Filter(Filter),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Text(String),
    Filter(Filter),
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Mixed {
    Auto,
    Fixed(u8),
    Between { low: u8, high: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct InFields {
    mode: Mode,
    maybe: Option<Documented>,
    target: Internal,
    list: Vec<Mode>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flattened {
    a: u8,
    #[serde(flatten)]
    what: Internal,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Expression {
    Constant { value: f64 },
    Sum { terms: Vec<Expression> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlattenedUntagged {
    a: u8,
    #[serde(flatten)]
    by: By,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum By {
    Name { name: String },
    Place { place: String, near: Option<u8> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "on", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Renamed {
    DayOff {
        first_day: u8,
    },
    SickLeave {
        last_day: u8,
        sick_note: Option<String>,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "level")]
enum Other {
    Low,
    High {
        why: String,
    },
    #[serde(other)]
    Unknown,
}

/// Whether a value lacks what its variant asks for, or has of another what does not fit.
fn misses_of_internal(value: &Value) -> bool {
    match value["kind"].as_str() {
        Some("File") => !value["min"].is_number(),
        Some("Url") => !value["href"].is_string(),
        _ => false,
    }
}

fn has_of_other_internal(value: &Value) -> bool {
    let others: &[&str] = match value["kind"].as_str() {
        Some("File") => &["href"],
        Some("Url") => &["min", "max"],
        _ => &["href", "min", "max"],
    };
    others.iter().any(|name| value.get(name).is_some())
}

/// Whether an expression, or one inside it, lacks what its variant asks for.
fn misses_of_expression(value: &Value) -> bool {
    match value["op"].as_str() {
        Some("constant") => !value["value"].is_number(),
        Some("sum") => value["terms"]
            .as_array()
            .is_none_or(|terms| terms.iter().any(misses_of_expression)),
        _ => false,
    }
}

pub(super) fn entries() -> Vec<Entry> {
    let merged = "variants are merged into one object";
    let of_other = "what belongs to another variant must fit as well";
    vec![
        entry::<Mode>("unit-enum"),
        entry::<Documented>("documented-enum"),
        entry::<Internal>("internally-tagged")
            .wider(merged, misses_of_internal)
            .narrower(of_other, has_of_other_internal),
        whole::<Internal>("whole-tagged").wider(merged, misses_of_internal),
        entry::<Renamed>("renamed-fields").wider(merged, |value| match value["on"].as_str() {
            Some("dayOff") => !value["firstDay"].is_number(),
            _ => !value["lastDay"].is_number(),
        }),
        entry::<Other>("other-variant")
            .sample(json!({ "level": "Medium" }))
            .wider(merged, |value| {
                value["level"] == "High" && !value["why"].is_string()
            })
            .narrower(
                "what is read as another than the listed is not listed",
                |value| value["level"].is_string(),
            ),
        entry::<FlattenedUntagged>("flattened-untagged")
            .sample(json!({ "a": 1, "name": "x" }))
            .sample(json!({ "a": 1, "place": "x" }))
            .wider("that one of the forms is sent is not said", |value| {
                !value["name"].is_string() && !value["place"].is_string()
            })
            .narrower(of_other, |value| value["name"].is_string()),
        entry::<Adjacent>("adjacently-tagged"),
        entry::<External>("externally-tagged")
            .sample(json!({ "Number": 1 }))
            .sample(json!({ "Pair": [1, "x"] }))
            .wider(EXACTLY_ONE, |value| {
                let pair = &value["Pair"];
                not_one(value) || !(pair.is_null() || pair[0].is_number() && pair[1].is_string())
            }),
        entry::<Untagged>("untagged"),
        entry::<Mixed>("mixed-enum")
            .sample(json!({ "Fixed": 1 }))
            .wider(EXACTLY_ONE, not_one),
        entry::<InFields>("enums-in-fields")
            .sample(json!({
                "mode": "Fast", "maybe": "by-sea", "list": ["Slow"],
                "target": { "kind": "Url", "href": "x" }
            }))
            .wider(merged, |value| misses_of_internal(&value["target"])),
        entry::<Flattened>("flattened-enum")
            .sample(json!({ "a": 1, "kind": "Nothing" }))
            .wider(merged, misses_of_internal),
        entry::<BTreeMap<Mode, u8>>("map-by-enum").sample(json!({ "Fast": 1 })),
        entry::<Expression>("recursive-enum")
            .sample(json!({ "op": "sum", "terms": [{ "op": "constant", "value": 1 }] }))
            .wider(merged, misses_of_expression),
    ]
}
