//! What a model reads when a call is not valid.

mod fits;
mod keys;
mod repairs;
mod told;
mod types;
mod unions;
mod work;

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

/// What is said of a value at `path` that its type does not read.
fn describe_serde(path: &str, error: &serde_json::Error, secret: bool) -> String {
    Violations::from(extraction::violation(path, error, secret)).describe("t")
}

/// Whether some crate has switched on `serde_json/arbitrary_precision`.
fn numbers_are_text() -> bool {
    serde_json::from_str::<Value>("1e400").is_ok()
}
