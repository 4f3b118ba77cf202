//! What is made up for.

use serde_json::{Value, json};

use super::*;

#[test]
fn absent_null_and_empty_arguments_are_the_same() {
    let validator =
        compile(json!({"type": "object", "properties": {}, "additionalProperties": false}));
    for mut arguments in [Value::Null, json!({})] {
        validator.accept(&mut arguments).expect("valid");
        assert_eq!(arguments, json!({}));
    }
}

#[test]
fn null_for_something_optional_counts_as_absent() {
    let validator = compile(json!({
        "type": "object",
        "properties": {
            "since": {"type": "string"},
            "filter": {
                "type": "object",
                "properties": {"min": {"type": "number"}, "max": {"type": "number"}},
                "required": ["min"]
            },
            "list": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
            "free": {"type": ["string", "null"]},
            "any": {}
        },
        "additionalProperties": false,
        "$defs": {"Item": {"type": "object", "properties": {"n": {"type": "integer"}}}}
    }));
    let mut arguments = json!({
        "since": null,
        "filter": {"min": 1, "max": null},
        "list": [{"n": null}],
        "free": null,
        "any": null
    });
    validator.accept(&mut arguments).expect("valid");
    assert_eq!(
        arguments,
        json!({"filter": {"min": 1}, "list": [{}], "free": null, "any": null})
    );
    // Required or unknown: `null` is a value like any other.
    assert_eq!(
        lines(&validator, json!({"filter": {"min": null}})),
        ["- /filter/min: must be a number, got null"]
    );
    assert_eq!(
        lines(&validator, json!({"since": "null", "x": null})).len(),
        1
    );
}

#[test]
fn whole_floats_become_integers_only_where_asked_and_exact() {
    let validator = compile(json!({
        "type": "object",
        "properties": {
            "max": {"type": "integer"},
            "ratio": {"type": "number"},
            "list": {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}
        }
    }));
    let mut arguments: Value =
        serde_json::from_str(r#"{"max": 1e3, "ratio": 2.0, "list": [30.0, null, -4.0]}"#)
            .expect("JSON");
    validator
        .accept(&mut arguments)
        .expect("JSON Schema counts them as integers");
    assert!(!validator.whole_numbers(&mut arguments).is_empty());
    assert_eq!(
        arguments,
        json!({"max": 1000, "ratio": 2.0, "list": [30, null, -4]})
    );
    assert!(validator.whole_numbers(&mut arguments).is_empty());
    let mut beyond = json!({"max": 1e20});
    assert!(validator.whole_numbers(&mut beyond).is_empty());

    // …993.0 is …992.0 once it is a float: from 2^53 on nobody knows what was sent.
    for (text, exact) in [
        ("9007199254740993.0", false),
        ("9007199254740992.0", false),
        ("-9007199254740992.0", false),
        ("9007199254740991.0", true),
        ("-9007199254740991.0", true),
    ] {
        let mut value: Value =
            serde_json::from_str(&format!(r#"{{"max": {text}}}"#)).expect("JSON");
        assert_eq!(
            !validator.whole_numbers(&mut value).is_empty(),
            exact,
            "{text}"
        );
        assert_eq!(value["max"].is_i64(), exact, "{text}");
    }
}

/// A list of lists, and of lists in texts.
fn lists() -> Validator {
    compile(json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/List" } },
        "$defs": { "List": { "type": "array", "items": { "$ref": "#/$defs/List" } } },
    }))
}

#[test]
fn texts_within_texts_do_not_get_deeper_than_json() {
    let nested = |layers: usize, levels: usize| {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        (1..layers).fold(format!("{open}{close}"), |inner, _| {
            format!("{open}{}{close}", Value::from(inner))
        })
    };
    let accept = |text: String| lists().accept(&mut json!({ "a": text }));
    assert_eq!(accept(nested(2, 60)).expect("few levels").len(), 2);
    // Two thousand levels end a process whose stack has two megabytes.
    let refused = accept(nested(16, 120)).expect_err("too deep");
    assert!(refused.describe("t").chars().count() <= 1_500);
}

#[test]
fn of_many_repairs_the_first_are_told() {
    let validator = compile(json!({
        "type": "object",
        "properties": { "a": { "type": "array", "items": { "type": "integer" } } },
    }));
    let mut texts = json!({ "a": vec!["1"; 10_000] });
    let told = validator.accept(&mut texts).expect("repaired");
    assert_eq!((told.len(), &*told[49].path), (50, "/a/49"));
    assert_eq!(texts["a"][9_999], 1);
    let mut floats = json!({ "a": vec![1.0; 10_000] });
    assert_eq!(validator.whole_numbers(&mut floats).len(), 50);
    assert!(floats["a"][9_999].is_i64());
}

#[test]
fn only_what_governs_a_value_repairs_it() {
    let validator = compile(json!({
        "type": "object",
        "properties": {
            "n": { "type": "integer" },
            "map": {
                "type": "object",
                "patternProperties": { "^x-": {} },
                "additionalProperties": { "type": "integer" },
            },
            "pair": { "type": "array", "prefixItems": [{}], "items": { "type": "integer" } },
        },
    }));
    let mut sent = json!({ "n": "1", "map": { "x-id": "007", "x-n": "7" }, "pair": ["1", "2"] });
    validator.accept(&mut sent).expect("repaired");
    let expected = json!({ "n": 1, "map": { "x-id": "007", "x-n": "7" }, "pair": ["1", 2] });
    assert_eq!(sent, expected);
}

#[test]
fn parts_that_each_lead_on_are_walked_for_a_while_only() {
    let node = json!({ "properties": { "next": { "$ref": "#/$defs/Node" } } });
    let validator = compile(json!({
        "type": "object",
        "properties": { "n": { "type": "integer" }, "first": { "$ref": "#/$defs/Node" } },
        "$defs": { "Node": { "allOf": [node, node] } },
    }));
    let deep = (0..100).fold(json!({}), |next, _| json!({ "next": next }));
    let start = std::time::Instant::now();
    let mut sent = json!({ "first": deep, "n": "x" });
    assert!(validator.accept(&mut sent).is_err());
    // Two to the power of a hundred steps would never end.
    assert!(start.elapsed() < std::time::Duration::from_secs(60));
}
