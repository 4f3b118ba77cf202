//! An extension that uses everything an extension can add, and what becomes of it for those who do not know it.

use std::time::Duration;

use mcp_core::ProtocolVersion;
use mcp_server::core::Meta;
use mcp_server::core::call::CallTool;
use mcp_server::core::types::JsonObject;
use mcp_server::{Extension, ExtensionFuture, ExtensionResult, Limits, ListCtx, Server, Tool};
use serde_json::{Value, json};
use tests::{Carrier, Client, User, Via, message};

use super::{everywhere, over_each_carrier};
use crate::scenarios::Cell;
use crate::stage::ledger::{ID, Ledger, PAGE, WORDS, able, members, till};

const LATEST: ProtocolVersion = ProtocolVersion::LATEST;

fn by(capabilities: &Value, id: impl Into<Value>, method: &str, mut params: Value) -> Value {
    params["_meta"] = message::meta(capabilities.clone());
    message::request(id, method, params)
}

/// A carrier on which more is said than the protocol knows.
async fn open(cell: &Cell, server: &Server) -> Carrier {
    Carrier::open(cell.via, server).await.with_words(&WORDS)
}

async fn ask(carrier: &mut Carrier, capabilities: &Value, method: &str, params: Value) -> Value {
    carrier.send(&by(capabilities, 1, method, params)).await;
    carrier.next().await
}

// S-EXT-01, S-META-21
#[tokio::test]
async fn an_extension_is_off_until_it_is_added() {
    over_each_carrier(LATEST, async |cell: Cell| {
        for (server, settings) in [
            (till(), None),
            (
                till().extension(Ledger),
                Some(json!({ ID: { "currency": "EUR" } })),
            ),
        ] {
            let mut carrier = Carrier::open(cell.via, &server.build().unwrap()).await;
            let discovered = ask(&mut carrier, &able(), "server/discover", json!({})).await;
            let capabilities = &discovered["result"]["capabilities"];
            assert_eq!(capabilities.get("extensions"), settings.as_ref());
            if settings.is_none() {
                let unknown = ask(&mut carrier, &able(), "ledger/read", json!({ "line": 3 })).await;
                assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
                let paid = ask(
                    &mut carrier,
                    &able(),
                    "tools/call",
                    json!({ "name": "pay" }),
                )
                .await;
                assert_eq!(paid["result"]["content"][0]["text"], "paid", "{paid}");
            }
        }
    })
    .await;
}

/// Who declares the extension gets all of it: method, kind of result, metadata.
// S-ENV-09, S-EXT-02, S-META-21
#[tokio::test]
async fn a_client_that_declares_it_is_served_by_it() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let server = till().extension(Ledger).build().unwrap();
        let mut carrier = open(&cell, &server).await;
        let read = ask(&mut carrier, &able(), "ledger/read", json!({ "line": 3 })).await;
        let entry = &read["result"];
        assert_eq!(
            (&entry["resultType"], &entry["entry"]),
            (&json!("complete"), &json!("entry 3")),
            "{read}"
        );
        let paid = ask(
            &mut carrier,
            &able(),
            "tools/call",
            json!({ "name": "pay" }),
        )
        .await;
        let receipt = &paid["result"];
        assert_eq!(
            (&receipt["resultType"], &receipt["number"]),
            (&json!("receipt"), &json!(7)),
            "{paid}"
        );
        assert_eq!(receipt.get("content"), None, "{paid}");
        let looked = ask(
            &mut carrier,
            &able(),
            "tools/call",
            json!({ "name": "look" }),
        )
        .await;
        assert_eq!(looked["result"]["content"][0]["text"], "empty");
        assert_eq!(looked["result"]["_meta"][PAGE], 12, "{looked}");
    })
    .await;
}

/// Who does not declare it in this very request gets the core protocol, and is told what is missing where there is none.
// S-ENV-24, S-EXT-02, S-EXT-03, S-META-23
#[tokio::test]
async fn a_client_that_does_not_declare_it_gets_the_core_protocol() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let server = till().extension(Ledger).build().unwrap();
        let mut carrier = open(&cell, &server).await;
        let others = json!({ "extensions": { "com.example/other": {} } });
        for capabilities in [json!({}), others] {
            ask(&mut carrier, &able(), "ledger/read", json!({ "line": 3 })).await;
            let refused = ask(
                &mut carrier,
                &capabilities,
                "ledger/read",
                json!({ "line": 3 }),
            )
            .await;
            assert_eq!(refused["error"]["code"], -32021, "{refused}");
            let missing = json!({ "requiredCapabilities": { "extensions": { ID: {} } } });
            assert_eq!(refused["error"]["data"], missing);
            let paid = ask(
                &mut carrier,
                &capabilities,
                "tools/call",
                json!({ "name": "pay" }),
            )
            .await;
            assert_eq!(paid["result"]["resultType"], "complete");
            assert_eq!(paid["result"]["content"][0]["text"], "paid");
            assert_eq!(paid["result"]["_meta"].get(PAGE), None, "{paid}");
        }
    })
    .await;
}

