//! Collects every problem of a value and writes the lines a model reads.

use std::collections::BTreeMap;

use jsonschema::{ValidationError, error::ValidationErrorKind as Kind};
use serde_json::{Map, Value};

use super::{
    Validator,
    nearest::{likeness, nearest},
    words,
};

/// Characters of a whole report, whatever was sent.
const LONGEST: usize = 1_500;
/// Characters of one line: one problem must not push out the others.
const LINE: usize = 400;
/// Problems kept; a list of a million wrong items is told by its first ones.
const COLLECTED: usize = 200;
/// Characters of a key that are kept in a path.
const KEY: usize = 256;

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

impl From<Violation> for Violations {
    fn from(one: Violation) -> Self {
        Self {
            kept: vec![one],
            more: 0,
        }
    }
}

impl Violation {
    fn line(&self) -> String {
        let path = match self.path.as_str() {
            "" => "(the whole)",
            path => path,
        };
        words::shorten(&format!("- {}: {}", shown_path(path), self.expected), LINE)
    }
}

/// Keys come from the peer, so a pointer can be of any length.
fn shown_path(path: &str) -> String {
    let segments: Vec<String> = path
        .split('/')
        .map(|segment| words::shorten(segment, words::SHOWN))
        .collect();
    words::shorten(&segments.join("/"), 2 * words::SHOWN)
}

/// Collects the problems of `instance`.
pub(super) fn collect(validator: &Validator, instance: &Value) -> Violations {
    let mut report = Report {
        validator,
        found: Vec::new(),
        more: 0,
        keys: BTreeMap::new(),
    };
    let mut errors = validator.compiled.iter_errors(instance);
    for error in errors.by_ref().take(COLLECTED) {
        report.add(&error, "");
    }
    report.more += errors.count();
    report.report_keys();
    report.finish()
}

struct Report<'a> {
    validator: &'a Validator,
    found: Vec<Violation>,
    /// Problems beyond those kept.
    more: usize,
    /// Problems with keys, by the path of their object: they are judged together.
    keys: BTreeMap<String, Keys>,
}

/// What is wrong with the keys of one object.
#[derive(Default)]
struct Keys {
    missing: Vec<String>,
    unknown: Vec<String>,
    sent: Map<String, Value>,
    schema: Map<String, Value>,
}

