//! A client that speaks every revision.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use mcp_core::transport::{Origin, Principal, Trust};
use mcp_core::{ProtocolVersion, meta::keys};
use serde_json::{Value, json};

use super::script::{Says, Script};
use super::{CallError, CallResult, Era, Wire};
use crate::server::IntoServer;

/// Most rounds of questions the client answers in one call.
const MOST_ROUNDS: usize = 20;

/// A client that is being set up.
#[must_use = "connect it"]
#[derive(Debug)]
pub struct TestClient {
    server: crate::Server,
    version: ProtocolVersion,
    capabilities: Value,
    origin: Origin,
    script: Script,
}

/// A client that is connected to a server in memory.
#[derive(Debug)]
pub struct Client {
    wire: Wire,
    version: ProtocolVersion,
    capabilities: Value,
    script: Arc<Script>,
    next_id: AtomicI64,
}

impl TestClient {
    /// A client of a server; speaks the newest revision unless told otherwise.
    ///
    /// # Panics
    ///
    /// When the server cannot be built; the message lists its faults.
    pub fn new(server: impl IntoServer) -> Self {
        match server.into_server().build() {
            Ok(server) => Self::of(server),
            Err(error) => panic!("{error}"),
        }
    }

    /// A client of a server that is built already.
    pub fn of(server: crate::Server) -> Self {
        Self {
            server,
            version: ProtocolVersion::LATEST,
            capabilities: json!({ "elicitation": {} }),
            origin: Origin::stream(),
            script: Script::default(),
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

    /// What the client declares it can do. Default: `{"elicitation": {}}`.
    pub fn capabilities(mut self, capabilities: Value) -> Self {
        self.capabilities = capabilities;
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
    /// that matches counts. Questions that nobody answers are cancelled.
    pub fn answer(mut self, pattern: impl Into<String>, content: Value) -> Self {
        self.script.add(pattern.into(), Says::Accept(content));
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

    /// Connects: with `initialize` where the revision has it.
    ///
    /// # Panics
    ///
    /// When the server refuses the handshake.
    pub async fn connect(self) -> Client {
        let client = Client {
            wire: Wire::new(self.server.service().connect(self.origin)),
            version: self.version,
            capabilities: self.capabilities,
            script: Arc::new(self.script),
            next_id: AtomicI64::new(1),
        };
        if client.version.has_handshake() {
            let params = json!({
                "protocolVersion": client.version,
                "capabilities": client.capabilities,
                "clientInfo": { "name": "test", "version": "0" },
            });
            let opened = client.request("initialize", params).await;
            let result = opened.unwrap_or_else(|error| panic!("initialize: {error}"));
            assert_eq!(
                result["protocolVersion"],
                client.version.as_str(),
                "the negotiated version"
            );
            client
                .wire
                .send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
                .await;
        }
        client
    }

    /// The bare connection, before any handshake.
    #[must_use]
    pub fn wire(self) -> Wire {
        Wire::new(self.server.service().connect(self.origin))
    }
}

impl Client {
    /// Calls a tool; the script answers its questions.
    ///
    /// # Errors
    ///
    /// Protocol errors. A tool that fails has a result
    /// ([`CallResult::is_error`]).
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<CallResult, CallError> {
        let params = json!({ "name": tool, "arguments": arguments });
        self.request("tools/call", params)
            .await
            .map(|raw| CallResult { raw })
    }

    /// The tools, as they are listed.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn tools(&self) -> Result<Vec<Value>, CallError> {
        let mut list = self.request("tools/list", json!({})).await?;
        match list["tools"].take() {
            Value::Array(tools) => Ok(tools),
            other => Err(CallError::Misfit(format!("tools is {other}"))),
        }
    }

    /// Sends any request and gives back its raw result; questions are
    /// answered by the script, over as many rounds as it takes.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn request(&self, method: &str, params: Value) -> Result<Value, CallError> {
        let mut retry = params.clone();
        for _ in 0..MOST_ROUNDS {
            let result = self.once(method, retry.clone()).await?;
            if result["resultType"] != "input_required" {
                return Ok(result);
            }
            retry = params.clone();
            if let Some(state) = result.get("requestState") {
                retry["requestState"] = state.clone();
            }
            let questions = result["inputRequests"].as_object().into_iter().flatten();
            let answers = questions.map(|(key, question)| {
                let method = question["method"].as_str().unwrap_or_default();
                (key.clone(), self.script.answer(method, &question["params"]))
            });
            retry["inputResponses"] = Value::Object(answers.collect());
        }
        Err(CallError::Misfit(format!(
            "still asking after {MOST_ROUNDS} rounds"
        )))
    }

    /// Sends one request, without answering anything it may lead to in a
    /// later round.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn once(&self, method: &str, mut params: Value) -> Result<Value, CallError> {
        if !self.version.has_handshake() {
            params["_meta"] = self.meta(params["_meta"].take());
        }
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let reply = self
            .wire
            .exchange(&request.to_string(), |frame| self.during(&frame))
            .await;
        let mut reply = reply.ok_or(CallError::Unanswered)?;
        match reply.get_mut("error") {
            None => Ok(reply["result"].take()),
            Some(error) => Err(CallError::Protocol {
                code: error["code"].as_i64().unwrap_or_default(),
                message: error["message"].as_str().unwrap_or_default().to_owned(),
                data: error.get("data").cloned(),
            }),
        }
    }

    /// What every request says of itself, under what the caller says.
    fn meta(&self, own: Value) -> Value {
        let mut meta = json!({
            keys::PROTOCOL_VERSION: self.version,
            keys::CLIENT_CAPABILITIES: self.capabilities,
            keys::CLIENT_INFO: { "name": "test", "version": "0" },
        });
        if let (Value::Object(meta), Value::Object(own)) = (&mut meta, own) {
            meta.extend(own);
        }
        meta
    }

    /// Answers a question that comes while a request runs.
    fn during(&self, frame: &Value) {
        if let (Some(id), Some(method)) = (frame.get("id"), frame["method"].as_str()) {
            self.wire
                .answer(id, &self.script.answer(method, &frame["params"]));
        }
    }

    /// Every question the user was asked so far, by its text.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.script.asked()
    }

    /// The connection below, for frames that no client would send.
    #[must_use]
    pub fn wire(&self) -> &Wire {
        &self.wire
    }
}
