//! What is shown to whom, how it is cut into pages, and for how long it may be kept.

use mcp_core::ProtocolVersion;
use mcp_server::core::transport::Principal;
use mcp_server::core::types::CacheScope;
use mcp_server::{Ctx, Prompt, Resource, Server, ServerBuilder, Tool};
use serde_json::{Value, json};
use tests::http::{self, Request};
use tests::{Carrier, Site, Via, message};

use super::{everywhere, over_each_carrier};
use crate::scenarios::Cell;

const LATEST: ProtocolVersion = ProtocolVersion::LATEST;

fn is_alice(who: Option<&Principal>) -> bool {
    who.is_some_and(|who| who.subject() == "alice")
}

/// A house with one of each for everybody, and one of each that only Alice knows of.
fn house() -> ServerBuilder {
    let open = |name: &'static str| Tool::new(name).describe("Open a door.");
    let hint = |name: &'static str| Prompt::new(name).describe("Say a word.");
    let room = |uri: &'static str| Resource::new(uri).mime("text/plain");
    Server::new("house", "1.0.0")
        .tool(open("front").handler(async || "open"))
        .tool(
            open("cellar")
                .visible_when(is_alice)
                .arg::<String>("key", |key| key.header("Key"))
                .handler(async |key: String| format!("open with {key}")),
        )
        .prompt(hint("hello").handler(async || "hello"))
        .prompt(
            hint("sesame")
                .visible_when(is_alice)
                .arg::<String>("door", |door| door.complete(|_| ["cellar"]))
                .handler(async |door: String| door),
        )
        .resource(room("house://hall").name("hall").handler(async || "shoes"))
        .resource(
            room("house://cellar")
                .name("cellar")
                .visible_when(is_alice)
                .handler(async || "gold"),
        )
}

async fn ask(carrier: &mut Carrier, method: &str, params: Value) -> Value {
    carrier.send(&message::stateless(1, method, params)).await;
    carrier.next().await
}

/// Who may not see something finds it nowhere, whatever way they try; and their lists are theirs alone.
// S-CACHE-04, S-CACHE-07, S-AUTH-17, S-RES-21, S-COMP-09
#[tokio::test]
async fn what_is_hidden_is_hidden_from_every_method() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let server = house().build().unwrap();
        let mut alice = Carrier::open_as(cell.via, &server, Some("alice")).await;
        for name in [None, Some("bob")] {
            let mut other = Carrier::open_as(cell.via, &server, name).await;
            for (method, list, hidden) in [
                ("tools/list", "tools", "cellar"),
                ("prompts/list", "prompts", "sesame"),
                ("resources/list", "resources", "cellar"),
            ] {
                let hers = ask(&mut alice, method, json!({})).await;
                let theirs = ask(&mut other, method, json!({})).await;
                for answer in [&hers, &theirs] {
                    assert_eq!(answer["result"]["cacheScope"], "private", "{answer}");
                }
                let names = |answer: &Value| {
                    let items = answer["result"][list].as_array().unwrap();
                    let names = items.iter().map(|item| item["name"].as_str().unwrap());
                    names.map(str::to_owned).collect::<Vec<_>>()
                };
                assert!(names(&hers).contains(&hidden.to_owned()), "{hers}");
                assert_eq!(names(&theirs).len(), names(&hers).len() - 1);
                assert!(!names(&theirs).contains(&hidden.to_owned()), "{theirs}");
            }
            for (method, hers, nobodys) in [
                (
                    "tools/call",
                    json!({ "name": "cellar", "arguments": {} }),
                    json!({ "name": "attic", "arguments": {} }),
                ),
                (
                    "prompts/get",
                    json!({ "name": "sesame" }),
                    json!({ "name": "attic" }),
                ),
                (
                    "resources/read",
                    json!({ "uri": "house://cellar" }),
                    json!({ "uri": "house://attic" }),
                ),
                (
                    "completion/complete",
                    json!({ "ref": { "type": "ref/prompt", "name": "sesame" }, "argument": { "name": "door", "value": "" } }),
                    json!({ "ref": { "type": "ref/prompt", "name": "attic" }, "argument": { "name": "door", "value": "" } }),
                ),
            ] {
                let refused = ask(&mut other, method, hers).await;
                let unknown = ask(&mut other, method, nobodys).await;
                assert_eq!(refused["error"]["code"], -32602, "{method}: {refused}");
                let steady = |answer: &Value| {
                    let text = answer["error"].to_string();
                    text.replace("sesame", "attic").replace("cellar", "attic")
                };
                assert_eq!(
                    steady(&refused),
                    steady(&unknown),
                    "what is hidden is like what is not there"
                );
            }
        }
    })
    .await;
}

