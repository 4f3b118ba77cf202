//! Request ids, echoed as they came.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// The id of a request: a string or an integer, never null.
///
/// An answer carries the id with the JSON type and value it came with, so
/// integers beyond 64 bits keep their digits.
///
/// # Examples
///
/// ```
/// use mcp_core::RequestId;
///
/// let id: RequestId = serde_json::from_str("42").unwrap();
/// assert_eq!(serde_json::to_string(&id).unwrap(), "42");
/// assert!(serde_json::from_str::<RequestId>("null").is_err());
/// assert!(serde_json::from_str::<RequestId>("1.5").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RequestId(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Integer(i64),
    /// Digits of an integer that does not fit 64 bits.
    Digits(Box<str>),
    Text(Box<str>),
}

impl RequestId {
    /// Reads an id from the JSON text of a string or an integer.
    #[must_use]
    pub fn from_json(raw: &str) -> Option<Self> {
        let raw = raw.trim_ascii();
        if raw.starts_with('"') {
            let text: Box<str> = serde_json::from_str(raw).ok()?;
            return Some(Self(Repr::Text(text)));
        }
        let digits = raw.strip_prefix('-').unwrap_or(raw);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // JSON has no leading zeros, and "-0" would not be echoed as it came.
        if (digits.len() > 1 && digits.starts_with('0')) || raw == "-0" {
            return None;
        }
        Some(Self(match raw.parse() {
            Ok(integer) => Repr::Integer(integer),
            Err(_) => Repr::Digits(raw.into()),
        }))
    }

    /// Writes the id as JSON at the end of `out`.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        match &self.0 {
            Repr::Integer(integer) => super::write::integer(out, *integer),
            Repr::Digits(digits) => out.extend_from_slice(digits.as_bytes()),
            Repr::Text(text) => super::write::string(out, text),
        }
    }
}

impl From<i64> for RequestId {
    fn from(integer: i64) -> Self {
        Self(Repr::Integer(integer))
    }
}

impl From<&str> for RequestId {
    fn from(text: &str) -> Self {
        Self(Repr::Text(text.into()))
    }
}

impl From<String> for RequestId {
    fn from(text: String) -> Self {
        Self(Repr::Text(text.into()))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Integer(integer) => integer.fmt(f),
            Repr::Digits(digits) => f.write_str(digits),
            Repr::Text(text) => fmt::Debug::fmt(text, f),
        }
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RequestId({self})")
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Repr::Integer(integer) => serializer.serialize_i64(*integer),
            Repr::Text(text) => serializer.serialize_str(text),
            Repr::Digits(digits) => {
                let raw: &RawValue =
                    serde_json::from_str(digits).map_err(serde::ser::Error::custom)?;
                raw.serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Self::from_json(raw.get())
            .ok_or_else(|| serde::de::Error::custom("an id is a string or an integer"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // S-ENV-02
    #[test]
    fn ids_come_back_as_they_went() {
        for raw in [
            "0",
            "-1",
            "9223372036854775807",
            "9223372036854775808",
            "-170141183460469231731687303715884105728",
            r#""""#,
            r#""a\"b""#,
            r#""1""#,
        ] {
            let id = RequestId::from_json(raw).expect(raw);
            let mut out = Vec::new();
            id.write(&mut out);
            assert_eq!(String::from_utf8_lossy(&out), raw);
            assert_eq!(serde_json::to_string(&id).expect("writes"), raw);
        }
    }

    // S-ENV-03
    #[test]
    fn nothing_else_is_an_id() {
        for raw in [
            "null",
            "1.5",
            "1e3",
            "true",
            "[]",
            "{}",
            "",
            "-",
            "01",
            "-0",
            r#""\ud83d""#,
        ] {
            assert_eq!(RequestId::from_json(raw), None, "{raw}");
        }
    }

    // S-ENV-02
    #[test]
    fn a_string_is_not_its_number() {
        assert_ne!(RequestId::from("1"), RequestId::from(1));
        assert_eq!(
            RequestId::from_json(r#""\u0061""#),
            Some(RequestId::from("a"))
        );
    }
}
