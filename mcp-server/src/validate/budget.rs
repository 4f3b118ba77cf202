//! How much work it may take to say what is wrong.
//!
//! Whether a value is valid is decided in time: the validator remembers what a recursive schema
//! said of each part of a value. Its errors it does not remember, and below each union of objects
//! that refer to themselves it tries every branch again: a wrong value twenty levels deep would
//! take seconds, one of a hundred for ever. So errors are collected with a copy of the schema that
//! takes steps at every reference, one for each part of the value, and follows none once its steps
//! are used up. What is not looked at then counts as valid, so that what was found until then stands.

use std::cell::Cell;

use jsonschema::{Keyword, ValidationError};
use serde_json::{Map, Value, json};

use super::load;

/// Errors that may be made to say what is wrong with one value: half a kilobyte each, and about a
/// quarter of a second for all.
const ERRORS: u64 = 100_000;

/// Parts of a value that a schema may be asked about in vain, where each may be wrong in as many
/// ways as the schema has `load`.
pub(super) fn parts(load: u64) -> u64 {
    (ERRORS / load.max(1)).max(1)
}

/// The keyword that takes a step.
pub(super) const STEP: &str = "x-mcp-server-step";

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(0) };
}

/// Begins to count.
pub(super) fn start(steps: u64) {
    LEFT.set(steps);
}

/// Takes a step wherever it is asked whether anything is valid.
pub(super) struct Step;

impl<'i> Keyword<'i> for Step {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        match self.is_valid(instance) {
            true => Ok(()),
            false => Err(ValidationError::custom("no steps are left")),
        }
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        let left = LEFT.get();
        if left > 0 {
            LEFT.set(left.saturating_sub(load::parts(instance)));
        }
        left > 0
    }
}

/// The schema with a step before each reference; `None` where there are no references.
pub(super) fn stepping(schema: &Value) -> Option<Value> {
    let mut stepping = schema.clone();
    step(&mut stepping).then_some(stepping)
}

/// Keywords that follow a reference.
const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// Keywords whose value is data and no schema, whatever it looks like.
const DATA: [&str; 4] = ["const", "default", "enum", "examples"];

fn step(schema: &mut Value) -> bool {
    match schema {
        Value::Array(schemas) => schemas
            .iter_mut()
            .fold(false, |found, schema| step(schema) | found),
        Value::Object(schema) => {
            let mut found = false;
            for (keyword, value) in schema.iter_mut() {
                if !DATA.contains(&keyword.as_str()) {
                    found |= step(value);
                }
            }
            found
                | REFERENCES
                    .iter()
                    .fold(false, |found, keyword| step_before(schema, keyword) | found)
        }
        _ => false,
    }
}

fn step_before(schema: &mut Map<String, Value>, keyword: &str) -> bool {
    // A property that is called `$ref` has a schema, no text.
    if !schema.get(keyword).is_some_and(Value::is_string) {
        return false;
    }
    let Some(target) = schema.remove(keyword) else {
        return false;
    };
    let guarded = json!({ "if": { STEP: true }, "then": { keyword: target } });
    // At the end: others may refer to the parts before.
    match schema.entry("allOf").or_insert_with(|| json!([])) {
        Value::Array(parts) => parts.push(guarded),
        other => *other = json!([guarded]),
    }
    true
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::super::Validator;
    use super::*;

    /// A link of a chain: either kind can go on.
    fn chain() -> Validator {
        let link = |own: &str| {
            json!({
                "type": "object",
                "properties": { "next": { "$ref": "#/$defs/Link" }, own: { "type": "integer" } },
                "required": ["next", own],
            })
        };
        let schema = json!({
            "type": "object",
            "properties": { "first": { "$ref": "#/$defs/Link" } },
            "$defs": { "Link": { "anyOf": [link("x"), link("y"), { "type": "string" }] } },
        });
        Validator::compile(&schema).unwrap()
    }

    fn links(depth: usize, end: Value) -> Value {
        let links = (0..depth).fold(end, |next, _| json!({ "next": next, "x": 1, "y": 1 }));
        json!({ "first": links })
    }

    #[test]
    fn a_wrong_value_deep_in_a_recursive_union_is_refused_in_time() {
        let validator = chain();
        for depth in [1, 5, 20, 100] {
            assert!(validator.check(&links(depth, "end".into())).is_ok());
            let start = Instant::now();
            let violations = validator.check(&links(depth, 5.into())).unwrap_err();
            let words = violations.describe("t");
            assert!(
                words.contains("/first")
                    || (depth > 5 && words.contains("too many parts or levels")),
                "{words}"
            );
            // Generous: without a bound it would be seconds at 20 and years at 100.
            assert!(start.elapsed() < Duration::from_secs(10), "{depth}");
        }
    }

    #[test]
    fn steps_change_no_verdict_and_no_words() {
        let schema = json!({
            "type": "object",
            "properties": { "$ref": { "$ref": "#/$defs/N" }, "n": { "$ref": "#/$defs/N" } },
            "allOf": [{ "$ref": "#/$defs/Keys" }],
            "$defs": {
                "N": { "type": "integer", "maximum": 5, "default": { "$ref": "x" } },
                "Keys": { "required": ["n"] },
            },
        });
        let validator = Validator::compile(&schema).unwrap();
        let words = |value: Value| validator.check(&value).unwrap_err().describe("t");
        assert!(validator.check(&json!({ "n": 5, "$ref": 1 })).is_ok());
        assert!(
            words(json!({ "n": 6 })).contains("/n: must be at most 5"),
            "{}",
            words(json!({ "n": 6 }))
        );
        assert!(words(json!({})).contains("/n: missing"));
        assert!(words(json!({ "n": 1, "$ref": "x" })).contains("/$ref: "));
        let stepping = stepping(&schema).unwrap();
        assert_eq!(
            stepping["$defs"]["N"], schema["$defs"]["N"],
            "data is left alone"
        );
        assert!(super::stepping(&json!({ "properties": { "$ref": {} } })).is_none());
    }
}
