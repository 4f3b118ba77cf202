//! The object a tool publishes as its input schema.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json, value::RawValue};

use super::{SchemaProfile, inline, keywords, portable, settle, wire};

/// One argument of a tool.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Property {
    /// The key on the wire.
    pub(crate) name: String,
    /// What the value must be. Until it is settled it says more than is published ([`settle`]).
    pub(crate) schema: Value,
    /// Whether a call without it is refused.
    pub(crate) required: bool,
}

/// What becomes of arguments that no property names.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Extra {
    /// Refused: `additionalProperties: false`.
    Refused,
    /// Let through.
    Allowed,
    /// Let through when they match.
    Matching(Value),
}

/// All arguments of a tool, as one struct describes them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Arguments {
    /// The named arguments, those of a struct by the alphabet.
    pub(crate) properties: Vec<Property>,
    /// `Refused` unless the type itself takes unnamed ones (a flattened map, `Value`).
    pub(crate) extra: Extra,
}

impl Arguments {
    /// Takes a portable schema apart.
    ///
    /// # Errors
    ///
    /// When its values are not objects: MCP sends arguments by name.
    pub(super) fn from_schema(mut schema: Map<String, Value>) -> Result<Self, String> {
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            let branches: Vec<_> = branches
                .iter()
                .filter_map(Value::as_object)
                .cloned()
                .collect();
            let definitions = schema.remove("$defs");
            schema = portable::merge_variants(&branches)?;
            schema.extend(definitions.map(|it| ("$defs".to_owned(), it)));
        }
        let unrestricted = schema
            .keys()
            .all(|keyword| keyword == "$defs" || keywords::is_annotation(keyword));
        match keywords::type_of(&schema) {
            Some("object") => {}
            None if unrestricted => {}
            kind => {
                let kind = kind.unwrap_or("of no fixed type");
                return Err(format!(
                    "its schema is {kind}, but MCP sends arguments as an object; \
                     use it as one named parameter"
                ));
            }
        }
        Ok(Self::from_object(schema, |property| {
            portable::say_inside(property);
            portable::say(property);
        }))
    }

    /// Takes an object apart; `finish` gets each part once it stands alone.
    pub(super) fn from_object(
        mut schema: Map<String, Value>,
        finish: fn(&mut Map<String, Value>),
    ) -> Self {
        let definitions = schema.remove("$defs");
        let required = keywords::required(&schema);
        let named = schema.remove("properties");
        let standing_alone = |mut schema: Value| {
            if let Value::Object(schema) = &mut schema {
                if let Some(definitions) = &definitions {
                    schema.insert("$defs".into(), definitions.clone());
                }
                finish(schema);
            }
            schema
        };
        let extra = match schema.remove("additionalProperties") {
            Some(values @ Value::Object(_)) => Extra::Matching(standing_alone(values)),
            Some(Value::Bool(true)) => Extra::Allowed,
            Some(_) => Extra::Refused,
            None if named.is_none() => Extra::Allowed,
            None => Extra::Refused,
        };
        let Some(Value::Object(named)) = named else {
            return Self {
                properties: Vec::new(),
                extra,
            };
        };
        let properties = named.into_iter().map(|(name, schema)| Property {
            required: required.contains(&name),
            name,
            schema: standing_alone(schema),
        });
        let mut properties: Vec<_> = properties.collect();
        // A map keeps the order of the declaration or does not, as other crates of the program
        // have it.
        properties.sort_by(|one, other| one.name.cmp(&other.name));
        Self { properties, extra }
    }

    /// The form in which calls are checked. `open` lets keys through that nothing names, as far as
    /// it is up to the server.
    pub(crate) fn settled(mut self, profile: SchemaProfile, open: bool) -> Self {
        if open && self.extra == Extra::Refused {
            self.extra = Extra::Allowed;
        }
        if profile.is_portable() {
            self.each(|schema| settle::close(schema, !open));
        }
        self
    }

    /// The form in which every host takes them, where that is another.
    pub(crate) fn portable(&self) -> Option<Self> {
        let extra = match &self.extra {
            Extra::Matching(schema) => Some(schema),
            Extra::Refused | Extra::Allowed => None,
        };
        let mut schemas = self.properties.iter().map(|it| &it.schema).chain(extra);
        schemas.any(settle::has_unpublished).then(|| {
            let mut arguments = self.clone();
            arguments.each(settle::publish);
            arguments
        })
    }

    /// The input schema of a tool.
    pub(crate) fn schema(&self) -> Box<RawValue> {
        object_schema(&self.properties, &self.extra)
    }

    fn each(&mut self, change: impl Fn(&mut Map<String, Value>)) {
        let extra = match &mut self.extra {
            Extra::Matching(schema) => Some(schema),
            Extra::Refused | Extra::Allowed => None,
        };
        let schemas = self.properties.iter_mut().map(|it| &mut it.schema);
        for schema in schemas.chain(extra).filter_map(Value::as_object_mut) {
            change(schema);
        }
    }
}

/// The input schema of a tool: an object with `properties` in the given order.
///
/// Definitions of recursive parameter types move to `#/$defs/…` of the whole, renamed where two
/// types share a name.
pub(super) fn object_schema(properties: &[Property], extra: &Extra) -> Box<RawValue> {
    let mut definitions = BTreeMap::new();
    let members: Vec<(&str, Value)> = properties
        .iter()
        .map(|property| {
            let schema = hoist(property.schema.clone(), &mut definitions);
            (property.name.as_str(), schema)
        })
        .collect();
    let required: Vec<&str> = properties
        .iter()
        .filter(|property| property.required)
        .map(|property| property.name.as_str())
        .collect();
    let closing = match extra {
        Extra::Refused => Some(json!(false)),
        Extra::Allowed => None,
        Extra::Matching(schema) => Some(hoist(schema.clone(), &mut definitions)),
    };
    wire::root(&members, &required, closing.as_ref(), &definitions)
}

/// Takes the definitions out of one schema and adds them to those of the whole.
fn hoist(mut schema: Value, whole: &mut BTreeMap<String, Value>) -> Value {
    let Some(Value::Object(own)) = schema.as_object_mut().and_then(|it| it.remove("$defs")) else {
        return schema;
    };
    let mut referenced = Vec::new();
    keywords::for_each(&schema, &mut |part| referenced.extend(inline::target(part)));
    if referenced.is_empty() {
        return schema;
    }
    let mut names = BTreeMap::new();
    for (name, definition) in &own {
        let free = (1..).map(|n| numbered(name, n)).find(|candidate| {
            let taken = whole.get(candidate);
            // A type that two parameters share is defined once. Compared as written, which is
            // exact while the name is unchanged; a renamed one may be written twice.
            taken.is_none() || (candidate == name && taken == Some(definition))
        });
        if let Some(free) = free {
            whole.insert(free.clone(), definition.clone());
            names.insert(name.clone(), free);
        }
    }
    if names.iter().any(|(old, new)| old != new) {
        rename(&mut schema, &names);
        for new in names.values() {
            if let Some(definition) = whole.get_mut(new) {
                rename(definition, &names);
            }
        }
    }
    schema
}

fn numbered(name: &str, n: usize) -> String {
    match n {
        1 => name.to_owned(),
        n => format!("{name}{n}"),
    }
}

fn rename(schema: &mut Value, names: &BTreeMap<String, String>) {
    let Value::Object(schema) = schema else {
        return;
    };
    if let Some(new) = inline::target(schema).and_then(|old| names.get(&old)) {
        schema.insert("$ref".into(), inline::reference(new).into());
    }
    for (_, _, child) in keywords::children_mut(schema) {
        rename(child, names);
    }
}
