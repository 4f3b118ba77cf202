//! The lines a model reads.

use serde_json::Value;

use super::{keys, pointer, words};

/// Characters of a whole report, whatever was sent.
const LONGEST: usize = 1_500;
/// Characters of one line: one problem must not push out the others.
const LINE: usize = 400;
/// Characters of a corrected example.
const EXAMPLE: usize = 600;

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
    /// The value that was sent in another object, at this pointer.
    Moved(String),
    /// What is in it, in its place.
    Unwrapped,
    /// Nothing.
    Gone,
    /// The same, with its parts mended, which are told by themselves.
    OfParts,
}

/// Every problem of a value, in the order of the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violations {
    kept: Vec<Violation>,
    /// How many more there are.
    more: usize,
    /// Whether there may be others that nobody counted.
    uncounted: bool,
    /// What would have been right.
    fit: Option<Value>,
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

    /// The same, and the arguments as they should have been, where that can be told.
    pub(crate) fn describe_with_example(&self, tool: &str) -> String {
        const LEAD: &str = "\nThis would fit: ";
        let mut text = self.describe(tool);
        if let Some(fit) = &self.fit {
            let fit = words::json(fit);
            let (length, lead) = (fit.chars().count(), LEAD.chars().count());
            if length <= EXAMPLE && text.chars().count() + lead + length <= LONGEST {
                text += LEAD;
                text += &fit;
            }
        }
        text
    }

    /// The same under another heading.
    pub(crate) fn under(&self, heading: &str) -> String {
        const FOOTER: usize = 60;
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
        match (left, self.uncounted) {
            (0, false) => {}
            (left, false) => text += &format!("\n… and {left} more"),
            (_, true) => text += "\n… and maybe more: not every part was looked at",
        }
        text
    }
}

impl Violations {
    /// The `kept` ones, and how many `more` there are.
    pub(super) fn new(kept: Vec<Violation>, more: usize) -> Self {
        Self {
            kept,
            more,
            uncounted: false,
            fit: None,
        }
    }

    /// Of the parts that were looked at; those that `stand` in the whole.
    pub(super) fn of_part(mut self, stands: impl FnMut(&Violation) -> bool) -> Self {
        self.kept.retain(stands);
        self.uncounted = true;
        self
    }

    /// The arguments with every problem fixed, where each says what would make it right.
    pub(super) fn corrected(&self, arguments: &Value) -> Option<Value> {
        /// With more problems an example would not be short.
        const MOST: usize = 8;
        if self.kept.len() > MOST || self.more > 0 || self.uncounted {
            return None;
        }
        let fixed = self
            .kept
            .iter()
            .try_fold(arguments.clone(), |corrected, violation| {
                violation.corrected(corrected, arguments)
            })?;
        (&fixed != arguments).then_some(fixed)
    }

    /// Without the arguments as they should have been, unless those are good.
    pub(crate) fn fitting_if(mut self, good: impl FnOnce(&Value) -> bool) -> Self {
        self.fit = self.fit.filter(good);
        self
    }

    /// With the arguments as they should have been.
    pub(super) fn fitting(mut self, fit: Value) -> Self {
        self.fit = Some(fit);
        self
    }
}

impl From<Violation> for Violations {
    fn from(one: Violation) -> Self {
        Self::new(vec![one], 0)
    }
}

impl Violation {
    /// A problem that nothing is known to mend.
    pub(super) fn new(path: impl Into<String>, keyword: &str, expected: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            keyword: keyword.to_owned(),
            expected: expected.into(),
            fix: None,
        }
    }

    /// The arguments with this problem fixed as well; `sent` is what they were at first.
    fn corrected(&self, mut corrected: Value, sent: &Value) -> Option<Value> {
        if self.fix == Some(Fix::OfParts) {
            return Some(corrected);
        }
        let (parent, name) = self.path.rsplit_once('/')?;
        let name = pointer::first(&format!("/{name}"));
        if let Some(Fix::Moved(from)) = &self.fix {
            // Its old place may be empty by now.
            let value = sent.pointer(from)?.clone();
            corrected
                .pointer_mut(parent)?
                .as_object_mut()?
                .insert(name, value);
            return Some(corrected);
        }
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
            (Fix::Unwrapped, Value::Object(object)) => {
                let inner = keys::unwrapped(&object.remove(&name)?)?;
                object.extend(inner);
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
