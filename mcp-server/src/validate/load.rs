//! How many schemas one value may have to satisfy.
//!
//! A schema multiplies by referring to itself: forty definitions that each refer to the next one
//! twice are three kilobytes and never end. Counted is what lies on one way through a value, from
//! its root to a leaf, references followed; times the parts of a value it bounds the work of judging it.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// Schemas on one way through a value.
const MOST: u64 = 100_000;
/// Schemas that lead to one another, one inside or behind the next.
const CHAIN: usize = 400;
/// Schemas inside the document that have an `$id` of their own: each is looked at for each reference.
const EMBEDDED: usize = 200;
/// Names of properties that cost as much as a schema: each is one look into a map.
const NAMES: usize = 16;

/// Counts the schemas that one way through a value may meet.
///
/// # Errors
///
/// In words, where they are too many.
pub(super) fn of(schema: &Value) -> Result<u64, String> {
    let mut places = Places::default();
    places.find(schema, true);
    if places.documents.len() > EMBEDDED {
        return Err(format!(
            "more than {EMBEDDED} schemas inside of it have an `$id` of their own"
        ));
    }
    let mut count = Count {
        places,
        known: HashMap::new(),
        chain: 0,
        longest: 0,
    };
    let load = count.weigh(schema);
    if count.longest > CHAIN {
        return Err(format!("its references form a chain of more than {CHAIN}"));
    }
    if load > MOST {
        return Err(format!(
            "its references multiply: one value would be checked against more than {MOST} schemas"
        ));
    }
    Ok(load)
}

/// Parts of a value: itself and all that is in it.
pub(super) fn parts(value: &Value) -> u64 {
    let inner = match value {
        Value::Array(items) => items.iter().map(parts).sum(),
        Value::Object(object) => object.values().map(parts).sum(),
        _ => 0,
    };
    1 + inner
}

/// What references may lead to.
#[derive(Default)]
struct Places<'a> {
    /// The schema, and those inside of it that have a name of their own.
    documents: Vec<&'a Value>,
    anchors: HashMap<&'a str, Vec<&'a Value>>,
}

impl<'a> Places<'a> {
    fn find(&mut self, value: &'a Value, root: bool) {
        match value {
            Value::Object(schema) => {
                let named = |keyword| schema.get(keyword).is_some_and(Value::is_string);
                if root || named("$id") || named("id") {
                    self.documents.push(value);
                }
                for keyword in ["$anchor", "$dynamicAnchor"] {
                    if let Some(Value::String(name)) = schema.get(keyword) {
                        self.anchors.entry(name).or_default().push(value);
                    }
                }
                schema.values().for_each(|value| self.find(value, false));
            }
            Value::Array(list) => list.iter().for_each(|value| self.find(value, false)),
            _ => {}
        }
    }

    /// Whatever a reference may mean. Which document it starts from is not asked: in doubt it is
    /// the one that costs most.
    fn behind(&self, reference: &str) -> Vec<&'a Value> {
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let fragment = decoded(fragment);
        let documents = self.documents.iter().copied();
        match fragment.is_empty() || fragment.starts_with('/') {
            true => documents
                .filter(|document| may_be_called(document, uri))
                .filter_map(|document| document.pointer(&fragment))
                .collect(),
            false => {
                // Draft 4 to 7: an anchor is an `$id` that is a fragment.
                let ids = documents.filter(|document| {
                    let name = id_of(document).and_then(|id| id.split_once('#'));
                    name.is_some_and(|(_, name)| name == fragment)
                });
                let anchors = self.anchors.get(&*fragment).into_iter().flatten();
                anchors.copied().chain(ids).collect()
            }
        }
    }
}

fn id_of(document: &Value) -> Option<&str> {
    let id = document.get("$id").or_else(|| document.get("id"))?;
    id.as_str()
}

/// Whether the last part of a URI, which survives resolution, is that of a document.
fn may_be_called(document: &Value, uri: &str) -> bool {
    let last = |uri: &str| {
        let uri = uri.split('#').next().unwrap_or_default();
        let last = uri.rsplit(['/', ':']).next().unwrap_or_default();
        decoded(last)
    };
    let wanted = last(uri);
    // `..` and `?q` may become anything.
    let vague = ["", ".", ".."].contains(&&*wanted) || wanted.starts_with('?');
    vague || id_of(document).is_none_or(|id| last(id) == wanted)
}

/// A fragment without `%24` and its like; what is no text stays as it is.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).filter(|_| *first == b'%');
        let byte =
            digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| fragment.to_owned())
}

struct Count<'a> {
    places: Places<'a>,
    /// What is known of a schema, by where it is; `None` while it is being counted.
    known: HashMap<*const Map<String, Value>, Option<u64>>,
    chain: usize,
    longest: usize,
}

impl<'a> Count<'a> {
    /// The schemas on the way through a value that this one judges, itself included.
    fn weigh(&mut self, schema: &'a Value) -> u64 {
        let Value::Object(schema) = schema else {
            return u64::from(schema.is_boolean());
        };
        let place: *const _ = schema;
        if let Some(counted) = self.known.get(&place) {
            // A circle: the validator walks it once for each part of a value.
            return counted.unwrap_or(1);
        }
        self.longest = self.longest.max(self.chain);
        if self.chain > CHAIN {
            return 1;
        }
        self.known.insert(place, None);
        self.chain += 1;
        let counted = self.sum(schema);
        self.chain -= 1;
        self.known.insert(place, Some(counted));
        counted
    }

