//! Asks a type what kind of result it is.
//!
//! A trait cannot be asked "or else" in stable Rust, but method lookup can: it
//! tries a receiver of fewer references only after all of those with more.
//! Each kind offers `kind()` on its own number of references, so that
//! `(&&&&&probe).kind()` finds the topmost kind that applies, and for every
//! other type [`Unknown`], whose `schema` has the one bound that explains
//! what can be returned. Types have to be known for that, which they are where
//! a macro writes it; elsewhere there is [`IntoOutcome`].

#![allow(missing_docs, reason = "named by expansions only")]

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;

use super::data::{schema_of, structured};
use super::error::ToolError;
use super::explicit::IntoToolResult;
use super::outcome::{Blocks, Data, IntoOutcome};
use super::text::PlainText;
use super::{OutputSchema, ToolResult};
use crate::error::{Error, Result};

/// A type, as a value.
#[derive(Debug)]
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Clone for Probe<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Probe<T> {}

impl<T> Probe<T> {
    #[must_use]
    #[expect(clippy::new_without_default, reason = "only expansions make one")]
    pub fn new() -> Self {
        Self(PhantomData)
    }

    #[must_use]
    pub fn of(_: &T) -> Self {
        Self::new()
    }
}

/// Inherent methods come before those of [`Certain`]: they apply to every
/// `Result`, under whatever name.
impl<T, E> Probe<Result<T, E>> {
    /// The type of a success.
    #[must_use]
    pub fn success(self) -> Probe<T> {
        Probe::new()
    }

    pub fn split(self, value: Result<T, E>) -> Result<T>
    where
        E: ToolError,
    {
        value.map_err(E::into_error)
    }
}

/// For types that are no `Result`.
pub trait Certain<T>: Sized {
    fn success(self) -> Self {
        self
    }

    fn split(self, value: T) -> Result<T> {
        Ok(value)
    }
}

impl<T> Certain<T> for Probe<T> {}

/// Says itself what it becomes.
#[derive(Debug)]
pub struct Explicit<T>(PhantomData<fn() -> T>);

/// Words.
#[derive(Debug)]
pub struct Words<T>(PhantomData<fn() -> T>);

/// Content, and a last value of kind `Last`.
#[derive(Debug)]
pub struct Mixed<T, Last>(PhantomData<fn() -> (T, Last)>);

/// Data.
#[derive(Debug)]
pub struct Typed<T>(PhantomData<fn() -> T>);

/// Nothing that can be returned.
#[derive(Debug)]
pub struct Unknown<T>(PhantomData<fn() -> T>);

pub trait AskExplicit<T> {
    fn kind(&self) -> Explicit<T> {
        Explicit(PhantomData)
    }
}

impl<T: IntoToolResult> AskExplicit<T> for &&&&Probe<T> {}

pub trait AskWords<T> {
    fn kind(&self) -> Words<T> {
        Words(PhantomData)
    }
}

impl<T: PlainText> AskWords<T> for &&&Probe<T> {}

pub trait AskMixed<T, Last> {
    fn kind(&self) -> Mixed<T, Last> {
        Mixed(PhantomData)
    }
}

impl<T: IntoOutcome<Blocks<Last>>, Last> AskMixed<T, Last> for &&Probe<T> {}

pub trait AskTyped<T> {
    fn kind(&self) -> Typed<T> {
        Typed(PhantomData)
    }
}

impl<T: Serialize + JsonSchema> AskTyped<T> for &Probe<T> {}

pub trait AskUnknown<T> {
    fn kind(&self) -> Unknown<T> {
        Unknown(PhantomData)
    }
}

impl<T> AskUnknown<T> for Probe<T> {}

impl<T: IntoToolResult> Explicit<T> {
    pub fn schema(self) -> OutputSchema {
        T::schema()
    }

    pub fn outcome(self, value: T) -> Result<ToolResult> {
        value.into_tool_result()
    }
}

impl<T: PlainText> Words<T> {
    pub fn schema(self) -> OutputSchema {
        None
    }

    pub fn outcome(self, value: T) -> Result<ToolResult> {
        Ok(ToolResult::text(value.into_text()))
    }
}

impl<T: IntoOutcome<Blocks<Last>>, Last> Mixed<T, Last> {
    pub fn schema(self) -> OutputSchema {
        T::schema()
    }

    pub fn outcome(self, value: T) -> Result<ToolResult> {
        value.into_outcome()
    }
}

impl<T: Serialize + JsonSchema> Typed<T> {
    pub fn schema(self) -> OutputSchema {
        Some(schema_of::<T>)
    }

    pub fn outcome(self, value: T) -> Result<ToolResult> {
        structured(&value).map(ToolResult::from_structured)
    }
}

impl<T> Unknown<T> {
    /// Does not compile, and says why.
    pub fn schema(self) -> OutputSchema
    where
        T: IntoOutcome<Data>,
    {
        T::schema()
    }

    /// Compiles, so that there is one error and not two.
    pub fn outcome(self, value: T) -> Result<ToolResult> {
        drop(value);
        Err(Error::opaque("a type that cannot be returned was returned"))
    }
}
