//! Each request of 2026-07-28 stands for itself.

use mcp_core::ProtocolVersion;
use mcp_server::core::LoggingLevel;
use mcp_server::{Ctx, Server, Tool};
use serde_json::{Value, json};
use tests::http::{self, Request};
use tests::{Carrier, Says, Side, Site, User, Via, message};

use super::over_each_carrier;
use crate::scenarios::Cell;
use crate::stage::Probe;

const LATEST: ProtocolVersion = ProtocolVersion::LATEST;

/// A request by a client that can do this.
fn by(capabilities: &Value, id: impl Into<Value>, method: &str, mut params: Value) -> Value {
    params["_meta"] = message::meta(capabilities.clone());
    message::request(id, method, params)
}

fn send(capabilities: &Value, id: impl Into<Value>) -> Value {
    let params = json!({ "name": "send", "arguments": { "label": "abc" } });
    by(capabilities, id, "tools/call", params)
}

/// What a client could do in the request before says nothing of this one, in either direction.
// S-ENV-24, S-META-11
#[tokio::test]
async fn capabilities_are_those_of_this_very_request() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let mut carrier = Carrier::open(cell.via, &cell.probe.server()).await;
        let (able, unable) = (json!({ "elicitation": {} }), json!({}));
        for (id, capabilities) in [&unable, &able, &unable, &able].into_iter().enumerate() {
            carrier.send(&send(capabilities, id)).await;
            let answer = carrier.next().await;
            if capabilities == &able {
                let question = &answer["result"]["inputRequests"]["question-1"];
                assert_eq!(question["method"], "elicitation/create", "{answer}");
            } else {
                assert_eq!(answer["error"]["code"], -32021, "{answer}");
            }
        }
    })
    .await;
}

/// A legacy session on the same stream lends nothing to a modern request, and takes nothing from it.
// S-ENV-24, S-STDIO-11
#[tokio::test]
async fn a_session_beside_says_nothing_of_a_request_that_stands_for_itself() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let mut carrier = Carrier::open(cell.via, &cell.probe.server()).await;
        let can_ask = json!({ "elicitation": {} });
        carrier
            .send(&message::initialize(1, "2025-11-25", can_ask))
            .await;
        carrier.next().await;
        carrier.send(&send(&json!({}), 2)).await;
        let answer = carrier.next().await;
        assert_eq!(answer["error"]["code"], -32021, "{answer}");
        let bare = message::request(3, "tools/list", json!({}));
        carrier.send(&bare).await;
        let answer = carrier.next().await;
        assert_eq!(
            answer["result"].get("resultType"),
            None,
            "of the session: {answer}"
        );
    })
    .await;
}

/// Two clients share one stream: their rounds cross, and the state that each carries tells them apart.
// S-ENV-25, S-ENV-26
#[tokio::test]
async fn conversations_cross_on_one_connection_and_go_on_over_another() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let server = cell.probe.server();
        let can_ask = json!({ "elicitation": {} });
        let mut first = Carrier::open(cell.via, &server).await;
        let mut asked = Vec::new();
        for label in ["one", "two"] {
            let params = json!({ "name": "send", "arguments": { "label": label } });
            first.send(&by(&can_ask, label, "tools/call", params)).await;
            let answer = first.next().await;
            assert_eq!(answer["id"], label, "{answer}");
            asked.push((label, answer["result"].clone()));
        }
        let mut second = Carrier::open(cell.via, &server).await;
        for (label, result) in asked.iter().rev() {
            let yes = json!({ "action": "accept", "content": { "confirm": true } });
            let params = json!({
                "name": "send",
                "arguments": { "label": label },
                "requestState": result["requestState"],
                "inputResponses": { "question-1": yes },
            });
            let again = by(&can_ask, format!("{label}, again"), "tools/call", params);
            second.send(&again).await;
            let answer = second.next().await;
            let text = &answer["result"]["content"][0]["text"];
            assert_eq!(*text, format!("{label} is on its way"), "{answer}");
        }
        assert_eq!(cell.probe.sent.count(), 2);
    })
    .await;
}

