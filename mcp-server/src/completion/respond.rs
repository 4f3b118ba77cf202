//! What a completer may give back.

use std::fmt::Display;
use std::future::Future;
use std::pin::Pin;

use mcp_core::types::Completion;

use crate::error::Result;
use crate::respond::ToolError;

/// Suggestions on their way.
pub(super) type Suggesting = Pin<Box<dyn Future<Output = Result<Completion>> + Send>>;

/// Suggestions in one of their forms: a list of what can be shown, or a
/// [`Completion`]; a `Result` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of suggestions",
    note = "suggestions are a `Vec`, a slice or an array of what is `Display`, or a `Completion`; or a `Result` of these"
)]
pub trait IntoCompletion {
    /// The suggestions.
    ///
    /// # Errors
    ///
    /// What the completer failed with.
    fn into_completion(self) -> Result<Completion>;
}

impl IntoCompletion for Completion {
    fn into_completion(self) -> Result<Completion> {
        Ok(self)
    }
}

impl<S: Display> IntoCompletion for Vec<S> {
    fn into_completion(self) -> Result<Completion> {
        Ok(all(self))
    }
}

impl<S: Display, const N: usize> IntoCompletion for [S; N] {
    fn into_completion(self) -> Result<Completion> {
        Ok(all(self))
    }
}

impl<S: Display> IntoCompletion for &[S] {
    fn into_completion(self) -> Result<Completion> {
        Ok(all(self))
    }
}

impl<T: IntoCompletion, E: ToolError> IntoCompletion for Result<T, E> {
    fn into_completion(self) -> Result<Completion> {
        self.map_err(E::into_error)?.into_completion()
    }
}

/// Suggestions that are all there are; those that are too many for one answer
/// are counted only.
pub(super) fn all<S: Display>(values: impl IntoIterator<Item = S>) -> Completion {
    let mut values = values.into_iter();
    let kept: Vec<String> = values
        .by_ref()
        .take(Completion::MAX_VALUES)
        .map(|value| value.to_string())
        .collect();
    let (sent, more) = (kept.len(), values.count());
    Completion::new(kept)
        .with_total((sent + more) as u64)
        .with_has_more(more > 0)
}

/// Suggestions at once, or a future of them. `Via` tells the two apart and is
/// inferred.
#[diagnostic::on_unimplemented(
    message = "a completer cannot return `{Self}`",
    label = "no suggestions",
    note = "it gives a `Vec`, a slice or an array of what is `Display`, or a `Completion`; or a `Result` of these; or a future of any"
)]
pub trait Completed<Via>: Send {
    /// The suggestions.
    #[doc(hidden)]
    fn completed(self) -> impl Future<Output = Result<Completion>> + Send;
}

/// The kind of what is there at once.
#[derive(Debug)]
pub struct Now;

/// The kind of what has to be awaited.
#[derive(Debug)]
pub struct Later;

#[diagnostic::do_not_recommend]
impl<T: IntoCompletion + Send> Completed<Now> for T {
    async fn completed(self) -> Result<Completion> {
        self.into_completion()
    }
}

#[diagnostic::do_not_recommend]
impl<F: Future<Output: IntoCompletion> + Send> Completed<Later> for F {
    async fn completed(self) -> Result<Completion> {
        self.await.into_completion()
    }
}
