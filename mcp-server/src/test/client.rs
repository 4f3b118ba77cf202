//! A client that speaks every revision.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use mcp_core::{ProtocolVersion, meta::keys};
use serde_json::{Value, json};

use super::heard::Heard;
use super::script::Script;
use super::setup::Wants;
use super::{CallError, Wire};

/// Most rounds of questions the client answers in one call.
pub(super) const MOST_ROUNDS: usize = 20;

/// A client that is connected to a server in memory.
#[derive(Debug)]
pub struct Client {
    wire: Wire,
    version: ProtocolVersion,
    capabilities: Value,
    script: Arc<Script>,
    wants: Wants,
    heard: Heard,
    next_id: AtomicI64,
}

impl Client {
    pub(super) fn new(
        wire: Wire,
        version: ProtocolVersion,
        capabilities: Value,
        script: Arc<Script>,
        wants: Wants,
    ) -> Self {
        Self {
            wire,
            version,
            capabilities,
            script,
            wants,
            heard: Heard::default(),
            next_id: AtomicI64::new(1),
        }
    }

    /// Begins the conversation as the revision has it.
    pub(super) async fn open(&self) {
        if !self.version.has_handshake() {
            return;
        }
        let params = json!({
            "protocolVersion": self.version,
            "capabilities": self.capabilities,
            "clientInfo": { "name": "test", "version": "0" },
        });
        let opened = self.request("initialize", params).await;
        let result = opened.unwrap_or_else(|error| panic!("initialize: {error}"));
        assert_eq!(
            result["protocolVersion"],
            self.version.as_str(),
            "the negotiated version"
        );
        let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        self.wire.send(initialized).await;
        if let Some(level) = self.wants.logs {
            // A server without logs has nothing to set, and nothing to tell.
            let _ = self
                .request("logging/setLevel", json!({ "level": level }))
                .await;
        }
    }

    /// Sends any request and gives back its raw result; questions are
    /// answered by the script, over as many rounds as it takes.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn request(&self, method: &str, params: Value) -> Result<Value, CallError> {
        let mut sent = params;
        for _ in 0..MOST_ROUNDS {
            let result = self.once(method, sent.clone()).await?;
            let answer = |method: &str, params: &Value| self.script.answer(method, params);
            match answered(&sent, &result, answer) {
                None => return Ok(result),
                Some(next) => sent = next,
            }
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
        let (_, request) = self.frame(method, &mut params);
        let reply = self
            .wire
            .exchange(&request, |frame| self.during(frame))
            .await;
        result_of(reply.ok_or(CallError::Unanswered)?)
    }

    /// A request as it goes out, and its id.
    pub(super) fn frame(&self, method: &str, params: &mut Value) -> (i64, String) {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        if !self.version.has_handshake() {
            params["_meta"] = self.meta(params["_meta"].take());
        }
        if self.wants.progress && params["_meta"].get(keys::PROGRESS_TOKEN).is_none() {
            params["_meta"][keys::PROGRESS_TOKEN] = json!(id);
        }
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        (id, request.to_string())
    }

    /// What every request says of itself, under what the caller says.
    fn meta(&self, own: Value) -> Value {
        let mut meta = json!({
            keys::PROTOCOL_VERSION: self.version,
            keys::CLIENT_CAPABILITIES: self.capabilities,
            keys::CLIENT_INFO: { "name": "test", "version": "0" },
        });
        if let Some(level) = self.wants.logs {
            meta[keys::LOG_LEVEL] = json!(level);
        }
        if let (Value::Object(meta), Value::Object(own)) = (&mut meta, own) {
            meta.extend(own);
        }
        meta
    }

    /// Answers a question that comes while a request runs; keeps what else
    /// comes.
    fn during(&self, frame: Value) {
        match (frame.get("id"), frame["method"].as_str()) {
            (Some(id), Some(method)) => {
                let answer = self.script.answer(method, &frame["params"]);
                self.wire.answer(id, &answer);
            }
            _ => self.heard.keep(frame),
        }
    }

    /// Every question the user was asked so far, by its text; questions that
    /// are no elicitations by their method.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.script.asked()
    }

    /// Every question so far as it came: `{"method": …, "params": …}`.
    #[must_use]
    pub fn questions(&self) -> Vec<Value> {
        self.script.questions()
    }

    /// The revision that is spoken.
    #[must_use]
    pub fn version(&self) -> ProtocolVersion {
        self.version
    }

    /// The connection below, for frames that no client would send.
    #[must_use]
    pub fn wire(&self) -> &Wire {
        &self.wire
    }

    pub(super) fn script(&self) -> &Script {
        &self.script
    }

    pub(super) fn heard(&self) -> &Heard {
        &self.heard
    }
}

/// The next request, where a result asks: the same once more, with answers.
pub(super) fn answered(
    request: &Value,
    result: &Value,
    answer: impl Fn(&str, &Value) -> Value,
) -> Option<Value> {
    if result["resultType"] != "input_required" {
        return None;
    }
    let mut next = request.clone();
    if let Some(members) = next.as_object_mut() {
        members.remove("requestState");
    }
    if let Some(state) = result.get("requestState") {
        next["requestState"] = state.clone();
    }
    let questions = result["inputRequests"].as_object().into_iter().flatten();
    let answers = questions.map(|(key, question)| {
        let method = question["method"].as_str().unwrap_or_default();
        (key.clone(), answer(method, &question["params"]))
    });
    next["inputResponses"] = Value::Object(answers.collect());
    Some(next)
}

/// The result of an answer.
pub(super) fn result_of(mut reply: Value) -> Result<Value, CallError> {
    match reply.get_mut("error") {
        None => Ok(reply["result"].take()),
        Some(error) => Err(CallError::Protocol {
            code: error["code"].as_i64().unwrap_or_default(),
            message: error["message"].as_str().unwrap_or_default().to_owned(),
            data: error.get("data").cloned(),
        }),
    }
}
