//! An extension that uses everything an extension can add, and a server that has not heard of it.

use mcp_server::core::Meta;
use mcp_server::core::call::CallTool;
use mcp_server::core::types::JsonObject;
use mcp_server::{
    Error, Extension, ExtensionFuture, ExtensionResult, ListCtx, Server, ServerBuilder, Tool,
};
use serde_json::{Value, json};

/// Its identifier.
pub(crate) const ID: &str = "com.example/ledger";

/// What it says of each result.
pub(crate) const PAGE: &str = "com.example/page";

/// What it says that the protocol does not know.
pub(crate) const WORDS: [&str; 3] = ["ledger/read", "notifications/ledger/entry", "receipt"];

/// Keeps a ledger: reads it, answers some calls with a receipt, tells of entries, and counts pages.
pub(crate) struct Ledger;

impl Extension for Ledger {
    fn id(&self) -> &str {
        ID
    }

    fn settings(&self) -> JsonObject {
        members(json!({ "currency": "EUR" }))
    }

    fn methods(&self) -> &[&str] {
        &["ledger/read"]
    }

    fn call<'a>(&'a self, _: ListCtx, _: &'a str, params: JsonObject) -> ExtensionFuture<'a> {
        Box::pin(async move {
            let line = params.get("line").and_then(Value::as_u64);
            let line = line.ok_or_else(|| Error::invalid_params("line is a number"))?;
            Ok(ExtensionResult::new().with("entry", format!("entry {line}")))
        })
    }

    fn answer_call(&self, _: &ListCtx, call: &CallTool) -> Option<ExtensionResult> {
        (call.name == "pay").then(|| ExtensionResult::of_kind("receipt").with("number", 7))
    }

    fn honour(&self, asked: &JsonObject) -> JsonObject {
        let entries = asked.get("entries").filter(|entries| entries.is_array());
        entries.map_or_else(JsonObject::new, |entries| {
            members(json!({ "entries": entries }))
        })
    }

    fn tells(&self, honoured: &JsonObject, method: &str, params: &JsonObject) -> bool {
        let entries = honoured.get("entries").and_then(Value::as_array);
        let wanted = |entries: &Vec<Value>| entries.contains(&params["entry"]);
        method == "notifications/ledger/entry" && entries.is_some_and(wanted)
    }

    fn stamp(&self, _: &Meta, result: &mut Meta) {
        result.insert(PAGE.to_owned(), json!(12));
    }
}

pub(crate) fn members(value: Value) -> JsonObject {
    value.as_object().cloned().expect("an object")
}

/// A till, which has not heard of the extension.
pub(crate) fn till() -> ServerBuilder {
    let tool = |name: &'static str| Tool::new(name).describe("Take money.");
    Server::new("till", "1.0.0")
        .tool(tool("pay").handler(async || "paid"))
        .tool(tool("look").handler(async || "empty"))
}

/// What a client says that knows it.
pub(crate) fn able() -> Value {
    json!({ "extensions": { ID: {} } })
}
