//! Collects every problem of a value, each once.

use std::collections::{BTreeMap, HashSet};

use jsonschema::{ValidationError, error::ValidationErrorKind as Kind};
use serde_json::{Map, Value};

use super::{
    Validator, budget, guess,
    keys::{self, Keys},
    load, nearest, pointer,
    report::{Fix, Violation, Violations},
    window::{stands, window},
    words,
};

/// Problems kept; a list of a million wrong items is told by its first ones.
const COLLECTED: usize = 200;

/// Collects the problems of `instance`; of one with very many parts those of the first parts, or
/// one.
pub(super) fn collect(validator: &Validator, instance: &Value) -> Violations {
    let most = budget::parts(validator.load);
    let every = |instance: &Value| {
        // What refers to itself is walked as often as the parts of it.
        budget::start(most);
        report(validator, validator.compiled.iter_errors(instance))
    };
    if load::parts(instance) <= most {
        return every(instance);
    }
    let cut = window(instance, most);
    let violations = every(&cut).of_part(|violation| stands(violation, instance, &cut));
    if violations.iter().next().is_some() || validator.unions {
        return violations;
    }
    // Without forms to choose from there are no more errors than this one.
    budget::start(most);
    report(validator, validator.compiled.validate(instance).err())
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
        let mut text = match (kind, words::asked(&governing)) {
            // What is asked of the right type says more than the type.
            (Kind::Type { .. }, Some(asked)) => format!("must be {asked}"),
            _ => words::rule(kind, &governing),
        };
        let sent = error.instance();
        match kind {
            Kind::Type { .. } => {
                text += &format!(", got {}", words::sent(sent, secret));
                if guess::meant(&governing, sent).is_none() && !text.contains(words::EXAMPLE) {
                    text += &example_of(&governing);
                }
            }
            Kind::Constant { .. }
            | Kind::Minimum { .. }
            | Kind::Maximum { .. }
            | Kind::ExclusiveMinimum { .. }
            | Kind::ExclusiveMaximum { .. }
            | Kind::MultipleOf { .. }
            | Kind::Pattern { .. }
            | Kind::Format { .. } => text += &format!(", got {}", words::sent(sent, secret)),
            Kind::MinLength { limit: 1 } => text += &example_of(&governing),
            Kind::MinLength { .. }
            | Kind::MaxLength { .. }
            | Kind::MinItems { .. }
            | Kind::MaxItems { .. }
            | Kind::MinProperties { .. }
            | Kind::MaxProperties { .. } => {
                if let Some(amount) = words::amount(sent).filter(|_| !secret) {
                    text += &format!(", got {amount}");
                }
                if matches!(kind, Kind::MinLength { .. } | Kind::MinItems { .. }) {
                    text += &example_of(&governing);
                }
            }
            Kind::UniqueItems => {
                let twins = sent.as_array().and_then(|items| words::twins(items));
                if let Some((one, other)) = twins {
                    text += &format!(", got the same at {one} and {other}");
                }
            }
            Kind::Enum { options } => {
                text += &format!(", got {}", words::sent(sent, secret));
                if !secret && let Some(meant) = meant_value(options, sent) {
                    let meant = words::shorten(&words::json(&meant.into()), words::SHOWN);
                    text += &format!("; did you mean {meant}?");
                }
            }
            _ => {}
        }
        text
    }

    /// Reports a union as the one branch that was meant, if that can be told; else as what is
    /// missing in each, or as the branch that comes closest.
    fn add_union(
        &mut self,
        error: &ValidationError<'_>,
        branches: &[Vec<ValidationError<'static>>],
        path: &str,
    ) {
        match meant_branches(error, branches).as_slice() {
            [] => {
                let expected = self.union_in_words(error, branches, path);
                self.push(Violation::new(path, error.kind().keyword(), expected));
            }
            [meant] => self.add_all(meant),
            several => match missing_in_each(error, several) {
                Some(needed) => {
                    let expected = format!("needs {needed}");
                    self.push(Violation::new(path, error.kind().keyword(), expected));
                }
                None => self.add_closest(error, several, path),
            },
        }
    }

    fn add_all(&mut self, errors: &[ValidationError<'static>]) {
        errors.iter().for_each(|inner| self.add(inner));
    }

    /// Says of a union that none of its branches fits, and what is wrong with the closest one.
    fn add_closest(
        &mut self,
        error: &ValidationError<'_>,
        branches: &[&[ValidationError<'static>]],
        path: &str,
    ) {
        let Some(closest) = branches.iter().min_by_key(|branch| branch.len()) else {
            return;
        };
        let expected = "fits none of the forms in the schema; the closest form says:";
        self.push(Violation {
            fix: Some(Fix::OfParts),
            ..Violation::new(path, error.kind().keyword(), expected)
        });
        self.add_all(closest);
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
        let sent = words::sent(error.instance(), self.is_secret(path));
        if parts.len() < branches.len().min(2) {
            return format!("{}, got {sent}", words::rule(error.kind(), &Map::new()));
        }
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
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

/// The branches of a union that can have been meant: neither the type nor a tag rules them out.
fn meant_branches<'b>(
    error: &ValidationError<'_>,
    branches: &'b [Vec<ValidationError<'static>>],
) -> Vec<&'b [ValidationError<'static>]> {
    let here = error.instance_path();
    let of_right_kind = |branch: &&[ValidationError<'static>]| {
        !branch.iter().any(|inner| {
            let wrong = matches!(
                inner.kind(),
                Kind::Type { .. } | Kind::Enum { .. } | Kind::Constant { .. }
            );
            wrong && inner.instance_path() == here
        })
    };
    let branches = branches.iter().map(Vec::as_slice);
    let candidates: Vec<_> = branches.filter(of_right_kind).collect();
    if candidates.len() < 2 {
        return candidates;
    }
    // Objects with a tag: the branches whose tag fits were meant.
    let of_right_tag = |branch: &&[ValidationError<'static>]| {
        !branch
            .iter()
            .any(|inner| matches!(inner.kind(), Kind::Enum { .. } | Kind::Constant { .. }))
    };
    let tagged: Vec<_> = candidates.iter().copied().filter(of_right_tag).collect();
    match tagged.is_empty() {
        true => candidates,
        false => tagged,
    }
}

/// The keys of which an object lacks one or the other, where it lacks nothing else.
fn missing_in_each(
    error: &ValidationError<'_>,
    branches: &[&[ValidationError<'static>]],
) -> Option<String> {
    let of_branch = |branch: &&[ValidationError<'static>]| {
        let name = |inner: &ValidationError<'static>| match inner.kind() {
            Kind::Required { property } if inner.instance_path() == error.instance_path() => {
                let name = words::shorten(property.as_str()?, words::SHOWN);
                Some(format!("`{name}`"))
            }
            _ => None,
        };
        let names: Option<Vec<_>> = branch.iter().map(name).collect();
        Some(names?.join(" and "))
    };
    let mut needed: Vec<String> = branches.iter().map(of_branch).collect::<Option<_>>()?;
    needed.dedup();
    let needed: Vec<&str> = needed.iter().map(String::as_str).collect();
    Some(words::alternatives(&needed))
}

fn example_of(governing: &Map<String, Value>) -> String {
    words::example(governing).map_or(String::new(), |example| words::for_example(&example))
}

/// A value that would be right, where the one that was sent tells. An example must not take its
/// place: it would be another order, or another amount.
fn fix(kind: &Kind, sent: &Value, governing: &Map<String, Value>) -> Option<Fix> {
    let value: Value = match kind {
        Kind::Enum { options } => listed_value(options, sent)?,
        Kind::Constant { expected_value } => {
            listed_value(&Value::Array(vec![(**expected_value).clone()]), sent)?
        }
        Kind::Minimum { limit } | Kind::Maximum { limit } => limit.clone(),
        Kind::Type { .. } => guess::meant(governing, sent)?,
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
