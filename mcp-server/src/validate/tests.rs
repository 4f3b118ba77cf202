//! What a model reads when a call is not valid.

use serde_json::{Value, json};

use super::*;

fn compile(schema: Value) -> Validator {
    Validator::compile(&schema).expect("compiles")
}

/// The lines below the heading.
fn lines(validator: &Validator, mut arguments: Value) -> Vec<String> {
    let violations = validator.accept(&mut arguments).expect_err("invalid");
    let text = violations.describe("t");
    assert!(text.starts_with("Invalid arguments for t:\n"), "{text}");
    assert!(
        text.chars().count() <= 1_500,
        "{} characters",
        text.chars().count()
    );
    text.lines().skip(1).map(str::to_owned).collect()
}

/// Checks the one problem of a value against a schema for it.
#[track_caller]
fn check(schema: Value, value: Value, expected: &str) {
    let validator = compile(json!({"type": "object", "properties": {"a": schema}}));
    assert_eq!(
        lines(&validator, json!({"a": value})),
        [format!("- /a: {expected}")]
    );
}

fn refund() -> Validator {
    compile(json!({
        "type": "object",
        "properties": {
            "order_id": {
                "type": "string",
                "pattern": r"^[A-Z]-\d{4}$",
                "description": "Order id, such as A-1042."
            },
            "amount_cents": {"type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32},
            "reason": {"type": "string", "enum": ["damaged", "late", "other"]},
            "note": {"type": "string"}
        },
        "required": ["order_id", "amount_cents", "reason"],
        "additionalProperties": false
    }))
    .in_order(["order_id", "amount_cents", "reason", "note"])
}

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
        "must be at least 2 characters long",
    );
    check(
        json!({"maxLength": 1}),
        json!("ab"),
        "must be at most 1 character long",
    );
    check(
        json!({"minItems": 1}),
        json!([]),
        "must have at least 1 item",
    );
    check(
        json!({"maxItems": 2}),
        json!([1, 2, 3]),
        "must have at most 2 items",
    );
    check(
        json!({"uniqueItems": true}),
        json!([1, 1]),
        "must not contain an item twice",
    );
    check(
        json!({"contains": {"const": 1}}),
        json!([2]),
        "must contain a fitting item",
    );
    check(
        json!({"minProperties": 1}),
        json!({}),
        "must have at least 1 property",
    );
    check(
        json!({"maxProperties": 0}),
        json!({"a": 1}),
        "must have at most 0 properties",
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
    let told = text(amount, Value::Null);
    assert!(told.ends_with("\nThis would fit: {\"a\":1999}"), "{told}");
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

// P34
#[test]
fn a_great_integer_written_as_a_float_is_found_wherever_it_is() {
    let validator = compile(json!({
        "type": "object",
        "properties": {
            "list": {"type": "array", "items": {
                "type": "object", "properties": {"id": {"type": "integer"}, "x": {"type": "number"}}
            }}
        }
    }));
    let sent = json!({"list": [{"id": 1}, {"id": 9_007_199_254_740_994.0, "x": 1e18}]});
    let violations = validator.inexact(&sent).expect("a problem");
    let text = violations.describe_with_example("t");
    let expected = "- /list/1/id: must be an integer, got number 9007199254740994.0; write it as \
                    digits, without exponent or point\n\
                    This would fit: {\"list\":[{\"id\":1},{\"id\":9007199254740994,\"x\":1e+18}]}";
    assert!(text.ends_with(expected), "{text}");
    assert!(
        validator
            .inexact(&json!({"list": [{"id": 5, "x": 2.0}]}))
            .is_none()
    );
}

#[test]
fn a_union_is_one_problem() {
    let of = |union: Value| json!({"anyOf": union});
    check(
        of(json!([{"type": "integer"}, {"type": "string"}])),
        json!(true),
        "must be an integer or a string, got boolean true",
    );
    check(
        of(json!([{"type": "string", "enum": ["None"]}, {"type": "object"}])),
        json!(5),
        "must be \"None\" or an object, got number 5",
    );
    // The branch of the right type was meant.
    check(
        of(json!([{"type": "integer", "minimum": 3}, {"type": "string"}])),
        json!(1),
        "must be at least 3, got number 1",
    );
    check(
        json!({"oneOf": [{"minimum": 1}, {"maximum": 9}]}),
        json!(5),
        "must have exactly one of the forms in the schema, not several",
    );
}

#[test]
fn a_tagged_union_is_judged_by_the_branch_of_its_tag() {
    let branch = |tag: &str, content: Value| {
        json!({
            "type": "object",
            "properties": {"t": {"type": "string", "enum": [tag]}, "c": content},
            "required": ["t", "c"]
        })
    };
    let validator = compile(json!({
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/Union"},
            "list": {"type": "array", "items": {"$ref": "#/$defs/Union"}}
        },
        "$defs": {"Union": {"anyOf": [
            branch("Number", json!({"type": "integer"})),
            branch("Text", json!({"type": "string", "pattern": "^a", "examples": ["apple"]}))
        ]}}
    }));
    assert_eq!(
        lines(&validator, json!({"a": {"t": "Number", "c": "x"}})),
        ["- /a/c: must be an integer, got string \"x\""]
    );
    assert_eq!(
        lines(&validator, json!({"a": {"t": "Text"}})),
        ["- /a/c: missing; must be a string, for example \"apple\""]
    );
    assert_eq!(
        lines(
            &validator,
            json!({"list": [{"t": "Text", "c": "a"}, {"t": "Text", "c": "b"}]})
        ),
        ["- /list/1/c: must match the pattern `^a`, for example \"apple\", got string \"b\""]
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
    assert!(!describe_serde("t", "/token", &error, true).contains("hunter2"));
    assert!(describe_serde("t", "/token", &error, false).contains("hunter2"));
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
        "- /amount_cents: must be an integer, got string \"{}",
        "x".repeat(60)
    );
    assert!(lines[0].starts_with(&expected));
    assert!(lines[0].chars().count() < 130);

    let many =
        compile(json!({"type": "object", "properties": {"a": {"items": {"type": "integer"}}}}));
    let wrong = vec![json!("x"); 100_000];
    let mut arguments = json!({"a": wrong});
    let violations = many.accept(&mut arguments).expect_err("invalid");
    assert!(violations.describe("t").chars().count() <= 1_500);
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
    let told = format!("… and {} more", SENT + 3 - shown.len());
    assert_eq!(*last, told);

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
    let shown = text.lines().count() - 2;
    let told = format!("\n… and {} more", 150_000 - shown);
    assert!(text.ends_with(&told), "{text}");
}

