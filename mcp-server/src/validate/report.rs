//! The lines a model reads.

use serde_json::Value;

use super::{pointer, words};

/// Characters of a whole report, whatever was sent.
const LONGEST: usize = 1_500;
/// Characters of one line: one problem must not push out the others.
const LINE: usize = 400;
/// Characters of a corrected example.
const EXAMPLE: usize = 400;

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
    /// What would make it right, where that can be told.
    pub(crate) fix: Option<Fix>,
}

/// What would make a value right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fix {
    /// Another value in its place.
    Value(Value),
    /// The value that was sent under this key.
    SentAs(String),
    /// The value belongs under this key.
    Belongs(String),
    /// Nothing.
    Gone,
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

    /// The same, and for a single problem the arguments as they should have been, where that can
    /// be told.
    pub(crate) fn describe_with_example(&self, tool: &str, arguments: &Value) -> String {
        let mut text = self.describe(tool);
        if let ([only], 0) = (self.kept.as_slice(), self.more)
            && let Some(corrected) = only.corrected(arguments)
        {
            let corrected = corrected.to_string();
            if corrected.chars().count() <= EXAMPLE {
                text += "\nThis would fit: ";
                text += &corrected;
            }
        }
        text
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
    /// The arguments with the problem fixed.
    fn corrected(&self, arguments: &Value) -> Option<Value> {
        let mut corrected = arguments.clone();
        let (parent, name) = self.path.rsplit_once('/')?;
        let name = pointer::first(&format!("/{name}"));
        match (self.fix.as_ref()?, corrected.pointer_mut(parent)?) {
            (Fix::Value(value), Value::Object(object)) => {
                object.insert(name, value.clone());
            }
            (Fix::Value(value), Value::Array(items)) => {
                *items.get_mut(name.parse::<usize>().ok()?)? = value.clone();
            }
            (Fix::SentAs(sent), Value::Object(object)) => {
                let value = object.remove(sent)?;
                object.insert(name, value);
            }
            (Fix::Belongs(key), Value::Object(object)) => {
                let value = object.remove(&name)?;
                object.insert(key.clone(), value);
            }
            (Fix::Gone, Value::Object(object)) => {
                object.remove(&name)?;
            }
            _ => return None,
        }
        Some(corrected)
    }

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
