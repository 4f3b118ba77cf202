//! Output schemas that promise nothing.

use serde_json::Value;

use crate::lint::hosts::Part;
use crate::lint::offer::Schema;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;

/// A schema obliges every success to be structured, and five clients to check it; text gains
/// nothing by that, and is shown twice.
pub(super) fn is_not_just_text(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    let is_text = |schema: &Value| schema.get("type").and_then(Value::as_str) == Some("string");
    let properties = schema.root.get("properties").and_then(Value::as_object);
    let sole = properties
        .filter(|all| all.len() == 1)
        .into_iter()
        .flatten()
        .next();
    let wraps_text = sole.is_some_and(|(name, schema)| {
        is_text(schema) && ["result", "text", "output", "content"].contains(&name.as_str())
    });
    let is_choice = schema.root.get("enum").is_some();
    if schema.part == Part::Output && (is_text(schema.root) && !is_choice || wraps_text) {
        sink.find(Rule::OutputOnText, "", "it describes nothing but text");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::lint::tests::rules_of_output;

    #[test]
    fn text_has_no_schema() {
        assert_eq!(
            rules_of_output(&json!({ "type": "string" })),
            ["root-object", "output-on-text"]
        );
        let wrapped = json!({ "type": "object", "properties": { "result": { "type": "string" } } });
        assert_eq!(rules_of_output(&wrapped), ["output-on-text"]);
        let named = json!({ "type": "object", "properties": { "city": { "type": "string" } } });
        assert_eq!(rules_of_output(&named), [""; 0]);
        assert_eq!(
            rules_of_output(&json!({ "type": "string", "enum": ["a"] })),
            ["root-object"]
        );
    }
}
