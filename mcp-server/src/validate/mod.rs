//! Decides whether a value is what a schema asks for, and says in plain words why not.
//!
//! The path of a good value is one pass of a precompiled validator and nothing else. Only when it
//! fails does the rest of this module run: [`repair`] makes up for what clients are known to send
//! (an explicit `null` for something optional), [`collect`] gathers every problem, [`words`], [`keys`],
//! [`nearest`] and [`guess`] say what was expected, [`report`] writes the lines that a model acts on.
//!
//! Nothing here fetches anything: a reference to another document is an error when the schema is
//! compiled. [`bounds`] and [`load`] keep schemas from costing more than they are worth, [`budget`]
//! and [`window()`](window::window) what it takes to say what is wrong with a value.

mod bounds;
mod budget;
mod coercion;
mod collect;
mod extraction;
mod guess;
mod keys;
mod load;
mod nearest;
mod pointer;
mod repair;
mod report;
mod window;
mod words;

#[cfg(test)]
mod tests;

pub use coercion::Coercion;
pub(crate) use extraction::read_with_path;
pub(crate) use nearest::nearest;
pub(crate) use repair::Repair;
pub(crate) use report::{Violation, Violations};

use std::fmt;

use jsonschema::PatternOptions;
use serde_json::Value;

/// A compiled schema.
///
/// JSON Schema 2020-12 unless its `$schema` names another dialect. `format` is checked where it
/// is known.
pub(crate) struct Validator {
    /// Finds errors, with a budget.
    compiled: jsonschema::Validator,
    /// Decides, where that is another.
    quick: Option<jsonschema::Validator>,
    schema: Value,
    /// Schemas that one way through a value may meet.
    load: u64,
    /// Whether a value may choose between forms: each is judged to say what is wrong with it.
    unions: bool,
    /// Names of the root's properties in the order problems are reported in.
    order: Vec<String>,
    /// Properties of the root whose values are never repeated.
    secret: Vec<String>,
    /// Properties of the root whose values are never repaired.
    strict: Vec<String>,
    coercion: Coercion,
}

impl Validator {
    /// Compiles a schema.
    ///
    /// Patterns run on an engine with linear time, so look-around and back-references are not
    /// available.
    ///
    /// # Errors
    ///
    /// In words, when the dialect is unknown, a keyword is malformed, a pattern is not supported,
    /// a reference leads outside the schema, or the schema exceeds a bound.
    pub(crate) fn compile(schema: &Value) -> Result<Self, String> {
        let size = bounds::check(schema)?;
        let load = load::of(schema)?;
        let decides = compiled(schema, size.of_pattern())?;
        let (compiled, quick) = match budget::stepping(schema) {
            Some(stepping) => (compiled(&stepping, size.of_pattern())?, Some(decides)),
            None => (decides, None),
        };
        Ok(Self {
            compiled,
            quick,
            schema: schema.clone(),
            load,
            unions: size.unions,
            order: Vec::new(),
            secret: Vec::new(),
            strict: Vec::new(),
            coercion: Coercion::default(),
        })
    }

    /// Reports problems of the root's properties in this order, the order of their declaration.
    pub(crate) fn in_order<I: Into<String>>(mut self, names: impl IntoIterator<Item = I>) -> Self {
        self.order = names.into_iter().map(Into::into).collect();
        self
    }

    /// Never repeats the values of these properties of the root in a report.
    pub(crate) fn secret<I: Into<String>>(mut self, names: impl IntoIterator<Item = I>) -> Self {
        self.secret = names.into_iter().map(Into::into).collect();
        self
    }

    /// The schema as it was written.
    pub(crate) fn schema(&self) -> &Value {
        &self.schema
    }

    /// What it says of a property of the root.
    pub(crate) fn property(&self, name: &str) -> Option<&Value> {
        self.schema.get("properties")?.get(name)
    }

    /// Never repairs the values of these properties of the root.
    pub(crate) fn strict<I: Into<String>>(mut self, names: impl IntoIterator<Item = I>) -> Self {
        self.strict = names.into_iter().map(Into::into).collect();
        self
    }

    /// Repairs as far as this goes.
    pub(crate) fn coercing(mut self, coercion: Coercion) -> Self {
        self.coercion = coercion;
        self
    }

    /// Where a property of the root stands in a report.
    fn place(&self, name: &str) -> usize {
        let declared = self.order.iter().position(|known| known == name);
        declared.unwrap_or(self.order.len())
    }

    /// Whether `instance` is valid. The fast path.
    pub(crate) fn is_valid(&self, instance: &Value) -> bool {
        let decides = self.quick.as_ref().unwrap_or(&self.compiled);
        decides.is_valid(instance)
    }

    /// Refuses a value of so many parts that judging it would take too long.
    fn bound(&self, instance: &Value) -> Result<(), Violation> {
        /// Schemas times parts: about a second.
        const WORK: u64 = 30_000_000;
        let (parts, most) = (load::parts(instance), WORK / self.load.max(1));
        match parts <= most {
            true => Ok(()),
            false => Err(too_much(parts, most)),
        }
    }

    /// Checks a value as it is.
    ///
    /// # Errors
    ///
    /// Every violation.
    pub(crate) fn check(&self, instance: &Value) -> Result<(), Violations> {
        self.bound(instance)?;
        if self.is_valid(instance) {
            return Ok(());
        }
        let violations = collect::collect(self, instance);
        match violations.iter().count() {
            0 => Err(too_deep().into()),
            _ => Err(violations),
        }
    }

