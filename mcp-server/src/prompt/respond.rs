//! What a prompt may return.
//!
//! Unlike a tool, which may return any data, a prompt returns messages. So
//! every kind of value is known here by its own type, and one trait without
//! a marker is enough.

use std::borrow::Cow;

use mcp_core::types::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, PromptMessage, ResourceLink,
    TextContent,
};

use super::PromptResult;
use crate::error::Result;
use crate::handler::Respond;
use crate::respond::{Audio, Image, Text, ToolError};

/// A value that a prompt may return.
///
/// Text and content are one message of the user; [`User`] and [`Assistant`]
/// say who speaks. Tuples and lists are several messages in order.
///
/// # Examples
///
/// ```
/// use mcp_server::{Assistant, Prompt, User};
///
/// let critic = Prompt::new("critic")
///     .describe("Look at a text with other eyes.")
///     .arg::<String>("text", |text| text)
///     .handler(async |text: String| (User(text), Assistant("What I would leave out first:")));
/// # drop(critic);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a prompt",
    label = "no message can be made of it",
    note = "text is one message of the user; so are `Image`, `ResourceLink` and other content",
    note = "`User(…)` and `Assistant(…)` say who speaks; tuples and `Vec`s of them are a conversation",
    note = "or `PromptResult`, or a `Result` of any of these with an error that is `Display`",
    note = "a type of your own implements `mcp_server::IntoPrompt`"
)]
pub trait IntoPrompt {
    /// The messages.
    ///
    /// # Errors
    ///
    /// Ends the request as if the handler had returned the error.
    fn into_prompt(self) -> Result<PromptResult>;
}

/// What the user says: text, or other content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct User<T>(pub T);

/// What the model says: text, or other content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assistant<T>(pub T);

impl<T: Into<ContentBlock>> From<User<T>> for PromptMessage {
    fn from(user: User<T>) -> Self {
        Self::user(user.0)
    }
}

impl<T: Into<ContentBlock>> From<Assistant<T>> for PromptMessage {
    fn from(assistant: Assistant<T>) -> Self {
        Self::assistant(assistant.0)
    }
}

/// The one way in which messages become the result of a handler.
#[derive(Debug)]
pub struct ViaPrompt;

#[diagnostic::do_not_recommend]
impl<T: IntoPrompt> Respond<PromptResult, ViaPrompt> for T {
    fn respond(self) -> Result<PromptResult> {
        self.into_prompt()
    }
}

impl IntoPrompt for PromptResult {
    fn into_prompt(self) -> Result<PromptResult> {
        Ok(self)
    }
}

impl IntoPrompt for PromptMessage {
    fn into_prompt(self) -> Result<PromptResult> {
        Ok(PromptResult::new().message(self))
    }
}

impl<T: Into<ContentBlock>> IntoPrompt for User<T> {
    fn into_prompt(self) -> Result<PromptResult> {
        Ok(PromptResult::new().user(self.0))
    }
}

impl<T: Into<ContentBlock>> IntoPrompt for Assistant<T> {
    fn into_prompt(self) -> Result<PromptResult> {
        Ok(PromptResult::new().assistant(self.0))
    }
}

impl<T: std::fmt::Display> IntoPrompt for Text<T> {
    fn into_prompt(self) -> Result<PromptResult> {
        User(self).into_prompt()
    }
}

macro_rules! of_the_user {
    ($($kind:ty)*) => {$(
        impl IntoPrompt for $kind {
            fn into_prompt(self) -> Result<PromptResult> {
                User(self).into_prompt()
            }
        }
    )*};
}

of_the_user!(String &str ContentBlock TextContent ImageContent AudioContent ResourceLink EmbeddedResource Image Audio);

impl IntoPrompt for Cow<'_, str> {
    fn into_prompt(self) -> Result<PromptResult> {
        self.into_owned().into_prompt()
    }
}

impl IntoPrompt for Box<str> {
    fn into_prompt(self) -> Result<PromptResult> {
        self.into_string().into_prompt()
    }
}

impl<T: IntoPrompt> IntoPrompt for Vec<T> {
    fn into_prompt(self) -> Result<PromptResult> {
        let mut messages = self.into_iter().map(T::into_prompt);
        messages.try_fold(PromptResult::new(), |all, one| Ok(all.followed_by(one?)))
    }
}

impl<T: IntoPrompt, E: ToolError> IntoPrompt for Result<T, E> {
    fn into_prompt(self) -> Result<PromptResult> {
        self.map_err(E::into_error)?.into_prompt()
    }
}

macro_rules! tuples {
    ($(($($part:ident)*))*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($part: IntoPrompt),*> IntoPrompt for ($($part,)*) {
            #[allow(non_snake_case)]
            fn into_prompt(self) -> Result<PromptResult> {
                let ($($part,)*) = self;
                Ok(PromptResult::new()$(.followed_by($part.into_prompt()?))*)
            }
        }
    )*};
}

tuples!((A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H));
