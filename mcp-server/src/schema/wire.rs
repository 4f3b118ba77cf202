//! Writes schemas with their keywords in one order, whatever order a map keeps.
//!
//! `serde_json` sorts or keeps insertion order depending on a feature that any crate of the final
//! program may switch on. A list that changes its bytes with an unrelated dependency spoils the
//! prompt caches of every client, so the order is decided here: keywords as a reader wants them,
//! names by the alphabet. Only the arguments of a tool that are given one by one keep the order of
//! their declaration.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Value, value::RawValue};

/// Keywords in the order a reader wants them; any other follows, sorted.
const ORDER: [&str; 18] = [
    "$ref",
    "type",
    "title",
    "description",
    "enum",
    "anyOf",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "format",
];

/// A schema as bytes.
pub(crate) fn wire(schema: &Value) -> Box<RawValue> {
    raw(&Schema(schema))
}

/// An object schema whose parts are given one by one.
pub(super) fn root(
    properties: &[(&str, Value)],
    required: &[&str],
    additional: Option<&Value>,
    definitions: &BTreeMap<String, Value>,
) -> Box<RawValue> {
    raw(&Root {
        properties,
        required,
        additional,
        definitions,
    })
}

fn raw(schema: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(schema).expect("keys are text and numbers are JSON numbers")
}

struct Root<'a> {
    properties: &'a [(&'a str, Value)],
    required: &'a [&'a str],
    additional: Option<&'a Value>,
    definitions: &'a BTreeMap<String, Value>,
}

impl Serialize for Root<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "object")?;
        map.serialize_entry("properties", &Members(self.properties))?;
        if !self.required.is_empty() {
            map.serialize_entry("required", self.required)?;
        }
        if let Some(additional) = self.additional {
            map.serialize_entry("additionalProperties", &Schema(additional))?;
        }
        if !self.definitions.is_empty() {
            let definitions: Vec<_> = self.definitions.iter().collect();
            map.serialize_entry("$defs", &Definitions(&definitions))?;
        }
        map.end()
    }
}

struct Members<'a>(&'a [(&'a str, Value)]);

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, schema)| (name, Schema(schema))))
    }
}

struct Definitions<'a>(&'a [(&'a String, &'a Value)]);

impl Serialize for Definitions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, schema)| (name, Schema(schema))))
    }
}

struct Schema<'a>(&'a Value);

impl Serialize for Schema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Value::Object(schema) = self.0 else {
            return Data(self.0).serialize(serializer);
        };
        let mut map = serializer.serialize_map(Some(schema.len()))?;
        for (keyword, value) in in_order(schema) {
            match (keyword, value) {
                (
                    "properties" | "patternProperties" | "$defs" | "dependentSchemas",
                    Value::Object(named),
                ) => {
                    map.serialize_entry(keyword, &Named(named))?;
                }
                ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                    map.serialize_entry(keyword, &List(list))?;
                }
                (
                    "items"
                    | "additionalProperties"
                    | "unevaluatedProperties"
                    | "unevaluatedItems"
                    | "not"
                    | "contains"
                    | "propertyNames"
                    | "if"
                    | "then"
                    | "else",
                    one,
                ) => {
                    map.serialize_entry(keyword, &Schema(one))?;
                }
                // `default`, `enum` and `examples` hold values, not schemas.
                (_, value) => map.serialize_entry(keyword, &Data(value))?,
            }
        }
        map.end()
    }
}

fn in_order(schema: &Map<String, Value>) -> Vec<(&str, &Value)> {
    let rank = |keyword: &str| {
        ORDER
            .iter()
            .position(|known| *known == keyword)
            .unwrap_or(ORDER.len())
    };
    let mut members: Vec<(&str, &Value)> = schema
        .iter()
        .map(|(key, value)| (key.as_str(), value))
        .collect();
    members.sort_by_key(|(keyword, _)| (rank(keyword), *keyword));
    members
}

struct Named<'a>(&'a Map<String, Value>);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named: BTreeMap<_, _> = self.0.iter().collect();
        serializer.collect_map(
            named
                .into_iter()
                .map(|(name, schema)| (name, Schema(schema))),
        )
    }
}

/// A value that is no schema.
struct Data<'a>(&'a Value);

impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(object) => {
                let members: BTreeMap<_, _> = object.iter().collect();
                serializer.collect_map(members.into_iter().map(|(key, value)| (key, Data(value))))
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(Data)),
            scalar => scalar.serialize(serializer),
        }
    }
}

struct List<'a>(&'a [Value]);

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for schema in self.0 {
            list.serialize_element(&Schema(schema))?;
        }
        list.end()
    }
}
