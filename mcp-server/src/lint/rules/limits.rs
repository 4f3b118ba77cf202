//! How much a schema consists of.

use serde_json::Value;

use crate::lint::hosts::{HOSTS, Harm, Host, Part};
use crate::lint::offer::Schema;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;
use crate::lint::walk::Role;

/// Levels that models fill in reliably.
const DEEPEST: usize = 5;

pub(super) fn nesting_is_shallow(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    let deepest = schema.nodes.iter().max_by_key(|node| node.depth);
    let Some(deepest) = deepest.filter(|node| node.depth > DEEPEST) else {
        return;
    };
    if schema.part == Part::Input {
        let refusing = refusing(|limits| deepest.depth > limits.depth);
        let message = format!("it is nested {} levels deep", deepest.depth);
        sink.find_in(Rule::Depth, &deepest.pointer, refusing, message);
    }
}

pub(super) fn are_kept(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    if schema.part != Part::Input {
        return;
    }
    let names = schema.nodes.iter().filter_map(|node| match node.role {
        Role::Property(name) => Some(name),
        _ => None,
    });
    let names: Vec<&str> = names.collect();
    let lists = schema
        .nodes
        .iter()
        .filter_map(|node| node.schema.get("enum")?.as_array());
    let values: Vec<&Value> = lists.flatten().collect();
    let texts = names
        .iter()
        .copied()
        .chain(values.iter().filter_map(|value| value.as_str()));
    let characters: usize = texts.map(|text| text.chars().count()).sum();
    let refusing = refusing(|limits| {
        names.len() > limits.properties
            || values.len() > limits.enum_values
            || characters > limits.characters
    });
    let message = format!(
        "it has {} properties and {} enum values, {characters} characters in all",
        names.len(),
        values.len()
    );
    sink.find_in(Rule::SchemaLimits, "", refusing, message);
}

fn refusing(exceeds: impl Fn(crate::lint::hosts::Limits) -> bool) -> Vec<(&'static Host, Harm)> {
    let strict = HOSTS
        .iter()
        .filter(|host| host.limits().is_some_and(&exceeds));
    strict.map(|host| (host, Harm::Meaning)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::lint::tests::{findings, property};

    fn nested(levels: usize) -> Value {
        (1..levels).fold(json!({ "type": "object", "properties": {} }), |inner, _| {
            json!({ "type": "object", "properties": { "a": inner }, "description": "Deeper." })
        })
    }

    #[test]
    fn arguments_are_nested_five_levels_at_most() {
        let of = |levels| {
            findings(&nested(levels))
                .into_iter()
                .find(|it| it.rule.id() == "depth")
        };
        assert_eq!(of(5), None);
        let six = of(6).expect("too deep");
        assert_eq!(
            (six.hosts.len(), six.path.matches("properties").count()),
            (0, 5)
        );
        assert_eq!(of(11).expect("far too deep").hosts, ["OpenAI API (strict)"]);
    }

    #[test]
    fn there_are_not_too_many_values() {
        let list = |count: usize| (0..count).map(|n| format!("v{n}")).collect::<Vec<_>>();
        assert_eq!(
            property(json!({ "type": "string", "enum": list(1_000) })),
            [""; 0]
        );
        let many = property(json!({ "type": "string", "enum": list(1_001) }));
        assert_eq!(many, ["schema-limits"]);
    }
}
