//! What a schema says its values are.

use serde_json::Value;

use crate::lint::hosts::Part;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;
use crate::lint::walk::{Node, Role};

/// `additionalProperties` is `true` or `false` everywhere, and so are its like.
pub(super) fn are_not_boolean(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    let is_schema = !matches!(node.role, Role::Additional | Role::Other);
    if let (Value::Bool(value), true) = (node.schema, is_schema) {
        let message = format!("it is the schema `{value}`");
        sink.find(Rule::BooleanSchema, &node.pointer, message);
    }
}

pub(super) fn tuples_are_arrays(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    let is_tuple = node.has("prefixItems") || node.schema.get("items").is_some_and(Value::is_array);
    if is_tuple {
        sink.find(
            Rule::TupleItems,
            &node.pointer,
            "each of its items has a schema of its own",
        );
    }
}

pub(super) fn arrays_have_items(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    if node.is("array") && !node.has("items") && !node.has("prefixItems") {
        sink.find(
            Rule::ArrayItems,
            &node.pointer,
            "it does not say what it is an array of",
        );
    }
}

pub(super) fn have_one_type(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    if node.schema.get("type").is_some_and(Value::is_array) {
        sink.find(Rule::TypeList, &node.pointer, "it has several types");
    }
}

pub(super) fn are_not_nullable(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    if node.schema.get("nullable").is_some_and(Value::is_boolean) {
        let message = "`nullable` is ignored or refused by validators of JSON Schema";
        sink.find(Rule::Nullable, &node.pointer, message);
    }
}

/// Results may hold whatever they like: nobody has to write them.
pub(super) fn are_of_some_kind(node: &Node<'_>, part: Part, sink: &mut Sink<'_>) {
    const KINDS: [&str; 8] = [
        "type",
        "enum",
        "const",
        "$ref",
        "$dynamicRef",
        "anyOf",
        "oneOf",
        "allOf",
    ];
    let is_value = matches!(node.role, Role::Property(_) | Role::Item);
    let says = |keyword: &&str| node.has(keyword);
    if part == Part::Input && is_value && node.keywords().is_some() && !KINDS.iter().any(says) {
        sink.find(
            Rule::AnyValue,
            &node.pointer,
            "it can be anything: no `type`",
        );
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::lint::Severity;
    use crate::lint::tests::{findings, findings_of_output, property};

    fn found(schema: Value) -> Vec<String> {
        property(schema)
    }

    // P04
    #[test]
    fn a_value_has_a_type() {
        assert_eq!(found(json!(true)), ["boolean-schema"]);
        assert_eq!(found(json!({})), ["any-value"]);
        let list = json!({ "type": "array", "maxItems": 2, "items": {} });
        assert_eq!(found(list), ["any-value"]);
        let closed = json!({ "type": "object", "properties": {}, "additionalProperties": false });
        assert_eq!(found(closed), [""; 0]);
        let deadly = findings(&json!({ "type": "object", "properties": { "x": true } }));
        assert!(deadly.iter().any(|it| it.severity == Severity::Error));
        let anything = json!({ "type": "object", "properties": { "x": {} } });
        assert_eq!(findings_of_output(&anything), []);
    }

    // P18
    #[test]
    fn arrays_have_one_kind_of_item() {
        let tuple =
            json!({ "type": "array", "maxItems": 1, "prefixItems": [{ "type": "boolean" }] });
        assert_eq!(found(tuple), ["tuple-items"]);
        let old = json!({ "type": "array", "maxItems": 1, "items": [{ "type": "boolean" }] });
        assert_eq!(found(old), ["tuple-items"]);
        assert_eq!(
            found(json!({ "type": "array", "maxItems": 1 })),
            ["array-items"]
        );
    }

    // P08
    #[test]
    fn null_is_not_a_type_of_an_argument() {
        assert_eq!(found(json!({ "type": ["boolean", "null"] })), ["type-list"]);
        assert_eq!(
            found(json!({ "type": "boolean", "nullable": true })),
            ["nullable"]
        );
        // P19: in a result it is.
        let result =
            json!({ "type": "object", "properties": { "x": { "type": ["string", "null"] } } });
        assert_eq!(findings_of_output(&result), []);
    }
}