    /// Checks the arguments of a call.
    ///
    /// Absent arguments, passed as `null`, are an empty object. If the arguments are not valid as
    /// they are, they are repaired as far as the coercion goes, so that whoever reads them
    /// afterwards sees what was judged; the repairs are told.
    ///
    /// # Errors
    ///
    /// Every violation.
    pub(crate) fn accept(&self, arguments: &mut Value) -> Result<Vec<Repair>, Violations> {
        if arguments.is_null() {
            *arguments = Value::Object(serde_json::Map::new());
        }
        self.bound(arguments)?;
        if self.is_valid(arguments) {
            return Ok(Vec::new());
        }
        let repairs = repair::repair(&self.schema, arguments, self.coercion, &self.strict);
        match self.check(arguments) {
            Ok(()) => Ok(repairs),
            Err(violations) => Err(self.with_fit(violations, arguments)),
        }
    }

    /// Adds the arguments as they should have been, where every problem says what would make it
    /// right and the result is right indeed.
    fn with_fit(&self, violations: Violations, arguments: &Value) -> Violations {
        /// A key that is renamed may hold a value that has to be corrected as well.
        const ROUNDS: usize = 2;
        let mut fit = violations.corrected(arguments);
        for _ in 0..ROUNDS {
            let Some(mut corrected) = fit else {
                return violations;
            };
            if !self.is_valid(&corrected) {
                repair::repair(&self.schema, &mut corrected, self.coercion, &self.strict);
            }
            match self.check(&corrected) {
                // A call of which nothing is left is not what was meant.
                Ok(()) if corrected == Value::Object(serde_json::Map::new()) => return violations,
                // An example repeats what was sent.
                Ok(()) if self.holds_secret(&corrected) => return violations,
                Ok(()) => return violations.fitting(corrected),
                Err(left) => fit = left.corrected(&corrected),
            }
        }
        violations
    }

    /// Why arguments that are valid cannot be read: the reader's `error` at `path`, and whole
    /// numbers elsewhere that are written so that serde takes them for floats and that are too
    /// great for [`Validator::whole_numbers`].
    pub(crate) fn misfit(
        &self,
        arguments: &Value,
        path: &str,
        error: &serde_json::Error,
        secret: bool,
    ) -> Violations {
        let first = extraction::violation(path, error, secret || self.is_secret(path));
        let (schema, value) = (self.governing(path), arguments.pointer(path));
        let first = extraction::of_enum(first, error, schema, value);
        let first = extraction::of_part(first, path, error, value);
        let others = repair::inexact(&self.schema, arguments)
            .into_iter()
            .filter(|(path, _)| *path != first.path)
            .map(|(path, sent)| extraction::inexact(&path, &sent, self.is_secret(&path)));
        let mut found: Vec<_> = others.collect();
        found.push(first);
        found.sort_by_key(|violation| self.place(&pointer::first(&violation.path)));
        Violations::new(found, 0)
    }

    /// What the schema says of the value at a path, as far as names and items lead there.
    fn governing(&self, path: &str) -> &Value {
        path.split('/').skip(1).fold(&self.schema, |schema, name| {
            let name = pointer::first(&format!("/{name}"));
            let member = schema.get("properties").and_then(|all| all.get(&name));
            let inner = member.or_else(|| schema.get("items"));
            inner.unwrap_or(&Value::Null)
        })
    }

    fn holds_secret(&self, arguments: &Value) -> bool {
        self.secret.iter().any(|name| arguments.get(name).is_some())
    }

    /// Whether the value at a path is never repeated.
    fn is_secret(&self, path: &str) -> bool {
        self.secret.contains(&pointer::first(path))
    }

    /// Writes integral floats as integers where the schema asks for an integer: `30.0` → `30`.
    ///
    /// JSON Schema counts `30.0` as an integer, serde does not. Call this when reading a valid
    /// value failed, and read it again if something was repaired.
    pub(crate) fn whole_numbers(&self, arguments: &mut Value) -> Vec<Repair> {
        match self.coercion.whole {
            true => repair::whole_numbers(&self.schema, arguments, &self.strict),
            false => Vec::new(),
        }
    }
}

/// Compiles a schema whose patterns may have so many bytes each.
fn compiled(schema: &Value, pattern: usize) -> Result<jsonschema::Validator, String> {
    let patterns = PatternOptions::regex()
        .size_limit(pattern)
        .dfa_size_limit(pattern);
    jsonschema::options()
        .offline()
        .with_pattern_options(patterns)
        .should_validate_formats(true)
        .should_ignore_unknown_formats(true)
        .with_format("ip", |text: &str| text.parse::<std::net::IpAddr>().is_ok())
        .with_keyword(budget::STEP, |_, _, _| Ok(Box::new(budget::Step)))
        .build(schema)
        .map_err(|error| bounds::compile_error(&error))
}

/// What is said when the budget ended before the first error was found.
fn too_deep() -> Violation {
    let expected =
        "does not fit, and has too many parts or levels to say where; send less at a time";
    Violation::new("", "$ref", expected)
}

fn too_much(parts: u64, most: u64) -> Violation {
    let expected = format!(
        "has {parts} parts, more than the {most} that can be checked at a time; send fewer items at a time"
    );
    Violation::new("", "maxItems", expected)
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validator")
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}
