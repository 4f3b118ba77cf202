//! What the tests at the boundary share: clients that know the protocol from its text alone.
//!
//! None of them uses the types of the server, so that both sides cannot be wrong in the same way: a message is a
//! [`serde_json::Value`] that was bytes before, and what a client sends is written down here once more.
//!
//! | part | what it is |
//! | --- | --- |
//! | [`Lines`] | newline-framed messages over any byte stream |
//! | [`Child`] | a server process, with [`Lines`] on its streams |
//! | [`Site`] | a server on a socket, which knows its callers |
//! | [`http`] | HTTP/1.1 on a socket, with headers at will, and server-sent events |
//! | [`Carrier`] | one conversation in memory, over a stream or over HTTP: frames in, frames out |
//! | [`Client`] | speaks a revision over a carrier, for a scripted [`User`] |
//! | [`Transcript`] | what was said, in a form that can be compared |
//! | [`Schema`] | what the specification says a message looks like |

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod carrier;
mod check;
mod child;
mod client;
pub mod http;
mod lines;
pub mod message;
mod schema;
mod site;
mod soon;
mod transcript;
mod user;

pub use carrier::{Carrier, Via};
pub use child::{Child, End};
pub use client::{Client, Failure};
pub use lines::Lines;
pub use schema::Schema;
pub use site::{Site, caller};
pub use soon::soon;
pub use transcript::{Side, Transcript};
pub use user::{Says, User};

/// The programs of the documentation, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod readme {}
