//! The result of a prompt, under full control.

use mcp_core::types::{ContentBlock, GetPromptResult, JsonObject, PromptMessage};
use serde_json::Value;

use crate::meta;

/// What a prompt gives back: the beginning of a conversation.
///
/// Most prompts return text instead, or a tuple of [`User`](super::User) and
/// [`Assistant`](super::Assistant); this is for those that describe themselves
/// anew for their arguments, or put a conversation together step by step.
/// Specification: "Prompts: Getting a prompt".
///
/// # Examples
///
/// ```
/// use mcp_server::{Image, PromptResult};
///
/// let result = PromptResult::new()
///     .describe("A review of the plot.")
///     .user(Image::new(b"\x89PNG\r\n\x1a\n"))
///     .user("What stands out here?")
///     .assistant("Three things.");
/// assert_eq!(result.messages().len(), 3);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a result does nothing before it is returned"]
pub struct PromptResult {
    description: Option<String>,
    messages: Vec<PromptMessage>,
    meta: JsonObject,
}

impl PromptResult {
    /// A conversation without messages yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What this conversation is about, for the person who chose the prompt.
    pub fn describe(mut self, text: impl Into<String>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// Adds what the user says: text, an [`Image`](crate::Image), a link, …
    pub fn user(self, content: impl Into<ContentBlock>) -> Self {
        self.message(PromptMessage::user(content))
    }

    /// Adds what the model says.
    pub fn assistant(self, content: impl Into<ContentBlock>) -> Self {
        self.message(PromptMessage::assistant(content))
    }

    /// Adds a message of either side.
    pub fn message(mut self, message: PromptMessage) -> Self {
        self.messages.push(message);
        self
    }

    /// Sets a key of the result's `_meta`, which the model does not see.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        meta::set(&mut self.meta, key.into(), value.into());
        self
    }

    /// The messages so far.
    #[must_use]
    pub fn messages(&self) -> &[PromptMessage] {
        &self.messages
    }

    /// Goes on with another conversation. The first description stays.
    pub(super) fn followed_by(mut self, mut later: Self) -> Self {
        self.description = self.description.or(later.description);
        self.messages.append(&mut later.messages);
        self.meta.append(&mut later.meta);
        self
    }

    /// The result as the protocol has it.
    pub(crate) fn into_wire(self) -> GetPromptResult {
        let mut wire = GetPromptResult::new(self.messages);
        wire.description = self.description;
        wire.meta = Some(self.meta).filter(|meta| !meta.is_empty());
        wire
    }
}

impl FromIterator<PromptMessage> for PromptResult {
    fn from_iter<I: IntoIterator<Item = PromptMessage>>(messages: I) -> Self {
        Self {
            messages: messages.into_iter().collect(),
            ..Self::default()
        }
    }
}
