//! What the server decides: unknown keys, and what is checked only.

use super::*;

/// An argument of this type as it is published and checked.
fn argument<T: JsonSchema>(open: bool) -> Property {
    let arguments = Arguments {
        properties: vec![Property {
            name: "it".to_owned(),
            schema: input_schema_of::<T>().expect("publishable"),
            required: true,
        }],
        extra: Extra::Refused,
    };
    let settled = arguments.settled(SchemaProfile::Portable, open);
    settled.properties.into_iter().next().expect("one")
}

/// Whether an argument of this type takes a value, with unknown keys refused and let through.
fn takes<T: JsonSchema>(value: Value) -> [bool; 2] {
    [false, true].map(|open| {
        let schema = argument::<T>(open).schema;
        check_output(&schema).expect("compiles").is_valid(&value)
    })
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    a: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Open {
    a: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

// P30
#[test]
fn objects_refuse_the_keys_that_their_type_does_not_name() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Query {
        filter: Filter,
        maybe: Option<Filter>,
        list: Option<Vec<Filter>>,
        map: Option<BTreeMap<String, Filter>>,
        one: Option<Operation>,
    }
    let with = |key: &str, value: Value| {
        let mut query = json!({"filter": {"min": 1}});
        query[key] = value;
        takes::<Query>(query)
    };
    let (good, bad) = (json!({"min": 1}), json!({"min": 1, "mx": 5}));
    assert_eq!(with("filter", good.clone()), [true, true]);
    assert_eq!(with("filter", bad.clone()), [false, true]);
    assert_eq!(with("surplus", json!(1)), [false, true]);
    assert_eq!(with("maybe", bad.clone()), [false, true]);
    assert_eq!(with("list", json!([good, bad])), [false, true]);
    assert_eq!(with("map", json!({"any": good})), [true, true]);
    assert_eq!(with("map", json!({"any": bad})), [false, true]);
    let read = json!({"op": "Read", "path": "x"});
    assert_eq!(with("one", read), [true, true]);
    let read = json!({"op": "Read", "path": "x", "mode": "x"});
    assert_eq!(with("one", read), [false, true]);
}

#[test]
fn objects_that_take_any_key_stay_open_and_those_of_their_author_closed() {
    let surplus = json!({"a": 1, "b": 2});
    assert_eq!(takes::<Open>(surplus.clone()), [true, true]);
    assert_eq!(takes::<Closed>(surplus.clone()), [false, false]);
    assert_eq!(takes::<Value>(surplus.clone()), [true, true]);
    assert_eq!(takes::<Map<String, Value>>(surplus), [true, true]);
    assert_eq!(
        argument::<Open>(false).schema.get("additionalProperties"),
        None
    );
}

#[test]
fn one_variant_that_takes_any_key_opens_the_object_of_all() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "kind")]
    enum Event {
        Named { name: String },
        Free(BTreeMap<String, u8>),
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Flat {
        a: u8,
        #[serde(flatten)]
        event: Event,
    }
    assert_eq!(
        takes::<Event>(json!({"kind": "Free", "x": 1})),
        [true, true]
    );
    let flat = json!({"a": 1, "kind": "Free", "x": 1});
    assert_eq!(takes::<Flat>(flat.clone()), [true, true]);
    let whole = check_input(&arguments::<Flat>()).expect("compiles");
    assert!(whole.is_valid(&flat));
    // Of a struct all of whose variants name their keys, the whole is closed.
    let query = arguments::<Operation>();
    assert_eq!(query["additionalProperties"], json!(false));
}

#[test]
fn branches_of_a_union_are_closed_by_themselves() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Which {
        Filter(Filter),
        Number(u8),
    }
    assert_eq!(takes::<Which>(json!({"min": 1})), [true, true]);
    assert_eq!(takes::<Which>(json!({"min": 1, "mx": 1})), [false, true]);
    assert_eq!(takes::<Which>(json!(1)), [true, true]);
}

#[test]
fn a_recursive_type_is_closed_at_every_level() {
    let tree = |leaf: Value| json!({"name": "a", "children": [{"name": "b", "children": [leaf]}]});
    let good = json!({"name": "c", "children": []});
    let bad = json!({"name": "c", "children": [], "size": 1});
    assert_eq!(takes::<Node>(tree(good)), [true, true]);
    assert_eq!(takes::<Node>(tree(bad)), [false, true]);
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Letter {
    #[schemars(email)]
    to: String,
    #[schemars(extend("format" = "date"))]
    due: Option<String>,
    #[schemars(url)]
    links: Vec<String>,
}

#[test]
fn formats_of_fields_are_checked_and_not_published() {
    let published = input::<Letter>();
    keywords::for_each(&published, &mut |part| assert_eq!(part.get("format"), None));
    let letter = |key: &str, value: Value| {
        let mut letter = json!({"to": "ada@example.com", "links": []});
        letter[key] = value;
        takes::<Letter>(letter)[0]
    };
    assert!(letter("due", json!("2026-01-31")));
    assert!(!letter("due", json!("2026-02-31")));
    assert!(!letter("to", json!("nobody")));
    assert!(letter("links", json!(["https://example.com/straße"])));
}

#[test]
fn formats_that_their_own_types_do_not_keep_are_only_said() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Waits {
        #[schemars(extend("format" = "duration"))]
        pause: String,
    }
    assert_eq!(takes::<Waits>(json!({"pause": "PT1.5S"})), [true, true]);
    assert_eq!(
        property::<Waits>("pause")["description"],
        "An ISO 8601 duration, e.g. PT1H30M."
    );
}
