//! Forms: flat questions with named fields.

use mcp_core::types::{
    BooleanSchema, Choices, FormSchema, JsonObject, MultiSelectSchema, NumberSchema,
    PrimitiveSchema, SingleSelectSchema, StringSchema,
};
use serde_json::{Number, Value};

/// A form the user fills in, as a Rust type.
///
/// `#[derive(Form)]` writes it for a struct of [`FormField`]s; doc comments
/// become titles. Never ask for passwords, keys or card numbers with a form:
/// the client reads along (specification, "Elicitation: Security"). A field to
/// type in whose name tells that it is one fails the call; for such a thing
/// there is [`Ctx::open_url`](crate::Ctx::open_url).
///
/// # Examples
///
/// By hand, what the derive writes:
///
/// ```
/// use mcp_server::core::{FormSchema, JsonObject};
/// use mcp_server::{Form, FormBuilder, FormReader};
///
/// struct Greeting {
///     text: String,
///     signed: Option<bool>,
/// }
///
/// impl Form for Greeting {
///     fn schema() -> FormSchema {
///         FormBuilder::new()
///             .field::<String>("text", |schema| schema)
///             .field::<Option<bool>>("signed", |schema| schema)
///             .build()
///     }
///
///     fn read(content: &JsonObject) -> Result<Self, Vec<String>> {
///         let mut form = FormReader::new(content);
///         let text = form.field("text");
///         let signed = form.field("signed");
///         match (text, signed) {
///             (Some(text), Some(signed)) => Ok(Self { text, signed }),
///             _ => Err(form.into_faults()),
///         }
///     }
/// }
///
/// assert_eq!(Greeting::schema().required, ["text"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form",
    label = "not a form",
    note = "derive it: `#[derive(mcp_server::Form)] struct {Self} {{ … }}`",
    note = "form fields are flat: text, number, boolean, choice"
)]
pub trait Form: Sized {
    /// The fields, in the order in which the user sees them.
    fn schema() -> FormSchema;

    /// Reads content that fits [`Form::schema`].
    ///
    /// # Errors
    ///
    /// What is wrong, a sentence each, in words for the user: the question is
    /// asked again with them.
    fn read(content: &JsonObject) -> Result<Self, Vec<String>>;
}

/// A type that can be one field of a [`Form`].
///
/// Implemented for text, booleans, numbers, `Option` of a field (may be left
/// empty), every [`FormChoice`] and `Vec` of one (any number of choices).
/// `#[derive(Scalar)]` and `#[derive(Choice)]` implement it for types of your
/// own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a form",
    label = "not a form field",
    note = "form fields are flat: text, number, boolean, choice",
    note = "derive `Scalar` or `Choice` for a type of your own"
)]
pub trait FormField: Sized {
    /// Whether the field must be filled in.
    const REQUIRED: bool = true;

    /// Whether it must be filled in when it is described like this.
    #[doc(hidden)]
    fn is_required(schema: &PrimitiveSchema) -> bool {
        let _ = schema;
        Self::REQUIRED
    }

    /// How a client shows the field.
    fn schema() -> PrimitiveSchema;

    /// Reads what the user filled in; `None` when the field was left empty.
    ///
    /// # Errors
    ///
    /// What is wrong, continuing a sentence that begins with the field's
    /// name: `must be a day in the future`.
    fn read(value: Option<&Value>) -> Result<Self, String>;
}

/// A type with a fixed set of values. `#[derive(Choice)]` writes it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice of fixed values",
    label = "not a choice",
    note = "derive it: `#[derive(mcp_server::Choice)] enum {Self} {{ … }}`"
)]
pub trait FormChoice: Sized {
    /// The values, with titles where people should read something else.
    fn choices() -> Choices;

    /// The choice of this value.
    fn choose(value: &str) -> Option<Self>;
}

impl<C: FormChoice> FormField for C {
    fn schema() -> PrimitiveSchema {
        SingleSelectSchema::new(C::choices()).into()
    }

