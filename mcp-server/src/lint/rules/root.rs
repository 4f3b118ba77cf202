//! The root of a schema, where one mistake costs every tool.

use serde_json::Value;

use crate::lint::hosts::{Harm, Part, harmed_by};
use crate::lint::offer::Schema;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;

/// Specification, "Tools: Data types": an input schema has the type `object`.
pub(super) fn is_an_object(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    if schema.part == Part::Input {
        says_object(schema, sink);
    }
}

/// An output may be of any type since 2026-07-28, and of no other before. A server wraps it into
/// an object for clients that need one, so this is not asked of a server.
pub(super) fn output_is_an_object(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    if schema.part == Part::Output {
        says_object(schema, sink);
    }
}

fn says_object(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    let is_object = schema.root.get("type").and_then(Value::as_str) == Some("object");
    if !is_object {
        let message = "its root does not say `\"type\": \"object\"`";
        sink.find(Rule::RootObject, "", message);
    }
}

pub(super) fn has_properties(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    if schema.part == Part::Input && schema.root.get("properties").is_none() {
        sink.find(Rule::RootProperties, "", "its root has no `properties`");
    }
}

pub(super) fn is_not_composed(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    const KEYWORDS: [&str; 8] = [
        "oneOf", "anyOf", "allOf", "not", "if", "enum", "const", "$ref",
    ];
    let found = KEYWORDS
        .iter()
        .find(|keyword| schema.root.get(**keyword).is_some());
    if let Some(keyword) = found {
        let message = format!("it has `{keyword}` at its root");
        sink.find(Rule::RootComposition, &format!("/{keyword}"), message);
    }
}

/// The dialect that MCP has by itself is only a keyword too many; any other is refused.
pub(super) fn has_no_dialect(schema: &Schema<'_>, sink: &mut Sink<'_>) {
    let Some(dialect) = schema.root.get("$schema").and_then(Value::as_str) else {
        return;
    };
    let is_own = dialect.trim_end_matches('#') == "https://json-schema.org/draft/2020-12/schema";
    let mut harmed = harmed_by(schema.part, Rule::Dialect);
    harmed.retain(|(_, harm)| !is_own || *harm <= Harm::Meaning);
    let message = format!("it names its dialect, {dialect}");
    sink.find_in(Rule::Dialect, "/$schema", harmed, message);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::lint::Severity;
    use crate::lint::tests::{findings, rules};

    // P01, P02, P05
    #[test]
    fn a_root_is_an_object_with_properties_and_nothing_else() {
        assert_eq!(
            rules(&json!({ "type": "object", "properties": {} })),
            [""; 0]
        );
        assert_eq!(
            rules(&json!({ "type": "string" })),
            ["root-object", "root-properties", "string-unbounded"]
        );
        assert_eq!(rules(&json!({ "type": "object" })), ["root-properties"]);
        for keyword in ["anyOf", "oneOf", "allOf"] {
            let union = json!({
                "type": "object", "properties": {}, keyword: [{ "required": [] }],
            });
            let found = findings(&union);
            assert_eq!(found[0].rule.id(), "root-composition", "{keyword}");
            assert!(found[0].hosts.contains(&"Anthropic API"));
            assert_eq!(found[0].severity, Severity::Error);
        }
    }

    // P03
    #[test]
    fn an_output_is_an_object_for_those_who_know_no_other() {
        let input = json!({ "type": "object", "properties": {} });
        let output = json!({ "type": "integer" });
        let found = crate::lint::schemas(&input, Some(&output));
        assert_eq!(found[0].rule.id(), "root-object");
        assert_eq!(found[0].hosts, ["Gemini CLI"]);
        let count = crate::Tool::new("count")
            .describe("Count.")
            .read_only()
            .handler(async || crate::Json(1));
        let server = crate::Server::new("s", "1").tool(count);
        assert_eq!(crate::lint::tests::of_rule(server, "root-object"), []);
    }

    // P13
    #[test]
    fn another_dialect_is_worse_than_the_own_one() {
        let of = |dialect: &str| {
            findings(&json!({ "type": "object", "properties": {}, "$schema": dialect }))
        };
        let own = of("https://json-schema.org/draft/2020-12/schema");
        assert_eq!(
            (own[0].severity, &*own[0].path),
            (Severity::Warning, "/inputSchema/$schema")
        );
        let other = of("http://json-schema.org/draft-07/schema#");
        assert_eq!(other[0].severity, Severity::Error);
    }
}
