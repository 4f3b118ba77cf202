//! One value with constraints.

use std::fmt::{self, Display};
use std::str::FromStr;

use mcp_core::types::{PrimitiveSchema, StringSchema};
use schemars::{JsonSchema, Schema};
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::InvalidValue;
use crate::param::ViaArg;
use crate::spec::{Length, Mirrored, Numeric, Spec, Textual};
use crate::validate::Validator;

/// A value with rules, such as an order id. Written by `#[derive(Scalar)]`.
///
/// The derive writes `Deserialize` (which checks), `Serialize`, `FromStr`,
/// `Display`, `Deref`, `JsonSchema` and [`FormField`](crate::FormField) as well;
/// none of their crates has to be a dependency of yours. Doc comments become
/// the description, wherever the type is used.
///
/// Keys of `#[scalar]`: `pattern`, `format` (see JSON Schema), `len` for text;
/// `min`, `max`, `multiple_of` for numbers; `example`; `crate` where this crate
/// has another path.
///
/// # Examples
///
/// ```
/// use mcp_server::Scalar;
///
/// /// Order id, such as A-1042.
/// #[derive(Debug, Scalar)]
/// #[scalar(pattern = r"^[A-Z]-\d{4}$")]
/// struct OrderId(String);
///
/// let id: OrderId = "A-1042".parse()?;
/// assert_eq!(id.len(), 6);
/// assert!("1042".parse::<OrderId>().is_err());
/// # Ok::<(), mcp_server::InvalidValue>(())
/// ```
#[diagnostic::on_unimplemented(
    // Met where a rule is put on a type: see `Numeric`, whose implementation
    // for scalars rustc names instead of the trait itself.
    message = "`{Self}` is no number, nor a `Scalar` around one: `min`, `max`, `range` and `multiple_of` do not apply",
    note = "for strings and lists use `len`"
)]
pub trait Scalar: Sized {
    /// The value inside.
    type Inner: ScalarInner;

    /// The rules, compiled once.
    #[doc(hidden)]
    fn rules() -> &'static Rules;

    /// Wraps a value that keeps the rules.
    #[doc(hidden)]
    fn wrap(inner: Self::Inner) -> Self;
}

/// What can be inside a [`Scalar`]: whatever is written and read both as JSON
/// and as text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be inside a scalar",
    label = "not one value",
    note = "text, numbers and booleans can; others need `Serialize`, `Deserialize`, `JsonSchema`, `FromStr` and `Display`"
)]
pub trait ScalarInner: Serialize + DeserializeOwned + JsonSchema + FromStr + Display {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned + JsonSchema + FromStr + Display> ScalarInner for T {}

/// The rules of a [`Scalar`], compiled.
#[derive(Debug)]
pub struct Rules {
    schema: Result<Value, String>,
    validator: Result<Validator, String>,
}

impl Rules {
    /// Compiles what was described.
    #[doc(hidden)]
    #[must_use]
    pub fn new<T>(described: Spec<T, ViaArg>) -> Self {
        let schema = described.into_schema();
        let validator = schema
            .clone()
            .and_then(|schema| Validator::compile(&schema));
        Self { schema, validator }
    }

    /// The schema. One that cannot be written, for example because of a
    /// broken pattern, is reported when a server that uses it is built.
    fn schema(&self) -> Schema {
        let schema = match &self.schema {
            Ok(schema) => schema.clone(),
            Err(fault) => serde_json::json!({ "pattern": format!("({fault}") }),
        };
        Schema::try_from(schema).unwrap_or_default()
    }

    /// Why a text could not be read at all; what the parser says is meant for
    /// programmers.
    fn unreadable(&self) -> InvalidValue {
        let kind = self
            .schema
            .as_ref()
            .ok()
            .and_then(|schema| schema.get("type")?.as_str());
        InvalidValue::new(match kind {
            Some("integer") => "must be a whole number",
            Some("number") => "must be a number",
            Some("boolean") => "must be true or false",
            _ => "cannot be read",
        })
    }

    fn check(&self, value: &impl Serialize) -> Result<(), InvalidValue> {
        let validator = self.validator.as_ref().map_err(InvalidValue::new)?;
        let value =
            serde_json::to_value(value).map_err(|error| InvalidValue::new(error.to_string()))?;
        validator.check(&value).map_err(|violations| {
            let expected: Vec<&str> = violations
                .iter()
                .map(|violation| &*violation.expected)
                .collect();
            InvalidValue::new(expected.join(" and "))
        })
    }
}

/// Reads a text by the type inside, then checks it.
pub fn parse<T: Scalar>(text: &str) -> Result<T, InvalidValue> {
    let rules = T::rules();
    let inner: T::Inner = text.parse().map_err(|_| rules.unreadable())?;
    rules.check(&inner)?;
    Ok(T::wrap(inner))
}

/// Writes the value inside for people.
pub fn display<T: Scalar>(inner: &T::Inner, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    inner.fmt(f)
}

/// Writes the value inside for programs.
pub fn serialize<T: Scalar, S: Serializer>(
    inner: &T::Inner,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    inner.serialize(serializer)
}

/// Reads a value of the type inside, then checks it.
pub fn deserialize<'de, T: Scalar, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let inner = T::Inner::deserialize(deserializer)?;
    T::rules().check(&inner).map_err(D::Error::custom)?;
    Ok(T::wrap(inner))
}

/// The schema of the type inside, with the rules.
#[must_use]
pub fn json_schema<T: Scalar>() -> Schema {
    T::rules().schema()
}

/// How a form shows the value. Rules that forms cannot state are checked when
/// the answer is read.
#[must_use]
pub fn form_schema<T: Scalar>() -> PrimitiveSchema {
    let schema = T::rules().schema.as_ref().ok();
    schema
        .and_then(|schema| PrimitiveSchema::deserialize(schema).ok())
        .unwrap_or_else(|| StringSchema::new().into())
}

/// Reads what was filled into a form.
pub fn read_form<T: Scalar>(value: Option<&Value>) -> Result<T, String> {
    let value = value
        .filter(|value| !value.is_null())
        .ok_or("must be filled in")?;
    let inner = T::Inner::deserialize(value).map_err(|error| error.to_string())?;
    T::rules()
        .check(&inner)
        .map_err(|error| error.to_string())?;
    Ok(T::wrap(inner))
}

#[diagnostic::do_not_recommend]
impl<T: Scalar> Numeric for T
where
    T::Inner: Numeric,
{
    type Number = <T::Inner as Numeric>::Number;
}

#[diagnostic::do_not_recommend]
impl<T: Scalar> Length for T
where
    T::Inner: Length,
{
    const LEAST: &'static str = <T::Inner as Length>::LEAST;
    const MOST: &'static str = <T::Inner as Length>::MOST;
}

#[diagnostic::do_not_recommend]
impl<T: Scalar> Textual for T where T::Inner: Textual {}

#[diagnostic::do_not_recommend]
impl<T: Scalar> Mirrored for T where T::Inner: Mirrored {}
