//! Collects every problem of a value, each once.

use std::collections::{BTreeMap, HashSet};

use jsonschema::{ValidationError, error::ValidationErrorKind as Kind};
use serde_json::{Map, Value};

use super::{
    Validator, guess,
    keys::{self, Keys},
    nearest, pointer,
    report::{Fix, Violation, Violations},
    words,
};

/// Problems kept; a list of a million wrong items is told by its first ones.
const COLLECTED: usize = 200;

/// Items of all lists together up to which every problem is looked for. The validator makes an
/// error of half a kilobyte for each wrong one before it hands out the first.
const ITEMS: usize = 20_000;

/// Collects the problems of `instance`, of one with very many items the first.
pub(super) fn collect(validator: &Validator, instance: &Value) -> Violations {
    match items(instance) > ITEMS {
        true => report(validator, validator.compiled.validate(instance).err()),
        false => report(validator, validator.compiled.iter_errors(instance)),
    }
}

/// Items of all lists in a value.
fn items(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.len() + list.iter().map(items).sum::<usize>(),
        Value::Object(object) => object.values().map(items).sum(),
        _ => 0,
    }
}

fn report<'e>(
    validator: &Validator,
    errors: impl IntoIterator<Item = ValidationError<'e>>,
) -> Violations {
    let mut report = Report {
        validator,
        found: Vec::new(),
        more: 0,
        unknown: 0,
        keys: BTreeMap::new(),
    };
    let mut errors = errors.into_iter();
    for error in errors.by_ref().take(COLLECTED) {
        report.add(&error);
    }
    report.more += errors.count();
    report.judge_keys();
    report.finish()
}

struct Report<'a> {
    validator: &'a Validator,
    found: Vec<Violation>,
    /// Problems beyond those kept.
    more: usize,
    /// Unknown keys kept, of all objects.
    unknown: usize,
    /// Problems with keys, by the path of their object: they are judged together.
    keys: BTreeMap<String, Keys>,
}

