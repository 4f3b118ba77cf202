//! The client shows what a server offers, in every revision.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use mcp_core::types::{CompletionReference, LoggingLevel, Role, SubscriptionFilter};

use super::*;
use crate::test::CallError;
use crate::{Completing, Event, Handle, ResultExt as _};

fn shop() -> ServerBuilder {
    let count = Tool::new("count")
        .describe("Count.")
        .handler(async |ctx: Ctx| {
            let progress = ctx.progress(2.0);
            progress.step("one").await;
            progress.step("two").await;
            "counted"
        });
    let draft = Prompt::new("draft")
        .describe("Draft a reply.")
        .arg::<String>("order", |order| {
            order.complete(|asked: Completing| {
                let city = asked.argument("city").unwrap_or("nowhere").to_owned();
                vec![format!("{}-{city}", asked.value())]
            })
        })
        .arg::<Option<String>>("city", |city| city)
        .handler(async |order: String, city: Option<String>| {
            format!("Reply about {order} in {city:?}.")
        });
    let order = Resource::new("orders://{id}")
        .name("order")
        .arg::<u32>("id", |id| id.complete(|_| ["1", "2"]))
        .handler(async |id: u32| {
            let found = (id == 1).then(|| json!({ "id": id }));
            found
                .ok_or_else(|| std::io::Error::other("none"))
                .or_not_found()
        });
    let logo = Resource::new("logo://main")
        .name("logo")
        .mime("image/png")
        .handler(async || vec![1_u8, 2, 3]);
    let more = (0..5).map(|number| {
        Resource::new(format!("plain://{number}"))
            .name(format!("plain {number}"))
            .handler(async || "x")
    });
    Server::new("shop", "1")
        .tool(count)
        .prompt(draft)
        .resource(order)
        .resource(logo)
        .resource(
            Resource::new("long://{+text}")
                .name("long")
                .arg::<String>("text", |text| text)
                .handler(async |text: String| text),
        )
        .resources(more)
        .page_size(2)
}

async fn in_every_revision(test: impl AsyncFn(Client)) {
    for version in ProtocolVersion::ALL {
        test(
            TestClient::new(shop())
                .version(version)
                .hear_progress()
                .connect()
                .await,
        )
        .await;
    }
}

#[tokio::test]
async fn lists_are_whole_over_all_their_pages() {
    in_every_revision(async |client| {
        assert_eq!(client.tools().await.expect("tools").len(), 1);
        assert_eq!(client.prompts().await.expect("prompts")[0]["name"], "draft");
        assert_eq!(client.resources().await.expect("resources").len(), 6);
        let templates = client.templates().await.expect("templates");
        assert_eq!(templates[0]["uriTemplate"], "orders://{id}");
    })
    .await;
}