/// Headers are compared with the tool that the caller sees: who does not see it learns nothing of its headers.
// S-HTTPM-39
#[tokio::test]
async fn headers_of_a_hidden_tool_are_demanded_of_those_who_see_it() {
    let site = Site::open(&house().build().unwrap()).await;
    let call = message::stateless_call(7, "cellar", json!({ "key": "iron" }));
    let request =
        |name: &str| Request::stateless(&call).with("authorization", &format!("Bearer {name}"));
    for (request, code) in [
        (request("alice"), Some(-32020)),
        (request("alice").with("mcp-param-key", "gold"), Some(-32020)),
        (request("alice").with("mcp-param-key", "iron"), None),
        (request("bob"), Some(-32602)),
        (request("bob").with("mcp-param-key", "gold"), Some(-32602)),
    ] {
        let response = http::send(site.address, &request).await.json().await;
        assert_eq!(
            response["error"]["code"].as_i64(),
            code,
            "{request:?}: {response}"
        );
    }
}

/// Pages are alike in everything but what is on them, and can be turned over any connection.
// S-CACHE-05, S-PAGE-01, S-PAGE-02, S-PAGE-03
#[tokio::test]
async fn pages_of_a_list_have_one_scope_and_fit_together() {
    let empty = || Server::new("house", "1.0.0");
    for start in [house, empty] {
        let replica = || {
            let rooms = ["a", "b", "c", "d", "e"].map(|name| {
                let room = Resource::new(format!("house://{name}")).name(name);
                room.handler(async || "empty")
            });
            let server = start().state_key("a secret of more than sixteen bytes");
            server.page_size(2).resources(rooms).build().unwrap()
        };
        let (one, other) = (replica(), replica());
        let mut whole = Vec::new();
        let mut scopes = Vec::new();
        let mut cursor = None;
        for turn in 0.. {
            // Another replica each time.
            let server = if turn % 2 == 0 { &one } else { &other };
            let mut carrier = Carrier::open_as(Via::Memory, server, Some("alice")).await;
            let params = cursor.map_or(json!({}), |cursor: Value| json!({ "cursor": cursor }));
            let page = ask(&mut carrier, "resources/list", params).await["result"].take();
            let items = page["resources"].as_array().unwrap();
            assert!(!items.is_empty() && items.len() <= 2, "{page}");
            whole.extend(items.iter().map(|item| item["uri"].clone()));
            scopes.push(page["cacheScope"].clone());
            match page.get("nextCursor") {
                Some(next) => {
                    assert!(next.is_string(), "{page}");
                    cursor = Some(next.clone());
                }
                None => break,
            }
        }
        scopes.dedup();
        assert_eq!(scopes.len(), 1, "{scopes:?}");
        let mut unique = whole.clone();
        unique.sort_by_key(Value::to_string);
        unique.dedup();
        assert_eq!(unique.len(), whole.len(), "{whole:?}");
        assert!(whole.len() >= 5, "{whole:?}");
    }
}

