//! What a handler holds is let go when the call ends early.

use mcp_core::ProtocolVersion;
use serde_json::json;
use tests::{Client, Says, User, Via, message};

use super::ledger::Ledger;
use super::purse::{Purse, arguments, done};

// S-MRTR-17
pub(crate) async fn guards_are_let_go_with_every_round(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let round = purse.ask("refund_order", &arguments()).await;
    ledger.let_go.reaches(1).await;
    assert_eq!(
        done(&purse.agree("refund_order", &arguments(), &round).await),
        "refunded 500"
    );
    ledger.let_go.reaches(2).await;
}

pub(crate) async fn a_refusal_lets_go_and_pays_nothing(via: Via) {
    for version in [ProtocolVersion::LATEST, ProtocolVersion::LATEST_HANDSHAKE] {
        for says in [Says::Decline, Says::Cancel] {
            let ledger = Ledger::default();
            let server = ledger.shop("shop").build().unwrap();
            let user = User::new().says("Refund", says);
            let mut client = Client::connect(via, version, &server, user).await;
            let result = client.call("refund_order", arguments()).await.unwrap();
            assert_eq!(result["isError"], true, "{result}");
            // In rounds the first run has let go as well.
            let runs = if version.has_handshake() { 1 } else { 2 };
            ledger.let_go.reaches(runs).await;
            ledger.assert_untouched();
        }
    }
}

// S-CANC-11
pub(crate) async fn cancelling_an_open_question_lets_go_and_pays_nothing(via: Via) {
    let ledger = Ledger::default();
    let server = ledger
        .shop("shop")
        .limits(mcp_server::Limits::default().with_cancel_grace(std::time::Duration::ZERO));
    let server = server.build().unwrap();
    let version = ProtocolVersion::LATEST_HANDSHAKE;
    let mut client = Client::connect(via, version, &server, User::new()).await;
    let params = json!({ "name": "refund_order", "arguments": arguments() });
    let id = client.start("tools/call", params).await;
    let question = client.carrier().next().await;
    assert_eq!(question["method"], "elicitation/create", "{question}");

    client.carrier().send(&message::cancelled(id)).await;
    ledger.let_go.reaches(1).await;
    // A yes that comes too late is no yes.
    let yes = json!({ "action": "accept", "content": { "confirm": true } });
    let answer = message::answer(&question["id"], &yes);
    client.carrier().send(&answer).await;
    client.request("ping", json!({})).await.unwrap();
    ledger.assert_untouched();
    // The client was told that nobody waits any more, unless its stream was over.
    let cancelled = |notice: &&serde_json::Value| notice["method"] == "notifications/cancelled";
    let told: Vec<_> = client.notices().iter().filter(cancelled).collect();
    assert!(
        told.iter()
            .all(|notice| notice["params"]["requestId"] == question["id"]),
        "{told:?}"
    );
}
