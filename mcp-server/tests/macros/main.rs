//! The macros, as a server author meets them: every tool here is called.

#![deny(missing_docs, unreachable_pub, unused, rust_2018_idioms)]
// The functions are odd on purpose: each shows a signature that must work.
#![allow(clippy::ptr_arg, clippy::unused_async, clippy::uninlined_format_args)]
#![allow(clippy::unwrap_used)]

mod asking;
mod big_numbers;
mod blocks;
mod builder;
mod coercion;
mod completion;
mod context;
mod functions;
mod keys;
mod lint;
mod outputs;
mod prompts;
mod resources;
mod results;
mod settings;
mod shadowed;
mod unknown;
mod values;

use mcp_server::IntoServer;
use mcp_server::serde_json::Value;
use mcp_server::test::{CallResult, Client, TestClient};

/// A client of a server.
async fn client(server: impl IntoServer) -> Client {
    TestClient::new(server).connect().await
}

/// Calls a tool that must not fail by protocol.
async fn call(client: &Client, tool: &str, arguments: Value) -> CallResult {
    client
        .call(tool, arguments)
        .await
        .unwrap_or_else(|error| panic!("{tool}: {error}"))
}

/// The entry of one tool in `tools/list`.
async fn listed(client: &Client, tool: &str) -> Value {
    let tools = client.tools().await.unwrap();
    let found = tools.iter().find(|entry| entry["name"] == tool);
    found
        .unwrap_or_else(|| panic!("{tool} is not among {tools:?}"))
        .clone()
}