#[tokio::test]
async fn prompts_and_resources_are_read() {
    in_every_revision(async |client| {
        let arguments = json!({ "order": "A-1", "city": "Rome" });
        let prompt = client.prompt("draft", arguments).await.expect("a prompt");
        assert_eq!(prompt.text(), r#"Reply about A-1 in Some("Rome")."#);
        assert_eq!(prompt.messages().expect("messages")[0].role, Role::User);
        assert_eq!(prompt.raw()["description"], "Draft a reply.");

        let order = client.read("orders://1").await.expect("an order");
        assert_eq!(order.json::<Value>(), Ok(json!({ "id": 1 })));
        assert_eq!(order.contents().expect("contents")[0].uri(), "orders://1");
        assert!(order.bytes().is_err() && order.raw()["contents"].is_array());
        let logo = client.read("logo://main").await.expect("a logo");
        assert_eq!(
            (logo.bytes(), logo.text().as_str()),
            (Ok(vec![1, 2, 3]), "")
        );

        let nowhere = client.read("orders://2").await.expect_err("there is none");
        let code = if client.version().has_handshake() {
            -32002
        } else {
            -32602
        };
        assert_eq!(nowhere.code(), Some(code));
        assert!(client.prompt("gone", json!({})).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn arguments_are_completed() {
    in_every_revision(async |client| {
        let alone = client
            .complete("draft", "order", "A")
            .await
            .expect("suggestions");
        assert_eq!(alone.values, ["A-nowhere"]);
        let draft = CompletionReference::Prompt {
            name: "draft".into(),
        };
        let beside = client
            .complete_with(&draft, "order", "A", json!({ "city": "Rome" }))
            .await
            .expect("suggestions");
        assert_eq!(beside.values, ["A-Rome"]);
        let ids = client
            .complete_uri("orders://{id}", "id", "")
            .await
            .expect("suggestions");
        assert_eq!(ids.values, ["1", "2"]);
        assert!(client.complete("gone", "order", "").await.is_err());
    })
    .await;
}

#[tokio::test]
async fn progress_is_heard_by_those_who_ask_for_it() {
    in_every_revision(async |client| {
        client.call("count", json!({})).await.expect("counted");
        let last = client.progress().pop().expect("heard");
        assert_eq!((last.progress, last.total), (2.0, Some(2.0)));
    })
    .await;
    for version in ProtocolVersion::ALL {
        let client = TestClient::new(shop()).version(version).connect().await;
        client.call("count", json!({})).await.expect("counted");
        assert_eq!(client.progress(), []);
    }
}

#[tokio::test]
#[expect(deprecated, reason = "clients still ask for log messages")]
async fn logs_are_heard_by_those_who_ask_for_them() {
    let chatty = || {
        let chat = async |ctx: Ctx| {
            ctx.log(LoggingLevel::Info, "quiet");
            ctx.log(LoggingLevel::Error, &json!({ "loud": true }));
            "said"
        };
        let chat = Tool::new("chat").describe("Chat.").handler(chat);
        Server::new("chatty", "1").logging().tool(chat)
    };
    for version in ProtocolVersion::ALL {
        let client = TestClient::new(chatty()).version(version);
        let client = client.hear_logs(LoggingLevel::Warning).connect().await;
        client.call("chat", json!({})).await.expect("said");
        let [logged] = &client.logs()[..] else {
            panic!("{version}: {:?}", client.logs())
        };
        assert_eq!(logged.level, LoggingLevel::Error);
        assert_eq!(
            (&logged.logger, &logged.data),
            (&None, &json!({ "loud": true }))
        );
    }
    // Where a server has no logs to offer, there is nothing to hear.
    let client = TestClient::new(shop()).era(Era::Legacy);
    let client = client.hear_logs(LoggingLevel::Debug).connect().await;
    client.call("count", json!({})).await.expect("counted");
    assert_eq!(client.logs(), []);
}

// S-SUBS-04, S-SUBS-05, S-SUBS-06, S-SUBS-12
#[tokio::test(start_paused = true)]
async fn changes_are_heard_by_those_who_listen_for_them() {
    for version in ProtocolVersion::ALL {
        let server = shop().build().expect("built");
        let handle = server.handle();
        let client = TestClient::of(server).version(version).connect().await;
        let wanted = SubscriptionFilter::new()
            .with_tools_list_changed(true)
            .with_resource_subscriptions(["orders://1"]);
        let mut listening = client.listen(wanted.clone()).await.expect("listening");
        assert_eq!(listening.honoured(), &wanted, "{version}");
        assert_eq!(handle.listeners("orders://1"), 1);

        assert!(handle.prompts().remove("draft"));
        handle.resource_updated("orders://7");
        let silence = Duration::from_secs(1);
        assert_eq!(listening.next_within(silence).await, None, "{version}");
        handle.resource_updated("orders://1");
        let uri = "orders://1".to_owned();
        assert_eq!(listening.next().await, Event::ResourceUpdated { uri });
        assert!(handle.tools().remove("count"));
        assert_eq!(listening.next().await, Event::ToolsChanged);

        drop(listening);
        assert_eq!(handle.listeners("orders://1"), 0, "{version}");
    }
}

#[tokio::test]
async fn what_cannot_be_listened_to_is_refused_or_not_honoured() {
    for era in Era::ALL {
        let client = TestClient::new(shop()).era(era).connect().await;
        let gone = SubscriptionFilter::new().with_resource_subscriptions(["gone://1"]);
        match (era, client.listen(gone).await) {
            (Era::Modern, Ok(listening)) => assert!(listening.honoured().is_empty()),
            (Era::Legacy, Err(CallError::Protocol { code, .. })) => assert_eq!(code, -32002),
            (_, listening) => panic!("{listening:?}"),
        }
    }
}

#[tokio::test]
async fn a_uri_may_be_too_long_to_listen_for() {
    in_every_revision(async |client| {
        let uri = |length: usize| format!("{}{}", "long://", "x".repeat(length - 7));
        let (longest, longer) = (uri(8000), uri(8001));
        let filter = SubscriptionFilter::new();
        let filter = filter.with_resource_subscriptions([longest.clone(), longer.clone()]);
        match client.listen(filter).await {
            Ok(listening) => {
                assert!(!client.version().has_handshake());
                assert_eq!(listening.honoured().resource_subscriptions, [longest]);
            }
            Err(CallError::Protocol { code, message, .. }) => {
                assert_eq!(code, -32602);
                assert!(message.contains("at most 8000 bytes"), "{message}");
            }
            Err(other) => panic!("{other}"),
        }
    })
    .await;
}

/// In a thread of its own: it would stand still if a lock were held.
#[test]
fn a_rule_who_may_see_a_tool_may_change_the_server() {
    let (done, finished) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let handle = Arc::new(OnceLock::<Handle>::new());
        let own = Arc::clone(&handle);
        let tool = Tool::new("shy")
            .describe("Be seen.")
            .visible_when(move |_| {
                let handle = own.get().expect("built before");
                handle.tools().remove("other");
                handle.tools().enable("shy", true)
            });
        let tool = tool.handler(async || "seen");
        let other = Tool::new("other").describe("Go.").handler(async || "gone");
        let server = Server::new("shop", "1").tool(tool).tool(other);
        let server = server.build().expect("sound");
        handle.set(server.handle()).expect("once");
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let client = TestClient::of(server).connect().await;
            assert!(client.call("shy", json!({})).await.is_err(), "not seen");
            let listed = client.tools().await.expect("tools");
            assert!(listed.is_empty(), "{listed:?}");
        });
        done.send(()).expect("waited for");
    });
    let waited = finished.recv_timeout(Duration::from_secs(20));
    waited.expect("it ends");
}

// A list that others see more of is nobody else's.
#[tokio::test]
async fn a_list_without_a_hidden_family_is_private() {
    let family = || {
        Resource::new("orders://{id}")
            .name("order")
            .arg::<u32>("id", |id| id)
            .list(async |_| Ok::<_, std::io::Error>(Vec::new()))
    };
    let read = async |id: u32| json!({ "id": id });
    for (server, scope) in [
        (Server::new("shop", "1"), "public"),
        (
            Server::new("shop", "1").resource(family().visible_when(|_| false).handler(read)),
            "private",
        ),
    ] {
        let logo = Resource::new("logo://main").name("logo");
        let server = server.resource(logo.handler(async || "logo"));
        let client = TestClient::new(server).connect().await;
        let listed = client.request("resources/list", json!({})).await;
        let listed = listed.expect("a list");
        assert_eq!(listed["resources"].as_array().map(Vec::len), Some(1));
        assert_eq!(listed["cacheScope"], scope, "{listed}");
    }
}
