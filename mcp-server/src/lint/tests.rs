//! The whole, and what the tests of rules have in common.

use serde_json::{Value, json};

use super::{Finding, Lints, Rule, Severity, schemas};
use crate::{Server, ServerBuilder, Tool, ToolResult};

/// What is found in an input schema.
pub(super) fn findings(input: &Value) -> Vec<Finding> {
    schemas(input, None)
}

/// What is found in an output schema.
pub(super) fn findings_of_output(output: &Value) -> Vec<Finding> {
    schemas(&json!({ "type": "object", "properties": {} }), Some(output))
}

pub(super) fn rules(input: &Value) -> Vec<&'static str> {
    ids(&findings(input))
}

pub(super) fn rules_of_output(output: &Value) -> Vec<&'static str> {
    ids(&findings_of_output(output))
}

fn ids(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.rule.id()).collect()
}

/// Rules that a property breaks, those about words left out.
pub(super) fn property(schema: Value) -> Vec<String> {
    let found = findings(&json!({ "type": "object", "properties": { "x": schema } }));
    let about_words = [Rule::ArgumentDescription, Rule::ConstraintUnsaid];
    let found = found.iter().filter(|it| !about_words.contains(&it.rule));
    found.map(|it| it.rule.id().to_owned()).collect()
}

/// A tool that nothing is wrong with but its name.
pub(super) fn tool(name: impl Into<std::borrow::Cow<'static, str>>) -> Tool {
    let name = name.into();
    let words = format!("Does what {name} says.");
    Tool::new(name)
        .describe(words)
        .read_only()
        .handler(async || "done")
}

/// What a server breaks of one rule.
pub(super) fn of_rule(server: ServerBuilder, id: &str) -> Vec<Finding> {
    let rule = Rule::of(id).expect("a rule");
    server
        .build()
        .expect("sound")
        .lint()
        .of(rule)
        .cloned()
        .collect()
}

fn flawed() -> ServerBuilder {
    let raw = json!({ "type": "object", "properties": { "id": true, "n": { "type": "string", "description": "N." } } });
    let raw = Tool::raw("get.user", raw)
        .describe("Get a user.")
        .read_only();
    Server::new("crm", "1").tool(raw.call(|_| Box::pin(async { Ok(ToolResult::text("x")) })))
}

#[test]
fn findings_come_worst_first() {
    let lint = flawed().build().expect("sound").lint();
    let found: Vec<_> = lint
        .findings()
        .iter()
        .map(|it| (it.severity, it.rule.id()))
        .collect();
    assert_eq!(
        found,
        [
            (Severity::Error, "name-portable"),
            (Severity::Error, "boolean-schema"),
            (Severity::Warning, "argument-description"),
            (Severity::Note, "string-unbounded"),
        ]
    );
    assert!(!lint.is_clean());
    assert_eq!((lint.errors().count(), lint.complaints().count()), (2, 3));
    assert_eq!(lint.tokens(), lint.bytes().div_ceil(4));
}

#[test]
fn a_table_says_who_breaks_where_and_what_helps() {
    let lint = flawed().build().expect("sound").lint();
    let table = lint.to_string();
    let lines: Vec<&str> = table.lines().map(str::trim_end).collect();
    assert_eq!(
        lines[..1],
        ["severity  rule                  where                                     breaks"]
    );
    assert_eq!(
        lines[4..7],
        [
            "error     boolean-schema        tool get.user /inputSchema/properties/id  \
             Codex, Gemini CLI, opencode, Gemini API",
            "          it is the schema `true`",
            "          → write `{}` with a description, or say the type",
        ]
    );
    assert!(table.ends_with("2 errors, 1 warning, 1 note"), "{table}");
}

#[test]
fn as_json_it_is_for_machines() {
    let lint = flawed().build().expect("sound").lint();
    let json = serde_json::to_value(&lint).expect("JSON");
    let finding = &json["findings"][1];
    assert_eq!(finding["kind"], "tool");
    assert_eq!(finding["name"], "get.user");
    assert_eq!(finding["path"], "/inputSchema/properties/id");
    assert_eq!(finding["rule"], "boolean-schema");
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["remedy"], Rule::BooleanSchema.remedy());
    assert_eq!(json["tools"][0]["bytes"], json["bytes"]);
}

#[test]
fn what_is_denied_is_not_built() {
    let error = flawed().lint(Lints::Deny).build().expect_err("flawed");
    assert_eq!(error.faults().len(), 3, "{error}");
    assert!(error.faults()[0].contains("[name-portable]"), "{error}");
    assert!(flawed().lint(Lints::Warn).build().is_ok());
}

#[test]
fn what_is_allowed_is_not_found() {
    let allowed = ["name-portable", "boolean-schema", "argument-description"];
    let server = allowed
        .iter()
        .fold(flawed(), |server, id| server.allow_lint(id));
    let server = server.lint(Lints::Deny).build().expect("allowed");
    assert_eq!(server.lint().findings().len(), 1);
    crate::assert_lint_clean!(&server);
    let error = flawed().allow_lint("name-potable").build();
    let error = error.expect_err("no such rule").to_string();
    assert!(error.contains("name-portable"), "{error}");
}

#[test]
#[should_panic(expected = "boolean-schema")]
fn an_assertion_fails_with_the_table() {
    crate::assert_lint_clean!(flawed(), allow = ["name-portable"]);
}

#[test]
#[should_panic(expected = "nothing breaks it")]
fn an_exception_without_a_reason_fails() {
    crate::assert_lint_clean!(flawed(), allow = ["depth"]);
}
