//! Values without an end.

use crate::lint::hosts::Part;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;
use crate::lint::walk::Node;

pub(super) fn strings(node: &Node<'_>, part: Part, sink: &mut Sink<'_>) {
    const BOUNDS: [&str; 5] = ["maxLength", "pattern", "format", "enum", "const"];
    let is_bounded = BOUNDS.iter().any(|keyword| node.has(keyword));
    if part == Part::Input && node.is_value() && node.is("string") && !is_bounded {
        sink.find(
            Rule::StringUnbounded,
            &node.pointer,
            "it is a string of any length",
        );
    }
}

pub(super) fn arrays(node: &Node<'_>, part: Part, sink: &mut Sink<'_>) {
    if part == Part::Input && node.is_value() && node.is("array") && !node.has("maxItems") {
        sink.find(
            Rule::ArrayUnbounded,
            &node.pointer,
            "it is an array of any length",
        );
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::lint::Severity;
    use crate::lint::tests::{findings, findings_of_output, property};

    #[test]
    fn arguments_have_an_end() {
        assert_eq!(property(json!({ "type": "string" })), ["string-unbounded"]);
        assert_eq!(
            property(json!({ "type": "string", "maxLength": 9 })),
            [""; 0]
        );
        assert_eq!(
            property(json!({ "type": "string", "enum": ["a"] })),
            [""; 0]
        );
        let list = json!({ "type": "array", "items": { "type": "boolean" } });
        assert_eq!(property(list), ["array-unbounded"]);
    }

    #[test]
    fn a_missing_end_is_a_note_and_results_need_none() {
        let text = json!({ "type": "string", "description": "What." });
        let schema = json!({ "type": "object", "properties": { "text": text, "n": { "type": "boolean", "description": "N." } } });
        assert_eq!(findings(&schema)[0].severity, Severity::Note);
        assert_eq!(findings_of_output(&schema), []);
    }
}
