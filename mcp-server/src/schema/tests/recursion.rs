//! Types that contain themselves.

use super::*;

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

// P12
#[test]
fn a_recursive_input_is_cut_where_that_is_asked_for() {
    let unrolled = |levels| -> Value {
        let profile = SchemaProfile::Unrolled(levels);
        let arguments = arguments_of::<Node>(profile).expect("publishable");
        let arguments = arguments.settled(profile, false);
        serde_json::from_str(arguments.schema().get()).expect("JSON")
    };
    let bare = json!({"type": "array", "items": {"type": "object"}});
    assert_eq!(unrolled(1)["properties"]["children"], bare);
    let inner = unrolled(2)["properties"]["children"]["items"].clone();
    assert_eq!(inner["properties"]["children"], bare);
    assert_eq!(inner["additionalProperties"], json!(false));
    assert_eq!(unrolled(2).get("$defs"), None);

    let validator = check_input(&unrolled(2)).expect("compiles");
    let tree = |leaf: Value| json!({"name": "a", "children": [{"name": "b", "children": [leaf]}]});
    assert!(validator.is_valid(&tree(json!({"name": "c", "children": []}))));
    // What lies deeper is for serde to judge.
    assert!(validator.is_valid(&tree(json!({"size": 1}))));
    assert!(!validator.is_valid(&json!({"name": "a", "children": [{"size": 1}]})));
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
