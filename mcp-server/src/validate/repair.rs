//! Makes up for what clients are known to send, as far as the schema leaves no doubt.

use serde_json::{Map, Number, Value};

use super::{Coercion, pointer};
use crate::value::string_id::{SIGNED, UNSIGNED};

/// 2^53. From here on a float stands for more than one integer: 9007199254740993.0 is read as
/// …992, so what was meant is not known.
pub(super) const EXACT: f64 = 9_007_199_254_740_992.0;

/// Schemas passed without a step into the instance; a longer chain is a loop.
const MAX_HOPS: usize = 16;

/// Repairs that are told; a list of a million numbers in quotes is told by its first ones.
const TOLD: usize = 50;

/// Levels of repaired arguments, as many as `serde_json` reads. Text within text within text could
/// have any number, and whatever walks a value walks it recursively.
const DEPTH: usize = 128;

/// Schemas applied in one walk. Each value has a few; only parts that refer to themselves in
/// several ways multiply with each level of a value.
const STEPS: usize = 1_000_000;

/// One repair that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repair {
    /// JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) to the value.
    pub(crate) path: String,
    /// The type that was sent.
    pub(crate) sent: &'static str,
    /// What it was read as.
    pub(crate) read_as: &'static str,
}

/// Repairs arguments that do not fit, as far as `coercion` goes. Arguments in `strict` are left
/// as they are. Returns the first repairs.
pub(super) fn repair(
    schema: &Value,
    instance: &mut Value,
    coercion: Coercion,
    strict: &[String],
) -> Vec<Repair> {
    let mut repairs = Vec::new();
    let exempt = |path: &str| strict.contains(&pointer::first(path));
    // Texts first: an object in a text may hold what the other repairs are for.
    each(schema, instance, &mut |schema, instance, path| {
        if exempt(path) {
            return false;
        }
        let text = text_as(schema, instance, coercion)
            .filter(|(value, _)| levels(path) + depth(value) <= DEPTH)
            .map(|(value, read_as)| ("string", value, read_as));
        let repaired = text.or_else(|| {
            let digits = digits_of(schema, instance).filter(|_| coercion.numbers)?;
            Some(("integer", digits.into(), "string"))
        });
        let Some((sent, value, read_as)) = repaired else {
            return false;
        };
        *instance = value;
        note(&mut repairs, path, sent, read_as);
        true
    });
    if coercion.nulls {
        drop_nulls(schema, instance, &exempt, &mut repairs);
    }
    repairs
}

fn note(repairs: &mut Vec<Repair>, path: &str, sent: &'static str, read_as: &'static str) {
    if repairs.len() < TOLD {
        repairs.push(Repair {
            path: path.to_owned(),
            sent,
            read_as,
        });
    }
}

/// Levels above what `path` points to: a key that holds a slash has it escaped.
fn levels(path: &str) -> usize {
    path.matches('/').count()
}

/// Levels of a value that was read from one text, and so has few.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(object) => 1 + object.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// What a text stands for where it cannot have been meant as one.
pub(super) fn text_as(
    schema: &Map<String, Value>,
    instance: &Value,
    coercion: Coercion,
) -> Option<(Value, &'static str)> {
    let text = instance.as_str()?;
    let kind = sole_type(schema)?;
    let value: Value = match kind {
        "object" | "array" if coercion.containers => serde_json::from_str(text).ok()?,
        "integer" | "number" if coercion.numbers && is_decimal(text) => {
            serde_json::from_str(text).ok()?
        }
        "boolean" if coercion.booleans => serde_json::from_str(text).ok()?,
        _ => return None,
    };
    let (fits, read_as) = match kind {
        "object" => (value.is_object(), "object"),
        "array" => (value.is_array(), "array"),
        "integer" => (value.is_i64() || value.is_u64(), "integer"),
        "number" => (value.is_number(), "number"),
        _ => (value.is_boolean(), "boolean"),
    };
    fits.then_some((value, read_as))
}

