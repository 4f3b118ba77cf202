//! One cell of the table: a revision and a carrier, with a server of its own.

use mcp_core::ProtocolVersion;
use mcp_server::Server;
use serde_json::{Value, json};
use tests::{Carrier, Client, Failure, User, Via};

use crate::stage::{Probe, archive};

/// A revision, over a carrier.
pub(crate) struct Cell {
    pub(crate) via: Via,
    pub(crate) version: ProtocolVersion,
    pub(crate) probe: Probe,
}

impl Cell {
    pub(crate) fn new(via: Via, version: ProtocolVersion) -> Self {
        Self {
            via,
            version,
            probe: Probe::default(),
        }
    }

    /// Whether each request stands for itself.
    pub(crate) fn is_stateless(&self) -> bool {
        !self.version.has_handshake()
    }

    /// Whether the revision is this one or came after it.
    pub(crate) fn since(&self, version: ProtocolVersion) -> bool {
        self.version >= version
    }

    /// Whether there are questions to the user in the revision.
    pub(crate) fn can_ask(&self) -> bool {
        self.since(ProtocolVersion::V2025_06_18)
    }

    /// A client of the stage that can ask its user.
    pub(crate) async fn client(&self, user: User) -> Client {
        Client::connect(self.via, self.version, &self.probe.server(), user).await
    }

    /// A client whose user is never asked.
    pub(crate) async fn quiet(&self) -> Client {
        self.client(User::new()).await
    }

    /// A client that can do this.
    pub(crate) async fn client_with(&self, capabilities: Value) -> Client {
        let server = self.probe.server();
        Client::connect_with(self.via, self.version, &server, User::new(), capabilities).await
    }

    /// A client of some server, whose user is never asked.
    pub(crate) async fn of(&self, server: &Server) -> Client {
        Client::connect(self.via, self.version, server, User::new()).await
    }

    /// A client of the archive, whose user is never asked.
    pub(crate) async fn reader(&self) -> Client {
        self.of(&archive().build().unwrap()).await
    }

    /// A client of the archive that can ask its user.
    pub(crate) async fn visitor(&self, user: User) -> Client {
        let server = archive().build().unwrap();
        Client::connect(self.via, self.version, &server, user).await
    }

    /// A client of the archive who is somebody.
    pub(crate) async fn reader_by_name(&self, name: &str) -> Client {
        let server = archive().build().unwrap();
        let carrier = Carrier::open_as(self.via, &server, Some(name)).await;
        Client::over(carrier, self.version, User::new(), json!({})).await
    }

    /// A result without what the stateless revision puts on each, which must be there, and nowhere else.
    #[track_caller]
    pub(crate) fn bare(&self, mut result: Value) -> Value {
        let members = result.as_object_mut().expect("a result is an object");
        let kind = members.remove("resultType");
        let meta = members.remove("_meta");
        if self.is_stateless() {
            assert_eq!(kind, Some(json!("complete")));
            let name = &meta.expect("a stamp")["io.modelcontextprotocol/serverInfo"]["name"];
            assert_eq!(name, "stage");
        } else {
            assert_eq!((kind, meta), (None, None));
        }
        result
    }
}

/// The text of a result of one block.
#[track_caller]
pub(crate) fn text(result: &Value) -> &str {
    let content = result["content"]
        .as_array()
        .expect("content is always there");
    assert_eq!(content.len(), 1, "{result}");
    assert_eq!(content[0]["type"], "text");
    content[0]["text"].as_str().expect("text")
}

/// The text of a result that says it is an error.
#[track_caller]
pub(crate) fn error_text(result: &Value) -> &str {
    assert_eq!(result["isError"], true, "{result}");
    assert_eq!(result.get("structuredContent"), None);
    text(result)
}

/// Code and message of a protocol error.
pub(crate) fn told(failure: Result<Value, Failure>) -> (i64, String) {
    let failure = failure.expect_err("a protocol error");
    (failure.code, failure.message)
}
