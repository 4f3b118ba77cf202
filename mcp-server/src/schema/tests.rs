//! What derived schemas look like, type by type.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::*;

fn input<T: JsonSchema + ?Sized>() -> Value {
    input_schema_of::<T>().expect("publishable")
}

fn output<T: JsonSchema + ?Sized>() -> Value {
    output_schema_of::<T>(SchemaProfile::Portable).expect("publishable")
}

fn property<T: JsonSchema>(name: &str) -> Value {
    input::<T>()["properties"][name].clone()
}

/// The schema a tool would publish whose arguments are `T`.
fn arguments<T: JsonSchema>() -> Value {
    let arguments = arguments_of::<T>(SchemaProfile::Portable).expect("publishable");
    let raw = object_schema(&arguments.properties, &arguments.extra);
    serde_json::from_str(raw.get()).expect("JSON")
}

fn refused<T: JsonSchema + ?Sized>() -> String {
    arguments_of::<T>(SchemaProfile::Portable)
        .expect_err("unpublishable")
        .to_string()
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Unit {
    /// metric
    C,
    /// imperial
    F,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Mode {
    Fast,
    Slow,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Filter {
    min: f64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op")]
enum Operation {
    Read { path: String },
    Write { path: String, body: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FileRef {
    path: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Target {
    /// A file on this machine.
    File(FileRef),
    Url {
        /// Where it is.
        href: String,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Node {
    name: String,
    children: Vec<Node>,
}

#[test]
fn integer_formats_become_bounds() {
    #[track_caller]
    fn check<T: JsonSchema>(expected: Value) {
        assert_eq!(input::<T>(), expected);
    }
    check::<u8>(json!({"type": "integer", "minimum": 0, "maximum": 255}));
    check::<u16>(json!({"type": "integer", "minimum": 0, "maximum": 65_535}));
    check::<u32>(json!({"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32}));
    check::<u64>(json!({"type": "integer", "minimum": 0}));
    check::<usize>(json!({"type": "integer", "minimum": 0}));
    check::<u128>(json!({"type": "integer", "minimum": 0}));
    check::<i8>(json!({"type": "integer", "minimum": -128, "maximum": 127}));
    check::<i32>(json!({"type": "integer", "minimum": -2_147_483_648, "maximum": 2_147_483_647}));
    check::<i64>(json!({"type": "integer"}));
    check::<isize>(json!({"type": "integer"}));
    check::<std::num::NonZeroU8>(json!({"type": "integer", "minimum": 1, "maximum": 255}));
    check::<std::num::NonZeroI64>(json!({"type": "integer", "description": "Not 0."}));
}

#[test]
fn float_formats_vanish() {
    assert_eq!(input::<f32>(), json!({"type": "number"}));
    assert_eq!(input::<f64>(), json!({"type": "number"}));
}

#[test]
fn stated_bounds_win_when_they_are_stricter() {
    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Bounded {
        #[schemars(range(min = 1, max = 100))]
        limit: u32,
        #[schemars(range(min = -5))]
        loose: u8,
    }
    assert_eq!(
        property::<Bounded>("limit"),
        json!({"type": "integer", "minimum": 1, "maximum": 100, "description": "From 1 to 100."})
    );
    assert_eq!(
        property::<Bounded>("loose"),
        json!({"type": "integer", "minimum": 0, "maximum": 255, "description": "From 0 to 255."})
    );
}

#[test]
fn plain_scalars_stay_plain() {
    assert_eq!(input::<str>(), json!({"type": "string"}));
    assert_eq!(input::<bool>(), json!({"type": "boolean"}));
    assert_eq!(input::<std::path::PathBuf>(), json!({"type": "string"}));
    assert_eq!(
        input::<char>(),
        json!({"type": "string", "minLength": 1, "maxLength": 1})
    );
    assert_eq!(
        input::<[String]>(),
        json!({"type": "array", "items": {"type": "string"}})
    );
}

#[test]
fn only_date_time_keeps_its_format() {
    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Formats {
        #[schemars(extend("format" = "date-time"))]
        at: String,
        /// When it is due
        #[schemars(extend("format" = "date"))]
        due: String,
        #[schemars(extend("format" = "x-plate"))]
        plate: String,
    }
    assert_eq!(
        property::<Formats>("at"),
        json!({
            "type": "string",
            "format": "date-time",
            "description": "A date and time with offset, e.g. 2026-01-31T09:00:00Z."
        })
    );
    assert_eq!(
        property::<Formats>("due"),
        json!({"type": "string", "description": "When it is due. A date, e.g. 2026-01-31."})
    );
    assert_eq!(
        property::<Formats>("plate"),
        json!({"type": "string", "description": "Format: x-plate."})
    );
    assert_eq!(
        input::<std::net::Ipv4Addr>(),
        json!({"type": "string", "description": "An IPv4 address, e.g. 192.0.2.1."})
    );
}

#[test]
fn an_option_is_optional_and_never_null_on_input() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Query {
        tags: Option<Vec<String>>,
        name: Option<String>,
        /// Which ones.
        filter: Option<Filter>,
        mode: Option<Option<Mode>>,
        unit: Option<Unit>,
    }
    assert_eq!(
        input::<Query>(),
        json!({
            "type": "object",
            "properties": {
                "tags": {"type": "array", "items": {"type": "string"}},
                "name": {"type": "string"},
                "filter": {
                    "type": "object",
                    "description": "Which ones.",
                    "properties": {"min": {"type": "number"}},
                    "required": ["min"]
                },
                "mode": {"type": "string", "enum": ["Fast", "Slow"]},
                "unit": {
                    "type": "string",
                    "enum": ["C", "F"],
                    "description": "C: metric. F: imperial."
                }
            }
        })
    );
    assert_eq!(input::<Option<u8>>(), input::<u8>());
    assert_eq!(input::<Option<Filter>>(), input::<Filter>());
}

#[test]
fn null_stays_on_input_where_it_has_a_meaning() {
    assert_eq!(
        input::<Vec<Option<bool>>>(),
        json!({"type": "array", "items": {"anyOf": [{"type": "boolean"}, {"type": "null"}]}})
    );
}

#[test]
fn null_stays_on_output() {
    #[derive(Serialize, JsonSchema)]
    struct Row {
        id: u8,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        hints: Vec<String>,
        note: Option<String>,
        filter: Option<Filter>,
    }
    let schema = output::<Row>();
    assert_eq!(schema["required"], json!(["id", "note", "filter"]));
    assert_eq!(
        schema["properties"]["note"],
        json!({"type": ["string", "null"]})
    );
    assert_eq!(
        schema["properties"]["filter"]["anyOf"][1],
        json!({"type": "null"})
    );
    let row = Row {
        id: 1,
        hints: vec![],
        note: None,
        filter: None,
    };
    let validator = check_output(&schema).expect("compiles");
    assert!(validator.is_valid(&serde_json::to_value(row).expect("serialises")));
}

#[test]
fn unit_enums_are_one_enum_with_their_docs() {
    assert_eq!(
        input::<Unit>(),
        json!({"type": "string", "enum": ["C", "F"], "description": "C: metric. F: imperial."})
    );
    assert_eq!(
        input::<Mode>(),
        json!({"type": "string", "enum": ["Fast", "Slow"]})
    );
}

#[test]
fn a_field_doc_goes_before_the_type_doc() {
    /// Doc of the type.
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Inner {
        n: u8,
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Outer {
        /// Doc of the field.
        with: Inner,
        without: Inner,
    }
    assert_eq!(
        property::<Outer>("with")["description"],
        "Doc of the field."
    );
    assert_eq!(
        property::<Outer>("without")["description"],
        "Doc of the type."
    );
}

#[test]
fn the_words_of_a_parameter_go_before_those_of_its_type() {
    #[track_caller]
    fn check<T: JsonSchema>(expected: &str) {
        let schema = described_input_schema_of::<T>(Some("What to take"), SchemaProfile::Portable)
            .expect("publishable");
        assert_eq!(schema["description"], expected);
    }
    check::<String>("What to take");
    check::<Unit>("What to take. C: metric. F: imperial.");
    check::<Option<Unit>>("What to take. C: metric. F: imperial.");
    check::<(u8, String)>("What to take. In order: integer, string.");
    check::<HashMap<String, u8>>("What to take. For example {\"key\": 1}.");
    check::<Value>("What to take");
}

/// A schema once its constraints are said.
fn said(schema: Value) -> Value {
    let Value::Object(mut schema) = schema else {
        panic!("{schema} is no object");
    };
    say_constraints(&mut schema);
    schema.get("description").cloned().unwrap_or_default()
}

#[test]
fn constraints_are_said_in_words() {
    #[track_caller]
    fn check(schema: Value, expected: &str) {
        assert_eq!(said(schema.clone()), expected, "{schema}");
    }
    check(json!({"minimum": 1, "maximum": 100}), "From 1 to 100.");
    check(json!({"minimum": -5, "maximum": 2.5}), "From -5 to 2.5.");
    check(json!({"minimum": 1.0}), "At least 1.");
    check(json!({"maximum": 9}), "At most 9.");
    check(json!({"exclusiveMinimum": 0}), "More than 0.");
    check(
        json!({"minimum": 1, "exclusiveMaximum": 10}),
        "At least 1, less than 10.",
    );
    check(
        json!({"minimum": 0, "multipleOf": 5}),
        "At least 0. A multiple of 5.",
    );
    check(
        json!({"minLength": 2, "maxLength": 80}),
        "2 to 80 characters.",
    );
    check(
        json!({"minLength": 3, "maxLength": 3}),
        "Exactly 3 characters.",
    );
    check(json!({"minLength": 1}), "Not empty.");
    check(json!({"minLength": 2}), "At least 2 characters.");
    check(json!({"maxLength": 1}), "At most 1 character.");
    check(json!({"minItems": 1, "maxItems": 50}), "1 to 50 items.");
    check(json!({"maxProperties": 3}), "At most 3 entries.");
    check(json!({"uniqueItems": true}), "No item twice.");
    check(
        json!({"pattern": r"^[A-Z]-\d{4}$"}),
        r"Must match `^[A-Z]-\d{4}$`.",
    );
    check(
        json!({"pattern": r"^[A-Z]-\d{4}$", "examples": ["A-1042"]}),
        "Such as A-1042.",
    );
    check(json!({"format": "email"}), "An e-mail address.");
    check(json!({"format": "date"}), "A date, e.g. 2026-01-31.");
}

#[test]
fn what_the_author_says_is_not_said_again() {
    #[track_caller]
    fn check(text: &str, mut schema: Value, expected: &str) {
        schema["description"] = text.into();
        assert_eq!(said(schema.clone()), expected, "{schema}");
    }
    #[track_caller]
    fn silent(text: &str, schema: Value) {
        check(text, schema, text);
    }
    let range = json!({"minimum": 1, "maximum": 1000});
    silent("Between 1 and 1,000", range.clone());
    silent("How many (1–1_000).", range.clone());
    check(
        "How many, up to 1000",
        range.clone(),
        "How many, up to 1000. At least 1.",
    );
    check("Shelf 10001", range, "Shelf 10001. From 1 to 1000.");
    silent("Not negative", json!({"minimum": 0}));
    silent("Any positive number", json!({"exclusiveMinimum": 0}));
    silent(
        "At most 80 characters, not empty",
        json!({"minLength": 1, "maxLength": 80}),
    );
    silent("Unique tags", json!({"uniqueItems": true}));
    let id = json!({"pattern": r"^[A-Z]-\d{4}$", "examples": ["B-2000"]});
    silent("Order id, such as `A-1042`.", id.clone());
    check("Order id", id, "Order id. Such as B-2000.");
    silent(
        "Whom to write to (email address)",
        json!({"format": "email"}),
    );
    silent(
        "Whom to write to, e.g. ada@example.com",
        json!({"format": "email"}),
    );
    silent("Its URL", json!({"format": "uri"}));
    check(
        "For security",
        json!({"format": "uri"}),
        "For security. An absolute URI, e.g. https://example.com/.",
    );
    silent("When, in ISO 8601", json!({"format": "date-time"}));
}

#[test]
fn limits_of_32_bits_are_not_worth_words() {
    assert_eq!(said(input::<u32>()), "At least 0.");
    assert_eq!(said(input::<i32>()), json!(null));
    assert_eq!(said(input::<u16>()), "From 0 to 65535.");
}

#[test]
fn items_and_values_are_said_where_they_are_held() {
    assert_eq!(said(input::<Vec<u8>>()), "Each item: from 0 to 255.");
    assert_eq!(
        said(input::<(u8, u8)>()),
        "Exactly 2 items. Each item: from 0 to 255."
    );
    assert_eq!(
        said(input::<HashMap<String, u8>>()),
        "For example {\"key\": 1}. Each value: from 0 to 255."
    );
}

#[test]
fn words_are_said_once_however_often_a_type_is_used() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Inner {
        #[schemars(length(max = 8))]
        code: String,
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Outer {
        one: Inner,
        more: Vec<Inner>,
    }
    for schema in [input::<Outer>(), arguments::<Outer>()] {
        let code = &schema["properties"]["one"]["properties"]["code"];
        assert_eq!(code["description"], "At most 8 characters.");
        let code = &schema["properties"]["more"]["items"]["properties"]["code"];
        assert_eq!(code["description"], "At most 8 characters.");
    }
}

#[test]
fn a_list_of_types_becomes_a_union_of_plain_ones() {
    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct Decimal {
        /// How much.
        #[schemars(extend("type" = ["string", "number"], "pattern" = "^a", "minimum" = 1))]
        amount: String,
    }
    assert_eq!(
        property::<Decimal>("amount"),
        json!({
            "description": "How much.",
            "anyOf": [
                {"type": "string", "pattern": "^a", "description": "Must match `^a`."},
                {"type": "number", "minimum": 1, "description": "At least 1."}
            ]
        })
    );
}

#[test]
fn names_that_model_apis_refuse_are_refused_first() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Named {
        #[serde(rename = "$filter")]
        filter: u8,
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Outer {
        inner: Vec<Named>,
    }
    assert!(refused::<Named>().contains("`$filter` is refused by model APIs"));
    assert!(refused::<Outer>().ends_with("(at /properties/inner/items of its schema)"));
    assert!(output_schema_of::<Named>(SchemaProfile::Portable).is_ok());
    for name in ["a", "order_id", "order.id", "A-1"] {
        assert_eq!(check_key(name), Ok(()));
    }
    for name in ["", "größe", "a b", "a/b", &"x".repeat(65)] {
        assert!(check_key(name).is_err(), "{name}");
    }
}

#[test]
fn recursion_among_unnamed_arguments_keeps_its_definition() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Forest {
        count: u8,
        #[serde(flatten)]
        trees: BTreeMap<String, Node>,
    }
    let schema = arguments::<Forest>();
    let forest = check_input(&schema).expect("compiles");
    assert!(forest.is_valid(&json!({"count": 1, "oak": {"name": "a", "children": []}})));
    assert!(!forest.is_valid(&json!({"count": 1, "oak": {"name": "a", "children": [1]}})));
}

#[test]
fn tagged_variants_merge_into_one_object() {
    let expected = json!({
        "type": "object",
        "properties": {
            "op": {"type": "string", "enum": ["Read", "Write"]},
            "path": {"type": "string"},
            "body": {"type": "string", "description": "used when op=Write"}
        },
        "required": ["op", "path"]
    });
    assert_eq!(input::<Operation>(), expected);

    let mut closed = expected;
    closed["additionalProperties"] = json!(false);
    assert_eq!(arguments::<Operation>(), closed);
}

#[test]
fn newtype_variants_merge_with_what_they_carry() {
    assert_eq!(
        input::<Target>(),
        json!({
            "type": "object",
            "properties": {
                "kind": {
                    "type": "string",
                    "enum": ["File", "Url"],
                    "description": "File: A file on this machine."
                },
                "path": {"type": "string", "description": "used when kind=File"},
                "href": {"type": "string", "description": "Where it is (used when kind=Url)"}
            },
            "required": ["kind"]
        })
    );
}

#[test]
fn variants_that_disagree_stay_a_union_below_the_root_and_are_refused_at_it() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Number(u8),
        Text(String),
    }
    assert_eq!(
        input::<Adjacent>(),
        json!({"anyOf": [
            {
                "type": "object",
                "properties": {
                    "t": {"type": "string", "enum": ["Number"]},
                    "c": {
                        "type": "integer",
                        "minimum": 0,
                        "maximum": 255,
                        "description": "From 0 to 255."
                    }
                },
                "required": ["t", "c"]
            },
            {
                "type": "object",
                "properties": {
                    "t": {"type": "string", "enum": ["Text"]},
                    "c": {"type": "string"}
                },
                "required": ["t", "c"]
            }
        ]})
    );
    assert_eq!(
        refused::<Adjacent>(),
        "type Adjacent: its variants give `c` different types; \
         use different names, or make it one type"
    );
}

#[test]
fn externally_tagged_variants_are_properties_of_one_object() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    enum Shape {
        /// A circle.
        Circle(f64),
        Square {
            side: u8,
        },
    }
    let byte = json!({
        "type": "integer",
        "minimum": 0,
        "maximum": 255,
        "description": "From 0 to 255."
    });
    let expected = json!({
        "type": "object",
        "description": "Exactly one of `Circle`, `Square`.",
        "properties": {
            "Circle": {"type": "number", "description": "A circle."},
            "Square": {
                "type": "object",
                "properties": {"side": byte},
                "required": ["side"]
            }
        }
    });
    assert_eq!(input::<Shape>(), expected);

    #[derive(Serialize, Deserialize, JsonSchema)]
    enum Mixed {
        None,
        Circle(f64),
        Square(u8),
    }
    assert_eq!(
        input::<Mixed>(),
        json!({"anyOf": [
            {"type": "string", "enum": ["None"]},
            {
                "type": "object",
                "description": "Exactly one of `Circle`, `Square`.",
                "properties": {
                    "Circle": {"type": "number"},
                    "Square": byte
                }
            }
        ]})
    );
    assert!(refused::<Mixed>().contains("one of its variants is a string"));
}

#[test]
fn untagged_scalars_are_a_union_of_single_types() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Id {
        Number(u8),
        Text(String),
    }
    assert_eq!(
        input::<Id>(),
        json!({"anyOf": [
            {"type": "integer", "minimum": 0, "maximum": 255, "description": "From 0 to 255."},
            {"type": "string"}
        ]})
    );
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Holder {
        /// Which one.
        id: Option<Id>,
    }
    let id = property::<Holder>("id");
    assert_eq!(id["description"], "Which one.");
    assert_eq!(id["anyOf"], input::<Id>()["anyOf"]);
    assert_eq!(id.get("type"), None);
}

#[test]
fn flattened_variants_join_the_fields_around_them() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Flat {
        a: u8,
        #[serde(flatten)]
        target: Target,
    }
    let schema = arguments::<Flat>();
    let names: Vec<_> = schema["properties"]
        .as_object()
        .expect("object")
        .keys()
        .collect();
    assert_eq!(names.len(), 4, "{schema}");
    assert_eq!(schema.get("oneOf"), None);
    let required: BTreeSet<_> = schema["required"]
        .as_array()
        .expect("list")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(required, BTreeSet::from(["a", "kind"]));
}

#[test]
fn tuples_have_items_and_a_length() {
    assert_eq!(
        input::<(u8, u8)>(),
        json!({
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 255},
            "minItems": 2,
            "maxItems": 2
        })
    );
    assert_eq!(
        input::<(String, f64)>(),
        json!({
            "type": "array",
            "items": {"anyOf": [{"type": "string"}, {"type": "number"}]},
            "minItems": 2,
            "maxItems": 2,
            "description": "In order: string, number."
        })
    );
    let empty = input::<[u8; 0]>();
    assert!(empty["items"].is_object());
}

#[test]
fn maps_show_an_example() {
    assert_eq!(
        input::<HashMap<String, String>>(),
        json!({
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "For example {\"key\": \"text\"}."
        })
    );
    assert_eq!(
        input::<BTreeMap<i32, bool>>(),
        json!({
            "type": "object",
            "additionalProperties": {"type": "boolean"},
            "description": "For example {\"1\": true}."
        })
    );
    assert_eq!(input::<Map<String, Value>>(), json!({"type": "object"}));
}

#[test]
fn any_value_is_an_object_schema_with_words() {
    let any = json!({"description": "Any JSON value, not encoded as a string."});
    assert_eq!(input::<Value>(), any);
    assert_eq!(input::<Option<Value>>(), any);
    assert_eq!(
        input::<Vec<Value>>(),
        json!({"type": "array", "items": any})
    );
}

#[test]
fn defaults_are_kept_unless_null() {
    fn ten() -> u8 {
        10
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Defaults {
        #[serde(default = "ten")]
        limit: u8,
        #[serde(default)]
        after: Option<String>,
    }
    assert_eq!(
        input::<Defaults>(),
        json!({
            "type": "object",
            "properties": {
                "limit": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 255,
                    "default": 10,
                    "description": "From 0 to 255."
                },
                "after": {"type": "string"}
            }
        })
    );
}

#[test]
fn a_recursive_output_is_cut_by_promising_less() {
    assert_eq!(
        output::<Node>(),
        json!({
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "children": {"type": "array", "items": {"type": "object"}}
            },
            "required": ["name", "children"]
        })
    );
}

#[test]
fn a_recursive_input_keeps_one_definition() {
    let schema = arguments::<Node>();
    let children = json!({"type": "array", "items": {"$ref": "#/$defs/Node"}});
    assert_eq!(schema["properties"]["children"], children);
    assert_eq!(schema["$defs"]["Node"]["properties"]["children"], children);
    assert_eq!(schema["properties"].as_object().map(|it| it.len()), Some(2));

    let validator = check_input(&schema).expect("compiles");
    let good = json!({"name": "a", "children": [{"name": "b", "children": []}]});
    let bad = json!({"name": "a", "children": [{"name": 1, "children": []}]});
    assert!(validator.is_valid(&good));
    assert!(!validator.is_valid(&bad));
}

#[test]
fn recursive_parameters_with_one_name_get_definitions_of_their_own() {
    mod other {
        #[derive(serde::Deserialize, schemars::JsonSchema)]
        #[allow(dead_code, reason = "only its schema is used")]
        pub(super) struct Node {
            pub(super) next: Option<Box<Node>>,
        }
    }
    let property = |name: &str, schema: Value| Property {
        name: name.to_owned(),
        schema,
        required: true,
    };
    let raw = object_schema(
        &[
            property("tree", input::<Node>()),
            property("list", input::<other::Node>()),
            property("again", input::<Node>()),
        ],
        &Extra::Refused,
    );
    let schema: Value = serde_json::from_str(raw.get()).expect("JSON");
    let definitions = schema["$defs"].as_object().expect("definitions");
    assert_eq!(definitions.keys().collect::<Vec<_>>(), ["Node", "Node2"]);
    assert_eq!(
        schema["properties"]["list"]["properties"]["next"]["$ref"],
        "#/$defs/Node2"
    );
    assert_eq!(
        definitions["Node2"]["properties"]["next"]["$ref"],
        "#/$defs/Node2"
    );
    assert_eq!(
        schema["properties"]["again"]["properties"]["children"]["items"]["$ref"],
        "#/$defs/Node"
    );
    check_input(&schema).expect("compiles");
}

#[test]
fn mutual_recursion_ends() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct A {
        b: Vec<B>,
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct B {
        a: Option<Box<A>>,
    }
    check_input(&arguments::<A>()).expect("compiles");
    let schema = output::<A>();
    assert_eq!(
        schema["properties"]["b"]["items"]["properties"]["a"]["anyOf"][0],
        json!({"type": "object"})
    );
}

// S-TOOL-06
#[test]
fn no_arguments_is_exactly_this() {
    assert_eq!(
        object_schema(&[], &Extra::Refused).get(),
        r#"{"type":"object","properties":{},"additionalProperties":false}"#
    );
    assert_eq!(
        object_schema(&[], &Extra::Allowed).get(),
        r#"{"type":"object","properties":{}}"#
    );
}

#[test]
fn properties_keep_the_order_of_their_declaration() {
    let property = |name: &str, required| Property {
        name: name.to_owned(),
        schema: input::<u8>(),
        required,
    };
    assert_eq!(
        object_schema(
            &[
                property("zeta", true),
                property("alpha", false),
                property("mid", true)
            ],
            &Extra::Refused
        )
        .get(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""zeta":{"type":"integer","minimum":0,"maximum":255},"#,
            r#""alpha":{"type":"integer","minimum":0,"maximum":255},"#,
            r#""mid":{"type":"integer","minimum":0,"maximum":255}"#,
            r#"},"required":["zeta","mid"],"additionalProperties":false}"#
        )
    );
}

#[test]
fn a_value_named_like_a_keyword_is_left_alone() {
    let schema = json!({
        "type": "object",
        "default": {"type": "x", "items": 1, "a": true},
        "properties": {"items": {"type": "string"}, "properties": {"type": "object"}}
    });
    let back: Value = serde_json::from_str(wire(&schema).get()).expect("JSON");
    assert_eq!(back, schema);
}

#[test]
fn whole_arguments_can_be_open() {
    assert_eq!(
        arguments::<Value>(),
        json!({"type": "object", "properties": {}})
    );
    assert_eq!(
        arguments::<Map<String, Value>>(),
        json!({"type": "object", "properties": {}})
    );
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Rest {
        a: bool,
        #[serde(flatten)]
        rest: BTreeMap<String, bool>,
    }
    assert_eq!(
        arguments::<Rest>()["additionalProperties"],
        json!({"type": "boolean"})
    );
}

// S-TOOL-06
#[test]
fn arguments_must_be_an_object() {
    assert_eq!(
        refused::<String>(),
        "type String: its schema is string, but MCP sends arguments as an object; \
         use it as one named parameter"
    );
    assert!(refused::<Vec<FileRef>>().starts_with("type Vec<FileRef>: its schema is array"));
}

#[test]
fn a_type_without_values_is_refused() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    enum Never {}
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Holder {
        never: Never,
    }
    assert!(input_schema_of::<Never>().is_err());
    assert!(input_schema_of::<Holder>().is_err());
}

// S-JS-02, S-JS-04, S-JS-06, S-JS-08, S-TOOL-06
#[test]
fn hand_written_schemas_are_only_looked_at() {
    #[track_caller]
    fn check(schema: Value, expected: Result<(), &str>) {
        let actual = check_input(&schema).map(drop);
        match expected {
            Ok(()) => assert_eq!(actual, Ok(())),
            Err(part) => {
                let message = actual.expect_err("refused");
                assert!(message.contains(part), "{message}");
            }
        }
    }
    check(
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {"a": {"$anchor": "x", "type": "object"}},
            "allOf": [{"anyOf": [{"required": ["p"]}]}],
            "additionalProperties": false
        }),
        Ok(()),
    );
    check(
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}),
        Ok(()),
    );
    check(json!({"type": "array"}), Err("\"type\": \"object\""));
    check(json!(true), Err("\"type\": \"object\""));
    check(
        json!({"$schema": "https://example.com/mine", "type": "object"}),
        Err("dialect that is not known"),
    );
    check(
        json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}}),
        Err("does not compile"),
    );
    check(
        json!({"type": "object", "properties": {"a": {"$ref": "file:///etc/passwd"}}}),
        Err("does not compile"),
    );
    check(
        json!({"type": "object", "required": "a"}),
        Err("does not compile"),
    );
}
