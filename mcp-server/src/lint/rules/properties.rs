//! Arguments: their names, and what is said of them.

use serde_json::Value;

use crate::lint::hosts::{HOSTS, Part};
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;
use crate::lint::walk::{Node, Role};

pub(super) fn have_names_that_apis_take(node: &Node<'_>, part: Part, sink: &mut Sink<'_>) {
    let (Part::Input, Role::Property(name)) = (part, node.role) else {
        return;
    };
    let refusing = HOSTS
        .iter()
        .filter_map(|host| Some((host, host.refuses_property(name)?)))
        .collect();
    let message = format!("`{name}` is a name that model APIs refuse");
    sink.find_in(Rule::PropertyName, &node.pointer, refusing, message);
}

pub(super) fn are_described(node: &Node<'_>, part: Part, sink: &mut Sink<'_>) {
    let (Part::Input, Role::Property(name)) = (part, node.role) else {
        return;
    };
    let text = node.schema.get("description").and_then(Value::as_str);
    if text.is_none_or(|text| text.trim().is_empty()) {
        let message = format!("`{name}` has no description");
        sink.find(Rule::ArgumentDescription, &node.pointer, message);
    }
}

pub(super) fn that_are_required_exist(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    let required = node.schema.get("required").and_then(Value::as_array);
    let properties = node.schema.get("properties");
    let is_there = |name: &&str| properties.is_some_and(|it| it.get(name).is_some());
    // Alternatives say what is required of properties that stand elsewhere.
    if matches!(node.role, Role::Branch | Role::Other) {
        return;
    }
    let names = required.into_iter().flatten().filter_map(Value::as_str);
    for name in names.filter(|name| !is_there(name)) {
        let message = format!("it requires `{name}`, which is no property of it");
        sink.find(Rule::RequiredUndefined, &node.pointer, message);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::lint::Severity;
    use crate::lint::tests::{findings, rules};

    fn named(name: &str) -> Vec<crate::lint::Finding> {
        let one = json!({ "type": "boolean", "description": "Whether." });
        findings(&json!({ "type": "object", "properties": { name: one } }))
    }

    #[test]
    fn names_are_taken_by_every_api() {
        assert_eq!(named("order_id"), []);
        for name in ["", "naïve", "order id", "$filter", &"a".repeat(65)] {
            let found = named(name);
            assert_eq!(found[0].rule.id(), "property-name", "{name}");
            assert_eq!(found[0].hosts, ["Claude Code", "Anthropic API", "Gemini API"]);
            assert_eq!(found[0].severity, Severity::Error);
        }
        let dotted = named("order.id");
        assert_eq!(dotted[0].hosts, ["Gemini API"]);
        assert_eq!(dotted[0].severity, Severity::Warning);
    }

    // P21
    #[test]
    fn every_argument_is_described_at_every_depth() {
        let inner = json!({ "type": "object", "properties": { "b": { "type": "boolean" } } });
        let schema = json!({ "type": "object", "properties": { "a": inner } });
        let found = findings(&schema);
        let paths: Vec<_> = found.iter().map(|it| &*it.path).collect();
        assert_eq!(
            paths,
            [
                "/inputSchema/properties/a",
                "/inputSchema/properties/a/properties/b"
            ]
        );
        assert_eq!(rules(&schema), ["argument-description"; 2]);
    }

    #[test]
    fn what_is_required_exists() {
        let schema = json!({ "type": "object", "properties": {}, "required": ["ghost"] });
        let found = findings(&schema);
        assert_eq!(found[0].rule.id(), "required-undefined");
        assert_eq!(found[0].hosts, ["Gemini API"]);
    }
}
