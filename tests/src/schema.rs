//! The schema of a revision, as the specification publishes it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use jsonschema::Validator;
use mcp_core::ProtocolVersion;
use serde_json::{Value, json};

use crate::{Side, Transcript};

/// Checks messages against the `schema.json` of a revision.
///
/// The files are not part of this repository. They are looked for in the folder that `MCP_SPEC_DIR` names, else in
/// `shared/spec` beside the repository, each as `REVISION/schema.json`.
pub struct Schema {
    document: Value,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// A request that waits for its answer: who sent it, under which id.
type Open = (Side, String);

impl Schema {
    /// The schema of a revision; `None` where the files are not there, which it says once.
    ///
    /// # Panics
    ///
    /// When the file is there and cannot be read.
    pub fn of(version: ProtocolVersion) -> Option<&'static Self> {
        static ALL: OnceLock<HashMap<&'static str, Schema>> = OnceLock::new();
        let all = ALL.get_or_init(|| {
            let folder = folder();
            let found: HashMap<_, _> = ProtocolVersion::ALL
                .iter()
                .filter_map(|version| Some((version.as_str(), Self::read(&folder, *version)?)))
                .collect();
            if found.is_empty() {
                eprintln!(
                    "no schemas in {}: messages are not checked",
                    folder.display()
                );
            }
            found
        });
        all.get(version.as_str())
    }

    fn read(folder: &Path, version: ProtocolVersion) -> Option<Self> {
        let file = folder.join(version.as_str()).join("schema.json");
        let text = std::fs::read_to_string(&file).ok()?;
        let document = serde_json::from_str(&text).expect("a schema is JSON");
        Some(Self {
            document,
            validators: Mutex::default(),
        })
    }

    /// Checks every message of a conversation: as a message, as the request or notification of its method, and as the
    /// result that its request asks for.
    ///
    /// # Panics
    ///
    /// When one does not fit; the message says which, and why.
    pub fn check(&self, transcript: &Transcript) {
        let mut open = HashMap::new();
        for (side, message) in transcript.messages() {
            match &message {
                Value::Array(batch) => {
                    for message in batch {
                        self.check_one(side, message, &mut open);
                    }
                }
                message => self.check_one(side, message, &mut open),
            }
        }
    }

    fn check_one(&self, side: Side, message: &Value, open: &mut HashMap<Open, String>) {
        self.assert("JSONRPCMessage", message, message);
        let id = message.get("id").map(Value::to_string);
        match (message["method"].as_str(), id) {
            (Some(method), Some(id)) => {
                if let Some(request) = self.of_method(method, "Request") {
                    self.assert(&request, message, message);
                    open.insert((side, id), request);
                }
            }
            (Some(method), None) => {
                if let Some(notification) = self.of_method(method, "Notification") {
                    self.assert(&notification, message, message);
                }
            }
            (None, id) => {
                let asker = match side {
                    Side::Client => Side::Server,
                    Side::Server => Side::Client,
                };
                let request = open.remove(&(asker, id.unwrap_or_default()));
                if let Some((request, result)) = request.zip(message.get("result")) {
                    self.assert(&self.result_of(&request, result), result, message);
                }
            }
        }
    }

    /// What a request is answered with.
    fn result_of(&self, request: &str, result: &Value) -> String {
        if result["resultType"] == "input_required" {
            return "InputRequiredResult".to_owned();
        }
        let own = request.replace("Request", "Result");
        match self.definitions().get(&own) {
            Some(_) => own,
            None => "EmptyResult".to_owned(),
        }
    }

    /// The definition of a method, if the revision has it.
    fn of_method(&self, method: &str, kind: &str) -> Option<String> {
        let definitions = self.definitions().as_object()?;
        let mut all = definitions.iter();
        let found = all.find(|(name, definition)| {
            name.ends_with(kind) && definition["properties"]["method"]["const"] == method
        });
        found.map(|(name, _)| name.clone())
    }

    fn definitions(&self) -> &Value {
        let key = self.key();
        &self.document[key]
    }

    /// Under which keyword the definitions stand.
    fn key(&self) -> &'static str {
        match self.document.get("$defs") {
            Some(_) => "$defs",
            None => "definitions",
        }
    }

    fn assert(&self, definition: &str, value: &Value, message: &Value) {
        let validator = self.validator(definition);
        let faults: Vec<_> = validator
            .iter_errors(value)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert!(
            faults.is_empty(),
            "no {definition}: {message}\n{}",
            faults.join("\n")
        );
    }

    fn validator(&self, definition: &str) -> Arc<Validator> {
        let mut validators = self.validators.lock().unwrap();
        let known = validators.get(definition);
        if let Some(validator) = known {
            return Arc::clone(validator);
        }
        let key = self.key();
        // In the dialect of the older ones nothing may stand beside a reference.
        let schema = json!({
            "$schema": self.document["$schema"],
            "allOf": [{ "$ref": format!("#/{key}/{definition}") }],
            key: self.document[key],
        });
        let validator = jsonschema::validator_for(&schema).expect("a schema of the specification");
        let validator = Arc::new(validator);
        validators.insert(definition.to_owned(), Arc::clone(&validator));
        validator
    }
}

fn folder() -> PathBuf {
    match std::env::var_os("MCP_SPEC_DIR") {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/spec"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message;

    fn conversation(result: Value) -> Transcript {
        let transcript = Transcript::new();
        transcript.note(Side::Client, &message::request(1, "tools/list", json!({})));
        transcript.note(Side::Server, &message::answer(&json!(1), &result));
        transcript
    }

    /// A check that lets everything through would be worse than none.
    #[test]
    fn a_result_is_held_against_what_its_request_asks_for() {
        for version in ProtocolVersion::ALL {
            let Some(schema) = Schema::of(version) else {
                return;
            };
            if version.has_handshake() {
                schema.check(&conversation(json!({ "tools": [] })));
            }
            for wrong in [json!({}), json!({ "tools": [{ "name": 5 }] })] {
                let checked = std::panic::catch_unwind(|| schema.check(&conversation(wrong)));
                assert!(checked.is_err(), "{version}");
            }
        }
    }
}
