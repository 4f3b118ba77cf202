//! Asks a type for its schema, unchanged.

use std::panic;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value};

use super::Direction;

/// What a type says about itself, references not yet resolved.
pub(super) struct Derived {
    pub(super) root: Value,
    pub(super) definitions: Map<String, Value>,
}

/// Generates the schema of `T` by the serde contract of `direction`.
///
/// # Errors
///
/// When code of the author's panics that is run for it: schemars calls the functions behind
/// `#[serde(default = "…")]`, and there is no way to go on without one of them.
pub(super) fn derive<T: JsonSchema + ?Sized>(direction: Direction) -> Result<Derived, String> {
    let derived = panic::catch_unwind(|| generate::<T>(direction));
    derived.map_err(|payload| {
        let why = match payload.downcast::<String>() {
            Ok(text) => *text,
            Err(other) => match other.downcast_ref::<&str>() {
                Some(text) => (*text).to_owned(),
                None => "no text".to_owned(),
            },
        };
        format!(
            "making its schema panics ({why}), most likely in a `#[serde(default = \"…\")]`, which \
             is called for it; let that return, or give the schema another by \
             `#[schemars(default = \"…\")]`"
        )
    })
}

/// The root is taken as a subschema, so that even a recursive root is a definition with a name:
/// the `#` schemars writes otherwise would point elsewhere as soon as the schema is embedded.
fn generate<T: JsonSchema + ?Sized>(direction: Direction) -> Derived {
    let settings = SchemaSettings::draft2020_12();
    let settings = match direction {
        Direction::Input => settings.for_deserialize(),
        Direction::Output => settings.for_serialize(),
    };
    let mut generator = settings.into_generator();
    let root = generator.subschema_for::<T>().to_value();
    let definitions = generator.take_definitions(true);
    Derived { root, definitions }
}
