//! What `#[derive(Form)]` says of a field.

use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};

use mcp_core::types::{PrimitiveSchema, StringFormat};
use serde::Serialize;
use serde_json::{Number, Value};

use crate::spec::{Length, Numeric, Textual};

/// The schema of a form's field of type `F`, being described. As with
/// [`Spec`](crate::Spec), rules exist only where the type supports them.
#[derive(Debug)]
pub struct FieldRules<F> {
    schema: PrimitiveSchema,
    _field: PhantomData<fn() -> F>,
}

impl<F> FieldRules<F> {
    /// Starts with what the type says.
    #[must_use]
    pub fn new(schema: PrimitiveSchema) -> Self {
        Self {
            schema,
            _field: PhantomData,
        }
    }

    /// What was said in all.
    #[must_use]
    pub fn into_schema(self) -> PrimitiveSchema {
        self.schema
    }

    /// The label.
    #[must_use]
    pub fn title(mut self, text: &str) -> Self {
        let title = Some(text.to_owned());
        match &mut self.schema {
            PrimitiveSchema::String(schema) => schema.title = title,
            PrimitiveSchema::Number(schema) | PrimitiveSchema::Integer(schema) => {
                schema.title = title
            }
            PrimitiveSchema::Boolean(schema) => schema.title = title,
            PrimitiveSchema::SingleSelect(schema) => schema.title = title,
            PrimitiveSchema::MultiSelect(schema) => schema.title = title,
            PrimitiveSchema::LegacyTitledEnum(schema) => schema.title = title,
            _ => {}
        }
        self
    }

    /// What to fill in.
    #[must_use]
    pub fn describe(mut self, text: &str) -> Self {
        let description = Some(text.to_owned());
        match &mut self.schema {
            PrimitiveSchema::String(schema) => schema.description = description,
            PrimitiveSchema::Number(schema) | PrimitiveSchema::Integer(schema) => {
                schema.description = description
            }
            PrimitiveSchema::Boolean(schema) => schema.description = description,
            PrimitiveSchema::SingleSelect(schema) => schema.description = description,
            PrimitiveSchema::MultiSelect(schema) => schema.description = description,
            PrimitiveSchema::LegacyTitledEnum(schema) => schema.description = description,
            _ => {}
        }
        self
    }

    /// What the field starts with. A value of another type than the field's
    /// leaves it empty.
    #[must_use]
    pub fn default(mut self, value: impl Serialize) -> Self {
        let value = serde_json::to_value(value).unwrap_or_default();
        match (&mut self.schema, value) {
            (PrimitiveSchema::String(schema), Value::String(text)) => schema.default = Some(text),
            (
                PrimitiveSchema::Number(schema) | PrimitiveSchema::Integer(schema),
                Value::Number(number),
            ) => {
                schema.default = Some(number);
            }
            (PrimitiveSchema::Boolean(schema), Value::Bool(on)) => schema.default = Some(on),
            (PrimitiveSchema::SingleSelect(schema), Value::String(text)) => {
                schema.default = Some(text)
            }
            (PrimitiveSchema::MultiSelect(schema), Value::Array(values)) => {
                schema.default = values
                    .into_iter()
                    .map(|value| value.as_str().map(str::to_owned))
                    .collect();
            }
            _ => {}
        }
        self
    }

    /// The least value.
    #[must_use]
    pub fn min(mut self, least: F::Number) -> Self
    where
        F: Numeric,
    {
        if let PrimitiveSchema::Number(schema) | PrimitiveSchema::Integer(schema) = &mut self.schema
        {
            schema.minimum = number(least);
        }
        self
    }

    /// The greatest value.
    #[must_use]
    pub fn max(mut self, greatest: F::Number) -> Self
    where
        F: Numeric,
    {
        if let PrimitiveSchema::Number(schema) | PrimitiveSchema::Integer(schema) = &mut self.schema
        {
            schema.maximum = number(greatest);
        }
        self
    }

    /// How many characters, or how many choices.
    #[must_use]
    pub fn len(mut self, range: impl RangeBounds<u64>) -> Self
    where
        F: Length,
    {
        let least = match range.start_bound() {
            Bound::Included(&least) => Some(least).filter(|least| *least > 0),
            Bound::Excluded(&below) => Some(below.saturating_add(1)),
            Bound::Unbounded => None,
        };
        let most = match range.end_bound() {
            Bound::Included(&most) => Some(most),
            Bound::Excluded(&above) => Some(above.saturating_sub(1)),
            Bound::Unbounded => None,
        };
        match &mut self.schema {
            PrimitiveSchema::String(schema) => {
                (schema.min_length, schema.max_length) = (least, most);
            }
            PrimitiveSchema::MultiSelect(schema) => {
                (schema.min_items, schema.max_items) = (least, most);
            }
            _ => {}
        }
        self
    }

    /// What the text must look like.
    #[must_use]
    pub fn format(mut self, format: StringFormat) -> Self
    where
        F: Textual,
    {
        if let PrimitiveSchema::String(schema) = &mut self.schema {
            schema.format = Some(format);
        }
        self
    }
}

fn number(value: impl Serialize) -> Option<Number> {
    match serde_json::to_value(value) {
        Ok(Value::Number(number)) => Some(number),
        _ => None,
    }
}
