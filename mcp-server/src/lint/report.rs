//! Everything that was found.

use std::cmp::Reverse;
use std::fmt;

use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};

use super::finding::{Finding, Severity};
use super::hosts::Host;
use super::offer::Offer;
use super::print;
use super::rule::Rule;

/// What [`Server::lint`](crate::Server::lint) found: the findings, worst first, and how much of a
/// model's context the list of tools takes.
///
/// As text it is a table, as JSON (`serde::Serialize`) an object with `findings`, `tools`, `bytes`
/// and `tokens`.
#[derive(Clone, Debug)]
pub struct Lint {
    findings: Vec<Finding>,
    tools: Vec<ToolSize>,
}

/// How much of a list one tool takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ToolSize {
    /// The tool's name.
    pub name: String,
    /// Bytes of JSON.
    pub bytes: usize,
    /// Tokens, estimated at four bytes each.
    pub tokens: usize,
}

impl Lint {
    pub(super) fn new(mut findings: Vec<Finding>, offer: &Offer) -> Self {
        worst_first(&mut findings);
        let size = |name: &String, bytes| ToolSize {
            name: name.clone(),
            bytes,
            tokens: tokens(bytes),
        };
        let tools = offer.tools.iter();
        Self {
            findings,
            tools: tools.map(|tool| size(&tool.name, tool.bytes)).collect(),
        }
    }

    /// The findings, worst first.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Whether there is nothing but notes.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.complaints().next().is_none()
    }

    /// The findings that are more than notes.
    pub fn complaints(&self) -> impl Iterator<Item = &Finding> {
        self.at_least(Severity::Warning)
    }

    /// The findings that cost some host a tool, its calls, or everything.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.at_least(Severity::Error)
    }

    /// The findings of a rule.
    pub fn of(&self, rule: Rule) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |it| it.rule == rule)
    }

    /// The findings over which a host stumbles.
    pub fn of_host(&self, host: &Host) -> impl Iterator<Item = &Finding> {
        let name = host.name();
        let findings = self.findings.iter();
        findings.filter(move |it| it.hosts.contains(&name))
    }

    /// The tools, in the order of the list.
    #[must_use]
    pub fn tools(&self) -> &[ToolSize] {
        &self.tools
    }

    /// Bytes of all tools together.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tools.iter().map(|tool| tool.bytes).sum()
    }

    /// Tokens of all tools together, estimated at four bytes each.
    #[must_use]
    pub fn tokens(&self) -> usize {
        tokens(self.bytes())
    }

    fn at_least(&self, severity: Severity) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(move |it| it.severity >= severity)
    }
}

/// Among equals, the order in which they were found.
pub(super) fn worst_first(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| Reverse(finding.severity));
}

/// What JSON of this size costs a model, roughly.
pub(super) fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(4)
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::table(self, f)
    }
}

impl Serialize for Lint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut lint = serializer.serialize_struct("Lint", 4)?;
        lint.serialize_field("findings", &self.findings)?;
        lint.serialize_field("tools", &self.tools)?;
        lint.serialize_field("bytes", &self.bytes())?;
        lint.serialize_field("tokens", &self.tokens())?;
        lint.end()
    }
}
