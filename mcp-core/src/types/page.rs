//! Pages of lists.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Where the next page of a list begins; opaque to everybody but its issuer.
///
/// Spec:
/// [Pagination](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cursor(String);

impl Cursor {
    /// A cursor with this text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_a_string_and_nothing_else() {
        let cursor: Cursor = serde_json::from_str(r#""p2""#).unwrap();
        assert_eq!(cursor, Cursor::new("p2"));
        assert_eq!(serde_json::to_string(&cursor).unwrap(), r#""p2""#);
        assert!(serde_json::from_str::<Cursor>("2").is_err());
    }
}
