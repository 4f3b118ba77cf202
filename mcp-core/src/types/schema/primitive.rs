//! The kinds of form fields, each as it stands on the wire.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Number;

use super::choice::{LegacyTitledEnumSchema, MultiSelectSchema, SingleSelectSchema};
use super::read::Members;
use crate::types::wire::{put, setters, words};

/// One field of a form.
///
/// Spec:
/// [`PrimitiveSchemaDefinition`](https://modelcontextprotocol.io/specification/2026-07-28/schema#primitiveschemadefinition).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Members")]
#[non_exhaustive]
pub enum PrimitiveSchema {
    /// Text.
    String(StringSchema),
    /// A number.
    Number(NumberSchema),
    /// A whole number.
    Integer(NumberSchema),
    /// Yes or no.
    Boolean(BooleanSchema),
    /// One of several values.
    SingleSelect(SingleSelectSchema),
    /// Any of several values. Known since 2025-11-25.
    MultiSelect(MultiSelectSchema),
    /// One of several values, with titles in the spelling of 2025-06-18. Deprecated in favour of
    /// [`SingleSelect`](Self::SingleSelect), which is turned into this for clients that know
    /// nothing else.
    LegacyTitledEnum(LegacyTitledEnumSchema),
}

impl Serialize for PrimitiveSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::String(schema) => schema.serialize(serializer),
            Self::Number(schema) => schema.write("number", serializer),
            Self::Integer(schema) => schema.write("integer", serializer),
            Self::Boolean(schema) => schema.serialize(serializer),
            Self::SingleSelect(schema) => schema.serialize(serializer),
            Self::MultiSelect(schema) => schema.serialize(serializer),
            Self::LegacyTitledEnum(schema) => schema.serialize(serializer),
        }
    }
}

/// What clients check about the form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StringFormat {
    /// An e-mail address.
    Email,
    /// An absolute URI (RFC 3986).
    Uri,
    /// A day, such as `2026-07-28` (RFC 3339 `full-date`).
    Date,
    /// A point in time, such as `2026-07-28T12:00:00Z` (RFC 3339).
    DateTime,
}

words!(StringFormat {
    Email = "email",
    Uri = "uri",
    Date = "date",
    DateTime = "date-time",
});

/// A text field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StringSchema {
    /// Label of the field.
    pub title: Option<String>,
    /// What to fill in.
    pub description: Option<String>,
    /// Least number of characters.
    pub min_length: Option<u64>,
    /// Greatest number of characters.
    pub max_length: Option<u64>,
    /// What the text must look like.
    pub format: Option<StringFormat>,
    /// What the field starts with. Known since 2025-11-25.
    pub default: Option<String>,
}

impl StringSchema {
    /// A text field without rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Sets the label.
        option with_title(title: String);
        /// Says what to fill in.
        option with_description(description: String);
        /// Sets the least number of characters.
        option with_min_length(min_length: u64);
        /// Sets the greatest number of characters.
        option with_max_length(max_length: u64);
        /// Says what the text must look like.
        option with_format(format: StringFormat);
        /// Sets what the field starts with.
        option with_default(default: String);
    }
}

impl Serialize for StringSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = start(
            serializer,
            "string",
            self.title.as_ref(),
            self.description.as_ref(),
        )?;
        put(&mut map, "minLength", self.min_length.as_ref())?;
        put(&mut map, "maxLength", self.max_length.as_ref())?;
        put(&mut map, "format", self.format.as_ref())?;
        put(&mut map, "default", self.default.as_ref())?;
        map.end()
    }
}

/// A field for a number; whether it must be whole is said by the variant of [`PrimitiveSchema`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NumberSchema {
    /// Label of the field.
    pub title: Option<String>,
    /// What to fill in.
    pub description: Option<String>,
    /// Least value.
    pub minimum: Option<Number>,
    /// Greatest value.
    pub maximum: Option<Number>,
    /// What the field starts with. Known since 2025-11-25.
    pub default: Option<Number>,
}

impl NumberSchema {
    /// A number field without rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Sets the label.
        option with_title(title: String);
        /// Says what to fill in.
        option with_description(description: String);
        /// Sets the least value.
        option with_minimum(minimum: Number);
        /// Sets the greatest value.
        option with_maximum(maximum: Number);
        /// Sets what the field starts with.
        option with_default(default: Number);
    }

    fn write<S: Serializer>(&self, kind: &str, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = start(
            serializer,
            kind,
            self.title.as_ref(),
            self.description.as_ref(),
        )?;
        put(&mut map, "minimum", self.minimum.as_ref())?;
        put(&mut map, "maximum", self.maximum.as_ref())?;
        put(&mut map, "default", self.default.as_ref())?;
        map.end()
    }
}

/// A field for yes or no.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BooleanSchema {
    /// Label of the field.
    pub title: Option<String>,
    /// What to decide.
    pub description: Option<String>,
    /// What the field starts with.
    pub default: Option<bool>,
}

impl BooleanSchema {
    /// A field for yes or no that starts undecided.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Sets the label.
        option with_title(title: String);
        /// Says what to decide.
        option with_description(description: String);
        /// Sets what the field starts with.
        option with_default(default: bool);
    }
}

impl Serialize for BooleanSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = start(
            serializer,
            "boolean",
            self.title.as_ref(),
            self.description.as_ref(),
        )?;
        put(&mut map, "default", self.default.as_ref())?;
        map.end()
    }
}

/// What all fields begin with.
pub(super) fn start<S: Serializer>(
    serializer: S,
    kind: &str,
    title: Option<&String>,
    description: Option<&String>,
) -> Result<S::SerializeMap, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("type", kind)?;
    put(&mut map, "title", title)?;
    put(&mut map, "description", description)?;
    Ok(map)
}

macro_rules! from_kinds {
    ($($kind:ident($schema:ty);)*) => {
        $(
            impl From<$schema> for PrimitiveSchema {
                fn from(schema: $schema) -> Self {
                    Self::$kind(schema)
                }
            }
        )*
    };
}

from_kinds! {
    String(StringSchema);
    Boolean(BooleanSchema);
    SingleSelect(SingleSelectSchema);
    MultiSelect(MultiSelectSchema);
    LegacyTitledEnum(LegacyTitledEnumSchema);
}
