//! What a tool publishes as its input.

use super::*;

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
    for name in ["a", "order_id", "_", "A1", &"x".repeat(64)] {
        assert_eq!(check_key(name), Ok(()));
    }
    for (name, plain) in [
        ("", "_"),
        ("order.id", "order_id"),
        ("A-1", "A_1"),
        ("1st", "_1st"),
        ("größe", "gr__e"),
        ("a b/c", "a_b_c"),
        (&*"x".repeat(65), &*"x".repeat(64)),
    ] {
        let fault = check_key(name).expect_err("refused");
        assert!(fault.contains(&format!("say to `{plain}`")), "{fault}");
        assert_eq!(check_key(plain), Ok(()));
    }
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
