//! Streamable HTTP end to end: a socket on one side, tools on the other.

mod credentials;
mod disconnect;
mod mount;
mod questions;
mod routing;
mod sessions;

use std::net::SocketAddr;

use serde_json::{Value, json};
use tests::http::{self, Request};
use tests::message;

/// Opens a session with a client that can show forms; gives its id.
pub(crate) async fn open_session(address: SocketAddr, version: &str) -> String {
    open_session_as(address, version, None).await
}

/// As [`open_session`], by somebody.
async fn open_session_as(address: SocketAddr, version: &str, name: Option<&str>) -> String {
    let initialize = message::initialize(1, version, json!({ "elicitation": {} }));
    let response = http::send(address, &Request::post(&initialize).by(name)).await;
    assert_eq!(response.status, 200);
    let session = response
        .header("mcp-session-id")
        .expect("a session")
        .to_owned();
    assert_eq!(response.json().await["result"]["protocolVersion"], version);
    session
}

/// A call in a session.
fn call(session: &str, id: i64, tool: &str, arguments: Value) -> Request {
    let params = json!({ "name": tool, "arguments": arguments });
    Request::in_session(&message::request(id, "tools/call", params), session)
}
