//! Whole numbers that travel as text.
//!
//! Many hosts read JSON into floats, where whole numbers beyond 2^53 lose
//! their last digits without a word. Text keeps them.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer as _, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::InvalidValue;
use crate::schema::{SchemaProfile, Unpublishable, described_input_schema_of};

/// A whole number, such as a snowflake id, that is text in JSON: hosts that
/// read numbers as floats cannot spoil its digits.
///
/// It is written as text and read from text or from a number. For a single
/// parameter `#[arg(as_string)]` does the same with the bare type.
///
/// # Examples
///
/// ```
/// use mcp_server::{StringId, serde_json};
///
/// let id: StringId = serde_json::from_str("9007199254740993")?;
/// assert_eq!(id.0, 9_007_199_254_740_993);
/// assert_eq!(serde_json::to_string(&id)?, r#""9007199254740993""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StringId<T = u64>(pub T);

/// Whole numbers, which can travel as text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no whole number: `as_string` does not apply",
    note = "other types write themselves as text with serde: `#[serde(with = …)]`"
)]
pub trait Digits {
    /// Whether some are below zero.
    #[doc(hidden)]
    const SIGNED: bool;
}

/// What digits look like, as a regular expression.
pub(crate) const UNSIGNED: &str = "^[0-9]+$";
/// The same where they may be below zero.
pub(crate) const SIGNED: &str = "^-?[0-9]+$";

macro_rules! digits {
    ($signed:literal: $($number:ty)*) => {$(
        impl Digits for $number {
            const SIGNED: bool = $signed;
        }
    )*};
}

digits!(false: u8 u16 u32 u64 u128 usize);
digits!(true: i8 i16 i32 i64 i128 isize);

impl<T: Digits> Digits for Option<T> {
    const SIGNED: bool = T::SIGNED;
}

/// The schema of digits, with a description.
pub(crate) fn schema<T: Digits>() -> fn(Option<&str>, SchemaProfile) -> Result<Value, Unpublishable>
{
    match T::SIGNED {
        true => described_input_schema_of::<StringId<i64>>,
        false => described_input_schema_of::<StringId<u64>>,
    }
}

impl<T> From<T> for StringId<T> {
    fn from(id: T) -> Self {
        Self(id)
    }
}

impl<T: Display> Display for StringId<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Digits + DeserializeOwned> FromStr for StringId<T> {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Self, InvalidValue> {
        let id = read(text).map_err(|error| InvalidValue::new(error.to_string()))?;
        Ok(Self(id))
    }
}

impl<T: Digits + Display> Serialize for StringId<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: Digits + DeserializeOwned> Deserialize<'de> for StringId<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Id<T>(PhantomData<fn() -> T>);

        impl<T: DeserializeOwned> Visitor<'_> for Id<T> {
            type Value = StringId<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, as text or as it is")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<StringId<T>, E> {
                read(text).map(StringId).map_err(E::custom)
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<StringId<T>, E> {
                T::deserialize(number.into_deserializer()).map(StringId)
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<StringId<T>, E> {
                T::deserialize(number.into_deserializer()).map(StringId)
            }
        }

        deserializer.deserialize_any(Id(PhantomData))
    }
}

impl<T: Digits> JsonSchema for StringId<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "StringId".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let pattern = match T::SIGNED {
            true => SIGNED,
            false => UNSIGNED,
        };
        json_schema!({ "type": "string", "pattern": pattern })
    }
}

/// Reads a number from its digits.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    T::deserialize(Lexical(text))
}

/// The deserializer of a number that is given as text.
struct Lexical<'a>(&'a str);

impl<'de> Deserializer<'de> for Lexical<'_> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        let digits = self.0.strip_prefix('-').unwrap_or(self.0);
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // The smallest type that holds it: visitors of larger ones take it, too.
        match self.0 {
            _ if !plain => Err(Self::Error::custom("must be a whole number, digits only")),
            text => match (text.parse(), text.parse(), text.parse(), text.parse()) {
                (Ok(number), ..) => visitor.visit_u64(number),
                (_, Ok(number), ..) => visitor.visit_i64(number),
                (_, _, Ok(number), _) => visitor.visit_u128(number),
                (_, _, _, Ok(number)) => visitor.visit_i128(number),
                _ => Err(Self::Error::custom("has more digits than fit")),
            },
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json<T: Digits + DeserializeOwned + Display>(text: &str) -> Result<String, String> {
        let id: StringId<T> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        serde_json::to_string(&id).map_err(|error| error.to_string())
    }

    // P34
    #[test]
    fn every_digit_survives_text_and_number() {
        for digits in ["0", "9007199254740993", "18446744073709551615"] {
            let text = format!("\"{digits}\"");
            assert_eq!(json::<u64>(digits).as_ref(), Ok(&text));
            assert_eq!(json::<u64>(&text).as_ref(), Ok(&text));
        }
        let widest = format!("\"{}\"", u128::MAX);
        assert_eq!(json::<u128>(&widest).as_ref(), Ok(&widest));
        let least = format!("\"{}\"", i128::MIN);
        assert_eq!(json::<i128>(&least).as_ref(), Ok(&least));
        assert_eq!(json::<i64>("-5").as_deref(), Ok("\"-5\""));
        assert_eq!(json::<i64>("\"-5\"").as_deref(), Ok("\"-5\""));
    }

    #[test]
    fn what_is_no_whole_number_that_fits_is_refused() {
        for wrong in [
            "\"\"",
            "\"-\"",
            "\"+5\"",
            "\" 5\"",
            "\"5.0\"",
            "\"1e3\"",
            "\"0x1\"",
            "\"-5\"",
            "-5",
            "5.5",
            "true",
            "null",
            "\"18446744073709551616\"",
            "\"99999999999999999999999999999999999999999\"",
        ] {
            assert!(json::<u64>(wrong).is_err(), "{wrong}");
        }
        assert!(json::<u8>("\"256\"").is_err());
    }

    #[test]
    fn the_schema_is_text_of_digits() {
        let schema = crate::schema::output_schema_of::<StringId>(SchemaProfile::Portable).unwrap();
        assert_eq!(schema["type"], "string");
        assert_eq!(schema["pattern"], "^[0-9]+$");
    }
}
