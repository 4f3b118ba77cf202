//! A client before it connects.

use std::sync::Arc;

use mcp_core::ProtocolVersion;
use mcp_core::transport::{Origin, Principal, Trust};
use mcp_core::types::LoggingLevel;
use serde_json::{Value, json};

use super::script::{Says, Script};
use super::{Client, Era, Wire};
use crate::server::IntoServer;

/// A client that is being set up.
#[must_use = "connect it"]
#[derive(Debug)]
pub struct TestClient {
    server: crate::Server,
    version: ProtocolVersion,
    /// Those the author states; else what the script can answer.
    capabilities: Option<Value>,
    origin: Origin,
    script: Script,
    wants: Wants,
}

/// What a client wants to hear of while its requests run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wants {
    pub(super) progress: bool,
    pub(super) logs: Option<LoggingLevel>,
}

impl TestClient {
    /// A client of a server; speaks the newest revision unless told otherwise. Results are held to
    /// their output schemas
    /// ([`ServerBuilder::check_results`](crate::ServerBuilder::check_results)).
    ///
    /// # Panics
    ///
    /// When the server cannot be built; the message lists its faults.
    pub fn new(server: impl IntoServer) -> Self {
        match server.into_server().checking_results().build() {
            Ok(server) => Self::of(server),
            Err(error) => panic!("{error}"),
        }
    }

    /// A client of a server that is built already.
    pub fn of(server: crate::Server) -> Self {
        Self {
            server,
            version: ProtocolVersion::LATEST,
            capabilities: None,
            origin: Origin::stream(),
            script: Script::default(),
            wants: Wants::default(),
        }
    }

    /// Speaks the newest revision of an era.
    pub fn era(self, era: Era) -> Self {
        self.version(era.version())
    }

    /// Speaks a revision.
    pub fn version(mut self, version: ProtocolVersion) -> Self {
        self.version = version;
        self
    }

    /// What the client declares it can do. Default: to show forms and open
    /// pages, and whatever [`reply`](Self::reply) has an answer for.
    pub fn capabilities(mut self, capabilities: Value) -> Self {
        self.capabilities = Some(capabilities);
        self
    }

    /// Who is calling, as a transport would have authenticated them.
    pub fn principal(mut self, principal: Principal) -> Self {
        self.origin = self.origin.with_principal(principal);
        self
    }

    /// Calls from across a network: opaque errors are masked.
    pub fn remote(mut self) -> Self {
        self.origin = self.origin.with_trust(Trust::Remote);
        self
    }

    /// The user fills every form whose text matches with this content. A
    /// pattern is the whole text, or its beginning followed by `*`; the first
    /// that matches counts. Questions that nobody answers are cancelled, and
    /// content that the form does not take counts as declined:
    /// [`Client::asked`](super::Client::asked) tells what was asked.
    pub fn answer(mut self, pattern: impl Into<String>, content: Value) -> Self {
        self.script.add(pattern.into(), Says::Accept(content));
        self
    }

    /// The user agrees to open every page whose text matches.
    pub fn open(mut self, pattern: impl Into<String>) -> Self {
        self.script.add(pattern.into(), Says::Agree);
        self
    }

    /// The user declines questions whose text matches.
    pub fn decline(mut self, pattern: impl Into<String>) -> Self {
        self.script.add(pattern.into(), Says::Decline);
        self
    }

    /// The user closes questions whose text matches without an answer.
    pub fn cancel(mut self, pattern: impl Into<String>) -> Self {
        self.script.add(pattern.into(), Says::Cancel);
        self
    }

    /// The raw result for a question that is no form, by its method
    /// (`sampling/createMessage`, `roots/list`).
    pub fn reply(mut self, method: impl Into<String>, result: Value) -> Self {
        self.script.add(method.into(), Says::Raw(result));
        self
    }

    /// Asks for the progress of every request; see [`Client::progress`].
    pub fn hear_progress(mut self) -> Self {
        self.wants.progress = true;
        self
    }

    /// Asks for log messages of this level and above; see [`Client::logs`].
    pub fn hear_logs(mut self, level: LoggingLevel) -> Self {
        self.wants.logs = Some(level);
        self
    }

    /// A whole script at once.
    pub(super) fn script(mut self, script: Script) -> Self {
        self.script = script;
        self
    }

    /// Connects: with `initialize` where the revision has it.
    ///
    /// # Panics
    ///
    /// When the server refuses the handshake.
    pub async fn connect(self) -> Client {
        let capabilities = self.capabilities.unwrap_or_else(|| able(&self.script));
        let wire = Wire::new(self.server.service().connect(self.origin));
        let script = Arc::new(self.script);
        let client = Client::new(wire, self.version, capabilities, script, self.wants);
        client.open().await;
        client
    }

    /// The bare connection, before any handshake.
    #[must_use]
    pub fn wire(self) -> Wire {
        Wire::new(self.server.service().connect(self.origin))
    }
}

/// What a client can do that answers by a script.
fn able(script: &Script) -> Value {
    let mut able = json!({ "elicitation": { "form": {}, "url": {} } });
    if script.answers("sampling/createMessage") {
        able["sampling"] = json!({ "tools": {}, "context": {} });
    }
    if script.answers("roots/list") {
        able["roots"] = json!({});
    }
    able
}
