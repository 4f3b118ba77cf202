//! Names of spans, attributes and values.
//!
//! From the OpenTelemetry conventions for MCP
//! ([semantic-conventions-genai](https://github.com/open-telemetry/semantic-conventions-genai),
//! `docs/gen-ai/mcp.md`; status: development). They may change: nothing
//! outside of this file spells one.

/// The target of the spans of requests.
pub(crate) const TARGET: &str = "mcp_server::request";

/// Marks the spans of requests whose clients want to hear what their calls
/// log. Never has a value.
pub(crate) const HEARD: &str = "mcp.log";

/// What `tracing-opentelemetry` makes the name, kind and status of a span.
pub(super) const OTEL_NAME: &str = "otel.name";
pub(super) const OTEL_KIND: &str = "otel.kind";
pub(super) const OTEL_STATUS_CODE: &str = "otel.status_code";
pub(super) const OTEL_STATUS_DESCRIPTION: &str = "otel.status_description";

/// Required: the method, as it stands on the wire.
pub(super) const METHOD: &str = "mcp.method.name";
/// The id of a request, as text.
pub(super) const REQUEST_ID: &str = "jsonrpc.request.id";
/// The revision that is spoken.
pub(super) const VERSION: &str = "mcp.protocol.version";
/// The session, where there is one.
pub(super) const SESSION: &str = "mcp.session.id";
/// The resource that is read or subscribed to.
pub(super) const RESOURCE: &str = "mcp.resource.uri";
/// The tool that is called.
pub(super) const TOOL: &str = "gen_ai.tool.name";
/// The prompt that is got.
pub(super) const PROMPT: &str = "gen_ai.prompt.name";
/// [`EXECUTE_TOOL`] for `tools/call`, and never anything else.
pub(super) const OPERATION: &str = "gen_ai.operation.name";
/// What carries the bytes.
pub(super) const TRANSPORT: &str = "network.transport";
/// What speaks on top of it.
pub(super) const PROTOCOL: &str = "network.protocol.name";
/// What went wrong: a code, or one of the words below.
pub(super) const ERROR: &str = "error.type";
/// The JSON-RPC error code of the answer, as text.
pub(super) const STATUS_CODE: &str = "rpc.response.status_code";

pub(super) const SERVER: &str = "server";
pub(super) const CLIENT: &str = "client";
pub(super) const EXECUTE_TOOL: &str = "execute_tool";
pub(super) const TOOL_ERROR: &str = "tool_error";
pub(super) const CANCELLED: &str = "cancelled";
pub(super) const TIMEOUT: &str = "timeout";
pub(super) const FAILED: &str = "ERROR";
pub(super) const PIPE: &str = "pipe";
pub(super) const TCP: &str = "tcp";
pub(super) const HTTP: &str = "http";
