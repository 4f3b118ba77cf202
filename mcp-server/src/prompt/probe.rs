//! Turns what a function with `#[prompt]` returns into messages, in the steps
//! that expansions take for tools as well.
//!
//! There is nothing to ask here: whatever can be returned is
//! [`IntoPrompt`](super::IntoPrompt), and everything else does not compile and says why.

#![allow(missing_docs, reason = "named by expansions only")]

use std::marker::PhantomData;

use super::{IntoPrompt, PromptResult};
use crate::error::Result;
use crate::respond::probe::Probe;

/// What should be messages.
#[derive(Debug)]
pub struct Messages<T>(PhantomData<fn() -> T>);

pub trait AskPrompt<T> {
    fn kind(&self) -> Messages<T> {
        Messages(PhantomData)
    }
}

impl<T> AskPrompt<T> for Probe<T> {}

impl<T> Messages<T> {
    pub fn outcome(self, value: T) -> Result<PromptResult>
    where
        T: IntoPrompt,
    {
        value.into_prompt()
    }
}
