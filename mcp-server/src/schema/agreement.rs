//! The published schema and serde agree: over many types and systematically damaged values.
//!
//! Two claims. What serde reads, the schema allows: else a good call would be refused. What the
//! schema allows, serde reads: else a model that obeys the schema would still fail. The second
//! has exceptions, where the portable form says less than the type; they are named.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use super::{SchemaProfile, input_schema_of, output_schema_of, settle};
use crate::validate::Validator;

/// How the portable schema relates to the type.
#[derive(Clone, Copy, PartialEq)]
enum Promise {
    /// Allows exactly what serde reads.
    Exact,
    /// Allows more; serde decides.
    Wider,
    /// Refuses what serde would quietly repair: an item given twice for a set.
    Narrower,
}
use Promise::{Exact, Narrower, Wider};

/// Judges every damaged form of the samples; returns how many there were.
#[track_caller]
fn agree<T>(promise: Promise, samples: Vec<T>) -> usize
where
    T: Serialize + DeserializeOwned + JsonSchema,
{
    let name = std::any::type_name::<T>();
    let [input, open] = [true, false].map(|closing| {
        let mut schema = input_schema_of::<T>().expect("publishable");
        settle::close(schema.as_object_mut().expect("an object"), closing);
        Validator::compile(&schema).expect("compiles")
    });
    let output =
        Validator::compile(&output_schema_of::<T>(SchemaProfile::Portable).expect("publishable"))
            .expect("compiles");
    let mut judged = 0;
    for sample in samples {
        let sample = serde_json::to_value(sample).expect("serialises");
        assert!(
            output.is_valid(&sample),
            "{name}: output schema refuses {sample}"
        );
        for value in damaged(&sample) {
            judged += 1;
            let serde = serde_json::from_value::<T>(value.clone()).is_ok();
            let published = reads::<T>(&input, value.clone());
            match published {
                // serde ignores keys that a type does not name; a call with one is refused.
                Read::Refused if open.accept(&mut value.clone()).is_ok() => {}
                Read::Refused => assert!(
                    promise == Narrower || !serde,
                    "{name}: schema refuses {value}, serde reads it"
                ),
                Read::Unreadable => assert!(
                    promise == Wider,
                    "{name}: schema allows {value}, serde does not read it"
                ),
                Read::Good => {}
            }
        }
    }
    judged
}

enum Read {
    Refused,
    Unreadable,
    Good,
}

/// Takes a value the way a call does.
fn reads<T: DeserializeOwned>(validator: &Validator, mut value: Value) -> Read {
    if value.is_null() {
        // An absent argument has no value to judge.
        return Read::Good;
    }
    if validator.accept(&mut value).is_err() {
        return Read::Refused;
    }
    let readable = |value: &Value| serde_json::from_value::<T>(value.clone()).is_ok();
    if readable(&value) || (!validator.whole_numbers(&mut value).is_empty() && readable(&value)) {
        Read::Good
    } else {
        Read::Unreadable
    }
}

/// The sample, and the sample with each of its parts replaced, removed or added to.
fn damaged(sample: &Value) -> Vec<Value> {
    let mut all = vec![sample.clone()];
    for replacement in replacements() {
        // serde reads a struct from a list of its fields in order; nobody sends that.
        if !(sample.is_object() && replacement.is_array()) {
            all.push(replacement);
        }
    }
    match sample {
        Value::Object(object) => {
            for (key, part) in object {
                for part in damaged(part) {
                    // serde reads a flattened variant from its number; nobody sends that.
                    if !(key == "kind" && part.is_number()) {
                        all.push(with(object, key, part));
                    }
                }
                let mut without = object.clone();
                without.remove(key);
                all.push(Value::Object(without));
            }
            all.push(with(object, "surplus", json!(1)));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                for item in damaged(item) {
                    let mut items = items.clone();
                    items[index] = item;
                    all.push(Value::Array(items));
                }
                let mut shorter = items.clone();
                shorter.remove(index);
                all.push(Value::Array(shorter));
                let mut longer = items.clone();
                longer.push(item.clone());
                all.push(Value::Array(longer));
            }
        }
        _ => {}
    }
    all
}

fn with(object: &Map<String, Value>, key: &str, value: Value) -> Value {
    let mut object = object.clone();
    object.insert(key.to_owned(), value);
    Value::Object(object)
}

fn replacements() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1),
        json!(30.0),
        json!(1.5),
        json!(300),
        json!(-40_000),
        json!(5_000_000_000_u64),
        json!(""),
        json!("x"),
        json!("Fast"),
        json!("1"),
        json!([]),
        json!([1]),
        json!(["x"]),
        json!({}),
        json!({"x": 1}),
        json!({"1": "x"}),
    ]
}