    fn sum(&mut self, schema: &'a Map<String, Value>) -> u64 {
        let mut sum: u64 = 1;
        for (keyword, value) in schema {
            let more = match (keyword.as_str(), value) {
                ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(target)) => {
                    let places = self.places.behind(target);
                    self.greatest(places)
                }
                // A member or an item has one of them.
                ("properties", Value::Object(all)) => {
                    let names = (all.len() / NAMES) as u64;
                    names.saturating_add(self.greatest(all.values()))
                }
                ("items" | "prefixItems", Value::Array(all)) => self.greatest(all),
                ("allOf" | "anyOf" | "oneOf", Value::Array(all)) => self.all(all),
                ("patternProperties" | "dependentSchemas" | "dependencies", Value::Object(all)) => {
                    self.all(all.values())
                }
                (
                    "not"
                    | "if"
                    | "then"
                    | "else"
                    | "items"
                    | "additionalItems"
                    | "contains"
                    | "additionalProperties"
                    | "propertyNames"
                    | "unevaluatedItems"
                    | "unevaluatedProperties"
                    | "contentSchema",
                    part,
                ) => self.weigh(part),
                ("required", Value::Array(names)) => (names.len() / NAMES) as u64,
                // Compared one by one; texts are looked up.
                ("enum", Value::Array(values)) => {
                    let compared = values.iter().filter(|it| it.is_object() || it.is_array());
                    compared.count() as u64
                }
                _ => 0,
            };
            sum = sum.saturating_add(more);
        }
        let unevaluated = ["unevaluatedItems", "unevaluatedProperties"];
        match unevaluated
            .iter()
            .any(|keyword| schema.contains_key(*keyword))
        {
            // What the other keywords leave over is found by asking them again.
            true => sum.saturating_mul(2),
            false => sum,
        }
    }

    fn all(&mut self, schemas: impl IntoIterator<Item = &'a Value>) -> u64 {
        let weights = schemas.into_iter().map(|schema| self.weigh(schema));
        weights.fold(0, u64::saturating_add)
    }

    fn greatest(&mut self, schemas: impl IntoIterator<Item = &'a Value>) -> u64 {
        let weights = schemas.into_iter().map(|schema| self.weigh(schema));
        weights.max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Definitions that each refer to the next one twice: `name` makes the keywords of a definition
    /// and `reference` those that lead to it.
    fn doubling(
        levels: usize,
        name: impl Fn(usize) -> Value,
        reference: impl Fn(usize) -> Value,
    ) -> Value {
        let mut definitions = Map::new();
        for level in 0..=levels {
            let mut definition = name(level);
            let next = reference(level + 1);
            definition["anyOf"] = match level == levels {
                true => json!([{ "type": "string" }]),
                false => json!([next, next]),
            };
            definitions.insert(format!("d{level}"), definition);
        }
        let first = reference(0);
        json!({ "type": "object", "properties": { "a": first }, "$defs": definitions })
    }

    #[track_caller]
    fn check(name: impl Fn(usize) -> Value, reference: impl Fn(usize) -> Value) {
        assert!(of(&doubling(8, &name, &reference)).expect("few") > 256);
        let fault = of(&doubling(40, name, reference)).expect_err("many");
        assert!(fault.contains("references multiply"), "{fault}");
    }

    // S-JS-09
    #[test]
    fn schemas_that_multiply_are_counted_however_they_refer() {
        let none = |_| json!({});
        check(none, |n| json!({ "$ref": format!("#/$defs/d{n}") }));
        check(none, |n| json!({ "$ref": format!("#/%24defs/%64{n}") }));
        check(
            |n| json!({ "$anchor": format!("a{n}") }),
            |n| json!({ "$ref": format!("#a{n}") }),
        );
        check(
            |n| json!({ "$dynamicAnchor": format!("a{n}") }),
            |n| json!({ "$dynamicRef": format!("#a{n}") }),
        );
        check(
            |n| json!({ "$id": format!("https://example.com/{n}") }),
            |n| json!({ "$ref": format!("https://example.com/{n}") }),
        );
        check(
            |n| json!({ "$id": format!("https://example.com/{n}") }),
            |n| json!({ "$ref": format!("/{n}#") }),
        );
    }

    #[test]
    fn schemas_that_recur_are_counted_once() {
        let tree = json!({
            "$ref": "#/$defs/Tree",
            "$defs": { "Tree": { "anyOf": [
                { "type": "object", "additionalProperties": { "$ref": "#/$defs/Tree" } },
                { "$ref": "#/$defs/Tree" },
                { "type": "null" },
            ] } },
        });
        assert!(of(&tree).expect("few") < 20);
    }

    // S-JS-09
    #[test]
    fn unevaluated_properties_one_in_another_multiply() {
        let deep = |levels: usize| {
            (0..levels).fold(
                json!({ "type": "object" }),
                |inner, _| json!({ "anyOf": [inner], "unevaluatedProperties": false }),
            )
        };
        assert!(of(&deep(3)).is_ok());
        assert!(of(&deep(40)).is_err());
    }

    #[test]
    fn a_chain_of_references_has_an_end() {
        let chain = |links: usize| {
            let link = |n: usize| {
                (
                    format!("d{n}"),
                    json!({ "$ref": format!("#/$defs/d{}", n + 1) }),
                )
            };
            let mut links: Map<_, _> = (0..links).map(link).collect();
            let last = format!("d{}", links.len());
            links.insert(last, json!(true));
            json!({ "$ref": "#/$defs/d0", "$defs": links })
        };
        assert!(of(&chain(100)).is_ok());
        assert!(of(&chain(20_000)).expect_err("long").contains("chain"));
    }

    #[test]
    fn a_value_and_all_that_is_in_it_are_its_parts() {
        assert_eq!(parts(&json!(1)), 1);
        assert_eq!(parts(&json!({ "a": [1, 2], "b": {} })), 5);
    }
}
