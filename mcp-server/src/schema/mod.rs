//! From Rust types to JSON Schemas that every host accepts.
//!
//! A type says what it looks like through [`JsonSchema`]; what schemars writes is correct, but
//! several hosts refuse or misread parts of it, and one refused schema can take a whole chat
//! down. So a derived schema passes three stations: [`derive`] asks the type, [`inline`] resolves
//! references, [`portable`] rewrites what remains, one small rule at a time. [`arguments`] puts
//! parameters together into the object a tool publishes, [`settle`] has the server's say in it, and
//! [`wire`] writes it in a fixed key order.
//!
//! That is the portable [profile]; [`full`] leaves out the third station, and says nothing in
//! words.
//!
//! Schemas written by hand never pass through here, they are only looked at ([`raw`]): their
//! author chose every keyword.
//!
//! Deliberately absent: any knowledge of protocol revisions. Whoever speaks to a peer that needs
//! an object at the root of an output wraps it there; [`is_object`] tells when.

mod arguments;
mod derive;
mod full;
mod inline;
mod keywords;
mod portable;
mod profile;
mod raw;
mod settle;
mod wire;

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod tests;

pub(crate) use arguments::{Arguments, Extra, Property};
pub use profile::SchemaProfile;
pub(crate) use raw::{check_input, check_output};
pub(crate) use wire::wire;

use std::fmt;

use schemars::JsonSchema;
use serde_json::{Map, Value};

/// Which way a value travels: decides the serde contract and what becomes of `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// Client to server, by the deserialize contract.
    Input,
    /// Server to client, by the serialize contract.
    Output,
}

/// A type whose schema would break hosts, or could never be satisfied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unpublishable {
    /// The Rust type, without module paths.
    pub(crate) type_name: String,
    /// What is wrong and what would help.
    pub(crate) reason: String,
}

impl fmt::Display for Unpublishable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "type {}: {}", self.type_name, self.reason)
    }
}

impl std::error::Error for Unpublishable {}

/// The portable schema of one parameter.
///
/// A recursive type keeps its definition under a `$defs` key at the root of the result, which
/// [`object_schema`] moves to the root of the whole.
#[cfg(test)]
pub(crate) fn input_schema_of<T: JsonSchema + ?Sized>() -> Result<Value, Unpublishable> {
    described_input_schema_of::<T>(None, SchemaProfile::Portable)
}

/// The same with the words of whoever declared the parameter, which go before those of the type.
///
/// To be given here rather than put into the result: what the portable form can only say in words
/// (the docs of an enum's variants, the order of a tuple) is added to the description.
pub(crate) fn described_input_schema_of<T: JsonSchema + ?Sized>(
    description: Option<&str>,
    profile: SchemaProfile,
) -> Result<Value, Unpublishable> {
    let schema = match profile.is_portable() {
        true => {
            let mut schema = schema_of::<T>(Direction::Input, profile, description)?;
            portable::say_inside(&mut schema);
            schema
        }
        false => full_schema_of::<T>(Direction::Input, description)?,
    };
    Ok(Value::Object(schema))
}

/// Says the constraints of a parameter in its description, once all of them are known; those of
/// what is inside it are said already.
pub(crate) fn say_constraints(schema: &mut Map<String, Value>) {
    portable::say(schema);
}

/// The schema of a result. The portable one has no `$defs`: recursion is cut by widening.
pub(crate) fn output_schema_of<T: JsonSchema + ?Sized>(
    profile: SchemaProfile,
) -> Result<Value, Unpublishable> {
    let mut schema = match profile.is_portable() {
        true => schema_of::<T>(Direction::Output, profile, None)?,
        false => full_schema_of::<T>(Direction::Output, None)?,
    };
    schema.remove("title");
    schema.remove("description");
    if keywords::type_of(&schema) == Some("object") && !schema.contains_key("properties") {
        schema.insert("properties".into(), Value::Object(Map::new()));
    }
    Ok(Value::Object(schema))
}

/// The parameters of a type that carries all arguments of a tool.
pub(crate) fn arguments_of<T: JsonSchema + ?Sized>(
    profile: SchemaProfile,
) -> Result<Arguments, Unpublishable> {
    if profile == SchemaProfile::Full {
        let schema = full_schema_of::<T>(Direction::Input, None)?;
        if full::is_plain_object(&schema) {
            return Ok(Arguments::from_object(schema, |_| {}));
        }
    }
    let mut schema = schema_of::<T>(Direction::Input, profile, None)?;
    if profile == SchemaProfile::Full {
        settle::close(&mut schema, false);
    }
    Arguments::from_schema(schema).map_err(unpublishable::<T>)
}

/// Whether a name of an argument is taken by every host.
///
/// # Errors
///
/// In words, with the rule.
pub(crate) fn check_key(name: &str) -> Result<(), String> {
    portable::check_key(name)
}

/// What a property demands and its description does not say, in words; `None`
/// where nothing is missing.
pub(crate) fn unsaid_constraints(property: &Value) -> Option<String> {
    portable::unsaid(property.as_object()?)
}

/// Whether a schema promises an object, as results for older clients must.
pub(crate) fn is_object(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("object")
}

fn schema_of<T: JsonSchema + ?Sized>(
    direction: Direction,
    profile: SchemaProfile,
    description: Option<&str>,
) -> Result<Map<String, Value>, Unpublishable> {
    let derived = derive::derive::<T>(direction).map_err(unpublishable::<T>)?;
    let mut schema =
        inline::inline(derived, direction, profile.levels()).map_err(unpublishable::<T>)?;
    if let Some(description) = description {
        schema.insert("description".into(), description.into());
    }
    portable::portable(schema, direction).map_err(unpublishable::<T>)
}

fn full_schema_of<T: JsonSchema + ?Sized>(
    direction: Direction,
    description: Option<&str>,
) -> Result<Map<String, Value>, Unpublishable> {
    full::schema_of::<T>(direction, description).map_err(unpublishable::<T>)
}

fn unpublishable<T: ?Sized>(reason: String) -> Unpublishable {
    Unpublishable {
        type_name: short_name(std::any::type_name::<T>()),
        reason,
    }
}

/// `alloc::vec::Vec<shop::Order>` → `Vec<Order>`.
fn short_name(full: &str) -> String {
    let mut short = String::with_capacity(full.len());
    for part in full.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        short.push_str(part.rsplit("::").next().unwrap_or(part));
    }
    short
}
