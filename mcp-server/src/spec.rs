//! The description of one parameter: name, words, constraints.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde_json::{Map, Value};

use crate::call::Call;
use crate::completion::Completer;
use crate::error::Result;
use crate::param::{Needs, Param, ViaArg};
use crate::schema::{SchemaProfile, Unpublishable};
use crate::validate::read_with_path;
use crate::value::Digits;
use crate::value::string_id;

/// One parameter of a tool, being described.
///
/// Constraint methods exist only where the type supports them: `min` on a
/// `String` does not compile.
#[derive(Debug)]
pub struct Spec<T, Via = ViaArg> {
    pub(crate) param: ParamSpec,
    _kind: PhantomData<fn() -> (T, Via)>,
}

/// What the server keeps of a parameter.
#[doc(hidden)]
#[derive(Debug)]
pub enum ParamSpec {
    Extracted(Needs),
    Argument(ArgumentSpec),
}

impl ParamSpec {
    pub(crate) fn argument(&self) -> Option<&ArgumentSpec> {
        match self {
            Self::Argument(argument) => Some(argument),
            Self::Extracted(_) => None,
        }
    }
}

/// What the server keeps of an argument.
#[doc(hidden)]
#[derive(Debug)]
pub struct ArgumentSpec {
    pub(crate) name: Cow<'static, str>,
    pub(crate) description: Option<Cow<'static, str>>,
    pub(crate) schema: fn(Option<&str>, SchemaProfile) -> Result<Value, Unpublishable>,
    /// Whether the type has a value for an absent argument.
    pub(crate) optional: bool,
    pub(crate) check: fn(&Value) -> Result<(), String>,
    pub(crate) keywords: Vec<(&'static str, Value)>,
    pub(crate) default: Option<Value>,
    pub(crate) faults: Vec<String>,
    pub(crate) secret: bool,
    pub(crate) strict: bool,
    /// A number that travels as text.
    pub(crate) as_string: bool,
    pub(crate) rest: bool,
    pub(crate) completer: Option<Completer>,
}

/// Starts the description of a parameter; the kind is inferred.
#[must_use]
pub fn spec<T: Param<Via>, Via>(name: &'static str) -> Spec<T, Via> {
    Spec {
        param: T::spec(name),
        _kind: PhantomData,
    }
}

impl<T, Via> Spec<T, Via> {
    /// Says what the parameter is for; the model reads it. Without effect on
    /// extracted parameters, which no client sees.
    #[must_use]
    pub fn describe(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        if let ParamSpec::Argument(argument) = &mut self.param {
            argument.description = Some(text.into());
        }
        self
    }
}

impl<T> Spec<T, ViaArg> {
    pub(crate) fn argument(&mut self) -> &mut ArgumentSpec {
        match &mut self.param {
            ParamSpec::Argument(argument) => argument,
            ParamSpec::Extracted(_) => unreachable!("ViaArg describes an argument"),
        }
    }

    fn keyword(mut self, keyword: &'static str, value: impl Serialize) -> Self {
        let argument = self.argument();
        match serde_json::to_value(value) {
            Ok(value) => argument.keywords.push((keyword, value)),
            Err(error) => argument.faults.push(format!("{keyword}: {error}")),
        }
        self
    }

    /// The schema of the value with everything said so far.
    pub(crate) fn into_schema(mut self) -> Result<Value, String> {
        let argument = self.argument();
        match argument.faults.first() {
            Some(fault) => Err(fault.clone()),
            None => argument.constrained(SchemaProfile::Portable),
        }
    }

    /// The value of an absent argument; the schema states it.
    #[must_use]
    pub fn default(mut self, value: impl Serialize) -> Self {
        let argument = self.argument();
        match serde_json::to_value(value) {
            Ok(value) => argument.default = Some(value),
            Err(error) => argument.faults.push(format!("default: {error}")),
        }
        self
    }

    /// A name for people: hosts that let somebody fill in a prompt show it
    /// (2025-06-18 and later).
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        self.keyword("title", title.into())
    }

    /// An example value for the schema.
    #[must_use]
    pub fn example(self, value: impl Serialize) -> Self {
        self.keyword("examples", [value])
    }

    /// Keeps the value out of error texts and logs.
    #[must_use]
    pub fn secret(mut self) -> Self {
        self.argument().secret = true;
        self
    }

    /// Takes the value only as it was sent: no repair is made to it
    /// ([`Coercion`](crate::Coercion)).
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.argument().strict = true;
        self
    }

    /// Takes every argument that no other parameter names; opens the schema.
    #[must_use]
    pub fn rest(mut self) -> Self {
        self.argument().rest = true;
        self
    }
}

