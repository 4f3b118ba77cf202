//! Messages as a client writes them.

use serde_json::{Value, json};

/// The revision that names itself in each request.
pub const STATELESS: &str = "2026-07-28";

/// The key of `_meta` that names the revision.
pub const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
/// The key of `_meta` that says what the client can do.
pub const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
/// The key of `_meta` that names the client.
pub const CLIENT_KEY: &str = "io.modelcontextprotocol/clientInfo";

/// A request.
#[must_use]
pub fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}

/// A notification.
#[must_use]
pub fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// An answer to a question of the server's.
#[must_use]
pub fn answer(id: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// What each request of the stateless revision says of its client.
#[must_use]
pub fn meta(capabilities: Value) -> Value {
    json!({
        VERSION_KEY: STATELESS,
        CAPABILITIES_KEY: capabilities,
        CLIENT_KEY: { "name": "boundary", "version": "1.0.0" },
    })
}

/// A request of the stateless revision, by a client that can show forms.
#[must_use]
pub fn stateless(id: impl Into<Value>, method: &str, mut params: Value) -> Value {
    params["_meta"] = meta(json!({ "elicitation": {} }));
    request(id, method, params)
}

/// A call of the stateless revision, by a client that can show forms.
#[must_use]
pub fn stateless_call(id: impl Into<Value>, tool: &str, arguments: Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    stateless(id, "tools/call", params)
}

/// Opens a session.
#[must_use]
pub fn initialize(id: impl Into<Value>, version: &str, capabilities: Value) -> Value {
    let params = json!({
        "protocolVersion": version,
        "capabilities": capabilities,
        "clientInfo": { "name": "boundary", "version": "1.0.0" },
    });
    request(id, "initialize", params)
}

/// What follows `initialize`.
#[must_use]
pub fn initialized() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
}

/// Gives a request up.
#[must_use]
pub fn cancelled(id: impl Into<Value>) -> Value {
    notification("notifications/cancelled", json!({ "requestId": id.into() }))
}
