//! No host stumbles over the corpus, and each is known to stumble over what breaks it.

use std::collections::BTreeSet;

use mcp_server::lint::{self, Finding, HOSTS, Harm, Part, Rule, Severity};
use serde_json::{Value, json};

use crate::entry::{all, client, legacy_client};

/// What a schema of the corpus may cost a host in meaning, for lack of a better way to say it.
///
/// Nothing else is allowed; and nothing at all that costs a tool, its calls, or the list.
const ALLOWED: &[(Rule, &str)] = &[
    (
        Rule::AdditionalProperties,
        "the keys of a map are data; its description shows an example",
    ),
    (
        Rule::AnyValue,
        "a `Value` can be anything, and says so in words",
    ),
    (
        Rule::Conditional,
        "that no item of a set may come twice is said in words",
    ),
    (Rule::References, "a recursive type cannot be written out"),
    (Rule::Recursion, "as above"),
];

/// Hosts that speak no revision since 2026, and so never see what those are given.
const LEGACY_ONLY: [&str; 8] = [
    "Codex",
    "Gemini CLI",
    "opencode",
    "Cline",
    "Continue",
    "VS Code",
    "Zed",
    "Goose",
];

/// What is found in the lists of both eras, each by the hosts that see it.
async fn findings() -> Vec<(String, Finding)> {
    let entries = all();
    let modern = client(&entries).await.tools().await.expect("a list");
    let legacy = legacy_client(&entries).await.tools().await.expect("a list");
    let of = |tool: &Value| {
        let name = tool["name"].as_str().expect("a name").to_owned();
        lint::schemas(&tool["inputSchema"], tool.get("outputSchema"))
            .into_iter()
            .map(move |finding| (name.clone(), finding))
    };
    let sees_it = |finding: &Finding| {
        let hosts = &finding.hosts;
        hosts.is_empty() || !hosts.iter().all(|host| LEGACY_ONLY.contains(host))
    };
    let modern = modern.iter().flat_map(of).filter(|(_, it)| sees_it(it));
    modern.chain(legacy.iter().flat_map(of)).collect()
}

#[tokio::test]
async fn hosts_of_before_get_objects_only() {
    let entries = all();
    let modern = client(&entries).await.tools().await.expect("a list");
    let legacy = legacy_client(&entries).await.tools().await.expect("a list");
    let is_object = |tool: &&Value| tool["outputSchema"]["type"] == "object";
    // A value that may be an object or not is promised nothing of.
    let is_nothing = |tool: &&Value| tool.get("outputSchema").is_none();
    let unwrapped = legacy.iter().filter(|it| !is_object(it) && !is_nothing(it));
    assert_eq!(unwrapped.count(), 0);
    assert!(legacy.iter().filter(is_object).count() > modern.iter().filter(is_object).count());
    for host in LEGACY_ONLY {
        assert!(HOSTS.iter().any(|known| known.name() == host), "{host}");
    }
}

