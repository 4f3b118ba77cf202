//! Whole servers at their boundary: what a client says and hears, in every revision, over everything that carries it.
//!
//! | module | what it is about |
//! | --- | --- |
//! | [`stage`] | the server that most tests talk to, and what a test sees of it from inside |
//! | [`test_client`] | the client that server authors test with |
//! | [`scenarios`] | one description each, played in every revision, in memory, over a stream and over HTTP |
//! | [`http`] | what only HTTP has: headers, statuses, sessions that are named, connections that end |
//! | [`listening`] | clients that listen for a long time: how many hear what, and how it ends |
//! | [`protocol`] | rules of the protocol that no scenario is about |
//! | [`process`] | what a process says on its streams, and how it ends |
//! | [`refunds`] | what a client or a careless author could try to get money without consent, or twice |

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod http;
mod listening;
mod process;
mod protocol;
mod refunds;
mod scenarios;
mod stage;
mod test_client;
