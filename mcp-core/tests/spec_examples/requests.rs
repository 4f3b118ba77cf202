//! Requests: nothing a client says is lost between its frame and the call.

use mcp_core::call::Call;
use mcp_core::era::{Claim, Params, modern};
use mcp_core::meta::keys;
use mcp_core::transport::{Incoming, Kind};
use mcp_core::types::JsonObject;
use mcp_core::{Meta, Method};
use serde_json::{Value, json};

use super::value;

/// A request, taken apart and put together again.
pub(crate) fn request(message: &Value) -> Value {
    let incoming = Incoming::parse(message.to_string().into(), None).expect("well-formed");
    let (kind, claim, params, token) = incoming.into_parts();
    let Kind::Request { id, method } = kind else {
        panic!("a request: {message}")
    };
    let Claim::Modern(claim) = claim else {
        panic!("it names its version: {message}")
    };
    let mut meta = Meta::new();
    meta.insert(keys::PROTOCOL_VERSION.into(), claim.version.as_str().into());
    put(
        &mut meta,
        keys::CLIENT_CAPABILITIES,
        json!(claim.capabilities),
    );
    put(
        &mut meta,
        keys::CLIENT_INFO,
        claim.client_info.map_or(Value::Null, raw),
    );
    put(&mut meta, keys::LOG_LEVEL, json!(claim.log_level));
    put(&mut meta, keys::PROGRESS_TOKEN, json!(token));
    let mut written = members(&method, &params);
    written.insert("_meta".to_owned(), meta.into());
    json!({ "jsonrpc": "2.0", "id": id, "method": method.as_str(), "params": written })
}

/// The parameters of the kind of request that a type's name tells.
pub(crate) fn params(kind: &str, text: &str) -> Value {
    let method = match kind {
        "CallToolRequestParams" => Method::ToolsCall,
        "CompleteRequestParams" => Method::CompletionComplete,
        "GetPromptRequestParams" => Method::PromptsGet,
        "PaginatedRequestParams" => Method::ToolsList,
        _ => panic!("{kind}: nothing here reads such parameters"),
    };
    let message =
        json!({ "jsonrpc": "2.0", "id": 1, "method": method.as_str(), "params": value(text) });
    request(&message)["params"].take()
}

/// What the call says, by the names of the wire.
fn members(method: &Method, params: &Params) -> JsonObject {
    let mut members = JsonObject::new();
    if *method == Method::Discover {
        return members;
    }
    if *method == Method::Listen {
        let filter = modern::subscription_filter(params).expect("a filter");
        put(&mut members, "notifications", json!(filter));
        return members;
    }
    let (responses, state) = match modern::decode(method, params).expect("a call") {
        Call::ListTools(page)
        | Call::ListPrompts(page)
        | Call::ListResources(page)
        | Call::ListResourceTemplates(page) => {
            put(&mut members, "cursor", json!(page.cursor));
            (None, None)
        }
        Call::CallTool(call) => {
            put(&mut members, "name", json!(call.name));
            put(
                &mut members,
                "arguments",
                call.arguments.map_or(Value::Null, raw),
            );
            (call.input_responses, call.request_state)
        }
        Call::GetPrompt(call) => {
            put(&mut members, "name", json!(call.name));
            put(
                &mut members,
                "arguments",
                call.arguments.map_or(Value::Null, raw),
            );
            (call.input_responses, call.request_state)
        }
        Call::ReadResource(call) => {
            put(&mut members, "uri", json!(call.uri));
            (call.input_responses, call.request_state)
        }
        Call::Complete(call) => {
            put(&mut members, "ref", json!(call.reference));
            put(&mut members, "argument", json!(call.argument));
            if !call.context.is_empty() {
                put(
                    &mut members,
                    "context",
                    json!({ "arguments": call.context }),
                );
            }
            (None, None)
        }
        other => panic!("{method} is {other:?}"),
    };
    put(&mut members, "inputResponses", json!(responses));
    put(&mut members, "requestState", json!(state));
    members
}

/// Absent members are absent.
fn put(members: &mut JsonObject, key: &str, value: Value) {
    if !value.is_null() {
        members.insert(key.to_owned(), value);
    }
}

fn raw(json: bytes::Bytes) -> Value {
    serde_json::from_slice(&json).expect("JSON")
}
