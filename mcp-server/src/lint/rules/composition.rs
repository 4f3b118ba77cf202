//! Schemas made of schemas.

use serde_json::Value;

use crate::lint::hosts::Part;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;
use crate::lint::walk::{Node, Role};

pub(super) fn has_no_one_of(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    composed(node, "oneOf", Rule::OneOf, sink);
}

pub(super) fn has_no_all_of(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    composed(node, "allOf", Rule::AllOf, sink);
}

/// Those at the root are the business of another rule.
fn composed(node: &Node<'_>, keyword: &str, rule: Rule, sink: &mut Sink<'_>) {
    if node.role != Role::Root && node.has(keyword) {
        sink.find(rule, &node.pointer, format!("it has `{keyword}`"));
    }
}

pub(super) fn has_no_conditions(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    const KEYWORDS: [&str; 13] = [
        "not",
        "if",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "patternProperties",
        "propertyNames",
        "minProperties",
        "maxProperties",
        "contains",
        "uniqueItems",
        "unevaluatedProperties",
        "unevaluatedItems",
    ];
    if let Some(keyword) = KEYWORDS.iter().find(|keyword| node.has(keyword)) {
        let message = format!("it has `{keyword}`, which hosts drop");
        sink.find(Rule::Conditional, &node.pointer, message);
    }
}

/// P17: nothing is better for a map, and still some hosts see an empty object.
pub(super) fn has_no_maps(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    if node
        .schema
        .get("additionalProperties")
        .is_some_and(Value::is_object)
    {
        let message = "it is a map: hosts that know no `additionalProperties` see an empty object";
        sink.find(Rule::AdditionalProperties, &node.pointer, message);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::lint::tests::property;

    #[test]
    fn alternatives_are_any_of() {
        let of = |keyword: &str| {
            property(json!({ keyword: [{ "type": "boolean" }, { "type": "number" }] }))
        };
        assert_eq!(of("anyOf"), [""; 0]);
        assert_eq!(of("oneOf"), ["one-of"]);
        assert_eq!(of("allOf"), ["all-of"]);
    }

    #[test]
    fn conditions_are_dropped() {
        assert_eq!(
            property(json!({ "type": "boolean", "not": { "const": true } }))[0],
            "conditional"
        );
        let dependent = json!({
            "type": "object", "properties": {}, "dependentRequired": { "a": ["b"] },
        });
        assert_eq!(property(dependent), ["conditional"]);
    }

    // P17
    #[test]
    fn a_map_is_not_seen_everywhere() {
        let map = json!({ "type": "object", "additionalProperties": { "type": "boolean" } });
        assert_eq!(property(map), ["additional-properties"]);
        let open = json!({ "type": "object", "additionalProperties": true });
        assert_eq!(property(open), [""; 0]);
    }
}