#[test]
fn what_was_sent_cannot_forge_a_line() {
    let validator = compile(json!({"type": "object", "properties": {"a": {"type": "integer"}}}));
    let text = lines(&validator, json!({"a": "1\n- /b: missing"}));
    assert_eq!(
        text,
        ["- /a: must be an integer, got string \"1\\n- /b: missing\""]
    );
}

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
    let text = describe_serde("t", "/id", &error, false);
    let expected = match numbers_are_text() {
        true => "- /id: must be a number in the range of its type",
        false => {
            "- /id: must be an integer from 0 to 18446744073709551615, got floating point `1e+20`"
        }
    };
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn a_whole_float_too_great_to_be_exact_is_asked_for_in_digits() {
    if numbers_are_text() {
        return; // serde_json tells nothing but "invalid number" then.
    }
    let told = |value: f64, secret| {
        let error = serde_json::from_value::<i64>(json!(value)).expect_err("a float");
        describe_serde("t", "/id", &error, secret)
    };
    let range = "- /id: must be an integer from -9223372036854775808 to 9223372036854775807";
    let advice = "; write it as digits, without exponent or point";
    let text = told(1e18, false);
    assert!(
        text.ends_with(&format!("{range}, got floating point `1e+18`{advice}")),
        "{text}"
    );
    assert!(told(1e18, true).ends_with(&format!("{range}{advice}")));
    // Digits would not help these.
    assert!(told(1e19, false).ends_with("got floating point `1e+19`"));
    assert!(told(1.5, false).ends_with("got floating point `1.5`"));
}

/// Whether some crate has switched on `serde_json/arbitrary_precision`.
fn numbers_are_text() -> bool {
    serde_json::from_str::<Value>("1e400").is_ok()
}

