//! Results, read as a client would and written as the server does.

use mcp_core::era::Listed;
use mcp_core::era::modern::encode::{self, Stamp};
use mcp_core::jsonrpc::write;
use mcp_core::meta::keys;
use mcp_core::types::*;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{read, value, versions};

/// A whole response.
pub(crate) fn response(kind: &str, text: &str) -> Value {
    let message = value(text);
    let kind = kind.trim_end_matches("Response");
    let frame = write::response(&read(&message["id"]), |out| {
        write_result(out, kind, &message["result"])
    });
    serde_json::from_slice(&frame.expect("written")).expect("JSON")
}

/// A result alone.
pub(crate) fn result(kind: &str, result: &Value) -> Value {
    let mut out = Vec::new();
    write_result(&mut out, kind, result).expect("written");
    serde_json::from_slice(&out).expect("JSON")
}

fn write_result(out: &mut Vec<u8>, kind: &str, result: &Value) -> serde_json::Result<()> {
    let stamp = &match result["_meta"].get(keys::SERVER_INFO) {
        Some(identity) => Stamp::new(&read(identity))?,
        None => Stamp::anonymous(),
    };
    match kind {
        "CallToolResult" => encode::tool_result(out, &read(result), stamp),
        "CompleteResult" => encode::completion(out, &read(&result["completion"]), stamp),
        "DiscoverResult" => encode::discover(
            out,
            &versions(&result["supportedVersions"]),
            &read(&result["capabilities"]),
            result["instructions"].as_str(),
            &hint(result),
            stamp,
        ),
        "GetPromptResult" => encode::prompt_result(out, &read(result), stamp),
        "InputRequiredResult" => encode::input_required(out, &read(result), stamp),
        "ListPromptsResult" => list::<Prompt>(out, result, stamp),
        "ListResourcesResult" => list::<Resource>(out, result, stamp),
        "ListResourceTemplatesResult" => list::<ResourceTemplate>(out, result, stamp),
        "ListToolsResult" => list::<Tool>(out, result, stamp),
        "ReadResourceResult" => encode::read_result(out, &read(result), &hint(result), stamp),
        "SubscriptionsListenResult" => {
            let id = read(&result["_meta"][keys::SUBSCRIPTION_ID]);
            encode::listen_result(out, &id, stamp)
        }
        _ => panic!("{kind}: nothing here reads such a result"),
    }
}

fn list<T: Listed + DeserializeOwned>(
    out: &mut Vec<u8>,
    result: &Value,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    let items: Vec<T> = read(&result[T::KIND.member()]);
    let cursor = result["nextCursor"].as_str();
    encode::list(out, &items, cursor, &hint(result), stamp)
}

/// The hint, or one that promises nothing.
fn hint(result: &Value) -> CacheHint {
    match result.get("ttlMs") {
        Some(_) => read(result),
        None => CacheHint::new(0, CacheScope::Private),
    }
}