// S-ENV-23, S-MRTR-01, S-STDIO-04, S-HTTPM-12
#[tokio::test]
async fn the_server_sends_no_requests() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let user = User::new().says("Send", Says::Decline).says(
            "Which paper?",
            Says::Accept(json!({ "colour": "red", "sheets": 1 })),
        );
        let mut client = cell.client(user).await;
        for (tool, arguments) in [("send", json!({ "label": "abc" })), ("wrap", json!({}))] {
            client.call(tool, arguments).await.unwrap();
        }
        assert_eq!(client.asked().len(), 2);
        for (side, frame) in client.transcript().messages() {
            let is_request = frame.get("id").is_some() && frame.get("method").is_some();
            assert!(!is_request || side == Side::Client, "{frame}");
        }
    })
    .await;
}

// S-ENV-23, S-HTTPM-05
#[tokio::test]
async fn an_answer_of_a_client_is_refused_over_http() {
    let site = Site::open(&Probe::default().server()).await;
    for mut answer in [
        json!({ "jsonrpc": "2.0", "id": 1, "result": {} }),
        json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -1, "message": "no" } }),
    ] {
        answer["result"]["_meta"] = message::meta(json!({}));
        let post = Request::post(&answer).with("mcp-protocol-version", message::STATELESS);
        let response = http::send(site.address, &post).await;
        assert_eq!(response.status, 400);
        let error = response.json().await;
        assert_eq!(error["error"]["code"], -32600, "{error}");
        assert_eq!(error.get("id"), None, "nobody waits for it: {error}");
    }
}

/// Who a client says it is changes nothing of what it gets.
// S-META-08, S-META-10
#[tokio::test]
async fn the_name_of_a_client_changes_nothing() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let mut carrier = Carrier::open(cell.via, &cell.probe.server()).await;
        let mut results = Vec::new();
        for client in [
            None,
            Some(json!({ "name": "admin", "version": "1" })),
            Some(json!({ "name": "", "version": "", "title": "Root", "icons": [] })),
        ] {
            for (method, params) in [
                ("server/discover", json!({})),
                ("tools/list", json!({})),
                ("tools/call", json!({ "name": "greet" })),
            ] {
                let mut request = by(&json!({}), 1, method, params);
                let meta = request["params"]["_meta"].as_object_mut().unwrap();
                meta.remove(message::CLIENT_KEY);
                if let Some(client) = &client {
                    meta.insert(message::CLIENT_KEY.to_owned(), client.clone());
                }
                carrier.send(&request).await;
                let answer = carrier.next().await;
                assert!(answer["result"].is_object(), "{answer}");
                results.push(answer);
            }
        }
        let (first, others) = results.split_at(3);
        assert!(others.chunks(3).all(|other| other == first), "{results:?}");
    })
    .await;
}

/// A revision that needs a handshake is not served without one, whatever `_meta` says.
// S-META-15, S-META-18, S-META-19, S-META-20
#[tokio::test]
async fn older_revisions_are_no_versions_of_a_single_request() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let mut carrier = Carrier::open(cell.via, &cell.probe.server()).await;
        let versions = ["2025-11-25", "2024-11-05", "2026-07-28 ", "2026-7-28"];
        for version in versions {
            if version.ends_with(' ') && cell.via == Via::Http {
                // A header cannot end with a space.
                continue;
            }
            let mut request = by(&json!({}), 1, "tools/list", json!({}));
            request["params"]["_meta"][message::VERSION_KEY] = json!(version);
            carrier.send(&request).await;
            let answer = carrier.next().await;
            assert_eq!(answer["error"]["code"], -32022, "{answer}");
            let data = json!({ "supported": ["2026-07-28"], "requested": version });
            assert_eq!(answer["error"]["data"], data);
        }
    })
    .await;
}

