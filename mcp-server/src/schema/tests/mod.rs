//! What derived schemas look like, type by type.

mod arguments;
mod containers;
mod enums;
mod nulls;
mod raw;
mod recursion;
mod scalars;
mod settled;
mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::arguments::object_schema;
use super::*;

/// The schema of an argument, as a server publishes it that takes unknown keys.
fn input<T: JsonSchema + ?Sized>() -> Value {
    let mut schema = input_schema_of::<T>().expect("publishable");
    let object = schema.as_object_mut().expect("an object");
    settle::close(object, false);
    settle::publish(object);
    schema
}

fn output<T: JsonSchema + ?Sized>() -> Value {
    output_schema_of::<T>(SchemaProfile::Portable).expect("publishable")
}

fn property<T: JsonSchema>(name: &str) -> Value {
    input::<T>()["properties"][name].clone()
}

/// The schema a tool would publish whose arguments are `T`.
fn arguments<T: JsonSchema>() -> Value {
    let arguments = arguments_of::<T>(SchemaProfile::Portable).expect("publishable");
    let arguments = arguments.settled(SchemaProfile::Portable, false);
    serde_json::from_str(arguments.schema().get()).expect("JSON")
}

fn refused<T: JsonSchema + ?Sized>() -> String {
    arguments_of::<T>(SchemaProfile::Portable)
        .expect_err("unpublishable")
        .to_string()
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Unit {
    /// metric
    C,
    /// imperial
    F,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Mode {
    Fast,
    Slow,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Filter {
    min: f64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op")]
enum Operation {
    Read { path: String },
    Write { path: String, body: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FileRef {
    path: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Target {
    /// A file on this machine.
    File(FileRef),
    Url {
        /// Where it is.
        href: String,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Node {
    name: String,
    children: Vec<Node>,
}
