//! Asks a type for its schema, unchanged.

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
/// The root is taken as a subschema, so that even a recursive root is a definition with a name:
/// the `#` schemars writes otherwise would point elsewhere as soon as the schema is embedded.
pub(super) fn derive<T: JsonSchema + ?Sized>(direction: Direction) -> Derived {
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