impl Report<'_> {
    /// `prefix` is the path of an enclosing value whose errors have paths of their own.
    fn add(&mut self, error: &ValidationError<'_>, prefix: &str) {
        let path = format!("{prefix}{}", error.instance_path());
        match error.kind() {
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default().to_owned();
                self.keys_at(&path, error).missing.push(name);
            }
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => {
                self.keys_at(&path, error)
                    .unknown
                    .extend(unexpected.iter().cloned());
            }
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                self.add_union(error, context, &path);
            }
            kind => {
                let expected = self.expected(kind, error, &path);
                self.push(path, kind.keyword(), expected);
            }
        }
    }

    fn expected(&self, kind: &Kind, error: &ValidationError<'_>, path: &str) -> String {
        let governing = self.governing(error);
        let secret = self.is_secret(path);
        let mut text = words::rule(kind, &governing);
        match kind {
            Kind::Type { .. } => {
                text += &format!(", got {}", words::sent(error.instance(), secret));
            }
            Kind::Enum { options } if !secret => {
                if let Some(meant) = meant_value(options, error.instance()) {
                    text += &format!("; did you mean {meant}?");
                }
            }
            _ => {}
        }
        text
    }

    /// Reports a union as the one branch that was meant, if that can be told, else in one line.
    fn add_union(
        &mut self,
        error: &ValidationError<'_>,
        branches: &[Vec<ValidationError<'static>>],
        path: &str,
    ) {
        // The branches report paths from the root of the document, as their parent does.
        let here = error.instance_path();
        let of_right_kind = |branch: &&Vec<ValidationError<'static>>| {
            !branch.iter().any(|inner| {
                let wrong = matches!(
                    inner.kind(),
                    Kind::Type { .. } | Kind::Enum { .. } | Kind::Constant { .. }
                );
                wrong && inner.instance_path() == here
            })
        };
        let mut candidates: Vec<_> = branches.iter().filter(of_right_kind).collect();
        if candidates.len() > 1 {
            // Objects with a tag: the branches whose tag fits were meant.
            candidates.retain(|branch| {
                !branch
                    .iter()
                    .any(|inner| matches!(inner.kind(), Kind::Enum { .. } | Kind::Constant { .. }))
            });
        }
        if let [meant] = candidates.as_slice() {
            let prefix = path
                .strip_suffix(here.as_str())
                .unwrap_or_default()
                .to_owned();
            for inner in *meant {
                self.add(inner, &prefix);
            }
            return;
        }
        let expected = self.union_in_words(error, branches, path);
        self.push(path.to_owned(), error.kind().keyword(), expected);
    }

    /// The values or types a union takes.
    fn union_in_words(
        &self,
        error: &ValidationError<'_>,
        branches: &[Vec<ValidationError<'static>>],
        path: &str,
    ) -> String {
        let here = error.instance_path();
        let mut parts: Vec<String> = Vec::new();
        for branch in branches {
            let wrong = branch.iter().filter(|inner| inner.instance_path() == here);
            // The values say more than their type.
            let telling = wrong
                .map(|inner| inner.kind())
                .max_by_key(|kind| match kind {
                    Kind::Enum { .. } | Kind::Constant { .. } => 2,
                    Kind::Type { .. } => 1,
                    _ => 0,
                });
            let part = match telling {
                Some(kind @ (Kind::Type { .. } | Kind::Enum { .. } | Kind::Constant { .. })) => {
                    let rule = words::rule(kind, &Map::new());
                    rule.trim_start_matches("must be ").to_owned()
                }
                _ => continue,
            };
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.len() < branches.len().min(2) {
            return words::rule(error.kind(), &Map::new());
        }
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let sent = words::sent(error.instance(), self.is_secret(path));
        format!("must be {}, got {sent}", words::alternatives(&parts))
    }

    fn keys_at(&mut self, path: &str, error: &ValidationError<'_>) -> &mut Keys {
        let governing = self.governing(error);
        let keys = self.keys.entry(path.to_owned()).or_default();
        if let Value::Object(object) = error.instance().as_ref() {
            keys.sent.clone_from(object);
        }
        if keys.schema.is_empty() {
            keys.schema = governing;
        }
        keys
    }

    fn report_keys(&mut self) {
        for (path, keys) in std::mem::take(&mut self.keys) {
            self.report_keys_of(&path, keys);
        }
    }

    /// A missing key and a misspelt one are one problem, and one line.
    fn report_keys_of(&mut self, path: &str, keys: Keys) {
        let mut known = properties(&keys.schema);
        if path.is_empty() {
            known.sort_by_key(|name| self.validator.place(name));
        }
        // In an open object a misspelt key is no error of its own, but still explains a gap.
        let mut strays: Vec<&str> = keys
            .sent
            .keys()
            .map(String::as_str)
            .filter(|name| !known.contains(name))
            .collect();
        let mut explained: Vec<&str> = Vec::new();
        for name in &keys.missing {
            let twin = nearest(name, strays.iter().copied())
                .or_else(|| self.sole_stray(name, &keys, &strays));
            let expected = match twin {
                Some(twin) => {
                    strays.retain(|stray| *stray != twin);
                    explained.push(twin);
                    let twin = words::shorten(twin, words::SHOWN);
                    format!("missing (you sent `{twin}`; did you mean that?)")
                }
                None => "missing".to_owned(),
            };
            self.push(join(path, name), "required", expected);
        }
        let noun = if path.is_empty() { "argument" } else { "key" };
        let unsent: Vec<&str> = known
            .iter()
            .copied()
            .filter(|name| {
                !keys.sent.contains_key(*name) && !keys.missing.iter().any(|it| it == name)
            })
            .collect();
        for name in &keys.unknown {
            if explained.contains(&name.as_str()) {
                continue;
            }
            let meant =
                nearest(name, unsent.iter().copied()).or_else(|| sole_taker(&keys, name, &unsent));
            let expected = match meant {
                Some(meant) => format!("unknown {noun}; did you mean `{meant}`?"),
                None if known.is_empty() => format!("unknown {noun}; there are none"),
                None => format!("unknown {noun}; known are {}", listed(&known)),
            };
            self.push(join(path, name), "additionalProperties", expected);
        }
    }

    /// With one gap and one stray key of the right type, they belong together.
    fn sole_stray<'s>(&self, name: &str, keys: &Keys, strays: &[&'s str]) -> Option<&'s str> {
        let ([stray], [_]) = (strays, keys.missing.as_slice()) else {
            return None;
        };
        let schema = keys.schema.get("properties")?.get(name)?;
        let value = keys.sent.get(*stray)?;
        fits(schema, value).then_some(stray)
    }

    /// The schema object that holds the violated keyword.
    fn governing(&self, error: &ValidationError<'_>) -> Map<String, Value> {
        let pointer = error.schema_path().as_str();
        let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
        let schema = self.validator.schema.pointer(parent);
        schema
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default()
    }

    fn is_secret(&self, path: &str) -> bool {
        let first = path.split('/').nth(1).map(unescape);
        first.is_some_and(|first| self.validator.secret.contains(&first))
    }

    fn push(&mut self, path: String, keyword: &str, expected: String) {
        if self.found.len() >= COLLECTED {
            self.more += 1;
            return;
        }
        let violation = Violation {
            path,
            keyword: keyword.to_owned(),
            expected,
        };
        // `anyOf` branches and `allOf` parts may say the same.
        if !self.found.contains(&violation) {
            self.found.push(violation);
        }
    }

    fn finish(mut self) -> Violations {
        let validator = self.validator;
        self.found.sort_by_key(|violation| {
            let first = violation.path.split('/').nth(1).unwrap_or_default();
            validator.place(&unescape(first))
        });
        Violations {
            kept: self.found,
            more: self.more,
        }
    }
}

