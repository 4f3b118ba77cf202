//! Names of the reserved `_meta` keys (specification, "Base protocol: `_meta`").

/// The revision a request speaks (2026-07-28).
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The client's name and version (2026-07-28, optional).
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// What the client can do for this request (2026-07-28).
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The least level of log messages the client wants for this request (2026-07-28).
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// The server's name and version, in results (2026-07-28).
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// The listen request a notification belongs to (2026-07-28).
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
/// The token under which the client wants progress (all revisions).
pub const PROGRESS_TOKEN: &str = "progressToken";
/// W3C Trace Context.
pub const TRACEPARENT: &str = "traceparent";
/// W3C Trace Context.
pub const TRACESTATE: &str = "tracestate";
/// W3C Baggage.
pub const BAGGAGE: &str = "baggage";
