//! Where rules put what they found.

use super::finding::{Finding, Subject};
use super::hosts::{self, Harm, Host, Part};
use super::rule::Rule;

/// Takes findings about one subject.
pub(super) struct Sink<'f> {
    subject: Subject,
    part: Part,
    findings: &'f mut Vec<Finding>,
}

impl<'f> Sink<'f> {
    pub(super) fn new(subject: Subject, part: Part, findings: &'f mut Vec<Finding>) -> Self {
        Self {
            subject,
            part,
            findings,
        }
    }

    /// Found, and whoever the table says breaks. Nothing where nobody does, unless the rule
    /// counts by itself.
    pub(super) fn find(&mut self, rule: Rule, pointer: &str, message: impl Into<String>) {
        self.find_in(rule, pointer, hosts::harmed_by(self.part, rule), message);
    }

    /// Found, and these break.
    pub(super) fn find_in(
        &mut self,
        rule: Rule,
        pointer: &str,
        harmed: Vec<(&'static Host, Harm)>,
        message: impl Into<String>,
    ) {
        let worst = harmed.iter().map(|(_, harm)| harm.severity()).max();
        let Some(severity) = worst.max(rule.own()) else {
            return;
        };
        let base = match self.part {
            Part::Tool => "",
            Part::Input => "/inputSchema",
            Part::Output => "/outputSchema",
        };
        self.findings.push(Finding {
            subject: self.subject.clone(),
            path: format!("{base}{pointer}"),
            rule,
            severity,
            hosts: harmed.iter().map(|(host, _)| host.name()).collect(),
            message: message.into(),
            remedy: rule.remedy(),
        });
    }
}
