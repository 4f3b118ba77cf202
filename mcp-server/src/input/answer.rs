//! What can be an answer, and what a refusal does.

use std::fmt;

use mcp_core::types::{ElicitAction, ElicitResult, JsonObject};
use serde_json::value::RawValue;

use super::form::Form;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The user said no.
    Declined,
    /// The user went away without deciding, or the client brought no answer.
    Cancelled,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Declined => "the user declined",
            Self::Cancelled => "the user cancelled",
        })
    }
}

impl std::error::Error for Refusal {}

/// The full outcome of a question, for handlers that go on after a refusal.
///
/// # Examples
///
/// ```
/// use mcp_server::{Answer, Ctx, Form};
///
/// async fn insure<I: Form>(ctx: &Ctx) -> Option<I> {
///     match ctx.elicit::<Answer<I>>("Insure it?").await {
///         Answer::Accepted(insurance) => Some(insurance),
///         Answer::Declined | Answer::Cancelled => None,
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer<T> {
    /// The user answered.
    Accepted(T),
    /// The user said no.
    Declined,
    /// The user went away without deciding, or the client brought no answer.
    Cancelled,
}

impl<T> Answer<T> {
    /// The answer, if there is one.
    #[must_use]
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(answer) => Some(answer),
            Self::Declined | Self::Cancelled => None,
        }
    }
}

impl<T> From<Refusal> for Answer<T> {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Declined => Self::Declined,
            Refusal::Cancelled => Self::Cancelled,
        }
    }
}

/// What a form can be read into: a type with a [`Form`], or the bare content
/// of [`Ctx::elicit_form`](crate::Ctx::elicit_form).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a form",
    label = "not a form",
    note = "derive it: `#[derive(mcp_server::Form)] struct {Self} {{ … }}`",
    note = "form fields are flat: text, number, boolean, choice"
)]
pub trait Content: Sized {
    /// Reads content that fits the form's schema.
    ///
    /// # Errors
    ///
    /// What is wrong, a sentence each, in words for the user who filled it in.
    fn read(content: JsonObject) -> Result<Self, Vec<String>>;
}

impl<T: Form> Content for T {
    fn read(content: JsonObject) -> Result<Self, Vec<String>> {
        T::read(&content)
    }
}

impl Content for JsonObject {
    fn read(content: JsonObject) -> Result<Self, Vec<String>> {
        Ok(content)
    }
}

/// What [`Ctx::elicit`](crate::Ctx::elicit) can return; the type says what a
/// refusal does.
///
/// | type | after a refusal |
/// | --- | --- |
/// | `T: Form` | the call ends; the handler does not go on |
/// | `Option<T>` | `None` |
/// | [`Answer<T>`] | [`Answer::Declined`] or [`Answer::Cancelled`] |
/// | `Result<T, Refusal>` | `Err` |
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer to a question",
    label = "not an answer",
    note = "ask for a form: `#[derive(mcp_server::Form)] struct {Self} {{ … }}`",
    note = "or for `Option<T>`, `Answer<T>`, `Result<T, Refusal>` of one, to go on after a refusal"
)]
pub trait Answerable: Sized {
    /// What the form is read into.
    type Content: Content;

    /// The outcome when the user answered.
    fn accept(content: Self::Content) -> Self;

    /// The outcome when there is no answer; `None` ends the call.
    fn refuse(refusal: Refusal) -> Option<Self>;
}

impl<T: Content> Answerable for T {
    type Content = T;

    fn accept(content: T) -> Self {
        content
    }

    fn refuse(_: Refusal) -> Option<Self> {
        None
    }
}

impl<T: Content> Answerable for Option<T> {
    type Content = T;

    fn accept(content: T) -> Self {
        Some(content)
    }

    fn refuse(_: Refusal) -> Option<Self> {
        Some(None)
    }
}

impl<T: Content> Answerable for Answer<T> {
    type Content = T;

    fn accept(content: T) -> Self {
        Self::Accepted(content)
    }

    fn refuse(refusal: Refusal) -> Option<Self> {
        Some(refusal.into())
    }
}

impl<T: Content> Answerable for Result<T, Refusal> {
    type Content = T;

    fn accept(content: T) -> Self {
        Ok(content)
    }

    fn refuse(refusal: Refusal) -> Option<Self> {
        Some(Err(refusal))
    }
}

/// Reads what the user did with a question. Content counts only on accepting it;
/// clients that have nothing to send may leave it out.
pub(super) fn result(answer: &RawValue) -> Result<Result<JsonObject, Refusal>, String> {
    let result: ElicitResult =
        serde_json::from_str(answer.get()).map_err(|fault| format!("no ElicitResult: {fault}"))?;
    Ok(match result.action {
        ElicitAction::Accept => Ok(result.content.unwrap_or_default()),
        ElicitAction::Decline => Err(Refusal::Declined),
        ElicitAction::Cancel => Err(Refusal::Cancelled),
    })
}
