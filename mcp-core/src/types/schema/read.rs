//! Reading a form field: every member any kind may have, then a decision by `type`.

use serde::Deserialize;
use serde_json::{Number, Value};

use super::{
    BooleanSchema, Choices, EnumOption, LegacyTitledEnumSchema, MultiSelectSchema, NumberSchema,
    PrimitiveSchema, SingleSelectSchema, StringFormat, StringSchema,
};

/// Every member that a form field may have.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Members {
    r#type: String,
    title: Option<String>,
    description: Option<String>,
    min_length: Option<u64>,
    max_length: Option<u64>,
    format: Option<StringFormat>,
    minimum: Option<Number>,
    maximum: Option<Number>,
    r#enum: Option<Vec<String>>,
    enum_names: Option<Vec<String>>,
    one_of: Option<Vec<EnumOption>>,
    items: Option<Items>,
    min_items: Option<u64>,
    max_items: Option<u64>,
    default: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Items {
    r#enum: Option<Vec<String>>,
    any_of: Option<Vec<EnumOption>>,
}

impl TryFrom<Members> for PrimitiveSchema {
    type Error = String;

    fn try_from(members: Members) -> Result<Self, String> {
        match members.r#type.as_str() {
            "string" => members.into_string(),
            "number" => members.into_number().map(Self::Number),
            "integer" => members.into_number().map(Self::Integer),
            "boolean" => members.into_boolean(),
            "array" => members.into_multi_select(),
            other => Err(format!("`{other}` is not a type of form field")),
        }
    }
}

impl Members {
    /// Text, or one of the three spellings of a choice.
    fn into_string(self) -> Result<PrimitiveSchema, String> {
        let Self {
            title, description, ..
        } = self;
        let default = match self.default {
            None => None,
            Some(Value::String(text)) => Some(text),
            Some(_) => return Err(wrong_default("a string")),
        };
        Ok(match (self.one_of, self.r#enum, self.enum_names) {
            (Some(options), ..) => SingleSelectSchema {
                title,
                description,
                choices: Choices::Titled(options),
                default,
            }
            .into(),
            (None, Some(values), Some(names)) => LegacyTitledEnumSchema {
                title,
                description,
                values,
                names,
                default,
            }
            .into(),
            (None, Some(values), None) => SingleSelectSchema {
                title,
                description,
                choices: Choices::Untitled(values),
                default,
            }
            .into(),
            (None, None, _) => StringSchema {
                title,
                description,
                min_length: self.min_length,
                max_length: self.max_length,
                format: self.format,
                default,
            }
            .into(),
        })
    }

    fn into_number(self) -> Result<NumberSchema, String> {
        let default = match self.default {
            None => None,
            Some(Value::Number(number)) => Some(number),
            Some(_) => return Err(wrong_default("a number")),
        };
        Ok(NumberSchema {
            title: self.title,
            description: self.description,
            minimum: self.minimum,
            maximum: self.maximum,
            default,
        })
    }

    fn into_boolean(self) -> Result<PrimitiveSchema, String> {
        let default = match self.default {
            None => None,
            Some(Value::Bool(flag)) => Some(flag),
            Some(_) => return Err(wrong_default("true or false")),
        };
        Ok(BooleanSchema {
            title: self.title,
            description: self.description,
            default,
        }
        .into())
    }

    fn into_multi_select(self) -> Result<PrimitiveSchema, String> {
        let choices = match self.items {
            Some(Items {
                any_of: Some(options),
                ..
            }) => Choices::Titled(options),
            Some(Items {
                r#enum: Some(values),
                ..
            }) => Choices::Untitled(values),
            _ => {
                return Err(
                    "a field of type `array` needs `items` with `enum` or `anyOf`".to_owned(),
                );
            }
        };
        let default = match self.default {
            None => None,
            Some(Value::Array(values)) => Some(
                values
                    .into_iter()
                    .map(|value| match value {
                        Value::String(text) => Ok(text),
                        _ => Err(wrong_default("a list of strings")),
                    })
                    .collect::<Result<_, _>>()?,
            ),
            Some(_) => return Err(wrong_default("a list of strings")),
        };
        Ok(MultiSelectSchema {
            title: self.title,
            description: self.description,
            min_items: self.min_items,
            max_items: self.max_items,
            choices,
            default,
        }
        .into())
    }
}

