//! Problems that only the type of Rust knows.

use serde_json::{Value, json};

use super::*;

// P34
#[test]
fn a_great_integer_written_as_a_float_is_found_wherever_it_is() {
    let validator = compile(json!({
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "list": {"type": "array", "items": {
                "type": "object", "properties": {"id": {"type": "integer"}, "x": {"type": "number"}}
            }}
        }
    }));
    let sent = json!({
        "name": "n",
        "list": [{"id": 1}, {"id": 9_007_199_254_740_994.0, "x": 1e18}]
    });
    let error = serde_json::from_value::<u8>(json!("n")).expect_err("a text");
    let violations = validator.misfit(&sent, "/name", &error, false);
    let text = violations.describe_with_example("t");
    // What was meant is not known, so nothing is offered.
    let expected = "Invalid arguments for t:\n\
                    - /list/1/id: must be an integer, got number 9007199254740994.0; write it as \
                    digits, without exponent or point\n\
                    - /name: must be u8, got string \"n\"";
    let ranged = expected.replace("be u8", "be an integer from 0 to 255");
    assert_eq!(text, ranged);
}

#[test]
fn what_cannot_be_read_is_found_inside() {
    use serde::Deserialize;
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Line {
        sku: String,
        count: u8,
    }
    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only read")]
    enum Part {
        Line { line: Line },
        Lines(Vec<Line>),
        None,
    }
    #[track_caller]
    fn check(value: Value, expected: &str) {
        let (path, error) = read_with_path::<Vec<Part>>(&value).expect_err("invalid");
        let text = describe_serde(&path, &error, false);
        let (_, line) = text.split_once('\n').expect("a line");
        assert_eq!(line, format!("- {expected}"));
    }
    check(
        json!(["None", {"Line": {"line": {"sku": "a", "count": "x"}}}]),
        "/1/Line/line/count: must be an integer from 0 to 255, got string \"x\"",
    );
    check(
        json!([{"Lines": [{"sku": "a", "count": 1}, {"sku": "a"}]}]),
        "/0/Lines/1/count: missing",
    );
    check(
        json!([{"Lines": [{"sku": "a", "count": 1, "cuont": 2}]}]),
        "/0/Lines/0/cuont: unknown key; known are `sku`, `count`",
    );
    check(
        json!(["None", "Nil"]),
        "/1: must be one of \"Line\", \"Lines\", \"None\", got \"Nil\"",
    );
}

#[test]
fn a_whole_float_too_great_to_be_exact_is_asked_for_in_digits() {
    if numbers_are_text() {
        return; // serde_json tells nothing but "invalid number" then.
    }
    let told = |value: f64, secret| {
        let error = serde_json::from_value::<i64>(json!(value)).expect_err("a float");
        describe_serde("/id", &error, secret)
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
        let text = describe_serde("/a", &error, false);
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
    assert!(!describe_serde("/a", &error, false).contains("line"));
    let _ = (Mode::Fast, Mode::Slow);
}
