//! The schema of a revision, as the specification publishes it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use jsonschema::Validator;
use mcp_core::ProtocolVersion;
use serde_json::{Value, json};

/// Checks messages against the `schema.json` of a revision.
///
/// The files are not part of this repository. They are looked for in the folder that `MCP_SPEC_DIR` names, else in
/// `shared/spec` beside the repository, each as `REVISION/schema.json`.
pub struct Schema {
    document: Value,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// The result of requests that are only acknowledged.
const EMPTY: &str = "EmptyResult";

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

    /// What does not fit in a message that has a method, as the request or notification that it is.
    pub(crate) fn faults_of(&self, message: &Value) -> Vec<String> {
        let method = message["method"].as_str().unwrap_or_default();
        let kind = match message.get("id") {
            Some(_) => "Request",
            None => "Notification",
        };
        match self.of_method(method, kind) {
            Some(definition) => self.faults(&definition, message),
            None => vec![format!("the revision has no {kind} {method:?}")],
        }
    }

    /// What does not fit in a result.
    pub(crate) fn faults_of_result(&self, method: &str, result: &Value) -> Vec<String> {
        let definition = self.result_of(method, result);
        let mut faults = self.faults(&definition, result);
        if definition == EMPTY {
            // It lets any member through, and means none but those of every result.
            let members = result.as_object().into_iter().flatten();
            let others =
                members.filter(|(key, _)| !["_meta", "resultType"].contains(&key.as_str()));
            faults.extend(others.map(|(key, _)| format!("/{key}: not in an empty result")));
        }
        faults
    }

    /// What does not fit in an answer that is an error.
    pub(crate) fn faults_of_error(&self, answer: &Value) -> Vec<String> {
        let mut faults = self.faults("JSONRPCMessage", answer);
        if let Some((definition, whole)) = self.of_code(&answer["error"]["code"]) {
            let value = if whole { answer } else { &answer["error"] };
            faults.extend(self.faults(&definition, value));
        }
        faults
    }

    /// What a request is answered with.
    fn result_of(&self, method: &str, result: &Value) -> String {
        if result["resultType"] == "input_required" {
            return "InputRequiredResult".to_owned();
        }
        let request = self.of_method(method, "Request").unwrap_or_default();
        let own = request.replace("Request", "Result");
        match self.definitions().get(&own) {
            Some(_) => own,
            None => EMPTY.to_owned(),
        }
    }

    /// The definition of an error with this code, if the revision has one, and whether it is that of the whole answer.
    fn of_code(&self, code: &Value) -> Option<(String, bool)> {
        let definitions = self.definitions().as_object()?;
        definitions.iter().find_map(|(name, definition)| {
            let members = &definition["properties"];
            if !name.ends_with("Error") || code.is_null() {
                return None;
            }
            if members["code"]["const"] == *code {
                return Some((name.clone(), false));
            }
            let parts = members["error"]["allOf"].as_array()?;
            let has_code = |part: &Value| part["properties"]["code"]["const"] == *code;
            parts.iter().any(has_code).then(|| (name.clone(), true))
        })
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

    pub(crate) fn faults(&self, definition: &str, value: &Value) -> Vec<String> {
        let validator = self.validator(definition);
        let faults = validator.iter_errors(value);
        faults
            .map(|fault| format!("no {definition}: {}: {fault}", fault.instance_path()))
            .collect()
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

    /// A check that lets everything through would be worse than none.
    #[test]
    fn only_requests_that_are_acknowledged_have_an_empty_result() {
        for version in ProtocolVersion::ALL {
            let Some(schema) = Schema::of(version) else {
                return;
            };
            let definitions = schema.definitions().as_object().unwrap();
            let mut empty: Vec<_> = definitions
                .values()
                .filter_map(|definition| definition["properties"]["method"]["const"].as_str())
                .filter(|method| schema.of_method(method, "Request").is_some())
                .filter(|method| schema.result_of(method, &json!({})) == EMPTY)
                .collect();
            empty.sort_unstable();
            let expected: &[_] = match version.has_handshake() {
                true => &[
                    "logging/setLevel",
                    "ping",
                    "resources/subscribe",
                    "resources/unsubscribe",
                ],
                false => &[],
            };
            assert_eq!(empty, expected, "{version}");
            if version.has_handshake() {
                assert_eq!(schema.faults_of_result("ping", &json!({})), &[] as &[&str]);
                let more = schema.faults_of_result("ping", &json!({ "tools": [] }));
                assert_eq!(more, ["/tools: not in an empty result"]);
            }
        }
    }
}
