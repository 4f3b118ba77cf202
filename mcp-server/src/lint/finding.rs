//! One thing that was found.

use std::fmt;

use serde::Serialize;

use super::rule::Rule;

/// How bad a [`Finding`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Severity {
    /// Could be better. A server with notes is clean.
    Note,
    /// A host shows less than it should, or models are likely to err.
    Warning,
    /// A host loses the tool, its calls, or everything.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// What a [`Finding`] is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "kind", content = "name", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Subject {
    /// The server as a whole.
    Server,
    /// A tool, by name.
    Tool(String),
    /// A prompt, by name.
    Prompt(String),
    /// A resource, by URI or template.
    Resource(String),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server => f.write_str("the server"),
            Self::Tool(name) => write!(f, "tool {name}"),
            Self::Prompt(name) => write!(f, "prompt {name}"),
            Self::Resource(uri) => write!(f, "resource {uri}"),
        }
    }
}

/// One thing that was found, with the hosts that stumble over it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// What it is about.
    #[serde(flatten)]
    pub subject: Subject,
    /// Where in the published form: a JSON pointer (RFC 6901), such as
    /// `/inputSchema/properties/id`; empty for the whole.
    pub path: String,
    /// Which rule.
    pub rule: Rule,
    /// How bad it is.
    pub severity: Severity,
    /// Who breaks: names of [`HOSTS`](super::HOSTS). Empty where the advice
    /// is for models rather than for hosts.
    pub hosts: Vec<&'static str>,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What helps, likewise.
    pub remedy: &'static str,
}

impl fmt::Display for Finding {
    /// One line: `tool refund: /inputSchema/properties/id: … [id-as-integer]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.subject)?;
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{}; {} [{}]", self.message, self.remedy, self.rule)?;
        match &*self.hosts {
            [] => Ok(()),
            hosts => write!(f, " (breaks {})", hosts.join(", ")),
        }
    }
}
