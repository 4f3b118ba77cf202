//! How it ends: by the server, or by the client.

use std::time::Duration;

use mcp_server::Server;
use mcp_transport_http::serve;
use mcp_transport_stdio::{Options, serve_on};
use serde_json::{Value, json};
use tests::http::{self, Request};
use tests::{Lines, Site, message, soon};
use tokio::io::{duplex, split};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::http::open_session;
use crate::stage::{Tally, archive};

const RULES: &str = "archive://rules";
const KEY: &str = "io.modelcontextprotocol/subscriptionId";

fn listen(id: Value) -> Value {
    let filter = json!({ "toolsListChanged": true, "resourceSubscriptions": [RULES] });
    message::stateless(
        id,
        "subscriptions/listen",
        json!({ "notifications": filter }),
    )
}

/// A server that counts who has gone.
fn server() -> (Server, Tally) {
    let gone = Tally::default();
    let count = gone.clone();
    let server = archive().on_unsubscribe(move |_| count.add());
    (server.build().unwrap(), gone)
}

#[track_caller]
fn assert_ended(answer: &Value, id: &Value) {
    assert_eq!(&answer["id"], id, "{answer}");
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    assert_eq!(&answer["result"]["_meta"][KEY], id, "{answer}");
}

/// On a byte stream the end of one request cannot be seen, so that it is said before the result.
// S-CANC-04, S-CANC-05, S-SUBS-11
#[tokio::test]
async fn a_server_that_stops_says_so_on_a_byte_stream() {
    let (server, gone) = server();
    let (ours, theirs) = duplex(64 * 1024);
    let (stop, stopped) = oneshot::channel::<()>();
    let (reader, writer) = split(theirs);
    let options = Options::new().stop_when(async move { drop(stopped.await) });
    let serving = tokio::spawn(serve_on(&*server.service(), reader, writer, options));
    let (reader, writer) = split(ours);
    let mut lines = Lines::new(reader, writer);
    let ids = [json!(0), json!("0")];
    for id in &ids {
        lines.send(&listen(id.clone())).await;
        let acknowledged = lines.expect().await;
        assert_eq!(&acknowledged["params"]["_meta"][KEY], id);
    }
    stop.send(()).unwrap();
    let mut rest = lines.rest().await;
    assert_eq!(rest.len(), 4, "{rest:?}");
    for id in &ids {
        let is_mine =
            |message: &Value| &message["id"] == id || &message["params"]["requestId"] == id;
        let mine: Vec<_> = rest.iter().filter(|one| is_mine(one)).collect();
        assert_eq!(mine[0]["method"], "notifications/cancelled", "{mine:?}");
        assert_ended(mine[1], id);
        rest.retain(|one| !is_mine(one));
    }
    soon(serving).await.unwrap().unwrap();
    gone.reaches(1).await;
}

// S-CANC-05, S-SUBS-11
#[tokio::test]
async fn a_server_that_stops_ends_streams_over_http_with_their_result() {
    let (server, _) = server();
    let grace = Duration::from_secs(30);
    let endpoint = server.http().grace(grace).build().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = endpoint.clone().into_router("/mcp");
    let (stop, stopped) = oneshot::channel::<()>();
    let shutdown = async move { drop(stopped.await) };
    let serving = tokio::spawn(serve(listener, router, endpoint, shutdown));

    let id = json!("ear");
    let mut told = http::send(address, &Request::stateless(&listen(id.clone()))).await;
    told.next().await.expect("an acknowledgement");
    let session = open_session(address, "2025-11-25").await;
    let get = Request::bare("GET")
        .with("accept", "text/event-stream")
        .with("mcp-session-id", &session);
    let standing = http::send(address, &get).await;
    stop.send(()).unwrap();

    let rest = told.messages().await;
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_ended(&rest[0], &id);
    assert_eq!(standing.messages().await, &[] as &[Value], "just the end");
    soon(serving).await.unwrap().unwrap();
}

// S-CANC-01, S-SUBS-12, S-SUBS-13
#[tokio::test]
async fn a_client_that_hangs_up_leaves_nothing_behind() {
    let (server, gone) = server();
    let address = Site::open(&server).await.address;
    let mut told = http::send(address, &Request::stateless(&listen(json!(1)))).await;
    told.next().await.expect("an acknowledgement");
    assert_eq!(server.handle().listeners(RULES), 1);
    drop(told);
    gone.reaches(1).await;
    assert_eq!(server.handle().listeners(RULES), 0);
    // The same id is free, and hears nothing of the first request.
    let mut told = http::send(address, &Request::stateless(&listen(json!(1)))).await;
    let acknowledged = told.next().await.expect("an acknowledgement");
    assert_eq!(acknowledged["params"]["_meta"][KEY], 1);
}

// S-SUBS-13
#[tokio::test]
async fn the_end_of_a_byte_stream_ends_what_listens_on_it() {
    for version in ["2026-07-28", "2025-11-25"] {
        let (server, gone) = server();
        let (ours, theirs) = duplex(64 * 1024);
        let (reader, writer) = split(theirs);
        let service = server.service();
        let serving = tokio::spawn(serve_on(&*service, reader, writer, Options::new()));
        let (reader, writer) = split(ours);
        let mut lines = Lines::new(reader, writer);
        if version == message::STATELESS {
            lines.send(&listen(json!(1))).await;
            lines.expect().await;
        } else {
            lines
                .exchange(&message::initialize(1, version, json!({})))
                .await;
            lines.send(&message::initialized()).await;
            let subscribe = message::request(2, "resources/subscribe", json!({ "uri": RULES }));
            lines.exchange(&subscribe).await;
        }
        assert_eq!(server.handle().listeners(RULES), 1, "{version}");
        lines.end_input().await;
        soon(serving).await.unwrap().unwrap();
        gone.reaches(1).await;
        assert_eq!(server.handle().listeners(RULES), 0, "{version}");
    }
}