#[tokio::test]
async fn no_host_loses_a_tool_of_the_corpus() {
    let errors: Vec<String> = findings()
        .await
        .iter()
        .filter(|(_, finding)| finding.severity == Severity::Error)
        .map(|(name, finding)| format!("{name}: {finding}"))
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[tokio::test]
async fn what_hosts_misread_is_known() {
    let mut occurring = BTreeSet::new();
    let mut unknown = Vec::new();
    for (name, finding) in findings().await {
        if finding.hosts.is_empty() {
            continue;
        }
        occurring.insert(finding.rule);
        if ALLOWED.iter().all(|(rule, _)| *rule != finding.rule) {
            unknown.push(format!("{name}: {finding}"));
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    let stale = ALLOWED.iter().filter(|(rule, _)| !occurring.contains(rule));
    assert_eq!(stale.count(), 0, "an exception that never occurs");
}

/// A schema that breaks the rule, as author of a raw tool might write it.
fn bad(rule: Rule) -> Option<Value> {
    let property = |schema: Value| Some(json!({ "type": "object", "properties": { "a": schema } }));
    let text = json!({ "type": "string", "maxLength": 9 });
    match rule {
        Rule::RootObject => Some(json!({ "type": "array", "items": text })),
        Rule::RootProperties => Some(json!({ "type": "object" })),
        Rule::RootComposition => Some(json!({
            "type": "object", "properties": { "a": text }, "anyOf": [{ "required": ["a"] }]
        })),
        Rule::PropertyName => Some(json!({ "type": "object", "properties": { "$filter": text } })),
        Rule::BooleanSchema => property(json!(true)),
        Rule::References => Some(json!({
            "type": "object",
            "properties": { "a": { "$ref": "#/$defs/Text" } },
            "$defs": { "Text": text }
        })),
        Rule::Recursion => Some(json!({
            "type": "object",
            "properties": { "a": { "$ref": "#/$defs/Node" } },
            "$defs": { "Node": {
                "type": "object", "properties": { "next": { "$ref": "#/$defs/Node" } }
            } }
        })),
        Rule::ReferenceOutside => property(json!({ "$ref": "https://example.com/a.json" })),
        Rule::TupleItems => property(json!({ "type": "array", "prefixItems": [text, text] })),
        Rule::ArrayItems => property(json!({ "type": "array" })),
        Rule::TypeList => property(json!({ "type": ["string", "null"] })),
        Rule::Nullable => property(json!({ "type": "string", "nullable": true })),
        Rule::OneOf => property(json!({ "oneOf": [text, { "type": "integer" }] })),
        Rule::AllOf => property(json!({ "allOf": [text] })),
        Rule::Conditional => property(json!({ "type": "string", "not": { "const": "x" } })),
        Rule::AdditionalProperties => {
            property(json!({ "type": "object", "additionalProperties": text }))
        }
        Rule::Const => property(json!({ "const": "x" })),
        Rule::EnumType => property(json!({ "type": "integer", "enum": [1, 2] })),
        Rule::EnumEmpty => property(json!({ "type": "string", "enum": [] })),
        Rule::FormatUnknown => property(json!({ "type": "integer", "format": "uint32" })),
        Rule::PatternLookaround => property(json!({ "type": "string", "pattern": "^(?!x).*$" })),
        Rule::PatternSyntax => property(json!({ "type": "string", "pattern": "(?i)^x$" })),
        Rule::IntegerBounds => property(json!({ "type": "integer", "maximum": i64::MAX })),
        Rule::ConstraintUnsaid => property(json!({
            "type": "integer", "maximum": 3, "description": "How many."
        })),
        Rule::RequiredUndefined => Some(json!({
            "type": "object", "properties": { "a": text }, "required": ["b"]
        })),
        Rule::Dialect => Some(json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object", "properties": { "a": text }
        })),
        Rule::AnyValue => property(json!({})),
        Rule::IdAsInteger => Some(json!({
            "type": "object",
            "properties": { "order_id": { "type": "integer", "format": "int64" } }
        })),
        _ => None,
    }
}

#[test]
fn what_breaks_a_host_is_caught_under_its_rule() {
    let mut faults = Vec::new();
    let mut caught = 0;
    for host in HOSTS {
        for &rule in Rule::ALL {
            for part in [Part::Input, Part::Output] {
                let Some(harm) = host.harm(part, rule) else {
                    continue;
                };
                let place = format!("{}, {part:?}: {rule}", host.name());
                let Some(bad) = bad(rule) else {
                    faults.push(format!("{place}: no schema breaks it here"));
                    continue;
                };
                let good = json!({ "type": "object", "properties": {} });
                let findings = match part {
                    Part::Input => lint::schemas(&bad, Some(&good)),
                    _ => lint::schemas(&good, Some(&bad)),
                };
                let found = findings
                    .iter()
                    .find(|it| it.rule == rule && it.hosts.contains(&host.name()));
                let severe = |it: &Finding| it.severity == Severity::Error;
                match found {
                    None => faults.push(format!("{place}: not caught")),
                    Some(it) if harm > Harm::Meaning && !severe(it) => {
                        faults.push(format!("{place}: {harm:?}, and not an error"));
                    }
                    Some(_) => caught += 1,
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(caught > 80, "only {caught}");
}
