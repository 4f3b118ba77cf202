//! Values that may have one of several forms.

use serde_json::{Value, json};

use super::*;

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
        ["- /a/c: missing; must be a string that matches the pattern `^a`, for example \"apple\""]
    );
    assert_eq!(
        lines(
            &validator,
            json!({"list": [{"t": "Text", "c": "a"}, {"t": "Text", "c": "b"}]})
        ),
        ["- /list/1/c: must match the pattern `^a`, for example \"apple\", got string \"b\""]
    );
}

// P29
#[test]
fn a_union_of_objects_without_tags_is_told_by_its_closest_form() {
    let form = |properties: Value, required: Value| json!({"type": "object", "properties": properties, "required": required});
    let contact = json!({"anyOf": [
        form(json!({"phone": {"type": "string"}}), json!(["phone"])),
        form(json!({"email": {"type": "string"}, "name": {"type": "string"}}), json!(["email"])),
        form(json!({"street": {"type": "string"}, "zip": {"type": "string"}}), json!(["street", "zip"])),
    ]});
    let validator = compile(json!({"type": "object", "properties": {"to": contact}}));
    assert_eq!(
        lines(&validator, json!({"to": {}})),
        ["- /to: needs `phone`, `email` or `street` and `zip`"]
    );
    assert_eq!(
        lines(&validator, json!({"to": {"phone": 5}})),
        [
            "- /to: fits none of the forms in the schema; the closest form says:",
            "- /to/phone: must be a string, got number 5",
        ]
    );
    let mut sent = json!({"to": {"phone": 5}});
    let violations = validator.accept(&mut sent).expect_err("invalid");
    let text = violations.describe_with_example("t");
    assert!(
        text.ends_with("This would fit: {\"to\":{\"phone\":\"5\"}}"),
        "{text}"
    );
}
