//! Requests that are strange, to what is not a tool: refused for what they are, or served as they are meant.

use mcp_core::ProtocolVersion;
use mcp_server::{Prompt, Resource, Server, ServerBuilder, Tool};
use serde_json::{Value, json};
use tests::http::{self, Request};
use tests::{Carrier, Client, Site, User, Via, message};

use super::{in_sessions, over_each_carrier};
use crate::scenarios::Cell;

const LATEST: ProtocolVersion = ProtocolVersion::LATEST;

/// A library: a shelf of books that are found by their title, and a letter that is written by name.
fn library() -> ServerBuilder {
    Server::new("library", "1.0.0")
        .resource(
            Resource::new("library://books/{title}")
                .name("books")
                .arg::<String>("title", |title| title.complete(|_| ["Émile"]))
                .handler(async |title: String| title),
        )
        .resource(
            Resource::new("library://secret/{title}")
                .name("secret")
                .visible_when(|who| who.is_some())
                .arg::<String>("title", |title| title.complete(|_| ["Key"]))
                .handler(async |title: String| title),
        )
        .prompt(
            Prompt::new("letter")
                .describe("Write a letter.")
                .arg::<String>("to", |to| to)
                .arg::<u8>("pages", |pages| pages.max(9))
                .handler(async |to: String, pages: u8| format!("{pages} pages to {to}")),
        )
        .prompt(
            Prompt::new("order")
                .describe("Order books.")
                .arg::<Vec<String>>("titles", |titles| titles)
                .arg::<bool>("today", |today| today)
                .handler(async |titles: Vec<String>, today: bool| {
                    format!("{} by tomorrow: {}", titles.join(" and "), !today)
                }),
        )
        .tool(
            Tool::new("knock")
                .describe("Knock.")
                .handler(async || "come in"),
        )
}

async fn ask(carrier: &mut Carrier, method: &str, params: Value) -> Value {
    carrier.send(&message::stateless(1, method, params)).await;
    carrier.next().await
}

/// Names of resources are URIs, and what does not fit into a header is encoded.
// S-HTTPM-23, S-HTTPM-28
#[tokio::test]
async fn resources_and_prompts_are_named_in_headers_as_tools_are() {
    let site = Site::open(&library().build().unwrap()).await;
    let read = |uri: &str| message::stateless(7, "resources/read", json!({ "uri": uri }));
    let plain = "library://books/Candide";
    let accented = "library://books/Émile";
    let encoded = format!(
        "=?base64?{}?=",
        data_encoding::BASE64.encode(accented.as_bytes())
    );
    let letter = json!({ "name": "letter", "arguments": { "to": "Ada", "pages": "2" } });
    let letter = message::stateless(7, "prompts/get", letter);
    for (request, code) in [
        (
            Request::stateless(&read(plain)).with("mcp-name", plain),
            None,
        ),
        (
            Request::stateless(&read(accented)).with("mcp-name", &encoded),
            None,
        ),
        (
            Request::stateless(&read(plain)).without("mcp-name"),
            Some(-32020),
        ),
        (
            Request::stateless(&read(plain)).with("mcp-name", "library://books/candide"),
            Some(-32020),
        ),
        (
            Request::stateless(&read(plain)).with("mcp-name", &encoded),
            Some(-32020),
        ),
        (Request::stateless(&letter), None),
        (
            Request::stateless(&letter).without("mcp-name"),
            Some(-32020),
        ),
        (
            Request::stateless(&letter).with("mcp-name", "Letter"),
            Some(-32020),
        ),
    ] {
        let response = http::send(site.address, &request).await;
        let status = response.status;
        let answer = response.json().await;
        assert_eq!(
            answer["error"]["code"].as_i64(),
            code,
            "{request:?} {answer}"
        );
        assert_eq!(status, if code.is_some() { 400 } else { 200 }, "{answer}");
    }
}