impl<T> Spec<T, ViaArg> {
    /// The least value allowed.
    #[must_use]
    pub fn min(self, least: T::Number) -> Self
    where
        T: Numeric,
    {
        self.keyword("minimum", least)
    }

    /// The greatest value allowed.
    #[must_use]
    pub fn max(self, greatest: T::Number) -> Self
    where
        T: Numeric,
    {
        self.keyword("maximum", greatest)
    }

    /// Values must be whole multiples of this.
    #[must_use]
    pub fn multiple_of(self, step: T::Number) -> Self
    where
        T: Numeric,
    {
        self.keyword("multipleOf", step)
    }

    /// Least and greatest value in one.
    #[must_use]
    pub fn range(mut self, range: impl RangeBounds<T::Number>) -> Self
    where
        T: Numeric<Number: Clone>,
    {
        for (bound, closed, open) in [
            (range.start_bound(), "minimum", "exclusiveMinimum"),
            (range.end_bound(), "maximum", "exclusiveMaximum"),
        ] {
            self = match bound {
                Bound::Included(value) => self.keyword(closed, value.clone()),
                Bound::Excluded(value) => self.keyword(open, value.clone()),
                Bound::Unbounded => self,
            };
        }
        self
    }

    /// How long: characters of a string, items of a list.
    #[must_use]
    pub fn len(mut self, range: impl RangeBounds<usize>) -> Self
    where
        T: Length,
    {
        let least = match range.start_bound() {
            Bound::Included(&least) => Some(least),
            Bound::Excluded(&below) => Some(below + 1),
            Bound::Unbounded => None,
        };
        let most = match range.end_bound() {
            Bound::Included(&most) => Some(most),
            Bound::Excluded(&above) => Some(above.saturating_sub(1)),
            Bound::Unbounded => None,
        };
        if let Some(least) = least.filter(|&least| least > 0) {
            self = self.keyword(T::LEAST, least);
        }
        if let Some(most) = most {
            self = self.keyword(T::MOST, most);
        }
        self
    }

    /// A regular expression the text must match (not anchored by itself).
    /// A bad expression is reported when the server is built.
    #[must_use]
    pub fn pattern(self, pattern: impl Into<String>) -> Self
    where
        T: Textual,
    {
        self.keyword("pattern", pattern.into())
    }

    /// A format of JSON Schema the text must have, such as `email` or `date`.
    #[must_use]
    pub fn format(self, format: impl Into<String>) -> Self
    where
        T: Textual,
    {
        self.keyword("format", format.into())
    }

    /// Has a whole number travel as text, so that hosts which read numbers as
    /// floats cannot spoil its digits; a number is taken as well. See
    /// [`StringId`](crate::StringId) for fields of structs and results.
    #[must_use]
    pub fn as_string(mut self) -> Self
    where
        T: Digits,
    {
        let argument = self.argument();
        argument.schema = string_id::schema::<T>();
        argument.as_string = true;
        self
    }

    /// Has HTTP clients repeat the argument in the header `Mcp-Param-<name>`
    /// (specification, "Streamable HTTP: Custom headers"). Not for secrets: an
    /// argument that is [`secret`](Spec::secret) as well is reported when the
    /// server is built.
    #[must_use]
    pub fn header(self, name: impl Into<String>) -> Self
    where
        T: Mirrored,
    {
        self.keyword("x-mcp-header", name.into())
    }
}

/// Types with an order: `min`, `max`, `range` and `multiple_of` apply.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number: `min`, `max`, `range` and `multiple_of` do not apply",
    note = "for strings and lists use `len`"
)]
pub trait Numeric {
    /// The type of the bounds.
    type Number: Serialize;
}

/// Types with a length: `len` applies.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no length: `len` does not apply",
    note = "for numbers use `min` and `max`"
)]
pub trait Length {
    /// The keyword of the least length.
    const LEAST: &'static str;
    /// The keyword of the greatest length.
    const MOST: &'static str;
}

/// Types that are text on the wire: `pattern` applies.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no text: `pattern` and `format` do not apply"
)]
pub trait Textual {}

/// Types an HTTP header can mirror: text, integers, booleans.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be mirrored in a header",
    note = "the specification allows strings, integers and booleans"
)]
pub trait Mirrored {}

macro_rules! numbers {
    ($($number:ty)*) => { $(impl Numeric for $number { type Number = Self; })* };
}
numbers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);

