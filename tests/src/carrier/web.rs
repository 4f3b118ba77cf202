//! Streamable HTTP on a socket.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use mcp_server::Server;
use serde_json::Value;
use tokio::task::JoinHandle;

use super::Mailbox;
use crate::http::{self, Request};
use crate::{Site, message};

/// A client that keeps to the headers of its revision.
pub(super) struct Web {
    address: SocketAddr,
    name: Option<String>,
    session: Arc<Mutex<Session>>,
    sender: Mailbox,
    /// Requests that stand for themselves, by their ids: each ends with its connection.
    open: HashMap<String, JoinHandle<u16>>,
}

/// What `initialize` has settled.
#[derive(Clone, Default)]
struct Session {
    id: Option<String>,
    version: Option<String>,
}

impl Web {
    pub(super) async fn open(
        server: &Server,
        sender: Mailbox,
        name: Option<&str>,
        stopped: impl Future<Output = ()> + Send + 'static,
    ) -> Self {
        let site = Site::open_until(server, |builder| builder, stopped).await;
        Self {
            address: site.address,
            name: name.map(str::to_owned),
            session: Arc::default(),
            sender,
            open: HashMap::new(),
        }
    }

    pub(super) async fn send(&mut self, message: &Value) {
        let request = self.dress(message).by(self.name.as_deref());
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
            let reading = tokio::spawn(reading);
            if names_itself(message) {
                self.open.insert(message["id"].to_string(), reading);
            }
        } else {
            // Nobody answers a message that wants no answer.
            assert_eq!(reading.await, 202, "{message}");
            if message["method"] == "notifications/initialized" {
                self.listen().await;
            }
        }
    }

    /// Hangs up on a request that stands for itself; `false` where none of them has the id.
    pub(super) async fn hang_up(&mut self, id: &Value) -> bool {
        let Some(reading) = self.open.remove(&id.to_string()) else {
            return false;
        };
        reading.abort();
        // The connection is cut once the task is gone, however it went.
        let _ = reading.await;
        true
    }

    /// Opens the stream for what a session is told outside of any request, as clients do once they are ready.
    async fn listen(&self) {
        let session = self.session.lock().unwrap().clone();
        let Some(id) = session.id else { return };
        let get = Request::bare("GET")
            .with("accept", "text/event-stream")
            .with("mcp-session-id", &id);
        let mut response = http::send(self.address, &get.by(self.name.as_deref())).await;
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

    /// Puts the headers on that the revision asks for.
    fn dress(&self, message: &Value) -> Request {
        let session = self.session.lock().unwrap().clone();
        if names_itself(message) {
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

/// Whether a message says which revision it is of.
fn names_itself(message: &Value) -> bool {
    let meta = &message["params"]["_meta"];
    meta.get(message::VERSION_KEY).is_some()
}
