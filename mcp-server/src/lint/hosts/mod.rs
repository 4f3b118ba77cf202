//! What each host, and each model API behind one, makes of a list of tools.
//!
//! The one place for such facts: rules ask [`HOSTS`], and so may a test. They were measured with
//! published builds, read in sources, or taken from reports of users (late 2026); see [`table`].

mod naming;
mod table;

use super::finding::Severity;
use super::rule::Rule;

pub use table::HOSTS;

pub(super) use naming::Naming;

/// A program that shows tools to a model, or the API of a model.
///
/// The strict modes of APIs are hosts of their own: a host turns one on for a single tool and
/// can go back.
#[derive(Debug)]
pub struct Host {
    name: &'static str,
    naming: Naming,
    /// What it does to whatever breaks a rule about the tool as a whole.
    tool: &'static [(Rule, Harm)],
    /// The same for input schemas.
    input: &'static [(Rule, Harm)],
    /// The same for output schemas.
    output: &'static [(Rule, Harm)],
    /// The formats it knows; all of them where nothing is said.
    formats: Option<&'static [&'static str]>,
    /// Which names of properties it takes, and what becomes of others.
    property: Option<(TakesName, Harm)>,
    /// Characters of a tool's description that it keeps.
    description: Option<usize>,
    /// Characters of the instructions that it keeps.
    instructions: Option<usize>,
    /// Tools of all servers that it takes.
    tools: Option<usize>,
    /// What an input schema may consist of.
    limits: Option<Limits>,
}

/// Whether a name of a property is taken.
type TakesName = fn(&str) -> bool;

/// What becomes of whatever breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Harm {
    /// The user is asked too often or not at all, or reads warnings.
    Friction,
    /// The model sees less than the schema says, or something else.
    Meaning,
    /// Calls of the tool fail, although it is listed.
    Calls,
    /// The tool is lost.
    Tool,
    /// Every tool of the server is lost, or the request to the model refused.
    List,
}

/// Which part of a tool a schema is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The tool as a whole.
    Tool,
    /// `inputSchema`.
    Input,
    /// `outputSchema`.
    Output,
}

/// How much an input schema may consist of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) depth: usize,
    pub(super) properties: usize,
    pub(super) enum_values: usize,
    /// Characters of all names and enum values together.
    pub(super) characters: usize,
}

impl Host {
    /// Its name, as findings have it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What it does to a part of a tool that breaks a rule; `None`: nothing.
    #[must_use]
    pub fn harm(&self, part: Part, rule: Rule) -> Option<Harm> {
        let harms = match part {
            Part::Tool => self.tool,
            Part::Input => self.input,
            Part::Output => self.output,
        };
        let found = harms.iter().find(|(broken, _)| *broken == rule);
        found.map(|(_, harm)| *harm)
    }

    /// The name by which its model calls a tool, where the user called the server `server`.
    #[must_use]
    pub fn callable(&self, server: &str, tool: &str) -> String {
        self.naming.callable(server, tool)
    }

    pub(super) fn naming(&self) -> &Naming {
        &self.naming
    }

    pub(super) fn knows_format(&self, format: &str) -> bool {
        self.formats.is_none_or(|known| known.contains(&format))
    }

    /// What becomes of a tool with a property of this name.
    pub(super) fn refuses_property(&self, name: &str) -> Option<Harm> {
        self.property
            .filter(|(takes, _)| !takes(name))
            .map(|(_, harm)| harm)
    }

    pub(super) fn cuts_description(&self, characters: usize) -> bool {
        self.description.is_some_and(|most| characters > most)
    }

    pub(super) fn cuts_instructions(&self, characters: usize) -> bool {
        self.instructions.is_some_and(|most| characters > most)
    }

    pub(super) fn takes_tools(&self, count: usize) -> bool {
        self.tools.is_none_or(|most| count <= most)
    }

    pub(super) fn limits(&self) -> Option<Limits> {
        self.limits
    }
}

impl Harm {
    /// How bad a finding is that does this to somebody.
    pub(super) const fn severity(self) -> Severity {
        match self {
            Self::Friction | Self::Meaning => Severity::Warning,
            Self::Calls | Self::Tool | Self::List => Severity::Error,
        }
    }
}

/// Who harms a part of a tool that breaks a rule, in the order of the table.
pub(super) fn harmed_by(part: Part, rule: Rule) -> Vec<(&'static Host, Harm)> {
    let harms = |host: &'static Host| Some((host, host.harm(part, rule)?));
    HOSTS.iter().filter_map(harms).collect()
}