macro_rules! mirrored {
    ($($kind:ty)*) => { $(impl Mirrored for $kind {})* };
}
mirrored!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize bool String);

impl<T: Numeric> Numeric for Option<T> {
    type Number = T::Number;
}

impl<T: Mirrored> Mirrored for Option<T> {}

impl Textual for String {}
impl Textual for std::path::PathBuf {}
impl<T: Textual> Textual for Option<T> {}

impl Length for String {
    const LEAST: &'static str = "minLength";
    const MOST: &'static str = "maxLength";
}

impl<T> Length for Vec<T> {
    const LEAST: &'static str = "minItems";
    const MOST: &'static str = "maxItems";
}

impl<T: Length> Length for Option<T> {
    const LEAST: &'static str = T::LEAST;
    const MOST: &'static str = T::MOST;
}

impl ArgumentSpec {
    pub(crate) fn of<T: DeserializeOwned + JsonSchema>(name: &'static str) -> Self {
        Self {
            name: Cow::Borrowed(name),
            description: None,
            schema: crate::schema::described_input_schema_of::<T>,
            optional: T::deserialize(Absent).is_ok(),
            check: |value| {
                T::deserialize(value)
                    .map(drop)
                    .map_err(|error| error.to_string())
            },
            keywords: Vec::new(),
            default: None,
            faults: Vec::new(),
            secret: false,
            strict: false,
            as_string: false,
            rest: false,
            completer: None,
        }
    }

    /// The argument's schema as it is published; in the portable profile its constraints are
    /// said in words as well.
    pub(crate) fn property(&self, profile: SchemaProfile) -> Result<Value, String> {
        let mut schema = self.constrained(profile)?;
        if let Value::Object(schema) = &mut schema
            && profile.is_portable()
        {
            crate::schema::say_constraints(schema);
        }
        Ok(schema)
    }

    /// The argument's schema with its description, constraints and default.
    fn constrained(&self, profile: SchemaProfile) -> Result<Value, String> {
        let mut schema = (self.schema)(self.description.as_deref(), profile)
            .map_err(|error| error.to_string())?;
        let object = schema.as_object_mut().ok_or("a schema must be an object")?;
        for (keyword, value) in &self.keywords {
            if self.as_string && BOUNDS.contains(keyword) {
                return Err(format!(
                    "`{keyword}` cannot be said of a number that is text"
                ));
            }
            object.insert((*keyword).into(), self.written(value));
        }
        if let Some(default) = &self.default {
            (self.check)(default)
                .map_err(|error| format!("its default {default} does not fit: {error}"))?;
            object.insert("default".into(), self.written(default));
        }
        Ok(schema)
    }

    /// A value as it travels.
    fn written(&self, value: &Value) -> Value {
        match value {
            Value::Number(number) if self.as_string => number.to_string().into(),
            Value::Array(values) if self.as_string => {
                values.iter().map(|value| self.written(value)).collect()
            }
            other => other.clone(),
        }
    }

    /// Takes the value out of a call whose arguments have been checked.
    pub(crate) fn take<T: DeserializeOwned>(&self, call: &Call) -> Result<T> {
        if self.rest {
            let rest = Value::Object(call.rest_of_arguments());
            return read_with_path(&rest)
                .map_err(|(path, error)| call.misfit(&rest, &path, &error, self.secret));
        }
        let path = || format!("/{}", self.name.replace('~', "~0").replace('/', "~1"));
        let misfit = |error| call.misfit(&Value::Null, &path(), &error, self.secret);
        let Some(value) = call.argument(&self.name).or(self.default.as_ref()) else {
            return T::deserialize(Absent).map_err(misfit);
        };
        if let (true, Value::String(digits)) = (self.as_string, value) {
            return string_id::read(digits).map_err(misfit);
        }
        T::deserialize(value).or_else(|error| call.reread(&path(), error, self.secret))
    }

    /// Whether the value among arguments can be read; an absent one is not looked at.
    pub(crate) fn reads(&self, arguments: &Map<String, Value>) -> bool {
        match arguments.get(&*self.name) {
            Some(Value::String(digits)) if self.as_string => {
                serde_json::from_str(digits).is_ok_and(|number| (self.check)(&number).is_ok())
            }
            Some(value) => (self.check)(value).is_ok(),
            None => true,
        }
    }
}

/// What a schema can say of numbers only.
const BOUNDS: [&str; 5] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
];

/// The deserializer of an argument that was not sent: only types that have a
/// value for "nothing" (`Option` under whatever name) can be read from it.
struct Absent;

impl<'de> Deserializer<'de> for Absent {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("missing"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