#[derive(Clone, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Mode {
    /// Costs more.
    Fast,
    Slow,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct Filter {
    min: f64,
    max: Option<f64>,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Strict {
    first_name: String,
    #[serde(default)]
    age: u8,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct Everything {
    small: u8,
    signed: i16,
    flag: bool,
    letter: char,
    text: String,
    mode: Mode,
    list: Vec<u8>,
    maybe: Option<Vec<Mode>>,
    nested: Option<Filter>,
    strict: Strict,
    fixed: [u8; 2],
    pair: (u8, u8),
    map: BTreeMap<String, u8>,
    gaps: Vec<Option<u8>>,
    any: Value,
    boxed: Box<Filter>,
    unit: (),
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct Node {
    name: String,
    children: Vec<Node>,
    next: Option<Box<Node>>,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    File(Filter),
    Url { href: String },
    Nothing,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Number(u8),
    Text(String),
    Nothing,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
enum External {
    Number(u8),
    Pair(u8, String),
    Filter(Filter),
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Text(String),
    Filter(Filter),
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct Flat {
    a: u8,
    #[serde(flatten)]
    filter: Filter,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct FlatEnum {
    a: u8,
    #[serde(flatten)]
    what: Internal,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Transparent(Vec<Mode>);

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct Newtype(Filter);

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct Generic<T> {
    x: T,
    #[serde(skip)]
    _hidden: u8,
}

fn filter() -> Filter {
    Filter {
        min: 1.5,
        max: Some(2.0),
    }
}

fn everything() -> Everything {
    Everything {
        small: 3,
        signed: -3,
        flag: true,
        letter: 'é',
        text: "text".into(),
        mode: Mode::Slow,
        list: vec![1, 2],
        maybe: Some(vec![Mode::Fast]),
        nested: Some(filter()),
        strict: Strict {
            first_name: "Ada".into(),
            age: 36,
        },
        fixed: [1, 2],
        pair: (1, 2),
        map: BTreeMap::from([("k".into(), 1)]),
        gaps: vec![Some(1), None],
        any: json!({"free": [1, null]}),
        boxed: Box::new(filter()),
        unit: (),
    }
}

#[test]
fn types_said_in_full_agree_exactly() {
    let leaf = |name: &str| Node {
        name: name.into(),
        children: vec![],
        next: None,
    };
    let tree = Node {
        children: vec![leaf("b"), leaf("c")],
        next: Some(Box::new(leaf("d"))),
        ..leaf("a")
    };
    let judged = agree(Exact, vec![0_u8, 255])
        + agree(Exact, vec![0_i8])
        + agree(Exact, vec![0_u16])
        + agree(Exact, vec![0_i16])
        + agree(Exact, vec![0_u32])
        + agree(Exact, vec![0_i32])
        + agree(Exact, vec![0_u64])
        + agree(Exact, vec![0_i64])
        + agree(Exact, vec![0_usize])
        + agree(Exact, vec![std::num::NonZeroU8::MAX])
        + agree(Exact, vec![1.5_f64])
        + agree(Exact, vec![1.5_f32])
        + agree(Exact, vec![true])
        + agree(Exact, vec!['x'])
        + agree(Exact, vec![String::from("x")])
        + agree(Exact, vec![std::path::PathBuf::from("x")])
        + agree(Exact, vec![Mode::Fast, Mode::Slow])
        + agree(Exact, vec![Some(Mode::Fast), None])
        + agree(Exact, vec![vec![Some(1_u8), None]])
        + agree(Narrower, vec![BTreeSet::from([1_u8])])
        + agree(Exact, vec![HashMap::from([(String::from("k"), filter())])])
        + agree(Exact, vec![(1_u8, 2_u8)])
        + agree(Exact, vec![[1_u8, 2, 3]])
        + agree(Exact, vec![json!({"a": 1}), json!([1]), json!("x")])
        + agree(Exact, vec![Map::from_iter([("a".to_owned(), json!(1))])])
        + agree(Exact, vec![filter()])
        + agree(Exact, vec![everything()])
        + agree(Exact, vec![tree])
        + agree(
            Exact,
            vec![
                Adjacent::Number(1),
                Adjacent::Text("x".into()),
                Adjacent::Nothing,
            ],
        )
        + agree(
            Exact,
            vec![
                Untagged::Number(1),
                Untagged::Text("x".into()),
                Untagged::Filter(filter()),
            ],
        )
        + agree(
            Exact,
            vec![Flat {
                a: 1,
                filter: filter(),
                rest: BTreeMap::from([("b".into(), json!(null))]),
            }],
        )
        + agree(Exact, vec![Transparent(vec![Mode::Fast])])
        + agree(Exact, vec![Newtype(filter())])
        + agree(
            Exact,
            vec![Generic {
                x: 1_u8,
                _hidden: 0,
            }],
        )
        + agree(
            Exact,
            vec![Generic {
                x: Some(filter()),
                _hidden: 0,
            }],
        );
    assert!(judged > 2_000, "only {judged} values");
}

#[test]
fn types_said_in_less_are_never_refused_what_serde_reads() {
    // Variants merged into one object; the order of a tuple; keys that are not just any
    // text; zero ruled out; formats.
    let judged = agree(
        Wider,
        vec![
            Internal::File(filter()),
            Internal::Url { href: "x".into() },
            Internal::Nothing,
        ],
    ) + agree(
        Wider,
        vec![
            External::Number(1),
            External::Pair(1, "x".into()),
            External::Filter(filter()),
        ],
    ) + agree(
        Wider,
        vec![FlatEnum {
            a: 1,
            what: Internal::Url { href: "x".into() },
        }],
    ) + agree(Wider, vec![(1_u8, String::from("x"))])
        + agree(Wider, vec![BTreeMap::from([(1_i32, true)])])
        + agree(Wider, vec![std::time::Duration::from_millis(1_500)])
        + agree(Wider, vec![BTreeMap::from([(Mode::Fast, 1_u8)])])
        + agree(Wider, vec![Ok::<u8, String>(1), Err("x".into())])
        + agree(Wider, vec![std::ops::Bound::Included(1_u8)])
        + agree(Wider, vec![std::num::NonZeroI32::MAX])
        + agree(Wider, vec![std::net::IpAddr::from([192, 0, 2, 1])]);
    assert!(judged > 400, "only {judged} values");
}