impl Report<'_> {
    fn add(&mut self, error: &ValidationError<'_>) {
        let path = error.instance_path().to_string();
        match error.kind() {
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default().to_owned();
                self.keys_at(&path, error).missing.push(name);
            }
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => {
                // Each kept key is compared with the known ones, so only as many are kept as a
                // report could tell of.
                let kept = unexpected.len().min(COLLECTED - self.unknown);
                self.unknown += kept;
                self.more += unexpected.len() - kept;
                if kept > 0 {
                    self.keys_at(&path, error)
                        .unknown
                        .extend(unexpected[..kept].iter().cloned());
                }
            }
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                self.add_union(error, context, &path);
            }
            kind => {
                let mut expected = self.expected(kind, error, &path);
                let keyword = kind.keyword().to_owned();
                let mut fix = fix(kind, error.instance(), &self.governing(error));
                if guess::is_nothing(error.instance()) && self.is_optional(error) {
                    expected += "; leave it out if there is none";
                    fix = Some(Fix::Gone);
                }
                self.push(Violation {
                    path,
                    keyword,
                    expected,
                    fix,
                });
            }
        }
    }

    fn expected(&self, kind: &Kind, error: &ValidationError<'_>, path: &str) -> String {
        let governing = self.governing(error);
        let secret = self.is_secret(path);
        let mut text = match (kind, governing.get("format").and_then(Value::as_str)) {
            // A format is of text, and says more.
            (Kind::Type { .. }, Some(format)) if governing["type"] == "string" => {
                words::of_format(format)
            }
            _ => words::rule(kind, &governing),
        };
        match kind {
            Kind::Type { .. } => {
                let sent = error.instance();
                text += &format!(", got {}", words::sent(sent, secret));
                if guess::meant(&governing, sent).is_none()
                    && let Some(example) = words::example(&governing, false)
                {
                    text += &words::for_example(&example);
                }
            }
            Kind::Constant { .. }
            | Kind::Minimum { .. }
            | Kind::Maximum { .. }
            | Kind::ExclusiveMinimum { .. }
            | Kind::ExclusiveMaximum { .. }
            | Kind::MultipleOf { .. }
            | Kind::Pattern { .. }
            | Kind::Format { .. } => {
                text += &format!(", got {}", words::sent(error.instance(), secret));
            }
            Kind::MinLength { .. } | Kind::MinItems { .. } => {
                if let Some(example) = words::example(&governing, false) {
                    text += &words::for_example(&example);
                }
            }
            Kind::Enum { options } => {
                text += &format!(", got {}", words::sent(error.instance(), secret));
                if !secret && let Some(meant) = meant_value(options, error.instance()) {
                    let meant = words::shorten(&Value::from(meant).to_string(), words::SHOWN);
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
            for inner in *meant {
                self.add(inner);
            }
            return;
        }
        let expected = self.union_in_words(error, branches, path);
        self.push(Violation {
            path: path.to_owned(),
            keyword: error.kind().keyword().to_owned(),
            expected,
            fix: None,
        });
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
        if keys.schema.is_empty() {
            keys.schema = governing;
        }
        // Once per object, however many keys are wrong.
        if let Value::Object(object) = error.instance().as_ref()
            && keys.sent.is_empty()
        {
            keys.sent.clone_from(object);
        }
        keys
    }

    fn judge_keys(&mut self) {
        let mut all = std::mem::take(&mut self.keys);
        keys::find_moved(&mut all);
        let mut left = keys::STRAYS;
        for (path, keys) in all {
            for violation in keys.judge(&path, |name| self.place(&path, name), &mut left) {
                self.push(violation);
            }
        }
    }

    /// Where a property of the object at `path` stands; only the root's have an order.
    fn place(&self, path: &str, name: &str) -> usize {
        match path {
            "" => self.validator.place(name),
            _ => 0,
        }
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

    /// Whether the value is that of a property that may be left out.
    fn is_optional(&self, error: &ValidationError<'_>) -> bool {
        let mut steps = error.schema_path().as_str().rsplitn(4, '/');
        let (_keyword, name, properties) = (steps.next(), steps.next(), steps.next());
        let (Some(name), Some("properties"), Some(object)) = (name, properties, steps.next())
        else {
            return false;
        };
        let object = self.validator.schema.pointer(object);
        let name = pointer::first(&format!("/{name}"));
        let required = object.and_then(|object| object.get("required")?.as_array());
        !required.is_some_and(|names| names.iter().any(|it| *it == name))
    }

    fn is_secret(&self, path: &str) -> bool {
        self.validator.is_secret(path)
    }

    fn push(&mut self, violation: Violation) {
        if self.found.len() >= COLLECTED {
            self.more += 1;
        } else if !self.found.contains(&violation) {
            // Parts of an `allOf` may say the same.
            self.found.push(violation);
        }
    }

    fn finish(mut self) -> Violations {
        let validator = self.validator;
        // A list of values implies their type.
        let listed = self.found.iter().filter(|it| it.keyword == "enum");
        let listed: HashSet<_> = listed.map(|it| it.path.clone()).collect();
        self.found
            .retain(|it| it.keyword != "type" || !listed.contains(&it.path));
        if !validator.secret.is_empty() {
            // An example repeats what was sent.
            self.found
                .iter_mut()
                .for_each(|violation| violation.fix = None);
        }
        self.found
            .sort_by_key(|violation| validator.place(&pointer::first(&violation.path)));
        Violations::new(self.found, self.more)
    }
}

/// The listed value that a misspelt one stands for.
fn meant_value<'a>(options: &'a Value, sent: &Value) -> Option<&'a str> {
    let sent = sent.as_str()?;
    let options = options.as_array()?.iter().filter_map(Value::as_str);
    nearest(sent, options)
}

/// A value that would be right, where the one that was sent or the schema tells.
fn fix(kind: &Kind, sent: &Value, governing: &Map<String, Value>) -> Option<Fix> {
    // Where something was sent, an example must not take its place: it would be another order, or
    // another amount.
    let sent_nothing = sent.is_null() || guess::is_nothing(sent) || *sent == Value::Array(vec![]);
    let example = || words::example(governing, true).filter(|_| sent_nothing);
    let value: Value = match kind {
        Kind::Enum { options } => listed_value(options, sent)?,
        Kind::Constant { expected_value } => (**expected_value).clone(),
        Kind::Minimum { limit } | Kind::Maximum { limit } => limit.clone(),
        Kind::Pattern { .. } | Kind::MinLength { .. } | Kind::MinItems { .. } => example()?,
        Kind::Type { .. } => guess::meant(governing, sent).or_else(example)?,
        _ => return None,
    };
    Some(Fix::Value(value))
}

/// The listed value that another one stands for, in a list of one if need be.
fn listed_value(options: &Value, sent: &Value) -> Option<Value> {
    if let Some([only]) = sent.as_array().map(Vec::as_slice)
        && options.as_array()?.contains(only)
    {
        return Some(only.clone());
    }
    meant_value(options, sent).map(Value::from)
}