/// What a client sends to an extension is as untrusted as anything else.
// S-EXT-07, S-SEC-17
#[tokio::test]
async fn what_clients_send_to_it_is_checked() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let server = till().extension(Ledger).build().unwrap();
        let mut carrier = open(&cell, &server).await;
        for params in [json!({}), json!({ "line": "3" }), json!({ "line": -1 })] {
            let refused = ask(&mut carrier, &able(), "ledger/read", params).await;
            assert_eq!(refused["error"]["code"], -32602, "{refused}");
        }
        // Settings of the client that are no settings make no capability.
        for settings in [json!(null), json!("on"), json!([ID])] {
            let broken = json!({ "extensions": settings });
            let refused = ask(&mut carrier, &broken, "ledger/read", json!({ "line": 3 })).await;
            assert!(refused["error"]["code"].is_i64(), "{refused}");
        }
        let notifications =
            json!({ "entries": "all", "surprises": true, "toolsListChanged": true });
        let listen = by(
            &able(),
            "l",
            "subscriptions/listen",
            json!({ "notifications": notifications }),
        );
        carrier.send(&listen).await;
        let acknowledged = carrier.next().await;
        assert_eq!(
            acknowledged["params"]["notifications"],
            json!({ "toolsListChanged": true }),
            "only what somebody honours: {acknowledged}"
        );
    })
    .await;
}

/// Its notifications go to those who asked it for them, on the stream where they listen.
// S-SUBS-04, S-SUBS-05, S-EXT-02
#[tokio::test]
async fn it_tells_those_who_listen_for_it() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let server = till().extension(Ledger).build().unwrap();
        let mut carrier = open(&cell, &server).await;
        let mut deaf = open(&cell, &server).await;
        let notifications = json!({ "entries": ["a", "c"] });
        let params = json!({ "notifications": notifications, "toolsListChanged": true });
        let listen = by(&able(), "l", "subscriptions/listen", params.clone());
        carrier.send(&listen).await;
        let acknowledged = carrier.next().await;
        assert_eq!(acknowledged["params"]["notifications"], notifications);
        deaf.send(&by(&json!({}), "l", "subscriptions/listen", params))
            .await;
        let acknowledged = deaf.next().await;
        assert_eq!(
            acknowledged["params"]["notifications"],
            json!({}),
            "who does not declare it cannot listen for it"
        );
        for entry in ["a", "b", "c"] {
            let params = members(json!({ "entry": entry }));
            server.handle().notify("notifications/ledger/entry", params);
        }
        for entry in ["a", "c"] {
            let told = carrier.next().await;
            assert_eq!(told["method"], "notifications/ledger/entry", "{told}");
            assert_eq!(told["params"]["entry"], entry, "{told}");
            let subscription = &told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
            assert_eq!(subscription, "l");
        }
        // The next thing the other hears is the answer to its next request.
        let looked = ask(
            &mut deaf,
            &json!({}),
            "tools/call",
            json!({ "name": "look" }),
        )
        .await;
        assert_eq!(looked["id"], 1, "{looked}");
    })
    .await;
}

/// Sessions of older revisions know no extensions: nothing of it is said or served there, whatever the client declares.
// S-EXT-06, S-META-21
#[tokio::test]
async fn sessions_have_nothing_of_it() {
    everywhere(async |cell: Cell| {
        if cell.is_stateless() {
            return;
        }
        let server = till().extension(Ledger).build().unwrap();
        let mut client =
            Client::connect_with(cell.via, cell.version, &server, User::new(), able()).await;
        let said = client.transcript().to_lines();
        let server_said = said.lines().filter(|line| line.starts_with("{\"server\""));
        for line in server_said {
            assert!(!line.contains(ID), "{line}");
        }
        let failure = client.request("ledger/read", json!({ "line": 3 })).await;
        assert_eq!(failure.unwrap_err().code, -32601);
        let paid = client.call("pay", json!({})).await.unwrap();
        let expected = json!({ "content": [{ "type": "text", "text": "paid" }] });
        assert_eq!(paid, expected);
    })
    .await;
}