// S-META-27, S-META-28
#[tokio::test]
async fn what_was_removed_is_not_found() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let mut client = cell.quiet().await;
        for method in [
            "initialize",
            "ping",
            "logging/setLevel",
            "resources/subscribe",
            "resources/unsubscribe",
        ] {
            let params = json!({ "uri": "a:b", "level": "info", "protocolVersion": "2025-11-25" });
            let failure = client.request(method, params).await.unwrap_err();
            assert_eq!(failure.code, -32601, "{method}");
        }
        for method in [
            "notifications/initialized",
            "notifications/roots/list_changed",
        ] {
            let mut notification = message::notification(method, json!({}));
            notification["params"]["_meta"] = message::meta(json!({}));
            client.carrier().send(&notification).await;
        }
        client.call("greet", json!({})).await.unwrap();
    })
    .await;
}

/// Whatever is wrong, the code is one of JSON-RPC or one that the revision defines with this meaning.
// S-ENV-14, S-ENV-15, S-ENV-16
#[tokio::test]
async fn error_codes_are_those_of_the_revision() {
    let known = [
        -32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022,
    ];
    let site = Site::open(&Probe::default().server()).await;
    let of = |method: &str, params: Value| by(&json!({}), 7, method, params);
    let call = |params: Value| of("tools/call", params);
    let fine = call(json!({ "name": "greet" }));
    let other_version = {
        let mut request = fine.clone();
        request["params"]["_meta"][message::VERSION_KEY] = json!("2099-01-01");
        request
    };
    let requests = [
        Request::stateless(&fine).with_body("not json"),
        Request::stateless(&fine).with_body("[]"),
        Request::stateless(&fine).with_body("{}"),
        Request::stateless(&fine).without("mcp-name"),
        Request::stateless(&fine).with("mcp-method", "ping"),
        Request::stateless(&fine).with("accept", "text/html"),
        Request::stateless(&fine).with("content-type", "text/plain"),
        Request::stateless(&fine).with("origin", "https://evil.example"),
        Request::stateless(&fine).with_body("x".repeat(5 << 20)),
        Request::stateless(&other_version),
        Request::stateless(&of("foo/bar", json!({}))),
        Request::stateless(&of("prompts/get", json!({ "name": "nothing" }))),
        Request::stateless(&of("resources/read", json!({ "uri": "a:b" }))).with("mcp-name", "a:b"),
        Request::stateless(&of("tools/list", json!({ "cursor": "nothing" }))),
        Request::stateless(&call(json!({ "name": "nothing" }))),
        Request::stateless(&call(json!({ "name": "weigh", "arguments": [] }))),
        Request::stateless(&call(json!({ "name": "greet", "requestState": "bent" }))),
        Request::stateless(&send(&json!({}), 7)),
    ];
    for request in requests {
        let response = http::send(site.address, &request).await;
        let status = response.status;
        let error = response.json().await;
        let code = error["error"]["code"].as_i64();
        assert!(
            code.is_some_and(|code| known.contains(&code)),
            "{status} {error} to {request:?}"
        );
        assert!(error["error"]["message"].is_string(), "{error}");
    }
}

/// What is said on the stream of an answer is about the request that is answered there.
// S-HTTPM-11, S-HTTPM-13, S-PROG-08
#[tokio::test]
async fn a_stream_is_about_its_own_request() {
    let site = Site::open(&Probe::default().server()).await;
    let start = async |token: &str| {
        let mut request = by(&json!({}), token, "tools/call", json!({ "name": "steps" }));
        request["params"]["_meta"]["progressToken"] = json!(token);
        http::send(site.address, &Request::stateless(&request)).await
    };
    let tokens = ["a", "b", "c"];
    let responses = tokio::join!(start(tokens[0]), start(tokens[1]), start(tokens[2]));
    for (token, response) in tokens
        .into_iter()
        .zip([responses.0, responses.1, responses.2])
    {
        assert!(response.is_stream());
        let mut messages = response.messages().await;
        let answer = messages.pop().unwrap();
        assert_eq!(answer["id"], token, "the answer is the last: {answer}");
        assert!(!messages.is_empty());
        for notice in messages {
            assert_eq!(notice["params"]["progressToken"], token, "{notice}");
        }
    }
}

