//! Enums of every representation.

use super::*;

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
fn tagged_variants_merge_into_one_object() {
    let expected = json!({
        "type": "object",
        "properties": {
            "op": {"type": "string", "enum": ["Read", "Write"]},
            "path": {"type": "string"},
            "body": {"type": "string", "description": "required when op=Write"}
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
                "path": {"type": "string", "description": "required when kind=File"},
                "href": {"type": "string", "description": "Where it is (required when kind=Url)"}
            },
            "required": ["kind"]
        })
    );
}

#[test]
fn what_is_required_of_one_variant_only_is_said() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "by")]
    enum Search {
        Name { text: String, limit: Option<u8> },
        Place { text: String, near: Option<String> },
        Tag { text: Option<String>, limit: u8 },
    }
    let said = |name: &str| property::<Search>(name)["description"].clone();
    assert_eq!(said("text"), "required when by=Name or Place");
    assert_eq!(said("near"), "used when by=Place");
    assert_eq!(
        said("limit"),
        "required when by=Tag, used when by=Name. From 0 to 255."
    );
    assert_eq!(input::<Search>()["required"], json!(["by"]));
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
