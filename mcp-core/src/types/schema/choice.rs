//! Fields for one or several of a list of values.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use super::primitive::start;
use crate::types::wire::{put, setters};

/// A value one can choose, with what people read in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EnumOption {
    /// The value.
    #[serde(rename = "const")]
    pub value: String,
    /// What people read.
    pub title: String,
}

impl EnumOption {
    /// A value and what people read in its place.
    #[must_use]
    pub fn new(value: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            title: title.into(),
        }
    }
}

/// The values one can choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Values that people read as they are.
    Untitled(Vec<String>),
    /// Values with titles. Known since 2025-11-25.
    Titled(Vec<EnumOption>),
}

impl Choices {
    /// The values, without titles.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        let (plain, titled) = match self {
            Self::Untitled(values) => (values.as_slice(), [].as_slice()),
            Self::Titled(options) => ([].as_slice(), options.as_slice()),
        };
        plain
            .iter()
            .map(String::as_str)
            .chain(titled.iter().map(|option| option.value.as_str()))
    }
}

impl From<Vec<String>> for Choices {
    fn from(values: Vec<String>) -> Self {
        Self::Untitled(values)
    }
}

impl From<Vec<EnumOption>> for Choices {
    fn from(options: Vec<EnumOption>) -> Self {
        Self::Titled(options)
    }
}

/// A field for one of several values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SingleSelectSchema {
    /// Label of the field.
    pub title: Option<String>,
    /// What to choose.
    pub description: Option<String>,
    /// The values.
    pub choices: Choices,
    /// What the field starts with. Known since 2025-11-25.
    pub default: Option<String>,
}

impl SingleSelectSchema {
    /// A field for one of these values.
    #[must_use]
    pub fn new(choices: impl Into<Choices>) -> Self {
        Self {
            title: None,
            description: None,
            choices: choices.into(),
            default: None,
        }
    }

    setters! {
        /// Sets the label.
        option with_title(title: String);
        /// Says what to choose.
        option with_description(description: String);
        /// Sets what the field starts with.
        option with_default(default: String);
    }
}

impl Serialize for SingleSelectSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = start(
            serializer,
            "string",
            self.title.as_ref(),
            self.description.as_ref(),
        )?;
        match &self.choices {
            Choices::Untitled(values) => map.serialize_entry("enum", values)?,
            Choices::Titled(options) => map.serialize_entry("oneOf", options)?,
        }
        put(&mut map, "default", self.default.as_ref())?;
        map.end()
    }
}

/// A field for any of several values. Known since 2025-11-25.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MultiSelectSchema {
    /// Label of the field.
    pub title: Option<String>,
    /// What to choose.
    pub description: Option<String>,
    /// Least number of values.
    pub min_items: Option<u64>,
    /// Greatest number of values.
    pub max_items: Option<u64>,
    /// The values.
    pub choices: Choices,
    /// What the field starts with.
    pub default: Option<Vec<String>>,
}

impl MultiSelectSchema {
    /// A field for any of these values.
    #[must_use]
    pub fn new(choices: impl Into<Choices>) -> Self {
        Self {
            title: None,
            description: None,
            min_items: None,
            max_items: None,
            choices: choices.into(),
            default: None,
        }
    }

    setters! {
        /// Sets the label.
        option with_title(title: String);
        /// Says what to choose.
        option with_description(description: String);
        /// Sets the least number of values.
        option with_min_items(min_items: u64);
        /// Sets the greatest number of values.
        option with_max_items(max_items: u64);
        /// Sets what the field starts with.
        option with_default(default: Vec<String>);
    }
}

impl Serialize for MultiSelectSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = start(
            serializer,
            "array",
            self.title.as_ref(),
            self.description.as_ref(),
        )?;
        put(&mut map, "minItems", self.min_items.as_ref())?;
        put(&mut map, "maxItems", self.max_items.as_ref())?;
        map.serialize_entry("items", &Items(&self.choices))?;
        put(&mut map, "default", self.default.as_ref())?;
        map.end()
    }
}

/// The schema of one item of a multi-select.
struct Items<'a>(&'a Choices);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.0 {
            Choices::Untitled(values) => {
                map.serialize_entry("type", "string")?;
                map.serialize_entry("enum", values)?;
            }
            Choices::Titled(options) => map.serialize_entry("anyOf", options)?,
        }
        map.end()
    }
}

/// A field for one of several values, with titles in a list of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegacyTitledEnumSchema {
    /// Label of the field.
    pub title: Option<String>,
    /// What to choose.
    pub description: Option<String>,
    /// The values.
    pub values: Vec<String>,
    /// What people read, one for each value.
    pub names: Vec<String>,
    /// What the field starts with. Known since 2025-11-25.
    pub default: Option<String>,
}

impl LegacyTitledEnumSchema {
    /// A field for one of these values, with what people read in their place.
    #[must_use]
    #[deprecated(
        note = "SEP-1330 keeps `enumNames` for older clients only and announces its \
                         removal: use `SingleSelectSchema`, which is written as this for them"
    )]
    pub fn new(options: impl IntoIterator<Item = EnumOption>) -> Self {
        Self::of(options)
    }

    pub(crate) fn of(options: impl IntoIterator<Item = EnumOption>) -> Self {
        let (values, names) = options
            .into_iter()
            .map(|option| (option.value, option.title))
            .unzip();
        Self {
            title: None,
            description: None,
            values,
            names,
            default: None,
        }
    }

    setters! {
        /// Sets the label.
        option with_title(title: String);
        /// Says what to choose.
        option with_description(description: String);
        /// Sets what the field starts with.
        option with_default(default: String);
    }
}

impl Serialize for LegacyTitledEnumSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = start(
            serializer,
            "string",
            self.title.as_ref(),
            self.description.as_ref(),
        )?;
        map.serialize_entry("enum", &self.values)?;
        map.serialize_entry("enumNames", &self.names)?;
        put(&mut map, "default", self.default.as_ref())?;
        map.end()
    }
}
