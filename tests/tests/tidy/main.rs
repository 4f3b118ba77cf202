//! The house is in order: arrows point one way, what must be absent is absent, files are small and links are alive.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`arrows`] | which crate may depend on which, and on what |
//! | [`absences`] | what no source of a crate may name |
//! | [`eras`] | the three places that know there are two eras |
//! | [`files`] | sizes, and tests that cannot fail |
//! | [`manifests`] | names and metadata of the packages |
//! | [`links`] | what the documentation points at |
//! | [`coverage`] | which test holds which rule of the protocol |
//!
//! Sources are read as tokens, so comments and documentation may say what code may not: prose explains the eras where
//! they are hidden.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod absences;
mod arrows;
mod coverage;
mod eras;
mod files;
mod links;
mod manifests;
mod metadata;
mod tokens;
mod tree;
