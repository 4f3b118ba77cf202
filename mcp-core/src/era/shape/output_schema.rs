//! Output schemas for revisions in which structured content is an object.
//!
//! From 2025-06-18 to 2025-11-25 the root of an output schema says `"type": "object"`, and clients
//! check results against it. Later, any schema will do. Results are wrapped by what they are: a
//! value that is no object goes out as `{"result": …}`. So the schema is wrapped when no object
//! fits it, kept when only objects do, and left out when both could come: a client then takes the
//! result unchecked rather than refusing it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::types::wire::in_order;

/// The schema with an object at its root, if there is one.
pub(super) fn with_object_root(raw: &RawValue) -> Option<Cow<'_, RawValue>> {
    let schema: Value = serde_json::from_str(raw.get()).ok()?;
    match fits_objects(&schema, &schema, 0) {
        Fit::Only if schema.get("type") == Some(&Value::from("object")) => Some(Cow::Borrowed(raw)),
        Fit::Only => typed(raw).map(Cow::Owned),
        Fit::Never => wrapped(raw, &schema).map(Cow::Owned),
        Fit::Unclear => None,
    }
}

/// Whether objects fit a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// Nothing else does.
    Only,
    /// They do not.
    Never,
    /// They and other values may.
    Unclear,
}

impl Fit {
    fn of(is_object: impl Iterator<Item = bool>) -> Self {
        Self::any(is_object.map(|is_object| if is_object { Self::Only } else { Self::Never }))
    }

    /// One of several schemas applies.
    fn any(mut fits: impl Iterator<Item = Self>) -> Self {
        match fits.next() {
            Some(first) if fits.all(|fit| fit == first) => first,
            _ => Self::Unclear,
        }
    }
}

/// References are followed this far; a chain that long goes in circles.
const DEPTH: usize = 16;

fn fits_objects(schema: &Value, root: &Value, depth: usize) -> Fit {
    let Value::Object(keywords) = schema else {
        return Fit::Unclear;
    };
    if depth > DEPTH {
        return Fit::Unclear;
    }
    let each = |schemas: &Value| -> Vec<Fit> {
        schemas
            .as_array()
            .into_iter()
            .flatten()
            .map(|schema| fits_objects(schema, root, depth + 1))
            .collect()
    };
    // Keywords of one schema all apply, so the first that decides does so for the whole.
    let decided = keywords
        .iter()
        .map(|(keyword, value)| match (keyword.as_str(), value) {
            ("type", Value::String(name)) => Fit::of([name == "object"].into_iter()),
            ("type", Value::Array(names)) => Fit::of(names.iter().map(|name| name == "object")),
            ("const", value) => Fit::of([value.is_object()].into_iter()),
            ("enum", Value::Array(values)) => Fit::of(values.iter().map(Value::is_object)),
            ("oneOf" | "anyOf", schemas) => Fit::any(each(schemas).into_iter()),
            ("allOf", schemas) => each(schemas)
                .into_iter()
                .find(|fit| *fit != Fit::Unclear)
                .unwrap_or(Fit::Unclear),
            ("$ref", Value::String(target)) => target
                .strip_prefix('#')
                .and_then(|pointer| root.pointer(pointer))
                .map_or(Fit::Unclear, |target| fits_objects(target, root, depth + 1)),
            _ => Fit::Unclear,
        });
    decided
        .into_iter()
        .find(|fit| *fit != Fit::Unclear)
        .unwrap_or(Fit::Unclear)
}

/// The members of a schema, each to the letter.
fn members(raw: &RawValue) -> Option<Vec<(String, Box<RawValue>)>> {
    in_order(&mut serde_json::Deserializer::from_str(raw.get())).ok()
}

/// Adds the type that all branches share.
fn typed(raw: &RawValue) -> Option<Box<RawValue>> {
    let members = members(raw)?;
    let object = to_raw_value("object").ok()?;
    let own = members.iter().filter(|(keyword, _)| keyword != "type");
    let all = std::iter::once(("type", &*object)).chain(own.map(by_ref));
    to_raw_value(&Object(all.collect())).ok()
}

/// Puts the schema under `result`. What it refers to stays at the root, where its references look
/// for it.
fn wrapped(raw: &RawValue, schema: &Value) -> Option<Box<RawValue>> {
    if refers_elsewhere(schema) {
        return None;
    }
    let members = members(raw)?;
    let at_root = |keyword: &str| matches!(keyword, "$schema" | "$id" | "$defs" | "definitions");
    let (outer, inner): (Vec<_>, Vec<_>) =
        members.iter().partition(|(keyword, _)| at_root(keyword));
    let inner = Object(inner.into_iter().map(by_ref).collect());
    let object = to_raw_value("object").ok()?;
    let properties = to_raw_value(&BTreeMap::from([("result", inner)])).ok()?;
    let required = to_raw_value(&["result"]).ok()?;
    let own = [
        ("type", &*object),
        ("properties", &*properties),
        ("required", &*required),
    ];
    let all = outer.into_iter().map(by_ref).chain(own);
    to_raw_value(&Object(all.collect())).ok()
}