fn wrong_default(expected: &str) -> String {
    format!("`default` must be {expected} here")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads, writes, compares with what was read; gives what was read.
    fn round_trip(text: &str) -> PrimitiveSchema {
        let schema: PrimitiveSchema = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&schema).unwrap(), text);
        schema
    }

    #[test]
    fn every_kind_is_read_and_written_in_spec_spelling() {
        let schema = round_trip(
            r#"{"type":"string","title":"T","description":"D","minLength":1,"maxLength":9,"format":"date-time","default":"x"}"#,
        );
        assert!(matches!(schema, PrimitiveSchema::String(_)));
        let schema = round_trip(r#"{"type":"number","minimum":0.5,"maximum":99.5,"default":95.5}"#);
        assert!(matches!(schema, PrimitiveSchema::Number(_)));
        let schema = round_trip(r#"{"type":"integer","minimum":0,"maximum":150,"default":30}"#);
        assert!(matches!(schema, PrimitiveSchema::Integer(_)));
        let schema = round_trip(r#"{"type":"boolean","default":true}"#);
        assert!(matches!(schema, PrimitiveSchema::Boolean(_)));
        let schema = round_trip(r#"{"type":"string","enum":["a","b"],"default":"a"}"#);
        assert!(matches!(schema, PrimitiveSchema::SingleSelect(_)));
        let schema =
            round_trip(r#"{"type":"string","oneOf":[{"const":"a","title":"A"}],"default":"a"}"#);
        assert!(matches!(schema, PrimitiveSchema::SingleSelect(_)));
        let schema = round_trip(r#"{"type":"string","enum":["a"],"enumNames":["A"]}"#);
        assert!(matches!(schema, PrimitiveSchema::LegacyTitledEnum(_)));
        let schema = round_trip(
            r#"{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["a","b"]},"default":["a"]}"#,
        );
        assert!(matches!(schema, PrimitiveSchema::MultiSelect(_)));
        let schema =
            round_trip(r#"{"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}}"#);
        assert!(matches!(schema, PrimitiveSchema::MultiSelect(_)));
    }

    #[test]
    fn digits_of_large_and_exact_numbers_survive() {
        round_trip(
            r#"{"type":"integer","minimum":-9223372036854775808,"maximum":18446744073709551615}"#,
        );
        round_trip(r#"{"type":"number","minimum":0.1,"default":1.5}"#);
    }

    #[test]
    fn a_field_that_makes_no_sense_is_explained() {
        let fault = |text: &str| {
            serde_json::from_str::<PrimitiveSchema>(text)
                .unwrap_err()
                .to_string()
        };
        assert!(fault(r#"{"type":"object"}"#).contains("`object` is not a type of form field"));
        assert!(fault(r#"{"type":"string","default":5}"#).contains("must be a string"));
        assert!(fault(r#"{"type":"number","default":"5"}"#).contains("must be a number"));
        assert!(fault(r#"{"type":"boolean","default":1}"#).contains("must be true or false"));
        let list = r#"{"type":"array","items":{"type":"string","enum":["a"]},"default":[1]}"#;
        assert!(fault(list).contains("must be a list of strings"));
        assert!(
            fault(r#"{"type":"array","items":{"type":"number"}}"#).contains("`enum` or `anyOf`")
        );
        assert!(fault(r#"{"type":"string","format":"hostname"}"#).contains("unknown variant"));
        assert!(fault(r#"{"title":"no type"}"#).contains("missing field `type`"));
    }
}