/// Arguments of prompts are text, whatever their type is for the author. Some clients send the value itself, which means
/// nothing else.
// S-PROM-05
#[tokio::test]
async fn arguments_of_prompts_are_text_or_what_it_stands_for() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let mut carrier = Carrier::open(cell.via, &library().build().unwrap()).await;
        carrier.put_up();
        for (name, arguments, said) in [
            (
                "letter",
                json!({ "to": "Ada", "pages": "2" }),
                "2 pages to Ada",
            ),
            (
                "letter",
                json!({ "to": "Ada", "pages": 2 }),
                "2 pages to Ada",
            ),
            ("letter", json!({ "to": "2", "pages": 2.0 }), "2 pages to 2"),
            (
                "order",
                json!({ "titles": "[\"Émile\", \"Candide\"]", "today": "true" }),
                "Émile and Candide by tomorrow: false",
            ),
            (
                "order",
                json!({ "titles": ["Émile", "Candide"], "today": false }),
                "Émile and Candide by tomorrow: true",
            ),
        ] {
            let params = json!({ "name": name, "arguments": arguments });
            let answer = ask(&mut carrier, "prompts/get", params).await;
            let message = &answer["result"]["messages"][0];
            assert_eq!(message["content"]["text"], said, "{arguments}: {answer}");
        }
    })
    .await;
}

// S-PROM-05, S-PROM-06, S-PROM-12
#[tokio::test]
async fn arguments_of_prompts_that_stand_for_nothing_are_refused() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let mut carrier = Carrier::open(cell.via, &library().build().unwrap()).await;
        for arguments in [
            json!({ "to": ["Ada"], "pages": "2" }),
            json!({ "to": { "name": "Ada" }, "pages": "2" }),
            json!({ "to": "Ada", "pages": "10" }),
            json!({ "to": "Ada", "pages": "two" }),
            json!({ "to": "Ada", "pages": true }),
            json!({ "to": "Ada" }),
            json!(["Ada", "2"]),
            json!("Ada"),
        ] {
            let params = json!({ "name": "letter", "arguments": arguments });
            let answer = ask(&mut carrier, "prompts/get", params).await;
            assert_eq!(answer["error"]["code"], -32602, "{arguments}: {answer}");
        }
        for name in [json!(null), json!(5), json!(["letter"])] {
            let answer = ask(&mut carrier, "prompts/get", json!({ "name": name })).await;
            assert_eq!(answer["error"]["code"], -32602, "{name}: {answer}");
        }
    })
    .await;
}

/// Who does not see a family learns nothing of its members, neither by reading nor by completing.
// S-COMP-06, S-COMP-09, S-RES-21
#[tokio::test]
async fn hidden_families_suggest_nothing() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let server = library().build().unwrap();
        let mut guest = Carrier::open(cell.via, &server).await;
        let mut member = Carrier::open_as(cell.via, &server, Some("ada")).await;
        let complete = |family: &str, argument: &str| {
            let uri = format!("library://{family}/{{title}}");
            json!({
                "ref": { "type": "ref/resource", "uri": uri },
                "argument": { "name": argument, "value": "" },
            })
        };
        let known = ask(
            &mut member,
            "completion/complete",
            complete("secret", "title"),
        )
        .await;
        assert_eq!(
            known["result"]["completion"]["values"],
            json!(["Key"]),
            "{known}"
        );
        for params in [
            complete("secret", "title"),
            complete("nothing", "title"),
            complete("books", "author"),
        ] {
            let answer = ask(&mut guest, "completion/complete", params).await;
            assert_eq!(answer["error"]["code"], -32602, "{answer}");
            assert!(!answer.to_string().contains("Key"), "{answer}");
        }
        for (reference, argument) in [
            (
                json!({ "type": "ref/tool", "name": "knock" }),
                json!({ "name": "x", "value": "" }),
            ),
            (
                json!({ "type": "ref/prompt" }),
                json!({ "name": "to", "value": "" }),
            ),
            (json!("letter"), json!({ "name": "to", "value": "" })),
            (
                json!({ "type": "ref/prompt", "name": "letter" }),
                json!({ "name": "to" }),
            ),
            (
                json!({ "type": "ref/prompt", "name": "letter" }),
                json!("to"),
            ),
            (
                json!({ "type": "ref/prompt", "name": "letter" }),
                json!({ "name": "to", "value": 5 }),
            ),
        ] {
            let params = json!({ "ref": reference, "argument": argument });
            let answer = ask(&mut guest, "completion/complete", params).await;
            assert_eq!(
                answer["error"]["code"], -32602,
                "{reference} {argument}: {answer}"
            );
        }
    })
    .await;
}

