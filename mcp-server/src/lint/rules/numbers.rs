//! Numbers that JavaScript cannot hold.

use serde_json::Value;

use crate::lint::hosts::Part;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;
use crate::lint::walk::{Node, Role};

/// 2^53: from here on, not every integer is a double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// What is said in an output schema is read by no model.
pub(super) fn have_exact_bounds(node: &Node<'_>, part: Part, sink: &mut Sink<'_>) {
    const BOUNDS: [&str; 4] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
    let beyond = |keyword: &&&str| bound(node, keyword).is_some_and(|it| it.abs() > EXACT);
    if let (Part::Input, Some(keyword)) = (part, BOUNDS.iter().find(beyond)) {
        let message = format!("its `{keyword}` is beyond 2^53 and changes in JavaScript");
        sink.find(Rule::IntegerBounds, &node.pointer, message);
    }
}

/// P34: the last digits of an id are its name.
pub(super) fn are_no_ids(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    let Role::Property(name) = node.role else {
        return;
    };
    let items = || node.schema.get("items").is_some_and(is_wide_integer);
    let is_id = names(name, "id") && is_wide_integer(node.schema);
    let are_ids = names(name, "ids") && items();
    if is_id || are_ids {
        let message = format!("`{name}` is an integer of 64 bits, of which JavaScript keeps 53");
        sink.find(Rule::IdAsInteger, &node.pointer, message);
    }
}

/// Whether a name ends in a word: `order_id`, `order-id`, `orderId`, `id`.
fn names(name: &str, word: &str) -> bool {
    let Some(before) = name
        .len()
        .checked_sub(word.len())
        .and_then(|at| name.get(..at))
    else {
        return false;
    };
    let last = &name[before.len()..];
    match before.chars().next_back() {
        _ if !last.eq_ignore_ascii_case(word) => false,
        None | Some('_' | '-' | '.') => true,
        Some(before) => before.is_lowercase() && last.starts_with('I'),
    }
}

fn is_wide_integer(schema: &Value) -> bool {
    let is_integer = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|it| it == "integer"),
        one => one.and_then(Value::as_str) == Some("integer"),
    };
    let highest = ["maximum", "exclusiveMaximum"]
        .iter()
        .filter_map(|keyword| schema.get(keyword)?.as_f64())
        .fold(f64::INFINITY, f64::min);
    is_integer && highest > EXACT && schema.get("enum").is_none()
}

fn bound(node: &Node<'_>, keyword: &str) -> Option<f64> {
    node.schema.get(keyword)?.as_f64()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::names;
    use crate::lint::tests::{findings, property, rules_of_output};

    // P34
    #[test]
    fn ids_are_no_integers_of_64_bits() {
        let of = |name: &str, schema: serde_json::Value| {
            let schema = json!({ "type": "object", "properties": { name: schema } });
            rules_of_output(&schema)
        };
        assert_eq!(of("id", json!({ "type": "integer" })), ["id-as-integer"]);
        assert_eq!(
            of("orderId", json!({ "type": "integer", "minimum": 0 })),
            ["id-as-integer"]
        );
        assert_eq!(
            of("id", json!({ "type": "integer", "maximum": u32::MAX })),
            [""; 0]
        );
        assert_eq!(of("id", json!({ "type": "string" })), [""; 0]);
        assert_eq!(of("paid", json!({ "type": "integer" })), [""; 0]);
        let list = json!({ "type": "array", "items": { "type": ["integer", "null"] } });
        assert_eq!(of("user_ids", list), ["id-as-integer"]);
    }

    #[test]
    fn a_name_ends_in_a_word_and_not_only_in_its_letters() {
        for yes in [
            "id", "ID", "order_id", "orderId", "order-id", "a.id", "userID",
        ] {
            assert!(names(yes, "id"), "{yes}");
        }
        for no in ["paid", "valid", "", "d", "idle", "ß"] {
            assert!(!names(no, "id"), "{no}");
        }
    }

    #[test]
    fn bounds_are_numbers_that_javascript_has() {
        let beyond = json!({ "type": "integer", "maximum": 9_223_372_036_854_775_807_i64 });
        assert_eq!(property(beyond), ["integer-bounds"]);
        let exact = json!({ "type": "integer", "maximum": 9_007_199_254_740_992_i64 });
        assert_eq!(property(exact), [""; 0]);
        assert_eq!(findings(&json!({ "type": "object", "properties": {} })), []);
    }
}
