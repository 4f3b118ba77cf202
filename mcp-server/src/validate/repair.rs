//! Makes up for what clients are known to send, as far as the schema leaves no doubt.

use serde_json::{Map, Number, Value};

/// 2^53. From here on a float stands for more than one integer: 9007199254740993.0 is read as
/// …992, so what was meant is not known.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Schemas passed without a step into the instance; a longer chain is a loop.
const MAX_HOPS: usize = 16;

/// Removes optional properties sent as `null`, unless their schema has a use for `null`.
///
/// Forms and models fill in every field of a schema; for them `null` is "nothing".
pub(super) fn drop_nulls(schema: &Value, instance: &mut Value) {
    let root = schema;
    each(root, instance, &mut |schema, instance| {
        let (Some(properties), Value::Object(object)) = (properties(schema), instance) else {
            return false;
        };
        let required = schema.get("required").and_then(Value::as_array);
        let before = object.len();
        object.retain(|name, value| {
            let optional = !required.is_some_and(|names| names.iter().any(|it| it == name));
            let known = properties.get(name);
            !(value.is_null() && optional && known.is_some_and(|known| !takes_null(root, known, 0)))
        });
        object.len() != before
    });
}

/// Writes whole floats as integers where only an integer is asked for.
pub(super) fn whole_numbers(schema: &Value, instance: &mut Value) -> bool {
    each(schema, instance, &mut |schema, instance| {
        let asked = schema.get("type").is_some_and(|kind| kind == "integer");
        let whole = match instance {
            Value::Number(number) if asked && number.is_f64() => number.as_f64(),
            _ => None,
        };
        match whole {
            Some(float) if float.fract() == 0.0 && float.abs() < EXACT => {
                // Exact: a whole number below 2^53 fits.
                *instance = Value::Number(Number::from(float as i64));
                true
            }
            _ => false,
        }
    })
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
    change: &mut impl FnMut(&Map<String, Value>, &mut Value) -> bool,
) -> bool {
    Walk {
        root: schema,
        change,
    }
    .step(schema, instance, 0)
}

struct Walk<'a, F> {
    root: &'a Value,
    change: &'a mut F,
}

impl<'a, F: FnMut(&Map<String, Value>, &mut Value) -> bool> Walk<'a, F> {
    /// `hops` counts schemas passed without entering the instance.
    fn step(&mut self, schema: &'a Value, instance: &mut Value, hops: usize) -> bool {
        let Value::Object(schema) = schema else {
            return false;
        };
        if hops > MAX_HOPS {
            return false;
        }
        let mut changed = (self.change)(schema, instance);
        if let Some(target) = reference(self.root, schema) {
            changed |= self.step(target, instance, hops + 1);
        }
        for part in schema
            .get("allOf")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            changed |= self.step(part, instance, hops + 1);
        }
        if let Some(branch) = only_branch(schema, instance) {
            changed |= self.step(branch, instance, hops + 1);
        }
        match instance {
            Value::Object(object) => {
                let named = properties(schema);
                let others = schema.get("additionalProperties");
                for (name, value) in object {
                    if let Some(schema) = named.and_then(|named| named.get(name)).or(others) {
                        changed |= self.step(schema, value, 0);
                    }
                }
            }
            Value::Array(items) => {
                if let Some(schema) = schema.get("items") {
                    for item in items {
                        changed |= self.step(schema, item, 0);
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
