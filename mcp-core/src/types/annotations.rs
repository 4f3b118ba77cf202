//! Hints for whoever shows content: for whom, how important, how fresh.

use serde::{Deserialize, Serialize};

use super::wire::{null_as_default, setters, shortest, words};

/// Who speaks, or for whom something is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The person in front of the host.
    User,
    /// The model.
    Assistant,
}

words!(Role {
    User = "user",
    Assistant = "assistant",
});

/// Hints for the client on how to use or show an object.
///
/// Spec:
/// [`Annotations`](https://modelcontextprotocol.io/specification/2026-07-28/schema#annotations).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Annotations {
    /// For whom the object is meant; empty means nothing is said.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub audience: Vec<Role>,
    /// How much the object matters, from 0 (may be left out) to 1 (effectively required).
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shortest")]
    pub priority: Option<f64>,
    /// When the object was last changed, as an ISO 8601 date and time. Known since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
}

impl Annotations {
    /// No hints yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Says for whom the object is meant.
        value with_audience(audience: Vec<Role>);
        /// Says how much the object matters, from 0 to 1.
        option with_priority(priority: f64);
        /// Says when the object was last changed, as an ISO 8601 date and time.
        option with_last_modified(last_modified: String);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // S-RES-23
    #[test]
    fn annotations_are_written_and_read_in_spec_spelling() {
        let annotations = Annotations::new()
            .with_audience([Role::User, Role::Assistant])
            .with_priority(0.25)
            .with_last_modified("2026-07-28T12:00:00Z");
        let text = r#"{"audience":["user","assistant"],"priority":0.25,"lastModified":"2026-07-28T12:00:00Z"}"#;
        assert_eq!(serde_json::to_string(&annotations).unwrap(), text);
        assert_eq!(
            serde_json::from_str::<Annotations>(text).unwrap(),
            annotations
        );
    }

    #[test]
    fn nothing_said_is_nothing_written() {
        assert_eq!(serde_json::to_string(&Annotations::new()).unwrap(), "{}");
        let nulls = r#"{"audience":null,"priority":null,"lastModified":null,"later":1.5}"#;
        assert_eq!(
            serde_json::from_str::<Annotations>(nulls).unwrap(),
            Annotations::new()
        );
    }
}
