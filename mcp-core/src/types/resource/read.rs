//! What reading a resource gives back.

use serde::{Deserialize, Serialize};

use super::ResourceContents;
use crate::types::JsonObject;
use crate::types::wire::setters;

/// What reading a resource gives back: its contents, or those of several resources below it.
///
/// How long it may be kept is said apart, by [`CacheHint`](crate::types::CacheHint). Spec:
/// [`ReadResourceResult`](https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourceresult).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReadResourceResult {
    /// The contents.
    pub contents: Vec<ResourceContents>,
    /// Metadata.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<JsonObject>,
}

impl ReadResourceResult {
    /// These contents.
    #[must_use]
    pub fn new(contents: impl Into<Vec<ResourceContents>>) -> Self {
        Self {
            contents: contents.into(),
            meta: None,
        }
    }

    setters! {
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl From<ResourceContents> for ReadResourceResult {
    fn from(contents: ResourceContents) -> Self {
        Self::new([contents])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_always_written() {
        assert_eq!(
            serde_json::to_string(&ReadResourceResult::default()).unwrap(),
            r#"{"contents":[]}"#
        );
        let text = r#"{"contents":[{"uri":"a://b","text":"hi"}],"_meta":{"n":1.5}}"#;
        let result: ReadResourceResult = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&result).unwrap(), text);
        assert!(serde_json::from_str::<ReadResourceResult>("{}").is_err());
    }
}
