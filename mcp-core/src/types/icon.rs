//! Icons of servers, tools and resources.

use serde::{Deserialize, Serialize};

use super::wire::{null_as_default, setters, words};

/// The background an icon was drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// A light background.
    Light,
    /// A dark background.
    Dark,
}

words!(Theme {
    Light = "light",
    Dark = "dark",
});

/// An icon, by reference. Known since 2025-11-25.
///
/// Spec: [`Icon`](https://modelcontextprotocol.io/specification/2026-07-28/schema#icon).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Icon {
    /// Where the image is: an `http(s):` or `data:` URI.
    pub src: String,
    /// The media type, where the source's own is missing or too general.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Sizes the icon may be used at, such as `48x48`, or `any` for scalable ones; empty means any.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub sizes: Vec<String>,
    /// The background the icon was drawn for; absent means both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
}

impl Icon {
    /// An icon at an `http(s):` or `data:` URI.
    #[must_use]
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            src: src.into(),
            mime_type: None,
            sizes: Vec::new(),
            theme: None,
        }
    }

    setters! {
        /// Names the media type.
        option with_mime_type(mime_type: String);
        /// Names the sizes the icon may be used at.
        value with_sizes(sizes: Vec<String>);
        /// Names the background the icon was drawn for.
        option with_theme(theme: Theme);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_are_written_and_read_in_spec_spelling() {
        let icon = Icon::new("https://example.com/i.png")
            .with_mime_type("image/png")
            .with_sizes(["48x48".to_owned()])
            .with_theme(Theme::Dark);
        let text = r#"{"src":"https://example.com/i.png","mimeType":"image/png","sizes":["48x48"],"theme":"dark"}"#;
        assert_eq!(serde_json::to_string(&icon).unwrap(), text);
        assert_eq!(serde_json::from_str::<Icon>(text).unwrap(), icon);
        assert_eq!(
            serde_json::to_string(&Icon::new("data:,")).unwrap(),
            r#"{"src":"data:,"}"#
        );
    }
}
