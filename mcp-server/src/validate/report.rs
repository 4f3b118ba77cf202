//! The lines a model reads.

use super::{pointer, words};

/// Characters of a whole report, whatever was sent.
const LONGEST: usize = 1_500;
/// Characters of one line: one problem must not push out the others.
const LINE: usize = 400;
/// One problem of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    /// JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) to the value, empty for
    /// the whole.
    pub(crate) path: String,
    /// The keyword of JSON Schema that was violated.
    pub(crate) keyword: String,
    /// What was expected, in words that continue the path.
    pub(crate) expected: String,
}

/// Every problem of a value, in the order of the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violations {
    kept: Vec<Violation>,
    /// How many more there are.
    more: usize,
}

impl Violations {
    /// One by one, the first 200.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Violation> {
        self.kept.iter()
    }

    /// The text for the model: a heading that names the tool and one line per problem, together
    /// at most 1 500 characters.
    pub(crate) fn describe(&self, tool: &str) -> String {
        self.under(&format!(
            "Invalid arguments for {}:",
            words::shorten(tool, 128)
        ))
    }

    /// The same under another heading.
    pub(crate) fn under(&self, heading: &str) -> String {
        const FOOTER: usize = 40;
        let mut text = words::shorten(heading, 300);
        let mut length = text.chars().count();
        let mut left = self.kept.len() + self.more;
        for violation in &self.kept {
            let line = violation.line();
            let cost = line.chars().count() + 1;
            if length + cost > LONGEST - FOOTER {
                break;
            }
            text.push('\n');
            text += &line;
            length += cost;
            left -= 1;
        }
        if left > 0 {
            text += &format!("\n… and {left} more");
        }
        text
    }
}

impl Violations {
    /// The `kept` ones, and how many `more` there are.
    pub(super) fn new(kept: Vec<Violation>, more: usize) -> Self {
        Self { kept, more }
    }
}

impl From<Violation> for Violations {
    fn from(one: Violation) -> Self {
        Self::new(vec![one], 0)
    }
}

impl Violation {
    fn line(&self) -> String {
        let path = match self.path.as_str() {
            "" => "(the whole)",
            path => path,
        };
        words::shorten(
            &format!("- {}: {}", pointer::shown(path), self.expected),
            LINE,
        )
    }
}
