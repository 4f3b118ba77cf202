//! Enums of every representation.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::structs::Filter;
use crate::entry::{Entry, entry};

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

pub(super) fn entries() -> Vec<Entry> {
    let merged = "variants are merged into one object";
    vec![
        entry::<Mode>("unit-enum"),
        entry::<Documented>("documented-enum"),
        entry::<Internal>("internally-tagged")
            .wider(merged)
            .narrower("what belongs to another variant must fit as well"),
        entry::<Adjacent>("adjacently-tagged"),
        entry::<External>("externally-tagged")
            .sample(json!({ "Number": 1 }))
            .sample(json!({ "Pair": [1, "x"] }))
            .wider(merged),
        entry::<Untagged>("untagged"),
        entry::<Mixed>("mixed-enum")
            .sample(json!({ "Fixed": 1 }))
            .wider(merged),
        entry::<InFields>("enums-in-fields")
            .sample(json!({
                "mode": "Fast", "maybe": "by-sea", "list": ["Slow"],
                "target": { "kind": "Url", "href": "x" }
            }))
            .wider(merged),
        entry::<Flattened>("flattened-enum")
            .sample(json!({ "a": 1, "kind": "Nothing" }))
            .wider(merged),
        entry::<BTreeMap<Mode, u8>>("map-by-enum").sample(json!({ "Fast": 1 })),
        entry::<Expression>("recursive-enum")
            .sample(json!({ "op": "sum", "terms": [{ "op": "constant", "value": 1 }] }))
            .wider(merged),
    ]
}
