//! The transport at its boundary: HTTP on one side, a made-up engine on the
//! other.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod batches;
mod body;
mod client;
mod connections;
mod disconnect;
mod engine;
mod guards;
mod headers;
mod listen;
mod mount;
mod multiplexed;
mod resume;
mod sessions;
#[cfg(feature = "legacy-sse")]
mod sse;
mod standing;
mod status;
mod stop;
mod streams;
