//! What a server tells of itself through `tracing`: spans for OpenTelemetry,
//! events for a client that asked for them.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod logs;
mod spans;
