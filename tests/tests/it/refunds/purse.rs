//! A client that repeats its calls by hand, so that each round can be bent.

use mcp_server::Server;
use serde_json::{Value, json};
use tests::{Carrier, Via, message};

/// Speaks the revision whose questions come in rounds.
pub(crate) struct Purse {
    carrier: Carrier,
    last_id: i64,
}

/// What a call asks before it goes on.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) questions: Vec<(String, String)>,
    pub(crate) state: String,
}

impl Purse {
    pub(crate) async fn open(via: Via, server: &Server) -> Self {
        Self::open_as(via, server, None).await
    }

    pub(crate) async fn open_as(via: Via, server: &Server, name: Option<&str>) -> Self {
        Self {
            carrier: Carrier::open_as(via, server, name).await,
            last_id: 0,
        }
    }

    /// Has answers that are none of its revision as well.
    pub(crate) fn put_up(&mut self) {
        self.carrier.put_up();
    }

    /// Sends one round; gives the whole answer.
    pub(crate) async fn round(&mut self, params: Value) -> Value {
        self.last_id += 1;
        let request = message::stateless(self.last_id, "tools/call", params);
        self.carrier.send(&request).await;
        self.carrier.next().await
    }

    /// The first round.
    pub(crate) async fn ask(&mut self, tool: &str, arguments: &Value) -> Asked {
        let answer = self.round(call(tool, arguments)).await;
        asked(&answer)
    }

    /// A round with state and answers.
    pub(crate) async fn answer(
        &mut self,
        tool: &str,
        arguments: &Value,
        state: &str,
        responses: Value,
    ) -> Value {
        let mut params = call(tool, arguments);
        params["requestState"] = json!(state);
        params["inputResponses"] = responses;
        self.round(params).await
    }

    /// A round that says yes to everything that was asked.
    pub(crate) async fn agree(&mut self, tool: &str, arguments: &Value, asked: &Asked) -> Value {
        self.answer(tool, arguments, &asked.state, asked.yes())
            .await
    }
}

impl Asked {
    /// Yes to everything.
    pub(crate) fn yes(&self) -> Value {
        let answers = self.questions.iter().map(|(key, _)| (key.clone(), yes()));
        Value::Object(answers.collect())
    }

    /// The texts of the questions.
    pub(crate) fn texts(&self) -> Vec<&str> {
        self.questions
            .iter()
            .map(|(_, text)| text.as_str())
            .collect()
    }
}

/// The arguments of most refunds.
pub(crate) fn arguments() -> Value {
    json!({ "order_id": "A-1042", "amount_cents": 500 })
}

/// Consent.
pub(crate) fn yes() -> Value {
    json!({ "action": "accept", "content": { "confirm": true } })
}

pub(crate) fn call(tool: &str, arguments: &Value) -> Value {
    json!({ "name": tool, "arguments": arguments })
}

/// What an answer asks; fails where it asks nothing.
#[track_caller]
pub(crate) fn asked(answer: &Value) -> Asked {
    let result = &answer["result"];
    assert_eq!(result["resultType"], "input_required", "{answer}");
    let questions = result["inputRequests"].as_object().expect("questions");
    let text = |question: &Value| question["params"]["message"].as_str().unwrap().to_owned();
    Asked {
        questions: questions
            .iter()
            .map(|(key, question)| (key.clone(), text(question)))
            .collect(),
        state: result["requestState"].as_str().expect("state").to_owned(),
    }
}

/// The text of a result that is the end.
#[track_caller]
pub(crate) fn done(answer: &Value) -> &str {
    let result = &answer["result"];
    assert_eq!(result["resultType"], "complete", "{answer}");
    assert_eq!(result.get("isError"), None, "{answer}");
    result["content"][0]["text"].as_str().expect("text")
}

/// Fails unless the state was refused, without a word on why.
#[track_caller]
pub(crate) fn refused(answer: &Value) {
    let expected = json!({ "code": -32602, "message": "invalid requestState" });
    assert_eq!(answer["error"], expected, "{answer}");
}
