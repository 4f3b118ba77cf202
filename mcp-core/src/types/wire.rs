//! What the wire types share: field writers, presence flags and the macro for `with_…` setters.
//!
//! Nothing here buffers a value. serde's `untagged`, `flatten` and `tag` read into a private copy
//! of the data first, and numbers do not survive that copy once some other crate of the build turns
//! on `serde_json/arbitrary_precision`.

use std::collections::HashSet;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use super::JsonObject;

/// Writes `value` under `key` unless it is `None`.
pub(crate) fn put<M, T>(map: &mut M, key: &'static str, value: Option<&T>) -> Result<(), M::Error>
where
    M: SerializeMap,
    T: Serialize + ?Sized,
{
    match value {
        Some(value) => map.serialize_entry(key, value),
        None => Ok(()),
    }
}

/// The items of a list, unless it is empty: an empty optional list is not written.
pub(crate) fn filled<T>(items: &[T]) -> Option<&[T]> {
    (!items.is_empty()).then_some(items)
}

/// For `skip_serializing_if` on flags that default to `false`.
pub(in crate::types) fn is_false(flag: &bool) -> bool {
    !flag
}

/// Reads `null` as the default. Several clients write every optional member, as `null` when they
/// have nothing to say.
pub(in crate::types) fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads any JSON value, `null` included: a member that is present is `Some`.
pub(in crate::types) fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Reads an object in its order, which a map type would keep only with `serde_json/preserve_order`.
///
/// A key that comes twice is refused: which of two values counts must not depend on the reader.
pub(crate) fn in_order<'de, D, T>(deserializer: D) -> Result<Vec<(String, T)>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct Entries<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
        type Value = Vec<(String, T)>;

        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries: Vec<(String, T)> = Vec::new();
            // The peer says how many there are, so no key is sought among all others.
            let mut seen = HashSet::new();
            while let Some((key, value)) = map.next_entry::<String, T>()? {
                if !seen.insert(key.clone()) {
                    return Err(A::Error::custom(format_args!("`{key}` is there twice")));
                }
                entries.push((key, value));
            }
            Ok(entries)
        }
    }

    deserializer.deserialize_map(Entries(PhantomData))
}

/// Reads an object in which no key comes twice; `null` is no object.
///
/// A map type would keep the last of two values. What a user agreed to must not depend on which
/// one a reader takes.
pub(in crate::types) fn distinct<'de, D>(deserializer: D) -> Result<Option<JsonObject>, D::Error>
where
    D: Deserializer<'de>,
{
    struct Distinct;

    impl<'de> Visitor<'de> for Distinct {
        type Value = Option<JsonObject>;

        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("an object")
        }

        fn visit_none<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Self::Value, D::Error> {
            inner.deserialize_map(self)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut object = JsonObject::new();
            while let Some(key) = map.next_key::<String>()? {
                if object.contains_key(&key) {
                    return Err(A::Error::custom(format_args!("`{key}` is there twice")));
                }
                object.insert(key, map.next_value()?);
            }
            Ok(Some(object))
        }
    }

    deserializer.deserialize_option(Distinct)
}

/// A capability without settings: `{}` on the wire, `true` in memory.
pub(in crate::types) mod presence {
    use super::*;

    pub(in crate::types) fn serialize<S: Serializer>(
        _: &bool,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_map(Some(0))?.end()
    }

    pub(in crate::types) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<bool, D::Error> {
        struct Presence;

        impl<'de> Visitor<'de> for Presence {
            type Value = bool;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_bool<E>(self, flag: bool) -> Result<bool, E> {
                Ok(flag)
            }

            fn visit_unit<E>(self) -> Result<bool, E> {
                Ok(false)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(true)
            }
        }

        deserializer.deserialize_any(Presence)
    }
}

/// The shortest spelling of a number: whole values are written without a fraction (`50`, not
/// `50.0`).
pub(crate) struct Shortest(pub(crate) f64);

impl Serialize for Shortest {
    /// # Errors
    ///
    /// JSON has no spelling for infinities and NaN; writing `null` in their place would send the
    /// peer a wrong type.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const EXACT: f64 = 9_007_199_254_740_992.0; // 2^53: every whole number up to here is exact in an f64
        let value = self.0;
        if !value.is_finite() {
            Err(S::Error::custom(format_args!(
                "{value} is not a JSON number"
            )))
        } else if value.fract() == 0.0 && value.abs() <= EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "whole and within 2^53")]
            serializer.serialize_i64(value as i64)
        } else {
            serializer.serialize_f64(value)
        }
    }
}

/// For `serialize_with` on an optional number.
pub(in crate::types) fn shortest<S: Serializer>(
    value: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.map(Shortest).serialize(serializer)
}

/// Builder-style setters: `option name(field: Type)` wraps in `Some`, `value name(field: Type)`
/// replaces.
macro_rules! setters {
    ($($(#[$doc:meta])* $kind:ident $name:ident($field:ident: $ty:ty);)*) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub fn $name(mut self, $field: impl Into<$ty>) -> Self {
                self.$field = setters!(@$kind $field);
                self
            }
        )*
    };
    (@option $value:ident) => { Some($value.into()) };
    (@value $value:ident) => { $value.into() };
}
pub(in crate::types) use setters;

