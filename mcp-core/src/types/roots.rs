//! The client's root folders. Deprecated by SEP-2577 as of 2026-07-28: take folders as arguments or
//! from the configuration.

use serde::{Deserialize, Serialize};

use super::JsonObject;
use super::wire::setters;

/// A folder or file the client works in. Deprecated by SEP-2577.
///
/// Spec: [`Root`](https://modelcontextprotocol.io/specification/2026-07-28/schema#root).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Root {
    /// Where it is: a `file://` URI.
    pub uri: String,
    /// Name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Metadata. Known since 2025-06-18.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<JsonObject>,
}

impl Root {
    /// A root at a `file://` URI.
    #[must_use]
    pub fn new(uri: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: None,
            meta: None,
        }
    }

    setters! {
        /// Sets the name for people.
        option with_name(name: String);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

/// The client's answer to `roots/list`. Deprecated by SEP-2577.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ListRootsResult {
    /// The roots.
    pub roots: Vec<Root>,
}

impl ListRootsResult {
    /// These roots.
    #[must_use]
    pub fn new(roots: impl Into<Vec<Root>>) -> Self {
        Self {
            roots: roots.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_written_and_read_in_spec_spelling() {
        let roots = ListRootsResult::new([
            Root::new("file:///a").with_name("A"),
            Root::new("file:///b"),
        ]);
        let text = r#"{"roots":[{"uri":"file:///a","name":"A"},{"uri":"file:///b"}]}"#;
        assert_eq!(serde_json::to_string(&roots).unwrap(), text);
        assert_eq!(
            serde_json::from_str::<ListRootsResult>(text).unwrap(),
            roots
        );
        assert!(
            serde_json::from_str::<ListRootsResult>("{}").is_err(),
            "an answer has its roots"
        );
    }
}
