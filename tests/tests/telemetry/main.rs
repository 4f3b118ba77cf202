//! What a server tells of itself through `tracing`: spans for OpenTelemetry,
//! events for a client that asked for them.

mod logs;
mod spans;
