//! Values that are listed.

use serde_json::Value;

use crate::lint::hosts::Part;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;
use crate::lint::walk::Node;

pub(super) fn are_not_const(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    if node.has("const") && node.is_value() {
        sink.find(Rule::Const, &node.pointer, "it has `const`");
    }
}

pub(super) fn are_of_strings(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    if values(node).is_some_and(|values| values.iter().any(|value| !value.is_string())) {
        sink.find(
            Rule::EnumType,
            &node.pointer,
            "its `enum` has values that are no strings",
        );
    }
}

pub(super) fn have_values(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    let Some(values) = values(node) else {
        return;
    };
    if values.is_empty() {
        sink.find(Rule::EnumEmpty, &node.pointer, "its `enum` is empty");
    } else if values.iter().any(|value| value == "") {
        sink.find(
            Rule::EnumEmpty,
            &node.pointer,
            "its `enum` has the empty string",
        );
    }
}

fn values<'a>(node: &Node<'a>) -> Option<&'a Vec<Value>> {
    node.schema
        .get("enum")?
        .as_array()
        .filter(|_| node.is_value())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::lint::tests::property;

    #[test]
    fn an_enum_lists_strings() {
        assert_eq!(
            property(json!({ "type": "string", "enum": ["a"] })),
            [""; 0]
        );
        assert_eq!(
            property(json!({ "type": "boolean", "const": true })),
            ["const"]
        );
        assert_eq!(
            property(json!({ "type": "integer", "enum": [1, 2] })),
            ["enum-type"]
        );
        assert_eq!(
            property(json!({ "type": "string", "enum": [] })),
            ["enum-empty"]
        );
        assert_eq!(
            property(json!({ "type": "string", "enum": ["", "a"] })),
            ["enum-empty"]
        );
    }
}
