//! Who a client or a server is.

use serde::{Deserialize, Serialize};

use super::Icon;
use super::wire::{null_as_default, setters};

/// Name and version of a program that speaks the protocol.
///
/// It describes, it does not prove: nothing may be allowed because of it. Spec:
/// [`Implementation`](https://modelcontextprotocol.io/specification/2026-07-28/schema#implementation).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Implementation {
    /// Name for programs.
    pub name: String,
    /// Version, in the program's own scheme.
    pub version: String,
    /// Name for people. Known since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the program does. Known since 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Icons of the program. Known since 2025-11-25.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub icons: Vec<Icon>,
    /// The program's web site. Known since 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website_url: Option<String>,
}

impl Implementation {
    /// A program by name and version.
    #[must_use]
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            title: None,
            description: None,
            icons: Vec::new(),
            website_url: None,
        }
    }

    setters! {
        /// Sets the name for people.
        option with_title(title: String);
        /// Says what the program does.
        option with_description(description: String);
        /// Sets the icons.
        value with_icons(icons: Vec<Icon>);
        /// Sets the web site.
        option with_website_url(website_url: String);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_implementation_is_written_and_read_in_spec_spelling() {
        let shop = Implementation::new("shop", "1.4.0")
            .with_title("Shop")
            .with_description("Orders and refunds")
            .with_icons([Icon::new("https://example.com/i.png")])
            .with_website_url("https://example.com");
        let text = r#"{"name":"shop","version":"1.4.0","title":"Shop","description":"Orders and refunds","icons":[{"src":"https://example.com/i.png"}],"websiteUrl":"https://example.com"}"#;
        assert_eq!(serde_json::to_string(&shop).unwrap(), text);
        assert_eq!(serde_json::from_str::<Implementation>(text).unwrap(), shop);
    }

    #[test]
    fn a_client_that_spells_out_its_nulls_is_understood() {
        let text = r#"{"name":"c","version":"0","title":null,"icons":null,"websiteUrl":null}"#;
        assert_eq!(
            serde_json::from_str::<Implementation>(text).unwrap(),
            Implementation::new("c", "0")
        );
    }
}
