//! The span of each request, named by the OpenTelemetry conventions for MCP.
//!
//! This crate depends on no OpenTelemetry crate: spans are `tracing` spans,
//! which `tracing-opentelemetry` exports under the names they should have.
//! Where nobody listens, a request costs one comparison.

mod attributes;
mod propagation;
mod question;
mod slot;
mod span;

#[cfg(feature = "logging")]
pub(crate) use attributes::HEARD;
pub(crate) use propagation::Propagation;
pub(crate) use question::Question;
pub(crate) use slot::Slot;
#[cfg(feature = "logging")]
pub(crate) use slot::{CallSlot, being_made};
pub(crate) use span::{Subject, Trace};
