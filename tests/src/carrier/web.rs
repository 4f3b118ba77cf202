//! Streamable HTTP on a socket.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use mcp_server::Server;
use serde_json::Value;

use super::Mailbox;
use crate::http::{self, Request};
use crate::{Site, message};

/// A client that keeps to the headers of its revision.
pub(super) struct Web {
    address: SocketAddr,
    name: Option<String>,
    session: Arc<Mutex<Session>>,
    sender: Mailbox,
}

/// What `initialize` has settled.
#[derive(Clone, Default)]
struct Session {
    id: Option<String>,
    version: Option<String>,
}

impl Web {
    pub(super) async fn open(server: &Server, sender: Mailbox, name: Option<&str>) -> Self {
        Self {
            address: Site::open(server).await.address,
            name: name.map(str::to_owned),
            session: Arc::default(),
            sender,
        }
    }

    pub(super) async fn send(&self, message: &Value) {
        let request = self.signed(self.dress(message));
        let stream = http::connect(self.address, &request).await;
        let (session, sender) = (Arc::clone(&self.session), self.sender.clone());
        let opens = message["method"] == "initialize";
        let reading = async move {
            let mut response = http::Response::from_stream(stream).await;
            if opens && response.status == 200 {
                session.lock().unwrap().id = response.header("mcp-session-id").map(str::to_owned);
            }
            while let Some(frame) = response.next().await {
                if opens {
                    let version = frame["result"]["protocolVersion"].as_str();
                    session.lock().unwrap().version = version.map(str::to_owned);
                }
                if !sender.put(frame) {
                    break;
                }
            }
            response.status
        };
        let is_request = message.get("id").is_some() && message.get("method").is_some();
        if is_request || message.is_array() {
            tokio::spawn(reading);
        } else {
            // Nobody answers a message that wants no answer.
            assert_eq!(reading.await, 202, "{message}");
            if message["method"] == "notifications/initialized" {
                self.listen().await;
            }
        }
    }

    /// Opens the stream for what a session is told outside of any request, as clients do once they are ready.
    async fn listen(&self) {
        let session = self.session.lock().unwrap().clone();
        let Some(id) = session.id else { return };
        let get = Request::bare("GET")
            .with("accept", "text/event-stream")
            .with("mcp-session-id", &id);
        let mut response = http::send(self.address, &self.signed(get)).await;
        if response.status != 200 {
            return;
        }
        let sender = self.sender.clone();
        tokio::spawn(async move {
            while let Some(frame) = response.next().await {
                if !sender.put(frame) {
                    break;
                }
            }
        });
    }

    /// Says who is calling.
    fn signed(&self, request: Request) -> Request {
        match &self.name {
            Some(name) => request.with("authorization", &format!("Bearer {name}")),
            None => request,
        }
    }

    /// Puts the headers on that the revision asks for.
    fn dress(&self, message: &Value) -> Request {
        let session = self.session.lock().unwrap().clone();
        let names_itself = message["params"]["_meta"]
            .get(message::VERSION_KEY)
            .is_some();
        if names_itself {
            return Request::stateless(message);
        }
        if message["method"] == "initialize" {
            return Request::post(message);
        }
        let mut request = Request::post(message);
        if let Some(id) = &session.id {
            request = request.with("mcp-session-id", id);
        }
        // The header came with 2025-06-18; dates compare as text.
        if let Some(version) = session
            .version
            .filter(|version| version.as_str() >= "2025-06-18")
        {
            request = request.with("mcp-protocol-version", &version);
        }
        request
    }
}
