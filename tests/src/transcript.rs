//! What was said, in a form that can be compared.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use crate::check::{Check, Manners};

/// Who said it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The client.
    Client,
    /// The server.
    Server,
}

/// A recorder of messages; clones record into the same transcript.
#[derive(Clone, Debug, Default)]
pub struct Transcript(Arc<Mutex<Vec<(Side, Value)>>>);

impl Transcript {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Records one message.
    pub fn note(&self, side: Side, message: &Value) {
        let mut said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        said.push((side, message.clone()));
    }

    /// Records that a client hung up on a request: what it says by that, it says without a message.
    pub fn note_hang_up(&self, id: &Value) {
        self.note(Side::Client, &Value::String(format!("hangs up on {id}")));
    }

    /// The messages in order.
    #[must_use]
    pub fn messages(&self) -> Vec<(Side, Value)> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// One line a message. What differs from run to run (sealed state, the ids of the server's questions and pages,
    /// references to the log) is replaced by a name that is the same for the same value; what comes together in a batch is
    /// put in order.
    #[must_use]
    pub fn to_lines(&self) -> String {
        let mut names = HashMap::new();
        let mut lines = String::new();
        for (side, mut message) in self.messages() {
            if let Value::Array(batch) = &mut message {
                // They come as they are done.
                batch.sort_by_key(|one| one["id"].to_string());
            }
            steady(&mut message, &mut names);
            let message = sorted(message);
            let arrow = match side {
                Side::Client => "client",
                Side::Server => "server",
            };
            lines.push_str(&format!("{{\"{arrow}\":{message}}}\n"));
        }
        lines
    }

    /// Holds what was said against the schemas of the specification, where they are there.
    ///
    /// # Panics
    ///
    /// When something does not fit; the message says what, and why.
    pub(crate) fn check(&self, manners: &Manners) {
        Check::new(manners).all(&self.messages());
    }

    /// Compares with a file that is reviewed like code, or writes it anew where `UPDATE=1` is set.
    ///
    /// # Panics
    ///
    /// When they differ; the message shows the first line that does.
    pub fn assert_is(&self, file: &Path) {
        let found = self.to_lines();
        if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
            std::fs::create_dir_all(file.parent().expect("a folder")).unwrap();
            std::fs::write(file, found).unwrap();
            return;
        }
        let expected = std::fs::read_to_string(file)
            .unwrap_or_else(|error| panic!("{}: {error}; UPDATE=1 writes it", file.display()));
        let mut lines = expected.lines().zip(found.lines()).enumerate();
        if let Some((number, (expected, found))) = lines.find(|(_, (old, new))| old != new) {
            let number = number + 1;
            panic!(
                "{}:{number} differs (UPDATE=1 writes it anew)\nexpected: {expected}\n   found: {found}",
                file.display()
            );
        }
        assert_eq!(
            expected.lines().count(),
            found.lines().count(),
            "{}",
            file.display()
        );
    }
}

/// With its members in the order of their names, in whatever order they are kept.
fn sorted(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        Value::Object(members) => {
            let members: BTreeMap<_, _> = members.into_iter().collect();
            let sorted = members
                .into_iter()
                .map(|(key, member)| (key, sorted(member)));
            Value::Object(sorted.collect())
        }
        other => other,
    }
}

/// Gives names to what differs from run to run.
fn steady(value: &mut Value, names: &mut HashMap<String, String>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| steady(item, names)),
        Value::Object(members) => {
            for (key, member) in members.iter_mut() {
                match member {
                    Value::String(text) if key == "requestState" => {
                        *text = name("state", text, names)
                    }
                    Value::String(text) if key == "elicitationId" => {
                        *text = name("page", text, names)
                    }
                    Value::String(text) if text.starts_with("ask-") => {
                        *text = name("ask", text, names)
                    }
                    Value::String(text) => mask_reference(text),
                    other => steady(other, names),
                }
            }
        }
        _ => {}
    }
}

fn name(kind: &str, value: &str, names: &mut HashMap<String, String>) -> String {
    let number = names.len() + 1;
    names
        .entry(value.to_owned())
        .or_insert_with(|| format!("<{kind} {number}>"))
        .clone()
}

/// A reference to the log is eight hexadecimal digits after the word.
fn mask_reference(text: &mut String) {
    const WORD: &str = "reference ";
    if let Some(at) = text.find(WORD).map(|at| at + WORD.len()) {
        let digits = text[at..]
            .chars()
            .take_while(char::is_ascii_hexdigit)
            .count();
        if digits == 8 {
            text.replace_range(at..at + digits, "<reference>");
        }
    }
}
