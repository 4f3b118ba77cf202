//! Suggestions for what a person is typing.

use serde::de::{Deserializer, Error as _};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::wire::setters;

/// Suggestions for an argument, best first.
///
/// Spec:
/// [`CompleteResult`](https://modelcontextprotocol.io/specification/2026-07-28/schema#completeresult).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Completion {
    /// The suggestions: at most [`Completion::MAX_VALUES`] go out.
    pub values: Vec<String>,
    /// How many there are in all, which may be more than are sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Whether there are more than are sent, even if nobody knows how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_more: Option<bool>,
}

impl Completion {
    /// The most suggestions that one answer may have.
    pub const MAX_VALUES: usize = 100;

    /// These suggestions; what is too many for one answer is counted and left out.
    #[must_use]
    pub fn new(values: impl Into<Vec<String>>) -> Self {
        Self {
            values: values.into(),
            total: None,
            has_more: None,
        }
        .capped()
    }

    setters! {
        /// Says how many there are in all.
        option with_total(total: u64);
        /// Says whether there are more than are sent.
        option with_has_more(has_more: bool);
    }

    /// Leaves out what is too many for one answer, and says that there is more.
    #[must_use]
    pub fn capped(mut self) -> Self {
        if self.values.len() > Self::MAX_VALUES {
            let found = self.values.len() as u64;
            self.total = Some(self.total.map_or(found, |total| total.max(found)));
            self.has_more = Some(true);
            self.values.truncate(Self::MAX_VALUES);
        }
        self
    }
}

/// What an argument belongs to.
///
/// Spec: [`PromptReference`](https://modelcontextprotocol.io/specification/2026-07-28/schema#promptreference),
/// [`ResourceTemplateReference`](https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcetemplatereference).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompletionReference {
    /// An argument of a prompt.
    Prompt {
        /// The prompt's name.
        name: String,
    },
    /// A variable of a resource template.
    Resource {
        /// The URI template as it is listed.
        uri: String,
    },
}

impl Serialize for CompletionReference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        match self {
            Self::Prompt { name } => {
                map.serialize_entry("type", "ref/prompt")?;
                map.serialize_entry("name", name)?;
            }
            Self::Resource { uri } => {
                map.serialize_entry("type", "ref/resource")?;
                map.serialize_entry("uri", uri)?;
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for CompletionReference {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// Every member either kind may have.
        #[derive(Deserialize)]
        struct Members {
            r#type: String,
            name: Option<String>,
            uri: Option<String>,
        }

        let members = Members::deserialize(deserializer)?;
        match members.r#type.as_str() {
            "ref/prompt" => members
                .name
                .map(|name| Self::Prompt { name })
                .ok_or_else(|| D::Error::missing_field("name")),
            "ref/resource" => members
                .uri
                .map(|uri| Self::Resource { uri })
                .ok_or_else(|| D::Error::missing_field("uri")),
            other => Err(D::Error::unknown_variant(
                other,
                &["ref/prompt", "ref/resource"],
            )),
        }
    }
}

/// The argument that is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CompletionArgument {
    /// The argument's name.
    pub name: String,
    /// What has been typed so far.
    pub value: String,
}

impl CompletionArgument {
    /// An argument by name, with what has been typed of it.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            value: value.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_are_written_and_read_in_spec_spelling() {
        let text = r#"{"values":["python","pytorch"],"total":10,"hasMore":true}"#;
        let completion: Completion = serde_json::from_str(text).unwrap();
        let built = Completion::new(["python".to_owned(), "pytorch".to_owned()])
            .with_total(10_u64)
            .with_has_more(true);
        assert_eq!(completion, built);
        assert_eq!(serde_json::to_string(&completion).unwrap(), text);
        assert_eq!(
            serde_json::to_string(&Completion::default()).unwrap(),
            r#"{"values":[]}"#
        );
    }

    #[test]
    fn what_is_too_many_is_counted() {
        let values = |count: usize| vec![String::new(); count];
        let all = Completion::new(values(100));
        assert_eq!(
            (all.values.len(), all.total, all.has_more),
            (100, None, None)
        );
        let cut = Completion::new(values(101));
        assert_eq!(
            (cut.values.len(), cut.total, cut.has_more),
            (100, Some(101), Some(true))
        );
        let mut known = Completion::default().with_total(5000_u64);
        known.values = values(200);
        assert_eq!(known.capped().total, Some(5000));
    }

    #[test]
    fn references_are_told_apart_by_their_type() {
        for (text, reference) in [
            (
                r#"{"type":"ref/prompt","name":"reply"}"#,
                CompletionReference::Prompt {
                    name: "reply".to_owned(),
                },
            ),
            (
                r#"{"type":"ref/resource","uri":"a://{b}"}"#,
                CompletionReference::Resource {
                    uri: "a://{b}".to_owned(),
                },
            ),
        ] {
            assert_eq!(
                serde_json::from_str::<CompletionReference>(text).unwrap(),
                reference
            );
            assert_eq!(serde_json::to_string(&reference).unwrap(), text);
        }
        for text in [
            r#"{"type":"ref/prompt"}"#,
            r#"{"type":"ref/prompt","uri":"a"}"#,
            r#"{"type":"ref/resource","name":"a"}"#,
            r#"{"type":"ref/tool","name":"a"}"#,
            r#"{"name":"a"}"#,
        ] {
            assert!(
                serde_json::from_str::<CompletionReference>(text).is_err(),
                "{text}"
            );
        }
    }
}
