//! HTTP+SSE of 2024-11-05 on a socket: messages are posted, and whatever the server says comes on one stream.

use std::net::SocketAddr;

use mcp_server::Server;
use serde_json::Value;
use tokio::task::JoinHandle;

use super::Mailbox;
use crate::Site;
use crate::http::{self, Request};

/// A client that posts where its stream said.
pub(super) struct Desk {
    address: SocketAddr,
    name: Option<String>,
    messages: String,
    sender: Mailbox,
    stream: JoinHandle<()>,
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.stream.abort();
    }
}

impl Desk {
    pub(super) async fn open(
        server: &Server,
        sender: Mailbox,
        name: Option<&str>,
        stopped: impl Future<Output = ()> + Send + 'static,
    ) -> Self {
        let adjust = |builder: mcp_transport_http::Builder| builder.legacy_sse("/sse", "/messages");
        let address = Site::open_until(server, adjust, stopped).await.address;
        let get = Request::bare("GET")
            .at("/sse")
            .with("accept", "text/event-stream");
        let mut told = http::send(address, &get.by(name)).await;
        assert_eq!((told.status, told.is_stream()), (200, true));
        let first = told.event().await.expect("where to post");
        assert_eq!(first.kind.as_deref(), Some("endpoint"), "{first:?}");
        let inbox = sender.clone();
        let stream = tokio::spawn(async move {
            while let Some(frame) = told.next().await {
                if !inbox.put(frame) {
                    break;
                }
            }
        });
        Self {
            address,
            name: name.map(str::to_owned),
            messages: first.data,
            sender,
            stream,
        }
    }

    pub(super) async fn send(&self, message: &Value) {
        // What its revision knows of headers is the type of the body.
        let post = Request::post(message).without("accept").at(&self.messages);
        let response = http::send(self.address, &post.by(self.name.as_deref())).await;
        if response.status == 202 {
            assert_eq!(response.text().await, "", "{message}");
        } else {
            // The stream has no word for what names no request.
            assert_eq!(response.status, 400, "{message}");
            self.sender.put(response.json().await);
        }
    }
}