/// The digits of a whole number where digits are asked for as text. A float
/// has lost some, or will have.
fn digits_of(schema: &Map<String, Value>, instance: &Value) -> Option<String> {
    let pattern = schema.get("pattern")?.as_str()?;
    let asked = sole_type(schema) == Some("string") && [SIGNED, UNSIGNED].contains(&pattern);
    let whole = instance.is_u64() || instance.is_i64();
    (asked && whole).then(|| instance.to_string())
}

/// The one type a schema asks for, `null` aside.
pub(super) fn sole_type(schema: &Map<String, Value>) -> Option<&str> {
    match schema.get("type")? {
        Value::String(kind) => Some(kind),
        Value::Array(kinds) => {
            let mut kinds = kinds
                .iter()
                .filter_map(Value::as_str)
                .filter(|&kind| kind != "null");
            let only = kinds.next()?;
            kinds.next().is_none().then_some(only)
        }
        _ => None,
    }
}

/// A number as JSON writes it, without exponent: `20`, `-0.5`; not `1e3`, `0x10`, ` 20`.
fn is_decimal(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'-' || byte == b'.')
}

/// Removes optional properties sent as `null`, unless their schema has a use for `null`.
///
/// Forms and models fill in every field of a schema; for them `null` is "nothing".
fn drop_nulls(
    schema: &Value,
    instance: &mut Value,
    exempt: &impl Fn(&str) -> bool,
    repairs: &mut Vec<Repair>,
) {
    let root = schema;
    each(root, instance, &mut |schema, instance, path| {
        let (Some(properties), Value::Object(object)) = (properties(schema), instance) else {
            return false;
        };
        let required = schema.get("required").and_then(Value::as_array);
        let before = object.len();
        object.retain(|name, value| {
            let optional = !required.is_some_and(|names| names.iter().any(|it| it == name));
            let known = properties.get(name);
            let gone = value.is_null()
                && optional
                && known.is_some_and(|known| !takes_null(root, known, 0));
            let path = || pointer::join(path, name);
            if !gone || exempt(&path()) {
                return true;
            }
            note(repairs, &path(), "null", "absent");
            false
        });
        object.len() != before
    });
}

/// Writes whole floats as integers where only an integer is asked for. Returns the first repairs.
pub(super) fn whole_numbers(
    schema: &Value,
    instance: &mut Value,
    strict: &[String],
) -> Vec<Repair> {
    let mut repairs = Vec::new();
    each(schema, instance, &mut |schema, instance, path| {
        let asked = sole_type(schema) == Some("integer");
        let whole = match instance {
            Value::Number(number) if asked && number.is_f64() => number.as_f64(),
            _ => None,
        };
        match whole {
            Some(float)
                if float.fract() == 0.0
                    && float.abs() < EXACT
                    && !strict.contains(&pointer::first(path)) =>
            {
                // Exact: a whole number below 2^53 fits.
                *instance = Value::Number(Number::from(float as i64));
                note(&mut repairs, path, "number", "integer");
                true
            }
            _ => false,
        }
    });
    repairs
}

/// Integers written as floats that are too great to be exact, with their paths.
pub(super) fn inexact(schema: &Value, instance: &Value) -> Vec<(String, Number)> {
    let mut found = Vec::new();
    each(
        schema,
        &mut instance.clone(),
        &mut |schema, instance, path| {
            if let Value::Number(number) = instance
                && number.is_f64()
                && number.as_f64().is_some_and(|float| float.fract() == 0.0)
                && sole_type(schema) == Some("integer")
            {
                found.push((path.to_owned(), number.clone()));
            }
            false
        },
    );
    found
}

/// Whether a property that is `null` can be valid. In doubt yes: then nothing is changed.
fn takes_null(root: &Value, schema: &Value, hops: usize) -> bool {
    let Value::Object(schema) = schema else {
        return schema != &Value::Bool(false);
    };
    if hops > MAX_HOPS {
        return true;
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.iter().any(Value::is_null);
    }
    if let Some(value) = schema.get("const") {
        return value.is_null();
    }
    match schema.get("type") {
        Some(Value::String(kind)) => return kind == "null",
        Some(Value::Array(kinds)) => return kinds.iter().any(|kind| kind == "null"),
        _ => {}
    }
    if let Some(target) = reference(root, schema) {
        return takes_null(root, target, hops + 1);
    }
    let union = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    union.and_then(Value::as_array).is_none_or(|branches| {
        branches
            .iter()
            .any(|branch| takes_null(root, branch, hops + 1))
    })
}

