//! Whether a conversation keeps to the schemas of the revisions that are spoken in it.

use std::collections::HashMap;

use mcp_core::ProtocolVersion;
use serde_json::{Value, json};

use crate::{Schema, Side, message};

/// How much of a conversation has to keep to the schemas: all that the server says and, of what the client says, that
/// which the server serves. What a client says otherwise is there to be refused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manners {
    /// What the client says without asking has to fit as well: notifications, and answers.
    pub(crate) is_strict: bool,
    /// The server may serve what is no request of its revision.
    pub(crate) is_lenient: bool,
    /// Methods, and kinds of results, that no revision has: those of an extension.
    pub(crate) words: Vec<&'static str>,
}

/// A request that waits for its answer.
struct Open {
    method: String,
    /// `None` where it names no revision.
    schema: Option<&'static Schema>,
    /// Why it is no request of its revision.
    faults: Vec<String>,
}

/// Goes through a conversation, message by message.
pub(crate) struct Check<'a> {
    manners: &'a Manners,
    /// The revision of the session, once there is one.
    session: Option<ProtocolVersion>,
    /// Several may be open under one id, where each has a connection of its own.
    open: HashMap<(Side, String), Vec<Open>>,
    /// Messages of the client's that name no request an error could name.
    nonsense: usize,
}

impl<'a> Check<'a> {
    pub(crate) fn new(manners: &'a Manners) -> Self {
        Self {
            manners,
            session: None,
            open: HashMap::new(),
            nonsense: 0,
        }
    }

    /// # Panics
    ///
    /// When one does not fit; the message says which, and why.
    pub(crate) fn all(mut self, messages: &[(Side, Value)]) {
        for (side, message) in messages {
            let faults = match (side, message) {
                // Hangs up.
                (Side::Client, Value::String(_)) => continue,
                (_, Value::Array(batch)) => self.batch(*side, batch),
                (Side::Client, _) => self.heard(message),
                (Side::Server, _) => self.said(message),
            };
            if *side == Side::Server || self.manners.is_strict {
                assert!(
                    faults.is_empty(),
                    "{side:?}: {message}\n{}",
                    faults.join("\n")
                );
            }
        }
    }

    fn batch(&mut self, side: Side, batch: &[Value]) -> Vec<String> {
        if batch.is_empty() || !self.session.is_some_and(ProtocolVersion::has_batches) {
            self.nonsense += usize::from(side == Side::Client);
            return vec!["no batch of its revision".to_owned()];
        }
        let each = |message| match side {
            Side::Client => self.heard(message),
            Side::Server => self.said(message),
        };
        batch.iter().flat_map(each).collect()
    }

    /// Takes what the client says; what does not fit waits for what becomes of it.
    fn heard(&mut self, message: &Value) -> Vec<String> {
        let id = message.get("id");
        let faults = match (message["method"].as_str(), id) {
            (Some(method), Some(id)) if id.is_string() || id.is_i64() || id.is_u64() => {
                let schema = self.revision_of(message).and_then(Schema::of);
                let open = Open {
                    method: method.to_owned(),
                    schema,
                    faults: self.faults(schema, message),
                };
                self.opens(Side::Client, id, open);
                return Vec::new();
            }
            (Some(_), None) => self.faults(self.session_schema(), message),
            (None, Some(id)) => self.answers(Side::Server, id, message),
            _ => vec!["no message".to_owned()],
        };
        self.nonsense += usize::from(!faults.is_empty());
        faults
    }

    /// Takes what the server says, all of which has to fit.
    fn said(&mut self, message: &Value) -> Vec<String> {
        match (message["method"].as_str(), message.get("id")) {
            (Some(method), Some(id)) => {
                if self.session.is_none() {
                    return vec!["a question where there is no session".to_owned()];
                }
                let schema = self.session_schema();
                let open = Open {
                    method: method.to_owned(),
                    schema,
                    faults: Vec::new(),
                };
                self.opens(Side::Server, id, open);
                self.faults(schema, message)
            }
            (Some(_), None) => self.faults(self.session_schema(), message),
            (None, Some(id)) => self.answers(Side::Client, id, message),
            (None, None) if self.nonsense > 0 => {
                self.nonsense -= 1;
                let mut named = message.clone();
                // Older revisions ask for an id and allow no null.
                named["id"] = json!(0);
                let schema = Schema::of(self.session.unwrap_or(ProtocolVersion::LATEST));
                schema.map_or_else(Vec::new, |schema| schema.faults_of_error(&named))
            }
            (None, None) => vec!["an answer to nothing".to_owned()],
        }
    }

    fn opens(&mut self, side: Side, id: &Value, open: Open) {
        let key = (side, id.to_string());
        self.open.entry(key).or_default().push(open);
    }