    fn read(value: Option<&Value>) -> Result<Self, String> {
        let text = value.and_then(Value::as_str);
        text.and_then(C::choose).ok_or_else(one_of::<C>)
    }
}

impl<C: FormChoice> FormField for Vec<C> {
    /// A selection may be empty, and clients leave an empty one out.
    const REQUIRED: bool = false;

    fn is_required(schema: &PrimitiveSchema) -> bool {
        matches!(schema, PrimitiveSchema::MultiSelect(select) if select.min_items > Some(0))
    }

    fn schema() -> PrimitiveSchema {
        MultiSelectSchema::new(C::choices()).into()
    }

    fn read(value: Option<&Value>) -> Result<Self, String> {
        match value {
            None | Some(Value::Null) => Ok(Self::new()),
            Some(Value::Array(values)) => {
                let choose = |value: &Value| value.as_str().and_then(C::choose);
                values
                    .iter()
                    .map(|value| choose(value).ok_or_else(one_of::<C>))
                    .collect()
            }
            Some(_) => Err("must be a list of choices".to_owned()),
        }
    }
}

fn one_of<C: FormChoice>() -> String {
    let choices = C::choices();
    let values: Vec<_> = choices
        .values()
        .map(|value| format!("\"{value}\""))
        .collect();
    format!("must be one of {}", values.join(", "))
}

impl<F: FormField> FormField for Option<F> {
    const REQUIRED: bool = false;

    fn schema() -> PrimitiveSchema {
        F::schema()
    }

    fn read(value: Option<&Value>) -> Result<Self, String> {
        match value {
            None | Some(Value::Null) => Ok(None),
            value => F::read(value).map(Some),
        }
    }
}

impl FormField for String {
    fn schema() -> PrimitiveSchema {
        StringSchema::new().into()
    }

    fn read(value: Option<&Value>) -> Result<Self, String> {
        value
            .and_then(Value::as_str)
            .map(Self::from)
            .ok_or_else(|| "must be a text".to_owned())
    }
}

impl FormField for bool {
    fn schema() -> PrimitiveSchema {
        BooleanSchema::new().into()
    }

    fn read(value: Option<&Value>) -> Result<Self, String> {
        value
            .and_then(Value::as_bool)
            .ok_or_else(|| "must be true or false".to_owned())
    }
}

macro_rules! floats {
    ($($float:ty)*) => { $(
        impl FormField for $float {
            fn schema() -> PrimitiveSchema {
                PrimitiveSchema::Number(NumberSchema::new())
            }

            #[expect(clippy::allow_attributes, reason = "one body for both widths")]
            fn read(value: Option<&Value>) -> Result<Self, String> {
                #[allow(clippy::cast_possible_truncation, reason = "f32 asks for the nearest")]
                let number = value.and_then(Value::as_f64).map(|number| number as Self);
                number.ok_or_else(|| "must be a number".to_owned())
            }
        }
    )* };
}

floats!(f32 f64);

macro_rules! integers {
    ($($integer:ident: $min:expr, $max:expr;)*) => { $(
        impl FormField for $integer {
            fn schema() -> PrimitiveSchema {
                let mut schema = NumberSchema::new();
                schema.minimum = $min.map(Number::from);
                schema.maximum = $max.map(Number::from);
                PrimitiveSchema::Integer(schema)
            }

            fn read(value: Option<&Value>) -> Result<Self, String> {
                let Some(whole) = value.and_then(whole) else {
                    return Err("must be a whole number".to_owned());
                };
                Self::try_from(whole)
                    .map_err(|_| format!("must be between {} and {}", Self::MIN, Self::MAX))
            }
        }
    )* };
}

// Bounds a client can check; those of 64 bits are beyond the numbers that
// JavaScript clients hold exactly.
integers! {
    i8: Some(i8::MIN), Some(i8::MAX);
    i16: Some(i16::MIN), Some(i16::MAX);
    i32: Some(i32::MIN), Some(i32::MAX);
    i64: None::<i64>, None::<i64>;
    isize: None::<i64>, None::<i64>;
    u8: Some(0), Some(u8::MAX);
    u16: Some(0), Some(u16::MAX);
    u32: Some(0), Some(u32::MAX);
    u64: Some(0), None::<u64>;
    usize: Some(0), None::<u64>;
}

