//! What `serve_on` does with a byte stream, seen from the other end.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a failed unwrap is a failed test

#[path = "../fake/mod.rs"]
mod fake;

mod batches;
mod end;
mod faults;
mod flow;
mod host;
mod listening;
mod requests;
