//! How far a call has come.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::wire::{Shortest, put, setters};

/// The name under which a client wants to hear about a call: a string or an integer, given back to
/// the letter.
///
/// Spec:
/// [Progress](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress).
#[derive(Clone, Debug)]
pub struct ProgressToken(Box<RawValue>);

impl ProgressToken {
    /// The token as JSON.
    #[must_use]
    pub fn as_json(&self) -> &str {
        self.0.get()
    }
}

impl From<&str> for ProgressToken {
    fn from(token: &str) -> Self {
        Self(serde_json::value::to_raw_value(token).expect("a string is JSON"))
    }
}

impl From<i64> for ProgressToken {
    fn from(token: i64) -> Self {
        Self(serde_json::value::to_raw_value(&token).expect("an integer is JSON"))
    }
}

impl PartialEq for ProgressToken {
    fn eq(&self, other: &Self) -> bool {
        self.as_json() == other.as_json()
    }
}

impl Eq for ProgressToken {}

impl Serialize for ProgressToken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ProgressToken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let is_token = match raw.get().as_bytes() {
            [b'"', ..] => true,
            [b'-' | b'0'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
            _ => false,
        };
        if is_token {
            Ok(Self(raw))
        } else {
            Err(D::Error::custom(
                "a progress token is a string or an integer",
            ))
        }
    }
}

/// How far a call has come. Each report of a call must be greater than the one before.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// How much is done, in any unit.
    pub progress: f64,
    /// How much there is to do, in the same unit, if that is known.
    pub total: Option<f64>,
    /// What is being done, for people. Known since 2025-03-26.
    pub message: Option<String>,
}

impl Progress {
    /// This much is done.
    #[must_use]
    pub fn new(progress: f64) -> Self {
        Self {
            progress,
            total: None,
            message: None,
        }
    }

    setters! {
        /// Says how much there is to do.
        option with_total(total: f64);
        /// Says what is being done.
        option with_message(message: String);
    }

    /// Writes the members that every revision knows.
    pub(crate) fn write_common<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("progress", &Shortest(self.progress))?;
        put(map, "total", self.total.map(Shortest).as_ref())
    }
}

impl Serialize for Progress {
    /// # Errors
    ///
    /// When a number is infinite or NaN, which JSON cannot spell.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.write_common(&mut map)?;
        put(&mut map, "message", self.message.as_ref())?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Progress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Members {
            progress: f64,
            total: Option<f64>,
            message: Option<String>,
        }

        let Members {
            progress,
            total,
            message,
        } = Members::deserialize(deserializer)?;
        Ok(Self {
            progress,
            total,
            message,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // S-PROG-02
    #[test]
    fn tokens_come_back_to_the_letter() {
        for token in [
            r#""abc""#,
            r#""\u0041\/""#,
            "0",
            "-7",
            "12345678901234567890123",
        ] {
            let read: ProgressToken = serde_json::from_str(token).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), token);
            assert_eq!(read.as_json(), token);
        }
        assert_eq!(
            ProgressToken::from("a"),
            serde_json::from_str(r#""a""#).unwrap()
        );
        assert_eq!(ProgressToken::from(7), serde_json::from_str("7").unwrap());
    }

    // S-PROG-02
    #[test]
    fn nothing_else_is_a_token() {
        for token in ["null", "true", "1.5", "1e3", "{}", r#"["a"]"#] {
            assert!(
                serde_json::from_str::<ProgressToken>(token).is_err(),
                "{token}"
            );
        }
    }

    // S-PROG-03
    #[test]
    fn progress_is_written_shortly() {
        let progress = Progress::new(50.0).with_total(100.0).with_message("half");
        let text = r#"{"progress":50,"total":100,"message":"half"}"#;
        assert_eq!(serde_json::to_string(&progress).unwrap(), text);
        assert_eq!(serde_json::from_str::<Progress>(text).unwrap(), progress);
        assert_eq!(
            serde_json::to_string(&Progress::new(0.5)).unwrap(),
            r#"{"progress":0.5}"#
        );
        assert!(serde_json::to_string(&Progress::new(f64::NAN)).is_err());
    }
}
