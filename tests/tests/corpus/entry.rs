//! One type of the corpus.

use mcp_server::test::{Client, Era, TestClient};
use mcp_server::{Args, Json, Server, ServerBuilder, Tool, UnknownKeys};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::types;

/// A type, and in what its schema differs from it.
pub(crate) struct Entry {
    /// The name of the tool that takes and gives it.
    pub(crate) name: &'static str,
    /// Whether it is all arguments of the tool, not one of them.
    pub(crate) whole: bool,
    /// Reads a value by serde and writes it again.
    pub(crate) through_serde: fn(&Value) -> Option<Value>,
    /// Values to start from, beside those made from the schema.
    pub(crate) samples: Vec<Value>,
    /// Values that the schema allows and serde does not read.
    pub(crate) wider: Option<Exception>,
    /// Values that the schema refuses and serde reads.
    pub(crate) narrower: Option<Exception>,
    /// What the server checks beyond what is published: formats that are said in words only.
    pub(crate) checked: Value,
    tool: fn(&'static str) -> Tool,
}

/// Values in which the schema differs from serde.
pub(crate) struct Exception {
    /// Which ones: the value it is about, and nothing more than need be.
    pub(crate) of: fn(&Value) -> bool,
}

/// A type as one argument, `value`.
pub(crate) fn entry<T>(name: &'static str) -> Entry
where
    T: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static,
{
    new::<T>(name, |name| {
        about(name)
            .arg::<T>("value", |value| value)
            .handler(async |value: T| Json(value))
    })
}

/// A type as all arguments.
pub(crate) fn whole<T>(name: &'static str) -> Entry
where
    T: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static,
{
    let entry = new::<T>(name, |name| {
        about(name).handler(async |Args(value): Args<T>| Json(value))
    });
    Entry {
        whole: true,
        ..entry
    }
}

fn about(name: &'static str) -> mcp_server::ToolBuilder {
    Tool::new(name)
        .describe(format!("Give back what is sent: {name}."))
        .read_only()
}

fn new<T: Serialize + DeserializeOwned>(
    name: &'static str,
    tool: fn(&'static str) -> Tool,
) -> Entry {
    Entry {
        name,
        whole: false,
        through_serde: |value| {
            let read = T::deserialize(value).ok()?;
            // As text and back: a value in memory keeps digits that text does not.
            let text = serde_json::to_string(&read).ok()?;
            serde_json::from_str(&text).ok()
        },
        samples: Vec::new(),
        wider: None,
        narrower: None,
        checked: json!({}),
        tool,
    }
}

impl Entry {
    pub(crate) fn sample(mut self, value: Value) -> Self {
        self.samples.push(value);
        self
    }

    /// The reason is for the reader.
    pub(crate) fn wider(mut self, _reason: &str, of: fn(&Value) -> bool) -> Self {
        self.wider = Some(Exception { of });
        self
    }

    /// The reason is for the reader.
    pub(crate) fn narrower(mut self, _reason: &str, of: fn(&Value) -> bool) -> Self {
        self.narrower = Some(Exception { of });
        self
    }

    pub(crate) fn checked(mut self, schema: Value) -> Self {
        self.checked = schema;
        self
    }

    /// The arguments that carry a value.
    pub(crate) fn arguments(&self, value: &Value) -> Value {
        match self.whole {
            true => value.clone(),
            false => json!({ "value": value }),
        }
    }

    /// The value that arguments carry.
    pub(crate) fn value(&self, arguments: &Value) -> Value {
        match self.whole {
            true => arguments.clone(),
            false => arguments["value"].clone(),
        }
    }
}

/// A server with one tool for each entry.
pub(crate) fn server(entries: &[Entry]) -> Server {
    build(entries, Server::new("corpus", "1"))
}

fn build(entries: &[Entry], server: ServerBuilder) -> Server {
    let tools = entries.iter().map(|entry| (entry.tool)(entry.name));
    let builder = tools.fold(server, |server, tool| server.tool(tool));
    match builder.build() {
        Ok(server) => server,
        Err(fault) => panic!("{fault}"),
    }
}

pub(crate) async fn client(entries: &[Entry]) -> Client {
    TestClient::of(server(entries)).connect().await
}

/// A client that sees the corpus as those before 2026-07-28 do.
pub(crate) async fn legacy_client(entries: &[Entry]) -> Client {
    TestClient::of(server(entries))
        .era(Era::Legacy)
        .connect()
        .await
}

/// A client of a server that reads over keys that no type names, as serde does.
pub(crate) async fn lenient_client(entries: &[Entry]) -> Client {
    let server = Server::new("corpus", "1").unknown_keys(UnknownKeys::Ignore);
    TestClient::of(build(entries, server)).connect().await
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