// S-HTTPM-06, S-SUBS-07
#[tokio::test]
async fn notifications_that_nobody_knows_are_taken_and_ignored() {
    let site = Site::open(&Probe::default().server()).await;
    for method in ["notifications/whatever", "notifications/progress", "x"] {
        let mut notification = message::notification(method, json!({}));
        notification["params"]["_meta"] = message::meta(json!({}));
        let response = http::send(site.address, &Request::stateless(&notification)).await;
        assert_eq!(response.status, 202, "{method}");
        assert_eq!(response.text().await, "", "{method}");
    }
}

/// A server of this revision alone says so to a client that knows only handshakes.
// S-META-26
#[tokio::test]
async fn a_server_without_sessions_names_its_versions_to_those_who_ask_for_one() {
    for via in [Via::Memory, Via::Stdio, Via::Http] {
        let server = Probe::default().builder().legacy(mcp_server::Legacy::Off);
        let mut carrier = Carrier::open(via, &server.build().unwrap()).await;
        carrier
            .send(&message::initialize(1, "2025-11-25", json!({})))
            .await;
        let answer = carrier.next().await;
        assert!(answer["error"]["code"].is_i64(), "{answer}");
        let data = &answer["error"]["data"];
        assert_eq!(data["supported"], json!(["2026-07-28"]), "{answer}");
        let request = by(&json!({}), 2, "tools/list", json!({}));
        carrier.send(&request).await;
        assert!(carrier.next().await["result"]["tools"].is_array());
    }
}

/// What calls say of themselves goes to their own streams, although the same client listens on another.
// S-LOG-04, S-PROG-08, S-SUBS-10
#[tokio::test]
#[expect(deprecated, reason = "clients still ask for log messages")]
async fn a_stream_that_listens_hears_nothing_of_calls() {
    let pack = Tool::new("pack")
        .describe("Pack a parcel.")
        .handler(async |ctx: Ctx| {
            ctx.log(LoggingLevel::Error, "the tape is torn");
            ctx.progress(1.0).step("packing").await;
            "packed"
        });
    let server = Server::new("talkative", "1.0.0").logging().tool(pack);
    let server = server.build().unwrap();
    let site = Site::open(&server).await;
    let notifications = json!({ "toolsListChanged": true });
    let listen = json!({ "notifications": notifications });
    let mut listen = by(&json!({}), "l", "subscriptions/listen", listen);
    // Asked for on the wrong request: a subscription logs nothing and makes no progress.
    let meta = &mut listen["params"]["_meta"];
    meta["io.modelcontextprotocol/logLevel"] = json!("debug");
    meta["progressToken"] = json!("l");
    let mut listening = http::send(site.address, &Request::stateless(&listen)).await;
    let acknowledged = listening.next().await.unwrap();
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );

    let mut call = by(&json!({}), 1, "tools/call", json!({ "name": "pack" }));
    let meta = &mut call["params"]["_meta"];
    meta["io.modelcontextprotocol/logLevel"] = json!("debug");
    meta["progressToken"] = json!("l");
    let response = http::send(site.address, &Request::stateless(&call)).await;
    let said = response.messages().await;
    let methods: Vec<_> = said.iter().map(|message| &message["method"]).collect();
    let (last, before) = methods.split_last().unwrap();
    assert!(last.is_null(), "the answer: {said:?}");
    for method in ["notifications/message", "notifications/progress"] {
        assert!(before.contains(&&json!(method)), "{method} in {said:?}");
    }

    assert!(server.handle().tools().enable("pack", false));
    let told = listening.next().await.unwrap();
    assert_eq!(
        told["method"], "notifications/tools/list_changed",
        "the next thing that is heard: {told}"
    );
}