/// A whole number, also in a spelling such as `5.0`.
fn whole(value: &Value) -> Option<i128> {
    const EXACT: f64 = 9_007_199_254_740_992.0; // 2^53
    if let Some(number) = value.as_i64() {
        return Some(number.into());
    }
    if let Some(number) = value.as_u64() {
        return Some(number.into());
    }
    let number = value.as_f64()?;
    #[expect(clippy::cast_possible_truncation, reason = "whole and within 2^53")]
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i128)
}

/// Reads the fields of a form and collects what is wrong with them.
///
/// For implementations of [`Form`] by hand; see there.
#[derive(Debug)]
pub struct FormReader<'a> {
    content: &'a JsonObject,
    faults: Vec<String>,
}

impl<'a> FormReader<'a> {
    /// Starts reading.
    #[must_use]
    pub fn new(content: &'a JsonObject) -> Self {
        Self {
            content,
            faults: Vec::new(),
        }
    }

    /// Reads a field; `None` notes a fault.
    pub fn field<F: FormField>(&mut self, name: &str) -> Option<F> {
        F::read(self.content.get(name))
            .map_err(|fault| self.faults.push(format!("`{name}` {fault}.")))
            .ok()
    }

    /// What was wrong, a sentence each.
    #[must_use]
    pub fn into_faults(self) -> Vec<String> {
        self.faults
    }
}

/// Describes the fields of a form, in order.
///
/// For implementations of [`Form`] by hand; see there.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct FormBuilder(FormSchema);

impl FormBuilder {
    /// A form without fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field; `describe` adds titles and rules to what its type says.
    pub fn field<F: FormField>(
        self,
        name: &str,
        describe: impl FnOnce(PrimitiveSchema) -> PrimitiveSchema,
    ) -> Self {
        let schema = describe(F::schema());
        Self(match F::is_required(&schema) {
            true => self.0.with_required(name, schema),
            false => self.0.with_optional(name, schema),
        })
    }

