//! What is a server already, or nearly.

use super::{Server, ServerBuilder};
use crate::tool::ToolSet;

/// Whatever becomes a server: a builder, tools, or a type with `#[server]`.
pub trait IntoServer {
    /// The server so far.
    fn into_server(self) -> ServerBuilder;
}

impl IntoServer for ServerBuilder {
    fn into_server(self) -> ServerBuilder {
        self
    }
}

impl IntoServer for ToolSet {
    fn into_server(self) -> ServerBuilder {
        let (name, version) = self.package.unwrap_or(("mcp-server", "0.0.0"));
        Server::new(name, version).tools(self)
    }
}
