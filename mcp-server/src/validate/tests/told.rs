//! What a model reads of each problem.

use serde_json::{Value, json};

use super::*;

// S-JS-10, S-TOOL-24
#[test]
fn every_problem_is_told_at_once() {
    let mut arguments = json!({"orderId": "A-1042", "amount_cents": 0, "reason": "sad"});
    let violations = refund().accept(&mut arguments).expect_err("invalid");
    assert_eq!(
        violations.describe("refund_order"),
        "Invalid arguments for refund_order:\n\
         - /order_id: missing (you sent `orderId`; did you mean that?)\n\
         - /amount_cents: must be at least 1, got number 0\n\
         - /reason: must be one of \"damaged\", \"late\", \"other\", got string \"sad\""
    );
    let paths: Vec<_> = violations
        .iter()
        .map(|it| (it.path.as_str(), it.keyword.as_str()))
        .collect();
    assert_eq!(
        paths,
        [
            ("/order_id", "required"),
            ("/amount_cents", "minimum"),
            ("/reason", "enum")
        ]
    );
}

#[test]
fn each_rule_has_words() {
    check(
        json!({"type": "integer"}),
        json!("many"),
        "must be an integer, got string \"many\"",
    );
    check(
        json!({"type": "integer"}),
        json!(1.5),
        "must be an integer, got number 1.5",
    );
    check(
        json!({"type": "string"}),
        json!({}),
        "must be a string, got empty object",
    );
    check(
        json!({"type": "object"}),
        json!([1, 2]),
        "must be an object, got array of 2 items",
    );
    check(
        json!({"type": "boolean"}),
        json!(1),
        "must be true or false, got number 1",
    );
    check(
        json!({"type": ["integer", "string"]}),
        json!(true),
        "must be an integer or a string, got boolean true",
    );
    check(
        json!({"enum": ["a", 1]}),
        json!("zzz"),
        "must be one of \"a\", 1, got string \"zzz\"",
    );
    check(
        json!({"enum": ["damaged", "late"]}),
        json!("Late"),
        "must be one of \"damaged\", \"late\", got string \"Late\"; did you mean \"late\"?",
    );
    check(
        json!({"const": "x"}),
        json!("y"),
        "must be \"x\", got string \"y\"",
    );
    check(
        json!({"enum": ["x"]}),
        json!("y"),
        "must be \"x\", got string \"y\"",
    );
    check(
        json!({"minimum": 1}),
        json!(0),
        "must be at least 1, got number 0",
    );
    check(
        json!({"maximum": 4_294_967_295_u32}),
        json!(4_294_967_296_u64),
        "must be at most 4294967295, got number 4294967296",
    );
    check(
        json!({"exclusiveMinimum": 0}),
        json!(0),
        "must be greater than 0, got number 0",
    );
    check(
        json!({"exclusiveMaximum": 9.5}),
        json!(10),
        "must be less than 9.5, got number 10",
    );
    check(
        json!({"multipleOf": 5}),
        json!(7),
        "must be a multiple of 5, got number 7",
    );
    check(
        json!({"minLength": 1}),
        json!(""),
        "must not be empty; leave it out if there is none",
    );
    check(
        json!({"minLength": 2}),
        json!("a"),
        "must be at least 2 characters long, got 1 character",
    );
    check(
        json!({"maxLength": 1}),
        json!("ab"),
        "must be at most 1 character long, got 2 characters",
    );
    check(
        json!({"minItems": 1}),
        json!([]),
        "must have at least 1 item, got 0 items",
    );
    check(
        json!({"maxItems": 2}),
        json!([1, 2, 3]),
        "must have at most 2 items, got 3 items",
    );
    check(
        json!({"uniqueItems": true}),
        json!([1, 1]),
        "must not contain an item twice, got the same at 0 and 1",
    );
    check(
        json!({"contains": {"const": 1}}),
        json!([2]),
        "must contain a fitting item",
    );
    check(
        json!({"minProperties": 1}),
        json!({}),
        "must have at least 1 property, got 0 properties",
    );
    check(
        json!({"maxProperties": 0}),
        json!({"a": 1}),
        "must have at most 0 properties, got 1 property",
    );
    check(
        json!({"not": {"const": 0}}),
        json!(0),
        "has a value that is ruled out",
    );
    check(
        json!({"propertyNames": {"maxLength": 2}}),
        json!({"abc": 1}),
        "has a key that must be at most 2 characters long",
    );
    check(
        json!({"type": "string", "format": "date-time"}),
        json!("2026-01-31"),
        "must be a date and time with offset, for example \"2026-01-31T09:00:00Z\", got string \"2026-01-31\"",
    );
    check(
        json!({"type": "string", "pattern": "^a"}),
        json!("b"),
        "must match the pattern `^a`, got string \"b\"",
    );
    check(
        json!({"type": "string", "pattern": "^a", "description": "An a-word.\nMore."}),
        json!("b"),
        "must match the pattern `^a` (An a-word.), got string \"b\"",
    );
    check(
        json!({"type": "string", "pattern": "^a", "examples": ["apple"], "description": "x"}),
        json!("b"),
        "must match the pattern `^a`, for example \"apple\", got string \"b\"",
    );
}

