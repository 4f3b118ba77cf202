//! Sessions of the revisions until 2025-11-25.

use mcp_core::ProtocolVersion;
use mcp_server::{Ctx, Legacy, Server, Tool};
use serde_json::{Value, json};
use tests::http::{self, Request};
use tests::{Carrier, Client, Site, User, Via, message};

use super::in_sessions;
use crate::scenarios::Cell;
use crate::stage::Probe;

/// The same id in two sessions at once: what belongs to one is never answered, asked or cancelled in the other.
// S-ENV-05, S-ENV-06
#[tokio::test]
async fn sessions_may_use_the_same_ids() {
    in_sessions(async |cell: Cell| {
        let server = cell.probe.server();
        let connect = async || Client::connect(cell.via, cell.version, &server, User::new()).await;
        let (mut one, mut two) = (connect().await, connect().await);
        let params = || json!({ "name": "wait", "arguments": {} });
        let first = one.start("tools/call", params()).await;
        let second = two.start("tools/call", params()).await;
        assert_eq!(first, second, "clients count alike");
        cell.probe.waiting.reaches(2).await;
        two.carrier().send(&message::cancelled(second)).await;
        cell.probe.dropped.reaches(1).await;
        let (here, there) = (
            one.call("greet", json!({})).await,
            two.call("weigh", json!({ "label": "abc" })).await,
        );
        assert_eq!(here.unwrap()["content"][0]["text"], "Good morning.");
        let weighed = there.unwrap();
        let text = weighed["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("grams"), "{weighed}");
        assert_eq!(cell.probe.dropped.count(), 1, "the other one goes on");
    })
    .await;
}

// S-INIT-09
#[tokio::test]
async fn a_handshake_that_cannot_be_read_is_refused() {
    in_sessions(async |cell: Cell| {
        let mut carrier = Carrier::open(cell.via, &cell.probe.server()).await;
        let sound = json!({
            "protocolVersion": cell.version.as_str(),
            "capabilities": {},
            "clientInfo": { "name": "boundary", "version": "1" },
        });
        let without = |member: &str| {
            let mut params = sound.clone();
            params.as_object_mut().unwrap().remove(member);
            params
        };
        let with = |member: &str, value: Value| {
            let mut params = sound.clone();
            params[member] = value;
            params
        };
        for params in [
            json!({}),
            without("protocolVersion"),
            with("protocolVersion", json!(20_251_125)),
            with("capabilities", json!([])),
        ] {
            carrier
                .send(&message::request(1, "initialize", params.clone()))
                .await;
            let answer = carrier.next().await;
            assert_eq!(answer["error"]["code"], -32602, "{params}: {answer}");
        }
        carrier
            .send(&message::request(2, "initialize", sound.clone()))
            .await;
        let answer = carrier.next().await;
        assert_eq!(
            answer["result"]["protocolVersion"],
            cell.version.as_str(),
            "a second try is as good as the first: {answer}"
        );
    })
    .await;
}

/// Between the answer to `initialize` and `initialized` the client hears nothing but answers.
// S-INIT-11
#[tokio::test]
async fn nothing_is_said_before_the_client_is_ready() {
    in_sessions(async |cell: Cell| {
        let mut carrier = Carrier::open(cell.via, &cell.probe.server()).await;
        let can_ask = json!({ "elicitation": {}, "roots": { "listChanged": true } });
        let hello = message::initialize("hello", cell.version.as_str(), can_ask);
        carrier.send(&hello).await;
        let answer = carrier.next().await;
        assert_eq!(answer["id"], "hello", "{answer}");
        carrier
            .send(&message::request("ping", "ping", json!({})))
            .await;
        let answer = carrier.next().await;
        assert_eq!(
            answer,
            json!({ "jsonrpc": "2.0", "id": "ping", "result": {} }),
            "the next message is the answer to the next request"
        );
    })
    .await;
}

// S-CANC-10
#[tokio::test]
async fn a_handshake_cannot_be_cancelled() {
    in_sessions(async |cell: Cell| {
        let mut carrier = Carrier::open(cell.via, &cell.probe.server()).await;
        let hello = message::initialize(1, cell.version.as_str(), json!({}));
        carrier.send(&hello).await;
        if cell.via != Via::Http {
            carrier.send(&message::cancelled(1)).await;
        }
        let answer = carrier.next().await;
        assert_eq!(
            answer["result"]["protocolVersion"],
            cell.version.as_str(),
            "{answer}"
        );
        // Over HTTP the session must be there first.
        carrier.send(&message::cancelled(1)).await;
        carrier.send(&message::request(2, "ping", json!({}))).await;
        assert_eq!(carrier.next().await["result"], json!({}));
    })
    .await;
}

/// A cancellation may meet the answer on its way.
// S-CANC-06, S-CANC-07
#[tokio::test]
async fn a_cancellation_that_comes_too_late_does_no_harm() {
    in_sessions(async |cell: Cell| {
        let mut client = cell.quiet().await;
        for _ in 0..3 {
            let id = client.start("tools/call", json!({ "name": "greet" })).await;
            client.finish(&id).await.unwrap();
            client.carrier().send(&message::cancelled(id)).await;
        }
        // On its way at the same time: whichever comes first, there is at most one answer, and what follows is served.
        if cell.via == Via::Stdio {
            let id = client.start("tools/call", json!({ "name": "greet" })).await;
            client.carrier().send(&message::cancelled(id.clone())).await;
            let next = client.start("ping", json!({})).await;
            let mut answer = client.carrier().next().await;
            if answer["id"] == id {
                answer = client.carrier().next().await;
            }
            assert_eq!(answer["id"], next, "{answer}");
        }
        client.call("greet", json!({})).await.unwrap();
    })
    .await;
}

/// The revision of 2025-03-26 and the one before it know no version header.
// S-HTTPL-24, S-HTTPL-27
#[tokio::test]
async fn no_version_header_is_demanded_of_a_session() {
    for version in ProtocolVersion::ALL {
        if !version.has_handshake() {
            continue;
        }
        let site = Site::open(&Probe::default().server()).await;
        let initialize = message::initialize(1, version.as_str(), json!({}));
        let response = http::send(site.address, &Request::post(&initialize)).await;
        let session = response.header("mcp-session-id").unwrap().to_owned();
        let list = message::request(2, "tools/list", json!({}));
        let response = http::send(site.address, &Request::in_session(&list, &session)).await;
        assert_eq!(response.status, 200, "{version}");
        let tools = response.json().await;
        assert!(tools["result"]["tools"].is_array(), "{version}: {tools}");
    }
}

/// What a server without session ids can do in the older revisions: whatever fits into one exchange.
// S-HTTPL-36
#[tokio::test]
async fn sessions_may_be_done_without() {
    let probe = Probe::default();
    let server = probe.builder().legacy(Legacy::Stateless).build().unwrap();
    let site = Site::open(&server).await;
    let initialize = message::initialize(1, "2025-11-25", json!({ "elicitation": {} }));
    let response = http::send(site.address, &Request::post(&initialize)).await;
    assert_eq!(response.header("mcp-session-id"), None);
    assert_eq!(
        response.json().await["result"]["protocolVersion"],
        "2025-11-25"
    );
    let call = |tool: &str, arguments: Value| {
        let params = json!({ "name": tool, "arguments": arguments });
        Request::post(&message::request(2, "tools/call", params))
            .with("mcp-protocol-version", "2025-11-25")
    };
    let greeted = http::send(site.address, &call("greet", json!({}))).await;
    let greeted = greeted.json().await;
    assert_eq!(greeted["result"]["content"][0]["text"], "Good morning.");
    let asked = http::send(site.address, &call("send", json!({ "label": "abc" }))).await;
    let refused = asked.json().await;
    assert_eq!(refused["result"]["isError"], true, "{refused}");
    assert_eq!(probe.sent.count(), 0);
}

/// A server that asks for the folders of the client, and for a word of its model.
fn curious() -> Server {
    Server::new("curious", "1.0.0")
        .tool(
            Tool::new("folders")
                .describe("Count the folders of the client.")
                .handler(async |ctx: Ctx| {
                    #[expect(deprecated, reason = "clients still have them")]
                    let roots = ctx.roots().await;
                    format!("{} folders", roots.len())
                }),
        )
        .tool(
            Tool::new("guess")
                .describe("Ask the model of the client.")
                .handler(async |ctx: Ctx| {
                    use mcp_server::core::types::SamplingMessage;
                    use mcp_server::deprecated::CreateMessageRequest;
                    let question =
                        CreateMessageRequest::new([SamplingMessage::user("Guess.")], 100);
                    #[expect(deprecated, reason = "clients still have one")]
                    let guess = ctx.sample(question).await;
                    guess.model
                }),
        )
        .build()
        .unwrap()
}

/// Calls a tool of the curious server and gives the live question that comes of it.
async fn question(client: &mut Client, tool: &str) -> (Value, Value) {
    let id = client
        .start("tools/call", json!({ "name": tool, "arguments": {} }))
        .await;
    let question = client.carrier().next().await;
    assert!(question["id"].is_string() || question["id"].is_i64());
    (id, question)
}

async fn curious_client(cell: &Cell) -> Client {
    let able = json!({ "roots": { "listChanged": true }, "sampling": {} });
    Client::connect_with(cell.via, cell.version, &curious(), User::new(), able).await
}

/// Folders are never remembered, so a change needs nothing but the next question.
// S-ROOT-01, S-ROOT-02, S-ROOT-03
#[tokio::test]
async fn folders_are_asked_for_anew_each_time() {
    in_sessions(async |cell: Cell| {
        let mut client = curious_client(&cell).await;
        for folders in [1, 3, 0] {
            let (id, question) = question(&mut client, "folders").await;
            assert_eq!(question["method"], "roots/list");
            let roots: Vec<_> = (0..folders)
                .map(|number| json!({ "uri": format!("file:///{number}") }))
                .collect();
            let answer = message::answer(&question["id"], &json!({ "roots": roots }));
            client.carrier().send(&answer).await;
            let result = client.finish(&id).await.unwrap();
            assert_eq!(result["content"][0]["text"], format!("{folders} folders"));
            let changed = message::notification("notifications/roots/list_changed", json!({}));
            client.carrier().send(&changed).await;
        }
    })
    .await;
}

/// A user who does not let the model answer is an error of the tool, not of the protocol.
// S-SAMP-01, S-SAMP-11
#[tokio::test]
async fn a_model_that_may_not_answer_fails_the_tool() {
    in_sessions(async |cell: Cell| {
        let mut client = curious_client(&cell).await;
        let (id, question) = question(&mut client, "guess").await;
        assert_eq!(question["method"], "sampling/createMessage");
        let rejected = json!({ "code": -1, "message": "User rejected sampling request" });
        let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "error": rejected });
        client.carrier().send(&answer).await;
        let result = client.finish(&id).await.unwrap();
        assert_eq!(result["isError"], true, "{result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("User rejected"), "{text}");

        let mut unable =
            Client::connect_with(cell.via, cell.version, &curious(), User::new(), json!({})).await;
        let result = unable.call("guess", json!({})).await.unwrap();
        assert_eq!(result["isError"], true, "{result}");
        assert_eq!(unable.asked(), [""; 0]);
    })
    .await;
}

/// A client may report how far it is with a question; the answer is what counts.
// S-PROG-10
#[tokio::test]
async fn progress_of_a_question_is_taken() {
    in_sessions(async |cell: Cell| {
        let mut client = curious_client(&cell).await;
        let (id, question) = question(&mut client, "folders").await;
        for token in [question["id"].clone(), json!("nobody's")] {
            let params = json!({ "progressToken": token, "progress": 1 });
            let progress = message::notification("notifications/progress", params);
            client.carrier().send(&progress).await;
        }
        let answer = message::answer(&question["id"], &json!({ "roots": [] }));
        client.carrier().send(&answer).await;
        let result = client.finish(&id).await.unwrap();
        assert_eq!(result["content"][0]["text"], "0 folders");
    })
    .await;
}
