//! Keys that are missing, unknown, misspelt or in the wrong place.

use serde_json::{Value, json};

use super::*;

#[test]
fn an_unknown_argument_gets_its_nearest_name() {
    let search = compile(json!({
        "type": "object",
        "properties": {
            "query": {"type": "string"},
            "limit": {"type": "integer"},
            "order_id": {"type": "string"}
        },
        "required": ["query"],
        "additionalProperties": false
    }))
    .in_order(["query", "limit", "order_id"]);
    let check = |arguments: Value, expected: &str| {
        assert_eq!(lines(&search, arguments), [expected]);
    };
    check(
        json!({"query": "x", "limt": 5}),
        "- /limt: unknown argument; did you mean `limit`?",
    );
    // Not alike, but the only argument left that takes a number.
    check(
        json!({"query": "x", "max_results": 5}),
        "- /max_results: unknown argument; did you mean `limit`?",
    );
    check(
        json!({"query": "x", "orderId": "A-1"}),
        "- /orderId: unknown argument; did you mean `order_id`?",
    );
    check(
        json!({"query": "x", "id": "A-1"}),
        "- /id: unknown argument; did you mean `order_id`?",
    );
    check(
        json!({"query": "x", "colour": true}),
        "- /colour: unknown argument; known are `query`, `limit`, `order_id`",
    );
    check(
        json!({"search_text": "x"}),
        "- /query: missing (you sent `search_text`; did you mean that?)",
    );
    check(json!({}), "- /query: missing; must be a string");
    let none = compile(json!({"type": "object", "properties": {}, "additionalProperties": false}));
    assert_eq!(
        lines(&none, json!({"a": 1})),
        ["- /a: unknown argument; there are none"]
    );
}

#[test]
fn a_misspelt_key_explains_a_gap_in_an_open_object_too() {
    let open = compile(json!({
        "type": "object",
        "properties": {"order_id": {"type": "string"}},
        "required": ["order_id"]
    }));
    assert_eq!(
        lines(&open, json!({"orderID": "A-1", "session": 1})),
        ["- /order_id: missing (you sent `orderID`; did you mean that?)"]
    );
}

#[test]
fn a_key_in_the_wrong_object_is_found() {
    let validator = compile(json!({
        "type": "object",
        "properties": {
            "address": {
                "type": "object",
                "properties": {"city": {"type": "string"}, "zip": {"type": "string"}},
                "required": ["city", "zip"],
                "additionalProperties": false
            },
            "note": {"type": "string"},
            "limit": {"type": "integer"}
        },
        "additionalProperties": false
    }));
    let check = |mut arguments: Value, expected: &[&str], fit: Value| {
        let violations = validator.accept(&mut arguments).expect_err("invalid");
        let text = violations.describe_with_example("t");
        let (problems, shown) = text.split_once("\nThis would fit: ").expect("a fit");
        assert_eq!(problems.lines().skip(1).collect::<Vec<_>>(), expected);
        assert_eq!(serde_json::from_str::<Value>(shown).expect("JSON"), fit);
    };
    check(
        json!({"address": {"city": "B"}, "zip": "1"}),
        &[
            "- /zip: unknown argument; it belongs elsewhere",
            "- /address/zip: missing (you sent it as /zip)",
        ],
        json!({"address": {"city": "B", "zip": "1"}}),
    );
    check(
        json!({"options": {"limit": 5, "note": "n"}}),
        &["- /options: unknown argument; send what is in it by itself: `limit`, `note`"],
        json!({"limit": 5, "note": "n"}),
    );
}

#[test]
fn a_flood_of_unknown_keys_costs_no_more_than_a_report_shows() {
    const SENT: usize = 300_000;
    let sent: serde_json::Map<_, _> = (0..SENT).map(|n| (format!("x{n}"), json!(n))).collect();
    let before = nearest::comparisons();
    let lines = lines(&refund(), Value::Object(sent));
    let compared = nearest::comparisons() - before;
    // Three missing keys look at 200 strays, 200 unknown keys at the one that is left.
    assert!((1..=800).contains(&compared), "{compared} comparisons");

    let (last, shown) = lines.split_last().expect("lines");
    assert_eq!(*last, "… and maybe more: not every part was looked at");
    assert!(shown.len() > 10, "{shown:?}");

    // The same flood spread over many objects.
    let many = compile(json!({
        "type": "object",
        "properties": {"a": {"items": {
            "type": "object",
            "properties": {"name": {}},
            "additionalProperties": false
        }}}
    }));
    let item: Value = (0..1_000).map(|n| (format!("x{n}"), json!(n))).collect();
    let before = nearest::comparisons();
    let mut arguments = json!({"a": vec![item; 150]});
    let text = many
        .accept(&mut arguments)
        .expect_err("unknown keys")
        .describe("t");
    assert!(nearest::comparisons() - before <= 200);
    assert!(
        text.ends_with("… and maybe more: not every part was looked at"),
        "{text}"
    );
}

