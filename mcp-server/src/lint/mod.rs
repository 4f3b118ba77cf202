//! Finds what hosts stumble over, and what models misread, before they do.
//!
//! [`Server::lint`] reads back what the server publishes and applies [rules](Rule) to it. Each
//! finding says where, which [hosts](HOSTS) break and what helps. Findings of a
//! [`Severity::Note`] could be better; a server without worse ones is clean.
//!
//! ```
//! use mcp_server::{Server, Tool, assert_lint_clean, lint::Rule};
//!
//! let search = Tool::new("search.web")
//!     .describe("Search the web.")
//!     .read_only()
//!     .arg::<String>("query", |query| query.len(..=200).describe("Words to look for."))
//!     .handler(async |query: String| format!("nothing about {query}"));
//! let server = Server::new("web", "1").tool(search).build()?;
//!
//! let lint = server.lint();
//! let finding = lint.of(Rule::NamePortable).next().unwrap();
//! assert!(finding.hosts.contains(&"Claude Desktop")); // shows no tool of this server at all
//! eprintln!("{lint}"); // a table
//! serde_json::to_string(&lint)?; // or JSON
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In a test, [`assert_lint_clean!`](crate::assert_lint_clean) fails with the table. When a server
//! is built, [`ServerBuilder::lint`](crate::ServerBuilder::lint) warns or refuses; what is meant
//! to be as it is, [`ServerBuilder::allow_lint`](crate::ServerBuilder::allow_lint) lets pass.
//!
//! Deliberately absent: any change to what is published. A rule looks and tells.

mod assert;
mod finding;
mod hosts;
mod offer;
mod print;
mod report;
mod rule;
mod rules;
mod sink;
mod walk;

#[cfg(test)]
mod tests;

use serde_json::Value;

#[doc(hidden)]
pub use assert::{Lintable, assert_clean};
pub use finding::{Finding, Severity, Subject};
pub use hosts::{HOSTS, Harm, Host, Part};
pub use report::{Lint, ToolSize};
pub use rule::Rule;

use self::offer::{Offer, Tool};
use crate::server::{BuildError, Server, Shared};

/// What happens to findings when a server is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lints {
    /// Nothing: they are not looked for.
    #[default]
    Off,
    /// They go to the log: warnings and errors as `tracing` events of level `WARN`, notes of
    /// level `INFO`, target `mcp_server::lint`.
    Warn,
    /// Warnings and errors are faults, so that the server is not built; notes go to the log.
    Deny,
}

/// Lints two schemas as they stand, without a server around them; worst first.
///
/// # Examples
///
/// ```
/// use mcp_server::lint::{self, Rule};
/// use serde_json::json;
///
/// let input = json!({ "type": "object", "properties": { "filter": true } });
/// let findings = lint::schemas(&input, None);
/// assert_eq!(findings[0].rule, Rule::BooleanSchema);
/// assert_eq!(findings[0].path, "/inputSchema/properties/filter");
/// ```
#[must_use]
pub fn schemas(input: &Value, output: Option<&Value>) -> Vec<Finding> {
    let mut findings = Vec::new();
    rules::bare_schemas(&Tool::of_schemas(input, output), &mut findings);
    report::worst_first(&mut findings);
    findings
}

/// Lints everything that is offered at this moment, shown or not.
pub(crate) fn lint(server: &Shared) -> Lint {
    let offer = Offer::of(server);
    let mut findings = Vec::new();
    rules::all(&offer, &mut findings);
    findings.retain(|finding| !server.allowed.contains(&finding.rule));
    Lint::new(findings, &offer)
}

impl Lints {
    /// Does as an author said with a server that is otherwise sound.
    ///
    /// # Errors
    ///
    /// A sentence for each finding that is denied.
    pub(crate) fn enforce(self, server: Shared) -> Result<Server, BuildError> {
        if self == Self::Off {
            return Ok(Server::from_shared(server));
        }
        let lint = lint(&server);
        let is_denied =
            |finding: &&Finding| self == Self::Deny && finding.severity > Severity::Note;
        let (denied, logged): (Vec<&Finding>, Vec<_>) = lint.findings().iter().partition(is_denied);
        for finding in logged {
            match finding.severity {
                Severity::Note => tracing::info!(rule = finding.rule.id(), "{finding}"),
                _ => tracing::warn!(rule = finding.rule.id(), "{finding}"),
            }
        }
        match &*denied {
            [] => Ok(Server::from_shared(server)),
            denied => Err(BuildError::new(
                denied.iter().map(ToString::to_string).collect(),
            )),
        }
    }
}
