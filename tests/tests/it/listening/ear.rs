//! A client that listens, whatever it listens with.

use std::net::SocketAddr;

use mcp_core::ProtocolVersion;
use mcp_server::Server;
use serde_json::{Value, json};
use tests::http::{self, Request, Response};
use tests::{Client, User, Via, message, soon};

use crate::http::open_session;

/// A client that listens to the list of tools and to one resource.
pub(super) enum Ear {
    /// Everything comes on one stream.
    Stream(Box<Client>),
    /// What is told has a stream of its own; lists are asked for beside it.
    Standing {
        address: SocketAddr,
        told: Box<Response>,
        list: Request,
    },
}

impl Ear {
    /// One that listens with a request of its own, over HTTP.
    pub(super) async fn standing(address: SocketAddr, uri: &str) -> Self {
        let filter = json!({ "toolsListChanged": true, "resourceSubscriptions": [uri] });
        let params = json!({ "notifications": filter });
        let listen = message::stateless("ear", "subscriptions/listen", params);
        let mut told = http::send(address, &Request::stateless(&listen)).await;
        let acknowledged = told.next().await.expect("an acknowledgement");
        assert_eq!(acknowledged["params"]["notifications"], filter);
        let list = message::stateless("list", "tools/list", json!({}));
        Self::Standing {
            address,
            told: Box::new(told),
            list: Request::stateless(&list),
        }
    }

    /// A session over HTTP, with the stream that it opens by GET.
    pub(super) async fn session(address: SocketAddr, uri: &str) -> Self {
        let session = open_session(address, "2025-11-25").await;
        let in_session = |message: &Value| {
            Request::in_session(message, &session).with("mcp-protocol-version", "2025-11-25")
        };
        let get = Request::bare("GET")
            .with("accept", "text/event-stream")
            .with("mcp-session-id", &session)
            .with("mcp-protocol-version", "2025-11-25");
        let told = http::send(address, &get).await;
        assert_eq!(told.status, 200);
        let subscribe = message::request(1, "resources/subscribe", json!({ "uri": uri }));
        let answer = http::send(address, &in_session(&subscribe)).await;
        assert_eq!(answer.json().await["result"], json!({}));
        let list = message::request(2, "tools/list", json!({}));
        Self::Standing {
            address,
            told: Box::new(told),
            list: in_session(&list),
        }
    }

    /// One on a byte stream.
    pub(super) async fn stream(server: &Server, version: ProtocolVersion, uri: &str) -> Self {
        let mut client = Client::connect(Via::Stdio, version, server, User::new()).await;
        if version.has_handshake() {
            client.request("ping", json!({})).await.unwrap();
            let params = json!({ "uri": uri });
            client.request("resources/subscribe", params).await.unwrap();
        } else {
            let filter = json!({ "toolsListChanged": true, "resourceSubscriptions": [uri] });
            let params = json!({ "notifications": filter });
            client.start("subscriptions/listen", params).await;
            client.notice().await;
        }
        Self::Stream(Box::new(client))
    }

    /// The method of the next thing it is told.
    pub(super) async fn next(&mut self) -> String {
        let notice = match self {
            Self::Stream(client) => client.notice().await,
            Self::Standing { told, .. } => soon(told.next()).await.expect("the stream is open"),
        };
        notice["method"]
            .as_str()
            .expect("a notification")
            .to_owned()
    }

    /// The names of the tools, as they are listed to it.
    pub(super) async fn tools(&mut self) -> Vec<String> {
        let list = match self {
            Self::Stream(client) => client.request("tools/list", json!({})).await.unwrap(),
            Self::Standing { address, list, .. } => {
                http::send(*address, list).await.json().await["result"].take()
            }
        };
        let tools = list["tools"].as_array().expect("a list").iter();
        tools
            .map(|tool| tool["name"].as_str().unwrap().to_owned())
            .collect()
    }
}