#[test]
fn strays_spread_over_many_objects_are_not_all_compared() {
    let validator = compile(json!({
        "type": "object",
        "properties": { "a": { "items": {
            "type": "object",
            "properties": { "name": { "type": "string" } },
            "required": ["name"],
        } } },
    }));
    let item: Value = (0..200).map(|n| (format!("x{n}"), json!(n))).collect();
    let before = nearest::comparisons();
    let mut sent = json!({ "a": vec![item; 150] });
    validator.accept(&mut sent).expect_err("names are missing");
    assert!((1..=200).contains(&(nearest::comparisons() - before)));
}

// P30
#[test]
fn an_object_of_all_arguments_is_told_in_one_line() {
    let check = |arguments: Value, line: &str| {
        let mut sent = arguments.clone();
        let violations = refund().accept(&mut sent).expect_err("invalid");
        let text = violations.describe_with_example("t");
        let fit = r#"{"amount_cents":5,"order_id":"A-1042","reason":"late"}"#;
        let fit: Value = serde_json::from_str(fit).expect("JSON");
        let (problems, offered) = text.split_once("\nThis would fit: ").expect(&text);
        assert_eq!(
            problems.lines().skip(1).collect::<Vec<_>>(),
            [line],
            "{arguments}"
        );
        assert_eq!(serde_json::from_str::<Value>(offered).expect("JSON"), fit);
    };
    let inner = json!({"order_id": "A-1042", "amount_cents": 5, "reason": "late"});
    let told =
        "unknown argument; send what is in it by itself: `amount_cents`, `order_id`, `reason`";
    for wrapper in ["arguments", "params", "payload"] {
        check(json!({wrapper: inner}), &format!("- /{wrapper}: {told}"));
    }
    check(
        json!({"args": inner.to_string()}),
        &format!("- /args: {told}"),
    );
    // What is in it is mended as well.
    let misspelt = json!({"orderId": "A-1042", "amount_cents": 5, "reason": "Late"});
    let told = told.replace("`amount_cents`, `order_id`", "`amount_cents`, `orderId`");
    check(json!({"params": misspelt}), &format!("- /params: {told}"));
}

#[test]
fn an_object_of_arguments_explains_the_gaps_of_an_open_object_too() {
    let open = compile(json!({
        "type": "object",
        "properties": {"order_id": {"type": "string"}, "n": {"type": "integer"}},
        "required": ["order_id", "n"]
    }));
    assert_eq!(
        lines(&open, json!({"arguments": {"order_id": "A-1", "n": 1}})),
        [
            "- /order_id: missing (you sent it as /arguments/order_id)",
            "- /n: missing (you sent it as /arguments/n)",
        ]
    );
}

#[test]
fn a_missing_argument_is_described_in_one_line() {
    #[track_caller]
    fn check(schema: Value, expected: &str) {
        let validator =
            compile(json!({"type": "object", "properties": {"a": schema}, "required": ["a"]}));
        assert_eq!(
            lines(&validator, json!({})),
            [format!("- /a: missing; must be {expected}")]
        );
    }
    check(
        json!({"type": "string", "pattern": "^[A-Z]-", "description": "Order id, such as A-1042.\nx"}),
        "a string that matches the pattern `^[A-Z]-` (Order id, such as A-1042.)",
    );
    check(
        json!({"type": "string", "pattern": "^[A-Z]-", "examples": ["A-1"]}),
        "a string that matches the pattern `^[A-Z]-`, for example \"A-1\"",
    );
    check(
        json!({"type": "integer", "minimum": 1, "maximum": 50, "examples": [7]}),
        "an integer from 1 to 50, for example 7",
    );
    check(
        json!({"type": "number", "minimum": 0}),
        "a number of at least 0",
    );
    check(
        json!({"type": "integer", "maximum": 9}),
        "an integer of at most 9",
    );
    check(
        json!({"type": "string", "minLength": 1, "maxLength": 60}),
        "a string of 1 to 60 characters",
    );
    check(
        json!({"type": "string", "minLength": 2}),
        "a string of at least 2 characters",
    );
    check(
        json!({"type": "string", "minLength": 5, "maxLength": 5}),
        "a string of 5 characters",
    );
    check(
        json!({"type": "array", "maxItems": 1}),
        "an array of at most 1 item",
    );
    check(
        json!({"type": "string", "enum": ["a", "b"]}),
        "one of \"a\", \"b\"",
    );
    check(
        json!({"type": "string", "format": "date", "examples": ["2026-01-01"]}),
        "a date, for example \"2026-01-31\"",
    );
}