#[test]
fn problems_of_the_rust_type_have_the_same_form() {
    use serde::{Deserialize, de::DeserializeOwned};
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Point {
        x: u8,
    }
    #[derive(Debug, Deserialize)]
    enum Mode {
        Fast,
        Slow,
    }
    #[track_caller]
    fn check<T: DeserializeOwned + fmt::Debug>(value: Value, expected: &str) {
        let error = serde_json::from_value::<T>(value).expect_err("invalid");
        let text = describe_serde("t", "/a", &error, false);
        assert_eq!(text, format!("Invalid arguments for t:\n- {expected}"));
    }
    check::<Point>(json!({}), "/a/x: missing");
    check::<Point>(json!({"x": 1, "y": 2}), "/a/y: unknown key; known are `x`");
    check::<Mode>(
        json!("Fats"),
        "/a: must be one of \"Fast\", \"Slow\", got \"Fats\"",
    );
    if !numbers_are_text() {
        check::<u8>(
            json!(300),
            "/a: must be an integer from 0 to 255, got integer `300`",
        );
    }
    check::<bool>(json!("yes"), "/a: must be a boolean, got string \"yes\"");
    check::<std::net::Ipv4Addr>(json!("x"), "/a: invalid IPv4 address syntax");
    let error = serde_json::from_str::<u8>("\n  \"x\"").expect_err("invalid");
    assert!(!describe_serde("t", "/a", &error, false).contains("line"));
    let _ = (Mode::Fast, Mode::Slow);
}

// S-JS-06, S-JS-08, S-JS-09
#[test]
fn schemas_that_cost_too_much_are_refused() {
    #[track_caller]
    fn refused(schema: Value, part: &str) {
        let message = Validator::compile(&schema).map(drop).expect_err("refused");
        assert!(message.contains(part), "{message}");
    }
    let mut deep = json!({});
    for _ in 0..60 {
        deep = json!({"properties": {"a": deep}});
    }
    refused(deep, "nested deeper");
    refused(json!({"pattern": "a".repeat(5_000)}), "more than the 4096");
    refused(json!({"pattern": r"(\w{1000}){1000}"}), "pattern");
    refused(json!({"pattern": r"(?=a)b"}), "look-around");
    refused(json!({"pattern": r"(a)\1"}), "look-around");
    refused(
        json!({"$ref": "https://example.com/x.json"}),
        "does not compile",
    );
    refused(json!({"enum": vec![0; 100_001]}), "more than 100000 parts");
}

// S-JS-09
#[test]
fn patterns_run_in_linear_time() {
    let validator = compile(json!({"type": "object", "properties": {"a": {"pattern": "^(a+)+$"}}}));
    let text = format!("{}b", "a".repeat(50_000));
    assert!(!validator.is_valid(&json!({"a": text})));
}

// S-JS-09
#[test]
fn a_deep_instance_and_a_recursive_schema_end() {
    let validator = compile(json!({
        "type": "object",
        "properties": {"next": {"$ref": "#"}, "n": {"type": "integer"}}
    }));
    let mut value = json!({"n": null});
    for _ in 0..100 {
        value = json!({"next": value});
    }
    validator
        .accept(&mut value)
        .expect("valid once the null is gone");
    let looped =
        compile(json!({"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}}));
    let mut value = json!({"a": null});
    assert!(looped.check(&value).is_ok());
    assert!(looped.whole_numbers(&mut value).is_empty());
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

#[test]
fn of_very_many_items_the_first_wrong_one_is_told() {
    let validator = compile(json!({
        "type": "object",
        "properties": { "a": { "type": "array", "items": { "type": "integer" } } },
    }));
    let problems = |count: usize| {
        let mut items = vec![json!(1), json!("x")];
        items.resize(count, json!("x"));
        let violations = validator.accept(&mut json!({ "a": items })).unwrap_err();
        let paths: Vec<_> = violations.iter().map(|it| it.path.clone()).collect();
        paths
    };
    assert_eq!(problems(20_000).len(), 200);
    assert_eq!(problems(20_001), ["/a/1"]);
}
