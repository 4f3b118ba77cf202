//! A client that speaks one revision, for a scripted user.

use mcp_core::ProtocolVersion;
use mcp_server::Server;
use serde_json::{Value, json};

use crate::{Carrier, Transcript, User, Via, message};

/// A JSON-RPC error.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Its code.
    pub code: i64,
    /// Its message.
    pub message: String,
    /// Its data, or null.
    pub data: Value,
}

/// Speaks a revision over a carrier. One request at a time; questions are answered by the user.
pub struct Client {
    carrier: Carrier,
    version: ProtocolVersion,
    capabilities: Value,
    user: User,
    notices: Vec<Value>,
    last_id: i64,
}

impl Client {
    /// Connects, with a handshake where the revision has one. The client can show forms.
    pub async fn connect(via: Via, version: ProtocolVersion, server: &Server, user: User) -> Self {
        let can_ask = json!({ "elicitation": {} });
        Self::connect_with(via, version, server, user, can_ask).await
    }

    /// Connects, and says what the client can do.
    pub async fn connect_with(
        via: Via,
        version: ProtocolVersion,
        server: &Server,
        user: User,
        capabilities: Value,
    ) -> Self {
        let carrier = Carrier::open(via, server).await;
        Self::over(carrier, version, user, capabilities).await
    }

    /// Begins over a carrier that is open.
    ///
    /// # Panics
    ///
    /// When the server offers another revision.
    pub async fn over(
        carrier: Carrier,
        version: ProtocolVersion,
        user: User,
        capabilities: Value,
    ) -> Self {
        let mut client = Self {
            carrier,
            version,
            capabilities,
            user,
            notices: Vec::new(),
            last_id: 0,
        };
        if version.has_handshake() {
            let id = client.fresh_id();
            let request = message::initialize(id, version.as_str(), client.capabilities.clone());
            client.carrier.send(&request).await;
            let answer = client.carrier.next().await;
            assert_eq!(
                answer["id"], id,
                "nothing comes before the answer to initialize: {answer}"
            );
            assert_eq!(
                answer["result"]["protocolVersion"],
                version.as_str(),
                "{answer}"
            );
            client.carrier.send(&message::initialized()).await;
        }
        client
    }

    /// Sends a request and gives back its result; the user answers whatever is asked in between, live or in rounds.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that was the answer.
    pub async fn request(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let mut round = params.clone();
        loop {
            let result = self.round(method, round).await?;
            if result["resultType"] != "input_required" {
                return Ok(result);
            }
            round = params.clone();
            round["inputResponses"] = self.answer_all(&result);
            if let Some(state) = result.get("requestState") {
                round["requestState"] = state.clone();
            }
        }
    }

    /// Calls a tool.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that was the answer.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Result<Value, Failure> {
        let params = json!({ "name": tool, "arguments": arguments });
        self.request("tools/call", params).await
    }

    /// Sends a request that is answered in one go, or whose answer asks for another round.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that was the answer.
    pub async fn round(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let id = self.start(method, params).await;
        self.finish(&id).await
    }

    /// Sends a request and does not wait; gives back its id.
    pub async fn start(&mut self, method: &str, mut params: Value) -> Value {
        if !self.version.has_handshake() {
            let mut meta = message::meta(self.capabilities.clone());
            if let Some(own) = params["_meta"].as_object() {
                let all = meta.as_object_mut().unwrap();
                all.extend(own.clone());
            }
            params["_meta"] = meta;
        }
        let id = self.fresh_id();
        let request = message::request(id, method, params);
        self.carrier.send(&request).await;
        id.into()
    }

    /// Waits for the answer to a request.
    ///
    /// # Errors
    ///
    /// The JSON-RPC error that was the answer.
    ///
    /// # Panics
    ///
    /// When something is answered that was not asked.
    pub async fn finish(&mut self, id: &Value) -> Result<Value, Failure> {
        loop {
            let mut frame = self.carrier.next().await;
            if frame.get("method").is_none() {
                assert_eq!(&frame["id"], id, "an answer to something else: {frame}");
                return match frame.get("error") {
                    None => Ok(frame["result"].take()),
                    Some(error) => Err(Failure {
                        code: error["code"].as_i64().expect("a code"),
                        message: error["message"].as_str().expect("a message").to_owned(),
                        data: error["data"].clone(),
                    }),
                };
            }
            self.hear(frame).await;
        }
    }

    /// Gives a request up that was started.
    pub async fn give_up(&mut self, id: &Value) {
        self.carrier.give_up(id).await;
    }

    /// Takes what is no answer: a question, or a notification.
    async fn hear(&mut self, frame: Value) {
        match frame.get("id") {
            Some(id) => {
                assert!(
                    self.version.has_handshake(),
                    "a request of the server's: {frame}"
                );
                let method = frame["method"].as_str().unwrap();
                let result = self.user.answer(method, &frame["params"]);
                self.carrier.send(&message::answer(id, &result)).await;
            }
            None => self.notices.push(frame),
        }
    }

    /// The user's answer to every question of a round.
    pub fn answer_all(&mut self, result: &Value) -> Value {
        let questions = result["inputRequests"]
            .as_object()
            .cloned()
            .unwrap_or_default();
        let answers = questions.into_iter().map(|(key, question)| {
            let method = question["method"].as_str().unwrap();
            (key, self.user.answer(method, &question["params"]))
        });
        Value::Object(answers.collect())
    }

    /// The next notification: one that came with an answer and was not asked for yet, or the next message.
    ///
    /// # Panics
    ///
    /// When the next message is an answer.
    pub async fn notice(&mut self) -> Value {
        while self.notices.is_empty() {
            let frame = self.carrier.next().await;
            assert!(
                frame.get("method").is_some(),
                "an answer that nobody waits for: {frame}"
            );
            self.hear(frame).await;
        }
        self.notices.remove(0)
    }

    /// Notifications so far.
    #[must_use]
    pub fn notices(&self) -> &[Value] {
        &self.notices
    }

    /// Every question the user saw, by its text.
    #[must_use]
    pub fn asked(&self) -> &[String] {
        self.user.asked()
    }

    /// What was said so far.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        self.carrier.transcript()
    }

    /// The conversation below, for messages that no client would send.
    pub fn carrier(&mut self) -> &mut Carrier {
        &mut self.carrier
    }

    fn fresh_id(&mut self) -> i64 {
        self.last_id += 1;
        self.last_id
    }
}
