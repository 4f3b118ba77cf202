//! The one path of a call: route, validate, extract, handle, respond.
//!
//! Neutral: nothing here knows how the question of a handler travels or how
//! a result is written. The caller says so with a [`Flow`] and an [`Ended`].

mod failure;
mod tools;

pub(crate) use tools::{CallFacts, Ended, call_tool};
