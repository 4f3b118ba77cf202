//! The schemas of elicitation forms: flat objects of primitive fields, a small part of JSON Schema.

mod choice;
mod format;
mod primitive;
mod read;
mod validate;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

pub use choice::{
    Choices, EnumOption, LegacyTitledEnumSchema, MultiSelectSchema, SingleSelectSchema,
};
pub use primitive::{BooleanSchema, NumberSchema, PrimitiveSchema, StringFormat, StringSchema};

use super::wire::{filled, in_order, null_as_default, put, setters};

/// The fields of a form, in the order in which a client should show them.
///
/// Spec: [requested
/// schema](https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema).
///
/// # Examples
///
/// ```
/// use mcp_core::{BooleanSchema, FormSchema, StringSchema};
///
/// let form = FormSchema::new()
///     .with_required("name", StringSchema::new().with_title("Your name"))
///     .with_optional("gift", BooleanSchema::new().with_default(false));
/// assert_eq!(
///     serde_json::to_string(&form)?,
///     r#"{"type":"object","properties":{"name":{"type":"string","title":"Your name"},"gift":{"type":"boolean","default":false}},"required":["name"]}"#,
/// );
///
/// let answer = serde_json::from_str(r#"{"gift":"yes"}"#)?;
/// assert_eq!(form.validate(&answer), ["`name` is required.", "`gift` must be true or false."]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FormSchema {
    /// The JSON Schema dialect (`$schema`), known since 2025-11-25; absent means 2020-12.
    pub dialect: Option<String>,
    /// Fields by name, in order.
    pub properties: Vec<(String, PrimitiveSchema)>,
    /// Names of the fields that must be filled in.
    pub required: Vec<String>,
}

impl FormSchema {
    /// A form without fields: a client shows the message and asks for consent only.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Names the JSON Schema dialect.
        option with_dialect(dialect: String);
    }

    /// Adds a field that must be filled in. A field of the same name is replaced.
    #[must_use]
    pub fn with_required(
        self,
        name: impl Into<String>,
        schema: impl Into<PrimitiveSchema>,
    ) -> Self {
        let name = name.into();
        let mut form = self.with_optional(name.clone(), schema);
        form.required.push(name);
        form
    }

    /// Adds a field that may be left empty. A field of the same name is replaced.
    #[must_use]
    pub fn with_optional(
        mut self,
        name: impl Into<String>,
        schema: impl Into<PrimitiveSchema>,
    ) -> Self {
        let (name, schema) = (name.into(), schema.into());
        self.required.retain(|required| *required != name);
        match self
            .properties
            .iter_mut()
            .find(|(property, _)| *property == name)
        {
            Some((_, place)) => *place = schema,
            None => self.properties.push((name, schema)),
        }
        self
    }

    /// The field of this name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&PrimitiveSchema> {
        self.properties
            .iter()
            .find(|(property, _)| property == name)
            .map(|(_, schema)| schema)
    }
}

impl Serialize for FormSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        put(&mut map, "$schema", self.dialect.as_ref())?;
        map.serialize_entry("type", "object")?;
        map.serialize_entry("properties", &InOrder(&self.properties))?;
        put(&mut map, "required", filled(&self.required))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for FormSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Members {
            #[serde(rename = "$schema")]
            dialect: Option<String>,
            #[serde(default, deserialize_with = "in_order")]
            properties: Vec<(String, PrimitiveSchema)>,
            #[serde(default, deserialize_with = "null_as_default")]
            required: Vec<String>,
        }

        let Members {
            dialect,
            properties,
            required,
        } = Members::deserialize(deserializer)?;
        Ok(Self {
            dialect,
            properties,
            required,
        })
    }
}

/// Fields as an object in their order.
struct InOrder<'a>(&'a [(String, PrimitiveSchema)]);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, schema)| (name, schema)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(form: &FormSchema, text: &str) {
        assert_eq!(serde_json::to_string(form).unwrap(), text);
        assert_eq!(&serde_json::from_str::<FormSchema>(text).unwrap(), form);
    }

    #[test]
    fn an_empty_form_still_has_properties() {
        round_trip(&FormSchema::new(), r#"{"type":"object","properties":{}}"#);
    }

    #[test]
    fn fields_keep_the_order_of_their_declaration() {
        let form = FormSchema::new()
            .with_dialect("https://json-schema.org/draft/2020-12/schema")
            .with_required("zeta", StringSchema::new())
            .with_optional("alpha", BooleanSchema::new())
            .with_required("mid", PrimitiveSchema::Integer(NumberSchema::new()));
        round_trip(
            &form,
            r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"zeta":{"type":"string"},"alpha":{"type":"boolean"},"mid":{"type":"integer"}},"required":["zeta","mid"]}"#,
        );
    }

    #[test]
    fn a_field_declared_twice_is_replaced_in_place() {
        let form = FormSchema::new()
            .with_required("a", StringSchema::new())
            .with_optional("b", StringSchema::new())
            .with_optional("a", BooleanSchema::new());
        round_trip(
            &form,
            r#"{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"string"}}}"#,
        );
        assert_eq!(form.property("a"), Some(&BooleanSchema::new().into()));
        assert_eq!(form.property("c"), None);
    }

    #[test]
    fn a_nested_field_is_no_form() {
        let nested = r#"{"type":"object","properties":{"a":{"type":"object"}}}"#;
        let fault = serde_json::from_str::<FormSchema>(nested)
            .unwrap_err()
            .to_string();
        assert!(
            fault.contains("`object` is not a type of form field"),
            "{fault}"
        );
    }
}
