//! Strings read without a copy.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};

use super::plain::plain;

/// A string that borrows where it holds no escapes.
pub(crate) struct Name<'a>(pub(crate) Cow<'a, str>);

impl<'a> Name<'a> {
    /// The string that raw JSON is; `None` where it is something else, or has
    /// escapes that mean no character.
    pub(crate) fn of(raw: &'a str) -> Option<Self> {
        let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
        match plain(inner.as_bytes()) == inner.len() {
            true => Some(Self(Cow::Borrowed(inner))),
            false => serde_json::from_str(raw).ok(),
        }
    }
}

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl<'de> Visitor<'de> for NameVisitor {
            type Value = Name<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(NameVisitor)
    }
}
