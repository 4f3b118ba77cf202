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
/// the client reads along (specification, "Elicitation: Security").
///
/// # Examples
///
/// By hand, what the derive writes:
///
/// ```
/// use mcp_server::{Form, FormBuilder, FormReader, FormSchema, JsonObject};
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
        Self(match F::REQUIRED {
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