// S-EXT-04, S-META-22
#[test]
fn an_identifier_has_a_prefix_and_is_there_once() {
    struct Named(&'static str);
    impl Extension for Named {
        fn id(&self) -> &str {
            self.0
        }
    }
    for id in [
        "ledger",
        "",
        "/ledger",
        "com..example/ledger",
        "com.example/led ger",
    ] {
        let fault = till().extension(Named(id)).build().unwrap_err().to_string();
        assert!(fault.contains(&format!("{id:?}")), "{fault}");
    }
    let twice = till().extension(Ledger).extension(Named(ID)).build();
    assert!(twice.unwrap_err().to_string().contains(ID));
    for id in [ID, "org.example.sub-domain/a", "io.modelcontextprotocol/ui"] {
        assert!(till().extension(Named(id)).build().is_ok(), "{id}");
    }
}

/// Panics wherever it is asked.
struct Broken;

impl Extension for Broken {
    fn id(&self) -> &str {
        ID
    }

    fn settings(&self) -> JsonObject {
        panic!("of its settings")
    }

    fn methods(&self) -> &[&str] {
        &["ledger/read"]
    }

    fn call<'a>(&'a self, _: ListCtx, _: &'a str, _: JsonObject) -> ExtensionFuture<'a> {
        panic!("of a call")
    }

    fn answer_call(&self, _: &ListCtx, _: &CallTool) -> Option<ExtensionResult> {
        panic!("of a tool's call")
    }

    fn honour(&self, _: &JsonObject) -> JsonObject {
        panic!("of a filter")
    }

    fn stamp(&self, _: &Meta, _: &mut Meta) {
        panic!("of metadata")
    }
}

#[tokio::test]
async fn a_panic_of_an_extension_or_of_a_rule_stays_with_it() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let hidden = Tool::new("hidden").describe("Nobody can tell.");
        let hidden = hidden.visible_when(|_| panic!("of a rule"));
        let server = till().extension(Broken);
        let server = server.tool(hidden.handler(async || "seen"));
        let mut carrier = Carrier::open(cell.via, &server.build().unwrap()).await;
        let found = ask(&mut carrier, &able(), "server/discover", json!({})).await;
        assert_eq!(found["result"]["capabilities"]["extensions"][ID], json!({}));
        let read = ask(&mut carrier, &able(), "ledger/read", json!({})).await;
        assert_eq!(read["error"]["code"], -32603, "{read}");
        let paid = ask(
            &mut carrier,
            &able(),
            "tools/call",
            json!({ "name": "pay" }),
        )
        .await;
        assert_eq!(paid["result"]["content"][0]["text"], "paid", "{paid}");
        let listed = ask(&mut carrier, &able(), "tools/list", json!({})).await;
        assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 2);
        let seen = ask(
            &mut carrier,
            &able(),
            "tools/call",
            json!({ "name": "hidden" }),
        )
        .await;
        assert_eq!(seen["error"]["code"], -32602, "{seen}");
        let listening = ask(
            &mut carrier,
            &able(),
            "subscriptions/listen",
            json!({ "notifications": { "entries": [1], "toolsListChanged": true } }),
        )
        .await;
        let honoured = &listening["params"]["notifications"];
        assert_eq!(
            *honoured,
            json!({ "toolsListChanged": true }),
            "{listening}"
        );
    })
    .await;
}

#[test]
fn methods_are_an_extensions_own() {
    struct Greedy(&'static [&'static str]);

    impl Extension for Greedy {
        fn id(&self) -> &str {
            "com.example/greedy"
        }

        fn methods(&self) -> &[&str] {
            self.0
        }
    }

    for (methods, words) in [
        (&["tools/call"][..], "\"tools/call\" is the protocol's own"),
        (&["initialize"], "\"initialize\" is the protocol's own"),
        (&["a/b", "a/b"], "names the method \"a/b\" twice"),
        (&["ledger/read"], "two extensions serve"),
    ] {
        let server = till().extension(Ledger).extension(Greedy(methods));
        let error = server.build().unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

/// Takes its time.
struct Slow;

impl Extension for Slow {
    fn id(&self) -> &str {
        ID
    }

    fn methods(&self) -> &[&str] {
        &["ledger/read"]
    }

    fn call<'a>(&'a self, _: ListCtx, _: &'a str, _: JsonObject) -> ExtensionFuture<'a> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test(start_paused = true)]
async fn a_method_may_take_as_long_as_a_call() {
    let limits = Limits::default().with_call(Duration::from_secs(3));
    let server = till().extension(Slow).limits(limits).build().unwrap();
    let mut carrier = Carrier::open(Via::Memory, &server).await;
    let late = ask(&mut carrier, &able(), "ledger/read", json!({})).await;
    assert_eq!(late["error"]["message"], "ledger/read timed out after 3 s");
}