#[test]
fn problems_inside_are_told_with_their_path() {
    let validator = compile(json!({
        "type": "object",
        "properties": {
            "lines": {
                "type": "array",
                "items": {"$ref": "#/$defs/Line"}
            }
        },
        "$defs": {
            "Line": {
                "type": "object",
                "properties": {"sku": {"type": "string", "pattern": "^s", "examples": ["s1"]}, "count": {"type": "integer"}},
                "required": ["sku"],
                "additionalProperties": false
            }
        }
    }));
    assert_eq!(
        lines(
            &validator,
            json!({"lines": [{"sku": "s1"}, {"sku": "x", "cuont": 1}, {"SKU": "s1"}]})
        ),
        [
            "- /lines/1/sku: must match the pattern `^s`, for example \"s1\", got string \"x\"",
            "- /lines/1/cuont: unknown key; did you mean `count`?",
            "- /lines/2/sku: missing (you sent `SKU`; did you mean that?)",
        ]
    );
}

#[test]
fn secrets_are_never_repeated() {
    let validator = compile(json!({
        "type": "object",
        "properties": {
            "token": {"type": "object", "properties": {"v": {"type": "integer"}}},
            "kind": {"type": "string", "enum": ["alpha"]},
            "open": {"type": "integer"}
        }
    }))
    .in_order(["token", "kind", "open"])
    .secret(["token", "kind"]);
    let text = lines(
        &validator,
        json!({"token": {"v": "hunter2"}, "kind": "alpah", "open": "seen"}),
    );
    assert_eq!(
        text,
        [
            "- /token/v: must be an integer, got string",
            "- /kind: must be \"alpha\", got string",
            "- /open: must be an integer, got string \"seen\"",
        ]
    );
    let error = serde_json::from_value::<u8>(json!("hunter2")).expect_err("not a number");
    assert!(!describe_serde("/token", &error, true).contains("hunter2"));
    assert!(describe_serde("/token", &error, false).contains("hunter2"));
}

#[test]
fn a_report_is_short_whatever_was_sent() {
    let long = "x".repeat(20_000);
    let validator = refund();
    let mut hostile = serde_json::Map::new();
    for index in 0..500 {
        hostile.insert(format!("{index}\n- /order_id: fine{long}"), json!(long));
    }
    let text = lines(&validator, Value::Object(hostile));
    assert!(
        text.last().expect("lines").starts_with("… and "),
        "{text:?}"
    );
    assert!(
        text.iter()
            .all(|line| line.starts_with("- /") || line.starts_with("… and "))
    );

    let lines = lines(
        &validator,
        json!({"order_id": "A-1042", "amount_cents": long, "reason": "late"}),
    );
    let expected = format!(
        "- /amount_cents: must be an integer from 1 to 4294967295, got string \"{}",
        "x".repeat(60)
    );
    assert!(lines[0].starts_with(&expected));
    assert!(lines[0].chars().count() < 150);

    let many =
        compile(json!({"type": "object", "properties": {"a": {"items": {"type": "integer"}}}}));
    let wrong = vec![json!("x"); 100_000];
    let mut arguments = json!({"a": wrong});
    let violations = many.accept(&mut arguments).expect_err("invalid");
    assert!(violations.describe("t").chars().count() <= 1_500);
}

#[test]
fn what_was_sent_cannot_forge_a_line() {
    let validator = compile(json!({"type": "object", "properties": {"a": {"type": "integer"}}}));
    // Line separators, marks that turn the text around, and what does not show.
    assert_eq!(
        lines(
            &validator,
            json!({"a": "1\u{2028}\u{2029}\u{202e}\u{200b}\u{feff}é"})
        ),
        ["- /a: must be an integer, got string \"1\\u2028\\u2029\\u202e\\u200b\\ufeffé\""]
    );
    let strange = json!({"b\u{202e}\u{2028}": 1});
    let closed =
        compile(json!({"type": "object", "properties": {}, "additionalProperties": false}));
    assert_eq!(
        lines(&closed, strange),
        ["- /b\u{fffd}\u{fffd}: unknown argument; there are none"]
    );
    let text = lines(&validator, json!({"a": "1\n- /b: missing"}));
    assert_eq!(
        text,
        ["- /a: must be an integer, got string \"1\\n- /b: missing\""]
    );
}

#[test]
fn out_of_range_is_said_with_the_bound_and_never_wraps() {
    let mut arguments =
        json!({"order_id": "A-1042", "amount_cents": 4_294_967_296_u64, "reason": "late"});
    let text = refund()
        .accept(&mut arguments)
        .expect_err("invalid")
        .describe("t");
    assert!(
        text.ends_with("- /amount_cents: must be at most 4294967295, got number 4294967296"),
        "{text}"
    );
    let error = serde_json::from_value::<u64>(json!(1e20)).expect_err("too large");
    let text = describe_serde("/id", &error, false);
    let expected = match numbers_are_text() {
        true => "- /id: must be a number in the range of its type",
        false => {
            "- /id: must be an integer from 0 to 18446744073709551615, got floating point `1e+20`"
        }
    };
    assert!(text.ends_with(expected), "{text}");
}

// S-JS-02, S-JS-03
#[test]
fn older_dialects_keep_their_meaning() {
    let validator = compile(json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {"a": {"items": [{"type": "integer"}, {"type": "string"}]}}
    }));
    assert!(validator.is_valid(&json!({"a": [1, "x"]})));
    assert_eq!(
        lines(&validator, json!({"a": ["x", "y"]})),
        ["- /a/0: must be an integer, got string \"x\""]
    );
}