/// Reads and writes an enum without data as a word.
///
/// Only a JSON string is read. What serde derives takes a map with the word as its key, too
/// (`{"accept":null}`), and a value of the wrong shape must never count as a decision.
macro_rules! words {
    ($name:ident { $($variant:ident = $word:literal,)+ }) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(match self {
                    $(Self::$variant => $word,)+
                })
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Word;

                impl serde::de::Visitor<'_> for Word {
                    type Value = $name;

                    fn expecting(
                        &self,
                        formatter: &mut std::fmt::Formatter<'_>,
                    ) -> std::fmt::Result {
                        formatter.write_str(concat!("one of", $(" `", $word, "`",)+))
                    }

                    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<$name, E> {
                        match word {
                            $($word => Ok($name::$variant),)+
                            _ => Err(E::unknown_variant(word, &[$($word),+])),
                        }
                    }
                }

                deserializer.deserialize_str(Word)
            }
        }
    };
}
pub(in crate::types) use words;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{
        CacheScope, ElicitAction, IncludeContext, LoggingLevel, Role, StringFormat, Theme,
        ToolChoiceMode,
    };

    #[test]
    fn a_word_is_read_from_a_string_and_from_nothing_else() {
        #[track_caller]
        fn check<T>(words: &[&str])
        where
            T: Serialize + for<'de> Deserialize<'de> + std::fmt::Debug,
        {
            for word in words {
                let text = format!(r#""{word}""#);
                let value: T = serde_json::from_str(&text).expect(word);
                assert_eq!(serde_json::to_string(&value).unwrap(), text);
                for shape in [
                    format!(r#"{{"{word}":null}}"#),
                    format!(r#"["{word}"]"#),
                    format!(r#"[{text},null]"#),
                    "null".to_owned(),
                    "0".to_owned(),
                    r#""""#.to_owned(),
                    format!(r#""{}""#, word.to_uppercase()),
                ] {
                    assert!(serde_json::from_str::<T>(&shape).is_err(), "{shape}");
                    let tree: serde_json::Value = serde_json::from_str(&shape).unwrap();
                    assert!(serde_json::from_value::<T>(tree).is_err(), "{shape}");
                }
            }
        }
        check::<ElicitAction>(&["accept", "decline", "cancel"]);
        check::<LoggingLevel>(&LoggingLevel::ALL.map(LoggingLevel::as_str));
        check::<Role>(&["user", "assistant"]);
        check::<CacheScope>(&["public", "private"]);
        check::<Theme>(&["light", "dark"]);
        check::<IncludeContext>(&["none", "thisServer", "allServers"]);
        check::<ToolChoiceMode>(&["auto", "required", "none"]);
        check::<StringFormat>(&["email", "uri", "date", "date-time"]);
    }

    #[test]
    fn another_word_is_named_with_those_that_are_known() {
        let fault = serde_json::from_str::<ElicitAction>(r#""maybe""#).unwrap_err();
        assert!(
            fault.to_string().starts_with(
                "unknown variant `maybe`, expected one of `accept`, `decline`, `cancel`"
            ),
            "{fault}"
        );
    }

    fn written(value: f64) -> String {
        serde_json::to_string(&Shortest(value)).unwrap()
    }

    #[test]
    fn whole_numbers_lose_their_fraction() {
        assert_eq!(written(50.0), "50");
        assert_eq!(written(-3.0), "-3");
        assert_eq!(written(0.5), "0.5");
        assert_eq!(written(1e300), "1e+300");
    }

    #[test]
    fn a_number_json_cannot_spell_is_an_error() {
        assert!(serde_json::to_string(&Shortest(f64::NAN)).is_err());
        assert!(serde_json::to_string(&Shortest(f64::INFINITY)).is_err());
    }

    #[derive(serde::Deserialize)]
    struct Flags {
        #[serde(default, with = "presence")]
        on: bool,
    }

    #[test]
    fn presence_is_an_object_and_absence_is_null_or_nothing() {
        let flag = |text: &str| serde_json::from_str::<Flags>(text).map(|flags| flags.on);
        assert!(flag(r#"{"on":{}}"#).unwrap());
        assert!(flag(r#"{"on":{"later":[1.5]}}"#).unwrap());
        assert!(flag(r#"{"on":true}"#).unwrap());
        assert!(!flag(r#"{"on":null}"#).unwrap());
        assert!(!flag("{}").unwrap());
        assert!(flag(r#"{"on":"yes"}"#).is_err());
    }

    impl Serialize for Flags {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            presence::serialize(&self.on, serializer)
        }
    }

    #[test]
    fn presence_is_written_as_an_empty_object() {
        assert_eq!(serde_json::to_string(&Flags { on: true }).unwrap(), "{}");
    }
}
