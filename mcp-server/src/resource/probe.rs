//! Asks a type what kind of contents it is: see `respond::probe`.

#![allow(missing_docs, reason = "named by expansions only")]

use std::marker::PhantomData;

use serde::Serialize;

use super::ResourceResult;
use super::content::Body;
use super::respond::{Data, IntoResource, IntoResourceResult, json};
use crate::error::{Error, Result};
pub use crate::respond::probe::{Certain, Probe};

/// Says itself what it becomes.
#[derive(Debug)]
pub struct Explicit<T>(PhantomData<fn() -> T>);

/// Text, bytes, or contents that are ready.
#[derive(Debug)]
pub struct Ready<T>(PhantomData<fn() -> T>);

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

impl<T: IntoResourceResult> AskExplicit<T> for &&&Probe<T> {}

pub trait AskReady<T> {
    fn kind(&self) -> Ready<T> {
        Ready(PhantomData)
    }
}

impl<T: Body> AskReady<T> for &&Probe<T> {}

pub trait AskTyped<T> {
    fn kind(&self) -> Typed<T> {
        Typed(PhantomData)
    }
}

impl<T: Serialize> AskTyped<T> for &Probe<T> {}

pub trait AskUnknown<T> {
    fn kind(&self) -> Unknown<T> {
        Unknown(PhantomData)
    }
}

impl<T> AskUnknown<T> for Probe<T> {}

impl<T: IntoResourceResult> Explicit<T> {
    pub fn outcome(self, value: T) -> Result<ResourceResult> {
        value.into_resource_result()
    }
}

impl<T: Body> Ready<T> {
    pub fn outcome(self, value: T) -> Result<ResourceResult> {
        Ok(value.into_result())
    }
}

impl<T: Serialize> Typed<T> {
    pub fn outcome(self, value: T) -> Result<ResourceResult> {
        json(&value)
    }
}

impl<T> Unknown<T> {
    /// Does not compile, and says why.
    pub fn outcome(self, value: T) -> Result<ResourceResult>
    where
        T: IntoResource<Data>,
    {
        drop(value);
        Err(Error::opaque("a type that cannot be returned was returned"))
    }
}
