//! What judging may cost.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::*;

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

/// What is said of many wrong items after so many right ones.
fn of_items(items: Value, right: usize, wrong: usize) -> String {
    let validator = compile(json!({
        "type": "object",
        "properties": { "a": { "type": "array", "items": items } },
    }));
    let mut items = vec![json!(1); right];
    items.resize(right + wrong, json!("x"));
    let violations = validator.accept(&mut json!({ "a": items })).unwrap_err();
    violations.describe("t")
}

#[test]
fn of_very_many_items_the_first_wrong_ones_are_told() {
    let integers = || json!({ "type": "integer" });
    let few = of_items(integers(), 1, 1_000);
    assert!(few.contains("- /a/1: must be an integer"), "{few}");
    assert!(few.lines().last().unwrap().starts_with("… and 9"), "{few}");
    let many = of_items(integers(), 1, 500_000);
    assert!(many.contains("- /a/20: must be an integer"), "{many}");
    assert!(many.ends_with("not every part was looked at"), "{many}");
    // The first wrong one comes late.
    let late = of_items(integers(), 400_000, 10);
    assert!(
        late.ends_with("- /a/400000: must be an integer, got string \"x\""),
        "{late}"
    );
    let form = json!({ "anyOf": [{ "minimum": 0, "type": "integer" }, { "type": "boolean" }] });
    let late = of_items(form, 400_000, 10);
    assert!(
        late.contains("too many parts or levels to say where"),
        "{late}"
    );
}

// S-JS-09
#[test]
fn wrong_values_by_the_hundred_thousand_are_told_in_time() {
    let form = |n: usize| json!({ "type": "object", "required": [format!("k{n}")] });
    let union = json!({ "anyOf": (0..30).map(form).collect::<Vec<_>>() });
    let validator = compile(json!({
        "type": "object",
        "properties": {
            "map": { "type": "object", "additionalProperties": { "type": "integer" } },
            "forms": { "type": "array", "items": union },
        },
    }));
    let map: serde_json::Map<_, _> = (0..300_000).map(|n| (n.to_string(), json!("x"))).collect();
    for mut sent in [
        json!({ "map": map }),
        json!({ "forms": vec![json!({}); 100_000] }),
    ] {
        let start = Instant::now();
        let text = validator.accept(&mut sent).unwrap_err().describe("t");
        assert!(text.ends_with("not every part was looked at"), "{text}");
        assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
    }
}

// S-JS-09
#[test]
fn a_value_of_too_many_parts_for_a_great_union_is_refused_in_words() {
    let branch = |n: usize| json!({ "const": format!("c{n}") });
    let validator = compile(json!({
        "type": "object",
        "properties": { "a": {
            "type": "array",
            "items": { "anyOf": (0..30_000).map(branch).collect::<Vec<_>>() },
        } },
    }));
    let start = Instant::now();
    let text = lines(&validator, json!({ "a": vec!["x"; 10_000] }));
    assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
    let expected = "- (the whole): has 10002 parts, more than the 999 that can be checked at a \
                    time; send fewer items at a time";
    assert_eq!(text, [expected]);
    assert!(validator.check(&json!({ "a": ["c29999"] })).is_ok());
    let text = lines(&validator, json!({ "a": vec!["x"; 50] }));
    assert!(start.elapsed() < 2 * LONGEST, "{:?}", start.elapsed());
    assert!(
        text[0].starts_with("- /a/0: must be \"c0\"") || text[0].contains("too many parts"),
        "{text:?}"
    );
}

/// Generous: without bounds these would take minutes, or for ever.
const LONGEST: Duration = Duration::from_secs(20);
