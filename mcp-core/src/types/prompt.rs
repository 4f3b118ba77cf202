//! Prompts, and the conversation each of them begins.

use serde::{Deserialize, Serialize};

use super::wire::{null_as_default, setters};
use super::{ContentBlock, Icon, JsonObject, Role};

/// A prompt as a client sees it: a conversation that a person can start by name.
///
/// Spec: [`Prompt`](https://modelcontextprotocol.io/specification/2026-07-28/schema#prompt).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Prompt {
    /// Name by which it is asked for.
    pub name: String,
    /// Name for people. Known since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is good for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What a person fills in.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub arguments: Vec<PromptArgument>,
    /// Icons. Known since 2025-11-25.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub icons: Vec<Icon>,
    /// Metadata. Known since 2025-06-18.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<JsonObject>,
}

impl Prompt {
    /// A prompt by name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            arguments: Vec::new(),
            icons: Vec::new(),
            meta: None,
        }
    }

    setters! {
        /// Sets the name for people.
        option with_title(title: String);
        /// Says what the prompt is good for.
        option with_description(description: String);
        /// Says what a person fills in.
        value with_arguments(arguments: Vec<PromptArgument>);
        /// Sets the icons.
        value with_icons(icons: Vec<Icon>);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

/// One thing that a person fills in before a prompt begins.
///
/// Spec:
/// [`PromptArgument`](https://modelcontextprotocol.io/specification/2026-07-28/schema#promptargument).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PromptArgument {
    /// Name for programs.
    pub name: String,
    /// Name for people. Known since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to fill in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether the prompt cannot do without; absent means that it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
}

impl PromptArgument {
    /// An argument by name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            required: None,
        }
    }

    setters! {
        /// Sets the name for people.
        option with_title(title: String);
        /// Says what to fill in.
        option with_description(description: String);
        /// Says whether the prompt cannot do without.
        option with_required(required: bool);
    }
}

/// One message of the conversation that a prompt begins.
///
/// Spec:
/// [`PromptMessage`](https://modelcontextprotocol.io/specification/2026-07-28/schema#promptmessage).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PromptMessage {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: ContentBlock,
}

impl PromptMessage {
    /// A message of either side.
    #[must_use]
    pub fn new(role: Role, content: impl Into<ContentBlock>) -> Self {
        Self {
            role,
            content: content.into(),
        }
    }

    /// A message of the person.
    #[must_use]
    pub fn user(content: impl Into<ContentBlock>) -> Self {
        Self::new(Role::User, content)
    }

    /// A message of the model.
    #[must_use]
    pub fn assistant(content: impl Into<ContentBlock>) -> Self {
        Self::new(Role::Assistant, content)
    }
}

/// The conversation that a prompt begins.
///
/// Spec:
/// [`GetPromptResult`](https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresult).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GetPromptResult {
    /// What this conversation is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The messages, in order.
    pub messages: Vec<PromptMessage>,
    /// Metadata.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<JsonObject>,
}

impl GetPromptResult {
    /// These messages.
    #[must_use]
    pub fn new(messages: impl Into<Vec<PromptMessage>>) -> Self {
        Self {
            description: None,
            messages: messages.into(),
            meta: None,
        }
    }

    setters! {
        /// Says what the conversation is about.
        option with_description(description: String);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_is_written_and_read_in_spec_spelling() {
        let text = r#"{"name":"reply","title":"Reply","description":"Drafts.","arguments":[{"name":"tone","title":"Tone","description":"How.","required":true},{"name":"to"}],"icons":[{"src":"data:,"}],"_meta":{"n":1.5}}"#;
        let prompt: Prompt = serde_json::from_str(text).unwrap();
        let built = Prompt::new("reply")
            .with_title("Reply")
            .with_description("Drafts.")
            .with_arguments([
                PromptArgument::new("tone")
                    .with_title("Tone")
                    .with_description("How.")
                    .with_required(true),
                PromptArgument::new("to"),
            ])
            .with_icons([Icon::new("data:,")])
            .with_meta(serde_json::from_str::<JsonObject>(r#"{"n":1.5}"#).unwrap());
        assert_eq!(prompt, built);
        assert_eq!(serde_json::to_string(&prompt).unwrap(), text);
        assert_eq!(
            serde_json::to_string(&Prompt::new("reply")).unwrap(),
            r#"{"name":"reply"}"#
        );
    }

    /// S-PROM-04
    #[test]
    fn a_conversation_is_written_and_read_in_spec_spelling() {
        let text = r#"{"description":"A talk.","messages":[{"role":"user","content":{"type":"text","text":"hi"}},{"role":"assistant","content":{"type":"text","text":"hello"}}],"_meta":{"n":1}}"#;
        let result: GetPromptResult = serde_json::from_str(text).unwrap();
        assert_eq!(
            result.messages,
            [PromptMessage::user("hi"), PromptMessage::assistant("hello")]
        );
        assert_eq!(serde_json::to_string(&result).unwrap(), text);
        assert_eq!(
            serde_json::to_string(&GetPromptResult::default()).unwrap(),
            r#"{"messages":[]}"#
        );
    }
}
