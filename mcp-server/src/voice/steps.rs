//! Steps that have a type.

use std::marker::PhantomData;

use super::Progress;
use crate::context::Ctx;
use crate::value::Choice;

/// The steps of a call, one for each variant of an enum: see [`Ctx::steps`].
#[derive(Clone, Debug)]
pub struct Steps<S> {
    progress: Progress,
    steps: PhantomData<fn(S)>,
}

impl Ctx {
    /// Reports progress through the variants of an enum, in the order of
    /// their declaration. The client is told each one's title and place.
    ///
    /// # Examples
    ///
    /// ```
    /// use mcp_server::{Choice, Ctx};
    ///
    /// #[derive(Choice)]
    /// enum Release {
    ///     Build,
    ///     Test,
    ///     Publish,
    /// }
    ///
    /// async fn release(ctx: Ctx) {
    ///     let steps = ctx.steps();
    ///     steps.at(Release::Build).await; // 1 of 3
    ///     steps.at(Release::Publish).await; // 3 of 3: nothing to test
    /// }
    /// ```
    #[must_use]
    pub fn steps<S: Choice>(&self) -> Steps<S> {
        Steps {
            progress: self.progress(S::VARIANTS.len()),
            steps: PhantomData,
        }
    }
}

impl<S: Choice> Steps<S> {
    /// The call is at this step. A step behind the furthest is not told.
    ///
    /// Gives other tasks a turn, so that the message leaves before the step.
    pub async fn at(&self, step: S) {
        let place = S::VARIANTS
            .iter()
            .take_while(|other| other.as_str() != step.as_str())
            .count();
        let place = u32::try_from(place + 1).unwrap_or(u32::MAX);
        let title = step.title();
        // The step itself need not be `Send`.
        drop(step);
        self.progress.set(f64::from(place), Some(title));
        tokio::task::yield_now().await;
    }
}
