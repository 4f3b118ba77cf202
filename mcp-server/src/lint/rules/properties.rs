//! Arguments: their names, and what is said of them.

use serde_json::Value;

use crate::lint::hosts::{HOSTS, Part};
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;
use crate::lint::walk::{Node, Role};
use crate::schema;

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
    // Of a type without docs, only the rules are said.
    if said(node).is_none_or(|text| Some(text) == demands(node).as_deref()) {
        let message = format!("`{name}` has no description");
        sink.find(Rule::ArgumentDescription, &node.pointer, message);
    }
}

pub(super) fn say_what_they_demand(node: &Node<'_>, part: Part, sink: &mut Sink<'_>) {
    let unsaid = || schema::unsaid_constraints(node.schema);
    if let (Part::Input, Role::Property(_), Some(unsaid)) = (part, node.role, unsaid()) {
        let message = format!("its description leaves out: {unsaid}");
        sink.find(
            Rule::ConstraintUnsaid,
            &node.pointer,
            message.trim_end_matches('.'),
        );
    }
}

/// The description of a property, as far as there is one.
fn said<'a>(node: &Node<'a>) -> Option<&'a str> {
    let text = node.schema.get("description")?.as_str()?.trim();
    (!text.is_empty()).then_some(text)
}

/// What is said of a property that nobody described.
fn demands(node: &Node<'_>) -> Option<String> {
    let mut bare = node.keywords()?.clone();
    bare.remove("description");
    schema::unsaid_constraints(&bare.into())
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
    use crate::lint::tests::{findings, of_rule, rules};
    use crate::{Server, Spec, Tool, ToolBuilder};

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
            assert_eq!(
                found[0].hosts,
                ["Claude Code", "Anthropic API", "Gemini API"]
            );
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
    fn what_only_a_keyword_says_is_lost_in_some_hosts() {
        let of = |description: &str| {
            let days = json!({ "type": "integer", "maximum": 30, "description": description });
            findings(&json!({ "type": "object", "properties": { "days": days } }))
        };
        let found = of("How long.");
        assert_eq!(found[0].rule.id(), "constraint-unsaid");
        assert_eq!(found[0].message, "its description leaves out: At most 30");
        assert_eq!(found[0].hosts, ["Codex"]);
        assert_eq!(of("How many days, up to 30."), []);
    }

    #[test]
    fn what_is_only_derived_is_no_description() {
        let days = |days: Spec<u8>| days.range(1..=30);
        let tool = |tool: ToolBuilder| tool.handler(async |days: u8| days.to_string());
        let of = |described| {
            of_rule(
                Server::new("s", "1").tool(tool(described)),
                "argument-description",
            )
            .len()
        };
        let trip = || Tool::new("trip").describe("Plan a trip.").read_only();
        assert_eq!(of(trip().arg::<u8>("days", days)), 1);
        assert_eq!(
            of(trip().arg::<u8>("days", |it| days(it).describe("How long."))),
            0
        );
    }

    #[test]
    fn what_is_required_exists() {
        let schema = json!({ "type": "object", "properties": {}, "required": ["ghost"] });
        let found = findings(&schema);
        assert_eq!(found[0].rule.id(), "required-undefined");
        assert_eq!(found[0].hosts, ["Gemini API"]);
    }
}
