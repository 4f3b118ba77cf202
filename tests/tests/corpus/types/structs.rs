//! Structs of every shape.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entry::{Entry, entry, whole};

/// What to look for.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct Filter {
    min: f64,
    max: Option<f64>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Newtype(Filter);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Positions(u8, String);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Empty {}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Nothing;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Page<T> {
    items: Vec<T>,
    next: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Node {
    name: String,
    children: Vec<Node>,
    next: Option<Box<Node>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Optional {
    text: Option<String>,
    list: Option<Vec<u8>>,
    filter: Option<Filter>,
    any: Option<Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Deep {
    one: BTreeMap<String, Vec<Option<Filter>>>,
    two: (Filter, Filter),
}

pub(super) fn entries() -> Vec<Entry> {
    vec![
        entry::<Filter>("struct"),
        entry::<Newtype>("newtype"),
        entry::<Positions>("tuple-struct")
            .sample(serde_json::json!([1, "x"]))
            .wider("the order of a tuple is said in words only", |value| {
                !(value[0].is_number() && value[1].is_string())
            }),
        entry::<Empty>("empty-struct"),
        entry::<Nothing>("unit-struct"),
        entry::<Page<Filter>>("generic"),
        entry::<Node>("recursive"),
        entry::<Optional>("optional-fields"),
        entry::<Deep>("deep"),
        whole::<Optional>("whole-struct"),
        whole::<Node>("whole-recursive"),
    ]
}
