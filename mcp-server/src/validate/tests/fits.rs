//! The arguments as they should have been.

use serde_json::{Value, json};

use super::*;

#[test]
fn what_was_sent_is_never_replaced_by_an_example() {
    let text = |schema: Value, value: Value| {
        let validator =
            compile(json!({"type": "object", "properties": {"a": schema}, "required": ["a"]}));
        let violations = validator
            .accept(&mut json!({"a": value}))
            .expect_err("invalid");
        violations.describe_with_example("t")
    };
    let amount = json!({"type": "integer", "examples": [1999]});
    let told = text(amount.clone(), json!(19.99));
    assert!(
        told.ends_with("must be an integer, got number 19.99, for example 1999"),
        "{told}"
    );
    // Nor is what was not sent: it would be an amount that nobody named.
    let told = text(amount, Value::Null);
    assert!(
        told.ends_with("must be an integer, got null, for example 1999"),
        "{told}"
    );
    let id = json!({"type": "string", "pattern": "^[A-Z]-", "examples": ["A-1"]});
    assert!(!text(id, json!("1")).contains("This would fit"));
}

#[test]
fn an_example_fits_or_is_not_shown() {
    let validator = compile(json!({
        "type": "object",
        "properties": {
            "limit": {"type": "integer", "maximum": 50},
            "even": {"type": "integer", "minimum": 1, "multipleOf": 2},
            "text": {"type": "string"}
        },
        "additionalProperties": false
    }));
    let told = |mut arguments: Value| {
        let violations = validator.accept(&mut arguments).expect_err("invalid");
        violations.describe_with_example("t")
    };
    // Renamed first, then within its bound.
    assert!(told(json!({"limt": 500})).ends_with("\nThis would fit: {\"limit\":50}"));
    // Its bound is not a multiple.
    assert!(!told(json!({"even": -2})).contains("This would fit"));
    let long = told(json!({"text": "x".repeat(5_000), "limit": 500}));
    assert!(!long.contains("This would fit"), "{long}");
}

/// What is offered in place of these arguments.
#[track_caller]
fn fit(schema: Value, mut arguments: Value) -> Option<Value> {
    let violations = compile(schema).accept(&mut arguments).expect_err("invalid");
    let text = violations.describe_with_example("t");
    let (_, fit) = text.split_once("\nThis would fit: ")?;
    Some(serde_json::from_str(fit).expect("JSON"))
}

#[test]
fn nothing_is_offered_that_nobody_sent() {
    let payment = || {
        json!({
            "type": "object",
            "properties": {
                "account": {"type": "integer", "examples": [42]},
                "kind": {"const": "payment"},
                "note": {"type": "string"}
            },
            "required": ["account", "kind"],
            "additionalProperties": false
        })
    };
    assert_eq!(fit(payment(), json!({})), None);
    assert_eq!(fit(payment(), json!({"kind": "payment"})), None);
    // A tag is no choice.
    let tagged = json!({"account": 7, "kind": "payment"});
    assert_eq!(fit(payment(), json!({"account": 7})), Some(tagged));
    // A number that is another than was written.
    for great in [9_007_199_254_740_993_f64, 1e19, -1e300] {
        assert_eq!(
            fit(
                payment(),
                json!({"account": 7, "kind": "payment", "note": great})
            ),
            None
        );
    }
    // Nothing is left of the call.
    let open = json!({"type": "object", "properties": {}, "additionalProperties": false});
    assert_eq!(fit(open, json!({"a": 1})), None);
}

#[test]
fn what_is_offered_shows_every_character() {
    let schema = json!({
        "type": "object",
        "properties": {"limit": {"type": "integer", "maximum": 5}, "text": {"type": "string"}}
    });
    let mut sent = json!({"limit": 6, "text": "a\u{202e}b\u{2028}\u{e0041}"});
    let violations = compile(schema).accept(&mut sent).expect_err("invalid");
    let text = violations.describe_with_example("t");
    let offered = r#"This would fit: {"limit":5,"text":"a\u202eb\u2028\udb40\udc41"}"#;
    assert!(text.ends_with(offered), "{text}");
}