/// Applies `change` to every value inside `instance` together with the schema that governs it.
///
/// Only keywords that apply without condition are followed, and the branch of a union that alone
/// can have been meant.
fn each(
    schema: &Value,
    instance: &mut Value,
    change: &mut impl FnMut(&Map<String, Value>, &mut Value, &str) -> bool,
) -> bool {
    Walk {
        root: schema,
        change,
        left: STEPS,
    }
    .step(schema, instance, 0, "")
}

struct Walk<'a, F> {
    root: &'a Value,
    change: &'a mut F,
    /// Steps that may still be taken; the values after them are left as they are.
    left: usize,
}

impl<'a, F: FnMut(&Map<String, Value>, &mut Value, &str) -> bool> Walk<'a, F> {
    /// `hops` counts schemas passed without entering the instance.
    fn step(&mut self, schema: &'a Value, instance: &mut Value, hops: usize, path: &str) -> bool {
        let Value::Object(schema) = schema else {
            return false;
        };
        if hops > MAX_HOPS || self.left == 0 {
            return false;
        }
        self.left -= 1;
        let mut changed = (self.change)(schema, instance, path);
        if let Some(target) = reference(self.root, schema) {
            changed |= self.step(target, instance, hops + 1, path);
        }
        for part in schema
            .get("allOf")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            changed |= self.step(part, instance, hops + 1, path);
        }
        if let Some(branch) = only_branch(schema, instance) {
            changed |= self.step(branch, instance, hops + 1, path);
        }
        match instance {
            Value::Object(object) => {
                let named = properties(schema);
                // Which keys a pattern takes is not tried here.
                let others = schema
                    .get("additionalProperties")
                    .filter(|_| !schema.contains_key("patternProperties"));
                for (name, value) in object {
                    if let Some(schema) = named.and_then(|named| named.get(name)).or(others) {
                        changed |= self.step(schema, value, 0, &pointer::join(path, name));
                    }
                }
            }
            Value::Array(items) => {
                let own = schema.get("prefixItems").and_then(Value::as_array);
                if let Some(schema) = schema.get("items") {
                    for (index, item) in items.iter_mut().enumerate().skip(own.map_or(0, Vec::len))
                    {
                        changed |= self.step(schema, item, 0, &format!("{path}/{index}"));
                    }
                }
            }
            _ => {}
        }
        changed
    }
}

fn properties(schema: &Map<String, Value>) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object)
}

/// What a reference inside the document points to.
fn reference<'a>(root: &'a Value, schema: &Map<String, Value>) -> Option<&'a Value> {
    let pointer = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
    root.pointer(pointer)
}

/// The one branch of a union that can have been meant by `instance`.
fn only_branch<'a>(schema: &'a Map<String, Value>, instance: &Value) -> Option<&'a Value> {
    let union = schema.get("anyOf").or_else(|| schema.get("oneOf"))?;
    let mut branches = union
        .as_array()?
        .iter()
        .filter(|branch| may_be_meant(branch, instance));
    let only = branches.next()?;
    branches.next().is_none().then_some(only)
}

/// Whether neither the type nor a tag rules a branch out.
fn may_be_meant(branch: &Value, instance: &Value) -> bool {
    let right_type = match branch.get("type").and_then(Value::as_str) {
        Some("null") => instance.is_null(),
        Some("boolean") => instance.is_boolean(),
        Some("integer" | "number") => instance.is_number(),
        Some("string") => instance.is_string(),
        Some("array") => instance.is_array(),
        Some("object") => instance.is_object(),
        _ => true,
    };
    let mut tags = branch
        .as_object()
        .and_then(properties)
        .into_iter()
        .flatten()
        .filter_map(|(name, schema)| Some((instance.get(name)?, schema.get("enum")?.as_array()?)));
    right_type && tags.all(|(sent, allowed)| allowed.contains(sent))
}