    /// The schema.
    #[must_use]
    pub fn build(self) -> FormSchema {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq)]
    enum Size {
        Small,
        Large,
    }

    impl FormChoice for Size {
        fn choices() -> Choices {
            vec!["small".to_owned(), "large".to_owned()].into()
        }

        fn choose(value: &str) -> Option<Self> {
            match value {
                "small" => Some(Self::Small),
                "large" => Some(Self::Large),
                _ => None,
            }
        }
    }

    fn schema<F: FormField>() -> Value {
        serde_json::to_value(F::schema()).unwrap()
    }

    #[test]
    fn types_describe_themselves_to_clients() {
        assert_eq!(schema::<String>(), json!({ "type": "string" }));
        assert_eq!(schema::<Option<bool>>(), json!({ "type": "boolean" }));
        assert_eq!(schema::<f32>(), json!({ "type": "number" }));
        assert_eq!(schema::<i64>(), json!({ "type": "integer" }));
        assert_eq!(schema::<u64>(), json!({ "type": "integer", "minimum": 0 }));
        assert_eq!(
            schema::<i8>(),
            json!({ "type": "integer", "minimum": -128, "maximum": 127 })
        );
        assert_eq!(
            schema::<Size>(),
            json!({ "type": "string", "enum": ["small", "large"] })
        );
        let many =
            json!({ "type": "array", "items": { "type": "string", "enum": ["small", "large"] } });
        assert_eq!(schema::<Vec<Size>>(), many);
    }

    #[test]
    fn only_what_may_be_left_empty_is_not_required() {
        let form = FormBuilder::new()
            .field::<String>("a", |schema| schema)
            .field::<Option<String>>("b", |schema| schema)
            .field::<Size>("c", |schema| schema)
            .field::<Vec<Size>>("d", |schema| schema)
            .field::<bool>("e", |_| BooleanSchema::new().with_title("E?").into())
            .build();
        assert_eq!(form.required, ["a", "c", "e"]);
        let names: Vec<_> = form
            .properties
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(names, ["a", "b", "c", "d", "e"]);
        assert_eq!(
            form.property("e"),
            Some(&BooleanSchema::new().with_title("E?").into())
        );
    }

    // S-ELIC-11
    #[test]
    fn a_selection_that_needs_a_choice_is_required() {
        let least = |least: u64| {
            move |schema| match schema {
                PrimitiveSchema::MultiSelect(select) => select.with_min_items(least).into(),
                other => other,
            }
        };
        let form = FormBuilder::new()
            .field::<Vec<Size>>("any", least(0))
            .field::<Vec<Size>>("some", least(1))
            .field::<Option<Vec<Size>>>("none", least(1))
            .build();
        assert_eq!(form.required, ["some"]);
    }

    fn read<F: FormField>(value: Value) -> Result<F, String> {
        F::read(Some(&value))
    }

    #[test]
    fn fields_are_read_by_their_types() {
        assert_eq!(read(json!("x")), Ok("x".to_owned()));
        assert_eq!(read(json!(true)), Ok(true));
        assert_eq!(read(json!(1.5)), Ok(1.5_f64));
        assert_eq!(read(json!(2)), Ok(2.0_f32));
        assert_eq!(read(json!(5.0)), Ok(5_u8));
        assert_eq!(read(json!(-5)), Ok(-5_i64));
        assert_eq!(read(json!(u64::MAX)), Ok(u64::MAX));
        assert_eq!(read(json!("large")), Ok(Size::Large));
        assert_eq!(
            read(json!(["large", "small"])),
            Ok(vec![Size::Large, Size::Small])
        );
        assert_eq!(read(json!(5)), Ok(Some(5_u8)));
        assert_eq!(read(json!(null)), Ok(None::<u8>));
        assert_eq!(Vec::<Size>::read(None), Ok(vec![]));
        assert_eq!(Option::<String>::read(None), Ok(None));
    }

    #[test]
    fn what_does_not_fit_is_said_in_words_for_the_user() {
        fn fault<F: FormField>(value: Value) -> String {
            F::read(Some(&value)).err().expect("does not fit")
        }
        assert_eq!(fault::<String>(json!(5)), "must be a text");
        assert_eq!(fault::<bool>(json!("true")), "must be true or false");
        assert_eq!(fault::<f64>(json!("1")), "must be a number");
        assert_eq!(fault::<u8>(json!(1.5)), "must be a whole number");
        assert_eq!(fault::<u8>(json!(256)), "must be between 0 and 255");
        assert_eq!(fault::<u8>(json!(-1)), "must be between 0 and 255");
        assert_eq!(
            fault::<i64>(json!(u64::MAX)),
            format!("must be between {} and {}", i64::MIN, i64::MAX)
        );
        assert_eq!(
            fault::<Size>(json!("huge")),
            r#"must be one of "small", "large""#
        );
        assert_eq!(
            fault::<Vec<Size>>(json!("small")),
            "must be a list of choices"
        );
        assert_eq!(
            fault::<Vec<Size>>(json!(["small", 5])),
            r#"must be one of "small", "large""#
        );
        assert_eq!(fault::<Option<u8>>(json!("5")), "must be a whole number");
        assert_eq!(String::read(None), Err("must be a text".to_owned()));
    }

    #[test]
    fn a_reader_collects_every_fault() {
        let content = json!({ "a": 1, "b": "x", "c": "small" });
        let mut form = FormReader::new(content.as_object().unwrap());
        assert_eq!(form.field::<String>("a"), None);
        assert_eq!(form.field::<u8>("b"), None);
        assert_eq!(form.field::<Size>("c"), Some(Size::Small));
        assert_eq!(
            form.into_faults(),
            ["`a` must be a text.", "`b` must be a whole number."]
        );
    }
}