/// Whether the schema points at a part of itself that will not stay at the root.
fn refers_elsewhere(schema: &Value) -> bool {
    match schema {
        Value::Object(keywords) => keywords.iter().any(|(keyword, value)| match value {
            Value::String(target)
                if matches!(keyword.as_str(), "$ref" | "$dynamicRef" | "$recursiveRef") =>
            {
                target == "#"
                    || target.starts_with("#/")
                        && !target.starts_with("#/$defs/")
                        && !target.starts_with("#/definitions/")
            }
            nested => refers_elsewhere(nested),
        }),
        Value::Array(values) => values.iter().any(refers_elsewhere),
        _ => false,
    }
}

fn by_ref((keyword, value): &(String, Box<RawValue>)) -> (&str, &RawValue) {
    (keyword, value)
}

/// An object with its members in order.
struct Object<'a>(Vec<(&'a str, &'a RawValue)>);

impl Serialize for Object<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(schema: &str, expect: Option<&str>) {
        let raw = RawValue::from_string(schema.to_owned()).unwrap();
        let shaped = with_object_root(&raw);
        assert_eq!(shaped.as_deref().map(RawValue::get), expect, "{schema}");
    }

    // S-JS-05
    #[test]
    fn an_object_schema_goes_out_to_the_letter() {
        let schema = r#"{ "properties": {"z":{"multipleOf":0.10},"a":{}}, "type": "object" }"#;
        check(schema, Some(schema));
    }

    #[test]
    fn a_schema_that_only_objects_fit_gets_its_type() {
        check(
            r#"{"oneOf":[{"type":"object"},{"const":{}}]}"#,
            Some(r#"{"type":"object","oneOf":[{"type":"object"},{"const":{}}]}"#),
        );
        check(
            r##"{"$ref":"#/$defs/A","$defs":{"A":{"type":["object"]}}}"##,
            Some(r##"{"type":"object","$ref":"#/$defs/A","$defs":{"A":{"type":["object"]}}}"##),
        );
        check(
            r#"{"allOf":[{"minProperties":1},{"type":"object"}]}"#,
            Some(r#"{"type":"object","allOf":[{"minProperties":1},{"type":"object"}]}"#),
        );
    }

    // S-TOOL-07
    #[test]
    fn a_schema_that_no_object_fits_is_wrapped() {
        check(
            r#"{"type":"array","items":{"type":"string"}}"#,
            Some(
                r#"{"type":"object","properties":{"result":{"type":"array","items":{"type":"string"}}},"required":["result"]}"#,
            ),
        );
        check(
            r#"{"enum":["a",1,null]}"#,
            Some(
                r#"{"type":"object","properties":{"result":{"enum":["a",1,null]}},"required":["result"]}"#,
            ),
        );
        check(
            r#"{"type":["string","null"]}"#,
            Some(
                r#"{"type":"object","properties":{"result":{"type":["string","null"]}},"required":["result"]}"#,
            ),
        );
    }

    #[test]
    fn definitions_stay_where_references_look_for_them() {
        check(
            r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"array","items":{"$ref":"#/$defs/N"},"$defs":{"N":{"type":"object","properties":{"next":{"$ref":"#/$defs/N"}}}}}"##,
            Some(
                r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"N":{"type":"object","properties":{"next":{"$ref":"#/$defs/N"}}}},"type":"object","properties":{"result":{"type":"array","items":{"$ref":"#/$defs/N"}}},"required":["result"]}"##,
            ),
        );
        check(
            r##"{"type":"array","items":{"anyOf":[{"type":"string"},{"$ref":"#"}]}}"##,
            None,
        );
        check(
            r##"{"type":"array","items":{"$ref":"#/prefixItems/0"},"prefixItems":[{}]}"##,
            None,
        );
    }

    #[test]
    fn a_schema_that_says_neither_is_left_out() {
        check("true", None);
        check("{}", None);
        check(r#"{"type":["object","null"]}"#, None);
        check(r#"{"anyOf":[{"type":"object"},{"type":"string"}]}"#, None);
        check(r##"{"$ref":"#"}"##, None);
        check(r#"{"$ref":"https://example.com/s"}"#, None);
        check(r#"{"oneOf":[]}"#, None);
    }
}