/// A filter that is none is no subscription, and leaves nothing behind.
// S-SUBS-01
#[tokio::test]
async fn a_filter_that_is_none_is_refused() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let server = library().build().unwrap();
        let mut carrier = Carrier::open(cell.via, &server).await;
        for params in [
            json!({}),
            json!({ "notifications": null }),
            json!({ "notifications": [] }),
            json!({ "notifications": { "toolsListChanged": "yes" } }),
            json!({ "notifications": { "resourceSubscriptions": "library://books/Candide" } }),
            json!({ "notifications": { "resourceSubscriptions": [5] } }),
        ] {
            let answer = ask(&mut carrier, "subscriptions/listen", params.clone()).await;
            assert_eq!(answer["error"]["code"], -32602, "{params}: {answer}");
        }
        assert!(server.handle().tools().enable("knock", false));
        let answer = ask(&mut carrier, "prompts/list", json!({})).await;
        assert!(answer["result"].is_object(), "nobody listens: {answer}");
    })
    .await;
}

/// The id of a request that listens is taken as long as it does, and free again once it was given up.
// S-ENV-04, S-SUBS-12, S-STDIO-07
#[tokio::test]
async fn a_request_that_listens_holds_its_id() {
    for via in [Via::Memory, Via::Stdio] {
        let server = library().build().unwrap();
        let mut carrier = Carrier::open(via, &server).await;
        let notifications = json!({ "notifications": { "toolsListChanged": true } });
        let listen = message::stateless("l", "subscriptions/listen", notifications);
        carrier.send(&listen).await;
        let acknowledged = carrier.next().await;
        assert_eq!(
            acknowledged["method"],
            "notifications/subscriptions/acknowledged"
        );
        carrier.send(&listen).await;
        let refused = carrier.next().await;
        assert_eq!(
            (&refused["id"], &refused["error"]["code"]),
            (&json!("l"), &json!(-32600)),
            "{refused}"
        );
        // The first goes on …
        assert!(server.handle().tools().enable("knock", false));
        let told = carrier.next().await;
        assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
        // … until it is given up, which nobody answers.
        carrier.send(&message::cancelled("l")).await;
        carrier.send(&listen).await;
        let acknowledged = carrier.next().await;
        assert_eq!(
            acknowledged["method"], "notifications/subscriptions/acknowledged",
            "{acknowledged}"
        );
    }
}

/// What a session never asked for it can give up, and what a server does not offer does not exist.
// S-ENV-13, S-RES-13
#[tokio::test]
async fn sessions_may_unsubscribe_from_anything() {
    in_sessions(async |cell: Cell| {
        let server = library().build().unwrap();
        let user = User::new();
        let mut client = Client::connect(cell.via, cell.version, &server, user).await;
        for uri in ["library://books/Candide", "library://nothing", "x:y"] {
            let given_up = client
                .request("resources/unsubscribe", json!({ "uri": uri }))
                .await;
            assert_eq!(given_up, Ok(json!({})), "{uri}");
        }
        for params in [json!({}), json!({ "uri": 5 })] {
            for method in ["resources/subscribe", "resources/unsubscribe"] {
                let failure = client.request(method, params.clone()).await.unwrap_err();
                assert_eq!(failure.code, -32602, "{method} {params}");
            }
        }
        let level = client
            .request("logging/setLevel", json!({ "level": "info" }))
            .await;
        assert_eq!(level.unwrap_err().code, -32601);
    })
    .await;
}
