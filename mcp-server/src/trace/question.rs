//! A request of ours to a client, as a span.

use mcp_core::meta::TraceContext;
use mcp_core::{ErrorCode, ProtocolVersion, RequestId};
use tracing::{Span, field};

use super::attributes as name;
use super::propagation::Propagation;
use super::span::text_of;

/// The span of a question that waits for its answer (OpenTelemetry conventions
/// for MCP, "Client").
pub(crate) struct Question {
    pub(crate) span: Span,
    /// What the client is told of the trace.
    pub(crate) trace: Option<TraceContext>,
}

impl Question {
    pub(crate) fn open(
        propagation: &Propagation,
        method: &str,
        id: &RequestId,
        version: ProtocolVersion,
    ) -> Self {
        let span = tracing::debug_span!(
            target: name::TARGET,
            "question",
            { name::OTEL_NAME } = method,
            { name::OTEL_KIND } = name::CLIENT,
            { name::METHOD } = method,
            { name::REQUEST_ID } = text_of(id),
            { name::VERSION } = version.as_str(),
            { name::ERROR } = field::Empty,
            { name::STATUS_CODE } = field::Empty,
            { name::OTEL_STATUS_CODE } = field::Empty,
            { name::OTEL_STATUS_DESCRIPTION } = field::Empty,
        );
        let trace = propagation.onward(&span);
        Self { span, trace }
    }

    /// The client has answered with an error.
    pub(crate) fn refused(&self, code: ErrorCode, message: &str) {
        let code = code.to_string();
        self.span.record(name::ERROR, &*code);
        self.span.record(name::STATUS_CODE, &*code);
        self.span.record(name::OTEL_STATUS_CODE, name::FAILED);
        self.span.record(name::OTEL_STATUS_DESCRIPTION, message);
    }

    /// There was no answer in time.
    pub(crate) fn timed_out(&self) {
        self.span.record(name::ERROR, name::TIMEOUT);
        self.span.record(name::OTEL_STATUS_CODE, name::FAILED);
    }

    /// Nobody waits for the answer any more, or nobody is there to give it.
    pub(crate) fn gone(&self) {
        self.span.record(name::ERROR, name::CANCELLED);
    }
}
