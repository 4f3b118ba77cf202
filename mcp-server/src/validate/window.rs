//! The first parts of a value that has too many.

use serde_json::{Map, Value};

use super::report::Violation;

/// A value cut to about so many parts: the ends of its lists and objects are missing.
pub(super) fn window(value: &Value, mut parts: u64) -> Value {
    cut(value, &mut parts)
}

fn cut(value: &Value, left: &mut u64) -> Value {
    *left = left.saturating_sub(1);
    match value {
        Value::Array(items) => {
            let mut kept = Vec::new();
            for item in items {
                if *left == 0 {
                    break;
                }
                kept.push(cut(item, left));
            }
            Value::Array(kept)
        }
        Value::Object(object) => {
            let mut kept = Map::new();
            for (name, value) in object {
                if *left == 0 {
                    break;
                }
                kept.insert(name.clone(), cut(value, left));
            }
            Value::Object(kept)
        }
        other => other.clone(),
    }
}

/// Whether a problem of the cut value is one of the whole value, and not of the cut.
pub(super) fn stands(violation: &Violation, whole: &Value, cut: &Value) -> bool {
    let (in_whole, in_cut) = (whole.pointer(&violation.path), cut.pointer(&violation.path));
    match violation.keyword.as_str() {
        "required" => in_whole.is_none(),
        _ => in_whole.is_some() && in_whole == in_cut,
    }
}
