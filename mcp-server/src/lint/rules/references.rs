//! `$ref` and what it leads to.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::lint::offer::Schema;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;
use crate::lint::walk::{Node, nodes};

pub(super) fn lead_somewhere(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    for (node, reference) in references(&schema.nodes) {
        if target(schema.root, reference).is_none() {
            let message = format!("`{reference}` is not a place in this schema");
            sink.find(Rule::ReferenceOutside, &node.pointer, message);
        }
    }
}

/// Hosts that write references out never come to an end.
pub(super) fn are_not_recursive(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    let leads = leads(schema);
    for start in leads.keys() {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&String> = leads[start].iter().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(leads.get(next).into_iter().flatten());
            }
        }
        if seen.contains(start) {
            sink.find(Rule::Recursion, start, "it contains itself");
        }
    }
}

pub(super) fn are_written_out(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    const OTHERS: [&str; 6] = [
        "$id",
        "$anchor",
        "$dynamicRef",
        "$dynamicAnchor",
        "definitions",
        "id",
    ];
    for (node, reference) in references(&schema.nodes) {
        let message = format!("it refers to `{reference}`");
        sink.find(Rule::References, &node.pointer, message);
    }
    for node in &schema.nodes {
        let is_keyword = |keyword: &str| match keyword {
            // A keyword of draft-04 only, and elsewhere the name of a property at most.
            "id" => node.schema.get("id").is_some_and(Value::is_string),
            _ => node.has(keyword),
        };
        if let Some(keyword) = OTHERS.iter().find(|keyword| is_keyword(keyword)) {
            let message = format!("it has `{keyword}`");
            sink.find(
                Rule::References,
                &format!("{}/{keyword}", node.pointer),
                message,
            );
        }
    }
}

/// Every reference, with where it stands.
fn references<'n, 'a>(nodes: &'n [Node<'a>]) -> impl Iterator<Item = (&'n Node<'a>, &'a str)> {
    nodes.iter().filter_map(|node| {
        let reference = node.schema.get("$ref")?.as_str()?;
        Some((node, reference))
    })
}

/// What a reference within the document leads to.
fn target<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    root.pointer(place(reference)?)
}

/// The JSON pointer of a reference within the document.
fn place(reference: &str) -> Option<&str> {
    let place = reference.strip_prefix('#')?;
    (place.is_empty() || place.starts_with('/')).then_some(place)
}

/// Which places each place that is referred to refers to in turn.
fn leads(schema: &Schema<'_>) -> BTreeMap<String, BTreeSet<String>> {
    let places: BTreeSet<&str> = references(&schema.nodes)
        .filter_map(|(_, reference)| place(reference))
        .collect();
    let inside = |place: &str| {
        let target = schema.root.pointer(place)?;
        let nodes = nodes(target);
        let leads = references(&nodes).filter_map(|(_, reference)| self::place(reference));
        Some(leads.map(str::to_owned).collect())
    };
    let known = places.into_iter();
    known
        .filter_map(|place| Some((place.to_owned(), inside(place)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::lint::tests::{findings, rules, rules_of_output};

    // P10
    #[test]
    fn references_are_written_out() {
        let schema = json!({
            "type": "object",
            "properties": { "mode": { "$ref": "#/$defs/Mode", "description": "How." } },
            "$defs": { "Mode": { "type": "string", "enum": ["fast"] } },
        });
        let found = findings(&schema);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].path, "/inputSchema/properties/mode");
        assert_eq!(found[0].hosts, ["Copilot CLI", "Continue", "Gemini API"]);
    }

    // P12
    #[test]
    fn a_schema_that_contains_itself_is_found_however_long_the_way() {
        let long = json!({
            "type": "object",
            "properties": { "root": { "$ref": "#/$defs/A" } },
            "$defs": {
                "A": { "type": "object", "properties": { "b": { "$ref": "#/$defs/B" } } },
                "B": { "type": "object", "properties": { "a": { "$ref": "#/$defs/A" } } },
                "C": { "type": "object", "properties": {} },
            },
        });
        assert_eq!(rules_of_output(&long), ["recursion", "recursion"]);
        let whole = json!({
            "type": "object",
            "properties": { "child": { "$ref": "#" } },
        });
        assert_eq!(rules_of_output(&whole), ["recursion"]);
    }

    #[test]
    fn references_stay_within_the_schema() {
        for reference in [
            "https://example.com/schema",
            "#/$defs/Nothing",
            "other.json#/a",
        ] {
            let schema = json!({
                "type": "object",
                "properties": { "x": { "$ref": reference, "description": "X." } },
            });
            assert!(rules(&schema).contains(&"reference-outside"), "{reference}");
        }
    }
}
