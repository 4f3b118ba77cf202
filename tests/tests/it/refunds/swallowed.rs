//! Handlers whose author did not wait for the answer, in every way that Rust offers.

use std::future::Future as _;
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::Duration;

use mcp_core::ProtocolVersion;
use mcp_server::{Ctx, Server, State, Tool, ToolBuilder};
use serde_json::json;
use tests::{Client, Says, User, Via};

use super::ledger::{KEY, Ledger};

/// The text that every one of them asks.
const QUESTION: &str = "Refund 100 cents?";

fn careless(name: &'static str) -> ToolBuilder {
    Tool::new(name)
        .describe("Refund, carelessly.")
        .destructive()
}

fn pay(ledger: &Ledger, ctx: &Ctx) -> &'static str {
    ledger.pay(ctx.idempotency_key(), 100);
    "refunded"
}

/// Asks in a function that turns whatever comes into an `Option`.
async fn politely(ctx: &Ctx) -> Option<()> {
    let asked: Result<(), std::convert::Infallible> = async {
        ctx.confirm(QUESTION).await;
        Ok(())
    }
    .await;
    asked.ok()
}

fn tools() -> Vec<Tool> {
    vec![
        careless("let_underscore").handler(async |State(ledger): State<Ledger>, ctx: Ctx| {
            let () = ctx.confirm(QUESTION).await;
            pay(&ledger, &ctx)
        }),
        careless("ok").handler(async |State(ledger): State<Ledger>, ctx: Ctx| {
            let () = politely(&ctx).await.unwrap_or_default();
            pay(&ledger, &ctx)
        }),
        careless("select_ready").handler(async |State(ledger): State<Ledger>, ctx: Ctx| {
            tokio::select! {
                biased;
                () = ctx.confirm(QUESTION) => {}
                () = std::future::ready(()) => {}
            }
            pay(&ledger, &ctx)
        }),
        careless("select_sleep").handler(async |State(ledger): State<Ledger>, ctx: Ctx| {
            tokio::select! {
                () = ctx.confirm(QUESTION) => {}
                () = tokio::time::sleep(Duration::from_millis(1)) => {}
            }
            pay(&ledger, &ctx)
        }),
        careless("timeout").handler(async |State(ledger): State<Ledger>, ctx: Ctx| {
            let _ = tokio::time::timeout(Duration::from_millis(1), ctx.confirm(QUESTION)).await;
            pay(&ledger, &ctx)
        }),
        careless("timeout_zero").handler(async |State(ledger): State<Ledger>, ctx: Ctx| {
            let _ = tokio::time::timeout(Duration::ZERO, ctx.confirm(QUESTION)).await;
            pay(&ledger, &ctx)
        }),
        careless("polled_once").handler(async |State(ledger): State<Ledger>, ctx: Ctx| {
            {
                let mut asking = pin!(ctx.confirm(QUESTION));
                let _ = asking
                    .as_mut()
                    .poll(&mut Context::from_waker(Waker::noop()));
            }
            pay(&ledger, &ctx)
        }),
    ]
}

fn shop(ledger: &Ledger) -> Server {
    let shop = Server::new("careless", "1.0.0")
        .state_key(KEY)
        .state(ledger.clone());
    tools()
        .into_iter()
        .fold(shop, mcp_server::ServerBuilder::tool)
        .build()
        .unwrap()
}

fn names() -> Vec<String> {
    tools().iter().map(|tool| tool.name().to_owned()).collect()
}

/// Those that do not wait for the user to answer.
const IMPATIENT: [&str; 5] = [
    "select_ready",
    "select_sleep",
    "timeout",
    "timeout_zero",
    "polled_once",
];

pub(crate) async fn no_careless_handler_pays_without_consent(via: Via) {
    for name in names() {
        let ledger = Ledger::default();
        let mut client =
            Client::connect(via, ProtocolVersion::LATEST, &shop(&ledger), User::new()).await;
        let result = client
            .round("tools/call", json!({ "name": name }))
            .await
            .unwrap();
        let question = &result["inputRequests"]["question-1"]["params"]["message"];
        assert_eq!(question, QUESTION, "{name}: {result}");
        ledger.assert_untouched();
    }
    for name in IMPATIENT {
        let ledger = Ledger::default();
        let version = ProtocolVersion::LATEST_HANDSHAKE;
        let mut client = Client::connect(via, version, &shop(&ledger), User::new()).await;
        let id = client.start("tools/call", json!({ "name": name })).await;
        let question = client.carrier().next().await;
        assert_eq!(
            question["params"]["message"], QUESTION,
            "{name}: {question}"
        );
        let result = client.finish(&id).await.unwrap();
        assert_eq!(result["isError"], true, "{name}: {result}");
        ledger.assert_untouched();
    }
}

pub(crate) async fn no_careless_handler_pays_after_a_refusal(via: Via) {
    let accepts_nothing = Says::Accept(json!({ "confirm": false }));
    for version in [ProtocolVersion::LATEST, ProtocolVersion::LATEST_HANDSHAKE] {
        for name in names() {
            for says in [Says::Decline, Says::Cancel, accepts_nothing.clone()] {
                let ledger = Ledger::default();
                let user = User::new().says(QUESTION, says);
                let mut client = Client::connect(via, version, &shop(&ledger), user).await;
                let result = client.call(&name, json!({})).await.unwrap();
                assert_eq!(result["isError"], true, "{name}: {result}");
                ledger.assert_untouched();
            }
        }
    }
}

pub(crate) async fn a_careless_handler_pays_after_consent(via: Via) {
    for name in &names() {
        let ledger = Ledger::default();
        let user = User::new().agrees(QUESTION);
        let mut client = Client::connect(via, ProtocolVersion::LATEST, &shop(&ledger), user).await;
        let result = client.call(name, json!({})).await.unwrap();
        assert_eq!(result["content"][0]["text"], "refunded", "{name}: {result}");
        assert_eq!(client.asked(), [QUESTION], "{name}");
        assert_eq!(ledger.payments(), [100], "{name}");
    }
}

/// A question in a task of its own has no call to belong to: a mistake that shows in the first test.
// S-ELIC-29
pub(crate) async fn a_question_in_another_task_fails_the_call(via: Via) {
    for version in [ProtocolVersion::LATEST, ProtocolVersion::LATEST_HANDSHAKE] {
        let ledger = Ledger::default();
        let spawned =
            careless("spawned").handler(async |State(ledger): State<Ledger>, ctx: Ctx| {
                let inner = ctx.clone();
                let asking = tokio::spawn(async move { inner.confirm(QUESTION).await });
                let _ = asking.await;
                pay(&ledger, &ctx)
            });
        let shop = Server::new("careless", "1.0.0")
            .state(ledger.clone())
            .tool(spawned);
        let user = User::new().agrees(QUESTION);
        let mut client = Client::connect(via, version, &shop.build().unwrap(), user).await;
        let failure = client.call("spawned", json!({})).await.unwrap_err();
        assert_eq!(failure.code, -32603);
        assert!(client.asked().is_empty());
        ledger.assert_untouched();
    }
}
