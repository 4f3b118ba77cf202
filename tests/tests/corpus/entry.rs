//! One type of the corpus.

use mcp_server::test::{Client, TestClient};
use mcp_server::{Json, Server, Tool};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::types;

/// A type, and in what its schema differs from it.
pub(crate) struct Entry {
    /// The name of the tool that takes and gives it.
    pub(crate) name: &'static str,
    /// Reads a value by serde and writes it again.
    pub(crate) through_serde: fn(&Value) -> Option<Value>,
    /// Values to start from, beside those made from the schema.
    pub(crate) samples: Vec<Value>,
    /// Why the schema allows values that serde does not read.
    pub(crate) wider: Option<&'static str>,
    /// Why the schema refuses values that serde reads.
    pub(crate) narrower: Option<&'static str>,
    tool: fn(&'static str) -> Tool,
}

pub(crate) fn entry<T>(name: &'static str) -> Entry
where
    T: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static,
{
    Entry {
        name,
        through_serde: |value| {
            let read = T::deserialize(value).ok()?;
            // As text and back: a value in memory keeps digits that text does not.
            let text = serde_json::to_string(&read).ok()?;
            serde_json::from_str(&text).ok()
        },
        samples: Vec::new(),
        wider: None,
        narrower: None,
        tool: |name| {
            Tool::new(name)
                .describe(format!("Give back what is sent: {name}."))
                .read_only()
                .arg::<T>("value", |value| value)
                .handler(async |value: T| Json(value))
        },
    }
}

impl Entry {
    pub(crate) fn sample(mut self, value: Value) -> Self {
        self.samples.push(value);
        self
    }

    pub(crate) fn wider(mut self, reason: &'static str) -> Self {
        self.wider = Some(reason);
        self
    }

    pub(crate) fn narrower(mut self, reason: &'static str) -> Self {
        self.narrower = Some(reason);
        self
    }
}

/// A server with one tool for each entry.
pub(crate) fn server(entries: &[Entry]) -> Server {
    let tools = entries.iter().map(|entry| (entry.tool)(entry.name));
    let builder = tools.fold(Server::new("corpus", "1"), |server, tool| server.tool(tool));
    match builder.build() {
        Ok(server) => server,
        Err(fault) => panic!("{fault}"),
    }
}

pub(crate) async fn client(entries: &[Entry]) -> Client {
    TestClient::of(server(entries)).connect().await
}

/// The whole corpus.
pub(crate) fn all() -> Vec<Entry> {
    let entries = types::all();
    for (at, entry) in entries.iter().enumerate() {
        let twice = entries[..at].iter().any(|other| other.name == entry.name);
        assert!(!twice, "two entries {}", entry.name);
    }
    entries
}
