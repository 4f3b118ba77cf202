//! What a server does, as its author's tests see it, and that the client shows
//! it in every revision.

mod asking;
mod client;
mod live;
mod pages;
mod replay;
mod sampling;

use mcp_core::ProtocolVersion;
use serde_json::{Value, json};

use super::{Client, Era, TestClient};
use crate::{Ctx, Prompt, Resource, Server, ServerBuilder, Tool};

/// A server that asks in each way in which a call can ask: a tool, a prompt
/// and a resource with one body.
fn asking<F>(ask: fn(Ctx) -> F) -> ServerBuilder
where
    F: Future<Output = String> + Send + 'static,
{
    Server::new("curious", "1")
        .tool(
            Tool::new("ask")
                .describe("Ask.")
                .handler(move |ctx: Ctx| ask(ctx)),
        )
        .prompt(
            Prompt::new("ask")
                .describe("Ask.")
                .handler(move |ctx: Ctx| ask(ctx)),
        )
        .resource(
            Resource::new("ask://it")
                .name("ask")
                .handler(move |ctx: Ctx| ask(ctx)),
        )
}

/// A request that may ask: its method, its parameters, and where its text is.
type MayAsk = (&'static str, fn() -> Value, &'static str);

const ASKING: [MayAsk; 3] = [
    (
        "tools/call",
        || json!({ "name": "ask", "arguments": {} }),
        "/content/0/text",
    ),
    (
        "prompts/get",
        || json!({ "name": "ask", "arguments": {} }),
        "/messages/0/content/text",
    ),
    (
        "resources/read",
        || json!({ "uri": "ask://it" }),
        "/contents/0/text",
    ),
];

/// What a request that ends well says, or the words of its failure.
async fn said(client: &Client, (method, params, place): MayAsk) -> String {
    match client.request(method, params()).await {
        Ok(result) => result
            .pointer(place)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        Err(error) => error.to_string(),
    }
}

fn sessions() -> impl Iterator<Item = ProtocolVersion> {
    ProtocolVersion::ALL
        .into_iter()
        .filter(|version| version.has_handshake())
}
