//! How the arguments of a call are read: what is repaired, and what becomes of
//! those that no parameter names.

use mcp_core::types::{CallToolResult, ContentBlock};
use serde_json::{Map, Value};

use crate::schema::SchemaProfile;
use crate::validate::{Coercion, Validator, nearest};

/// What becomes of arguments that no parameter of a tool names.
///
/// Set per server ([`ServerBuilder::unknown_keys`](crate::ServerBuilder::unknown_keys))
/// and per tool ([`ToolBuilder::unknown_keys`](crate::ToolBuilder::unknown_keys)).
/// A schema written by hand says by itself what it takes, and a tool with a
/// parameter for the rest (`#[arg(rest)]`) knows every argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownKeys {
    /// The call is refused, nothing runs: a model that made up `max_results`
    /// hears that `limit` is meant instead of getting everything. The schema
    /// says `additionalProperties: false`, in objects inside of arguments as
    /// well ([`SchemaProfile::Portable`]), unless their type has a use for any
    /// key, such as a flattened map.
    #[default]
    Error,
    /// The call runs without them, and the result ends with a text that names
    /// them. The schema is open, and so are objects inside of arguments: of
    /// their keys nothing is said.
    Warn,
    /// The call runs without them. The schema is open.
    Ignore,
}

/// What a server says of arguments and their schemas, for tools that say nothing else.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    pub(crate) profile: Option<SchemaProfile>,
    pub(crate) coercion: Option<Coercion>,
    pub(crate) unknown_keys: Option<UnknownKeys>,
    /// Keys that hosts add for themselves.
    pub(crate) ignored_keys: Vec<String>,
}

/// The arguments of one tool that no parameter of it names.
#[derive(Debug)]
pub(crate) struct Strays {
    /// `Error` as well where the schema alone decides.
    unknown: UnknownKeys,
    ignored: Vec<String>,
}

/// Unknown arguments that a warning names.
const NAMED: usize = 10;

/// Characters of one that are repeated.
const SHOWN: usize = 64;

impl Strays {
    pub(crate) fn new(unknown: UnknownKeys, ignored: Vec<String>) -> Self {
        Self { unknown, ignored }
    }

    /// Takes out what hosts added, before the arguments are judged. What a
    /// parameter names stays.
    pub(crate) fn drop_ignored(&self, input: &Validator, arguments: &mut Value) {
        let Value::Object(arguments) = arguments else {
            return;
        };
        for key in &self.ignored {
            if input.property(key).is_none() {
                arguments.remove(key);
            }
        }
    }

    /// Takes out what no parameter names, once the arguments are known to be
    /// good; says what that was where somebody is to hear of it.
    pub(crate) fn drop_unknown(
        &self,
        input: &Validator,
        arguments: &mut Map<String, Value>,
    ) -> Option<String> {
        if self.unknown == UnknownKeys::Error {
            return None;
        }
        let known = |key: &str| input.property(key).is_some();
        let unknown: Vec<String> = arguments
            .keys()
            .filter(|key| !known(key))
            .cloned()
            .collect();
        if unknown.is_empty() {
            return None;
        }
        arguments.retain(|key, _| known(key));
        (self.unknown == UnknownKeys::Warn).then(|| warning(&unknown, input, arguments))
    }
}

fn warning(unknown: &[String], input: &Validator, sent: &Map<String, Value>) -> String {
    let properties = input.schema().get("properties").and_then(Value::as_object);
    let unsent = || {
        let names = properties.into_iter().flat_map(Map::keys);
        names
            .map(String::as_str)
            .filter(|&it| !sent.contains_key(it))
    };
    let mut lines: Vec<String> = Vec::new();
    for key in unknown.iter().take(NAMED) {
        let shown = Value::from(shortened(key));
        let meant = nearest(key, unsent()).map(|meant| format!(" (did you mean \"{meant}\"?)"));
        let meant = meant.unwrap_or_default();
        lines.push(format!("Ignored unknown argument {shown}{meant}"));
    }
    if unknown.len() > NAMED {
        lines.push(format!("… and {} more", unknown.len() - NAMED));
    }
    lines.join("\n")
}

fn shortened(key: &str) -> String {
    match key.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &key[..end]),
        None => key.to_owned(),
    }
}

/// Ends a result with a text.
pub(crate) fn append(result: &mut CallToolResult, text: String) {
    // The text form of data comes last by itself; a remark comes after it.
    if std::mem::take(&mut result.text_twin)
        && let Some(data) = &result.structured_content
    {
        result.content.push(ContentBlock::text(data.get()));
    }
    result.content.push(ContentBlock::text(text));
}