/// What the answers of a user went into is for this user and this moment.
// S-CACHE-02, S-CACHE-08, S-MRTR-05, S-MRTR-21, S-RES-07
#[tokio::test]
async fn what_was_asked_for_is_not_kept() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let safe = Resource::new("house://safe")
            .name("safe")
            .ttl(std::time::Duration::from_secs(60))
            .scope(CacheScope::Public)
            .handler(async |ctx: Ctx| {
                ctx.confirm("Open the safe?").await;
                "gold"
            });
        let server = Server::new("house", "1.0.0")
            .resource(safe)
            .build()
            .unwrap();
        let mut carrier = Carrier::open(cell.via, &server).await;
        let read = json!({ "uri": "house://safe" });
        let round = ask(&mut carrier, "resources/read", read.clone()).await["result"].take();
        assert_eq!(round["resultType"], "input_required");
        assert_eq!(round["inputRequests"].as_object().unwrap().len(), 1);
        for absent in ["contents", "ttlMs", "cacheScope"] {
            assert_eq!(round.get(absent), None, "{round}");
        }
        let mut again = read;
        again["requestState"] = round["requestState"].clone();
        let yes = json!({ "action": "accept", "content": { "confirm": true } });
        again["inputResponses"] = json!({ "question-1": yes });
        let result = ask(&mut carrier, "resources/read", again).await["result"].take();
        assert_eq!(result["contents"][0]["text"], "gold");
        assert_eq!(result["ttlMs"], 0, "{result}");
        assert_eq!(result["cacheScope"], "private", "{result}");
    })
    .await;
}

/// What is not promised is not done, and does not exist.
// S-PROM-13, S-SUBS-16, S-INIT-04, S-INIT-12
#[tokio::test]
async fn a_server_that_tells_of_no_changes_listens_for_nobody() {
    everywhere(async |cell: Cell| {
        let server = house().list_changes(false).subscriptions(false);
        let server = server.build().unwrap();
        let mut carrier = Carrier::open(cell.via, &server).await;
        let capabilities = if cell.is_stateless() {
            let said = ask(&mut carrier, "server/discover", json!({})).await;
            said["result"]["capabilities"].clone()
        } else {
            let hello = message::initialize(0, cell.version.as_str(), json!({}));
            carrier.send(&hello).await;
            let said = carrier.next().await;
            carrier.send(&message::initialized()).await;
            said["result"]["capabilities"].clone()
        };
        for family in ["tools", "prompts", "resources"] {
            assert_eq!(capabilities[family], json!({}), "{capabilities}");
        }
        let refused = if cell.is_stateless() {
            let notifications = json!({ "toolsListChanged": true });
            let listen = json!({ "notifications": notifications });
            ask(&mut carrier, "subscriptions/listen", listen).await
        } else {
            let uri = json!({ "uri": "house://hall" });
            let subscribe = message::request(1, "resources/subscribe", uri);
            carrier.send(&subscribe).await;
            carrier.next().await
        };
        assert_eq!(refused["error"]["code"], -32601, "{refused}");
        // Nobody hears of a change, and lists are up to date all the same.
        let handle = server.handle();
        assert!(handle.tools().enable("front", false));
        let list = if cell.is_stateless() {
            ask(&mut carrier, "tools/list", json!({})).await
        } else {
            carrier
                .send(&message::request(2, "tools/list", json!({})))
                .await;
            carrier.next().await
        };
        assert_eq!(list["result"]["tools"], json!([]), "{list}");
    })
    .await;
}

/// Names that two servers have in common are told apart by the name under which each was nested.
// S-TOOL-08, S-TOOL-09
#[tokio::test]
async fn nested_servers_may_have_the_same_names() {
    over_each_carrier(LATEST, async |cell: Cell| {
        let list = || Tool::new("list").describe("List them.");
        let part = |tool: Tool| Server::new("same name", "1.0.0").tool(tool);
        let server = Server::new("office", "1.0.0")
            .nest("orders", part(list().handler(async || "orders")))
            .nest("bills", part(list().handler(async || "bills")));
        let mut carrier = Carrier::open(cell.via, &server.build().unwrap()).await;
        let list = ask(&mut carrier, "tools/list", json!({})).await;
        let tools = list["result"]["tools"].as_array().unwrap();
        let names: Vec<_> = tools.iter().map(|tool| tool["name"].clone()).collect();
        assert_eq!(names.len(), 2);
        for (name, what) in names.iter().zip(["orders", "bills"]) {
            let name = name.as_str().unwrap();
            assert!(name.starts_with(what) && name.ends_with("list"), "{name}");
            assert!(!name.contains("same"), "{name}");
            let call = json!({ "name": name, "arguments": {} });
            let answer = ask(&mut carrier, "tools/call", call).await;
            assert_eq!(answer["result"]["content"][0]["text"], what, "{answer}");
        }
    })
    .await;
}