/// The listed value that a misspelt one stands for, as JSON.
fn meant_value(options: &Value, sent: &Value) -> Option<String> {
    let sent = sent.as_str()?;
    let options = options.as_array()?.iter().filter_map(Value::as_str);
    let meant = options
        .filter(|option| likeness(sent, option) >= 0.8)
        .max_by(|one, other| likeness(sent, one).total_cmp(&likeness(sent, other)))?;
    Some(words::shorten(
        &Value::from(meant).to_string(),
        words::SHOWN,
    ))
}

/// The only property not sent whose type takes the value of an unknown key.
fn sole_taker<'k>(keys: &Keys, name: &str, unsent: &[&'k str]) -> Option<&'k str> {
    let value = keys.sent.get(name)?;
    let schemas = keys.schema.get("properties")?;
    let mut takers = unsent.iter().filter(|name| {
        schemas
            .get(**name)
            .is_some_and(|schema| fits(schema, value))
    });
    let only = takers.next()?;
    takers.next().is_none().then_some(*only)
}

/// Whether a value is of the type a schema names. Without a type nothing can be concluded.
fn fits(schema: &Value, value: &Value) -> bool {
    match schema.get("type").and_then(Value::as_str) {
        Some("string") => value.is_string(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    }
}

fn properties(schema: &Map<String, Value>) -> Vec<&str> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flat_map(Map::keys)
        .map(String::as_str)
        .collect()
}

fn listed(names: &[&str]) -> String {
    const MOST: usize = 12;
    let mut list: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{name}`"))
        .collect();
    if names.len() > MOST {
        list.push(format!("… and {} more", names.len() - MOST));
    }
    list.join(", ")
}

fn join(path: &str, name: &str) -> String {
    format!("{path}/{}", escape(&words::shorten(name, KEY)))
}

/// A key as a segment of a JSON Pointer.
fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn unescape(segment: &str) -> String {
    segment.replace("~1", "/").replace("~0", "~")
}