    /// What does not fit in an answer to a request of `side`.
    fn answers(&mut self, side: Side, id: &Value, answer: &Value) -> Vec<String> {
        let waiting = self.open.get_mut(&(side, id.to_string()));
        let Some(open) = waiting.and_then(|waiting| waiting.pop()) else {
            return vec!["an answer that nobody waits for".to_owned()];
        };
        let result = &answer["result"];
        if open.method == "initialize" {
            let version = result["protocolVersion"].as_str();
            self.session = version
                .and_then(|version| version.parse().ok())
                .or(self.session);
        }
        let own = match open.method.as_str() {
            // What is settled by it goes for the answer already.
            "initialize" => self.session_schema(),
            _ => open.schema,
        };
        let Some(schema) = own.or_else(|| self.session_schema()) else {
            return Vec::new();
        };
        if answer.get("error").is_some() {
            return schema.faults_of_error(answer);
        }
        if !open.faults.is_empty() && !self.manners.is_lenient {
            let served = ["served, though it is no request of its revision".to_owned()];
            return served.into_iter().chain(open.faults).collect();
        }
        let mut faults = schema.faults("JSONRPCMessage", answer);
        let kind = result["resultType"].as_str().unwrap_or_default();
        if self.knows(&open.method) || self.knows(kind) {
            faults.extend(schema.faults("Result", result));
        } else {
            faults.extend(schema.faults_of_result(&open.method, result));
        }
        faults
    }

    /// What does not fit in a request or a notification.
    fn faults(&self, schema: Option<&Schema>, message: &Value) -> Vec<String> {
        let Some(schema) = schema else {
            return Vec::new();
        };
        let mut faults = schema.faults("JSONRPCMessage", message);
        if !self.knows(message["method"].as_str().unwrap_or_default()) {
            faults.extend(schema.faults_of(message));
        }
        faults
    }

    fn knows(&self, word: &str) -> bool {
        self.manners.words.contains(&word)
    }

    /// The revision of a request: what it says itself, else that of its session.
    fn revision_of(&self, request: &Value) -> Option<ProtocolVersion> {
        let params = &request["params"];
        if let Some(own) = params["_meta"].get(message::VERSION_KEY) {
            return own.as_str().and_then(|own| own.parse().ok());
        }
        if request["method"] == "initialize" {
            let offered = params["protocolVersion"].as_str()?.parse().ok()?;
            return ProtocolVersion::has_handshake(offered).then_some(offered);
        }
        self.session
    }

    fn session_schema(&self) -> Option<&'static Schema> {
        Schema::of(self.session.unwrap_or(ProtocolVersion::LATEST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Transcript;

    /// What is found in a conversation of these messages, the first of which is the client's.
    fn found(messages: &[Value]) -> Option<String> {
        let transcript = Transcript::new();
        for (number, message) in messages.iter().enumerate() {
            let side = [Side::Client, Side::Server][number % 2];
            transcript.note(side, message);
        }
        let checked = std::panic::catch_unwind(|| transcript.check(&Manners::default()));
        let payload = checked.err()?;
        payload.downcast_ref::<String>().cloned()
    }

    fn list() -> Value {
        message::stateless(1, "tools/list", json!({}))
    }

    fn tools(tools: Value) -> Value {
        let result = json!({
            "resultType": "complete", "ttlMs": 0, "cacheScope": "public", "tools": tools,
        });
        message::answer(&json!(1), &result)
    }

    /// A check that lets everything through would be worse than none.
    #[test]
    fn what_a_server_must_not_say_is_found() {
        if Schema::of(ProtocolVersion::LATEST).is_none() {
            return;
        }
        assert_eq!(found(&[list(), tools(json!([]))]), None);
        let error = |mut answer: Value| {
            answer.as_object_mut().unwrap().remove("result");
            answer["error"] = json!({ "code": -32022, "message": "No" });
            answer
        };
        let mut unknown = list();
        unknown["method"] = json!("tools/lists");
        let notice = |method: &str| message::notification(method, json!({}));
        for (messages, word) in [
            (
                vec![list(), tools(json!([{ "name": 5 }]))],
                "ListToolsResult",
            ),
            (
                vec![list(), message::answer(&json!(1), &json!({}))],
                "ListToolsResult",
            ),
            (
                vec![list(), message::answer(&json!("1"), &json!({}))],
                "nobody waits",
            ),
            (
                vec![list(), tools(json!([])), list(), error(tools(json!([])))],
                "UnsupportedProtocolVersionError",
            ),
            (vec![unknown, tools(json!([]))], "served"),
            (
                vec![list(), notice("notifications/tools/changed")],
                "no Notification",
            ),
            (
                vec![list(), message::request(1, "ping", json!({}))],
                "no session",
            ),
            (vec![list(), json!([tools(json!([]))])], "no batch"),
            (
                vec![
                    list(),
                    json!({ "jsonrpc": "2.0", "error": { "code": 1, "message": "" } }),
                ],
                "an answer to nothing",
            ),
        ] {
            let found = found(&messages).expect(word);
            assert!(found.contains(word), "{found}");
        }
    }
}
