//! Several messages in one POST.

use std::time::Duration;

use mcp_transport_http::Endpoint;
use serde_json::{Value, json};

use crate::client::{Answer, Call, open_session, open_session_as};
use crate::engine::Engine;

fn tool(id: u64, name: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": name } })
}

fn notification() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
}

fn batch(session: &str, messages: Value) -> Call {
    Call::post(messages).with("mcp-session-id", session)
}

async fn send(endpoint: &Endpoint, messages: Value) -> Answer {
    let session = open_session_as(endpoint, "2025-03-26").await;
    batch(&session, messages).send(endpoint).await
}

// S-HTTPL-29, S-HTTPL-27
#[tokio::test]
async fn requests_are_answered_with_one_array_in_their_order() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    for messages in [
        json!([tool(1, "soon"), notification(), tool(2, "echo")]),
        json!([tool(1, "echo"), tool(2, "unknown")]),
        json!([tool(1, "cancelled"), tool(2, "echo")]),
    ] {
        let answer = send(&endpoint, messages.clone()).await;
        assert_eq!(answer.status, 200);
        let answers = answer.json();
        let ids: Vec<_> = answers
            .as_array()
            .unwrap()
            .iter()
            .map(|a| &a["id"])
            .collect();
        match messages[0]["params"]["name"].as_str() {
            Some("cancelled") => assert_eq!(ids, [2]),
            _ => assert_eq!(ids, [1, 2]),
        }
    }
    assert!(engine.saw("notified notifications/initialized"));
}

// S-HTTPL-29
#[tokio::test]
async fn one_request_is_answered_with_an_array_as_well() {
    let answer = send(&Engine::new().endpoint(), json!([tool(1, "echo")])).await;
    assert_eq!(answer.json()[0]["result"]["text"], "done");
}

// S-HTTPL-29
#[tokio::test]
async fn what_is_no_request_is_accepted_without_a_word() {
    let endpoint = Engine::new().endpoint();
    for messages in [
        json!([notification(), notification()]),
        json!([{ "jsonrpc": "2.0", "id": 1, "result": {} }, { "jsonrpc": "2.0", "id": 2, "result": {} }]),
    ] {
        let answer = send(&endpoint, messages).await;
        assert_eq!((answer.status.as_u16(), answer.body.as_str()), (202, ""));
    }
}

// S-HTTPL-29
#[tokio::test]
async fn what_handlers_say_comes_before_the_array() {
    let messages = json!([tool(1, "talk"), tool(2, "talk")]);
    let answer = send(&Engine::new().endpoint(), messages).await;
    let events = answer.events();
    assert_eq!(events.len(), 3 + 3 + 1);
    let answers = events[6].as_array().expect("an array");
    assert_eq!(
        (&answers[0]["id"], &answers[1]["id"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(answer.ids().len(), 7, "and can be read on");
}

// S-HTTPL-30
#[tokio::test]
async fn each_message_is_judged_by_itself() {
    let endpoint = Engine::new().endpoint();
    let initialize = json!({ "jsonrpc": "2.0", "id": 3, "method": "initialize", "params": {} });
    let modern = json!({
        "jsonrpc": "2.0", "id": 4, "method": "tools/list", "params": { "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }},
    });
    let messages = json!([tool(1, "echo"), 5, initialize, modern, { "id": 6 }, tool(7, "soon")]);
    let answer = send(&endpoint, messages).await;
    assert_eq!(answer.status, 200);
    let answers = answer.json();
    let codes: Vec<_> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| (answer["id"].as_u64(), answer["error"]["code"].as_i64()))
        .collect();
    let invalid = Some(-32600);
    assert_eq!(
        codes,
        [
            (Some(1), None),
            (None, invalid),
            (Some(3), invalid),
            (Some(4), invalid),
            (Some(6), invalid),
            (Some(7), None),
        ]
    );
    let nothing = send(&endpoint, json!([1, 2])).await;
    assert_eq!(nothing.status, 400);
    assert_eq!(nothing.json().as_array().unwrap().len(), 2);
}

// S-HTTPL-30
#[tokio::test]
async fn what_is_no_batch_is_refused_whole() {
    let endpoint = Engine::new().endpoint();
    let session = open_session_as(&endpoint, "2025-03-26").await;
    let many = format!("[{}0]", "0,".repeat(2000));
    for (body, code) in [
        ("[]", -32600),
        (" [ ] ", -32600),
        ("[1,", -32700),
        (&many, -32600),
    ] {
        let call = Call::post(body).with("mcp-session-id", &session);
        let answer = call.send(&endpoint).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (400, Some(code)));
        assert!(answer.json().get("id").is_none());
    }
}

// S-HTTPL-31, S-HTTPL-02, S-HTTPM-05
#[tokio::test]
async fn other_revisions_know_no_batches() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let messages = json!([notification(), tool(1, "echo")]);
    let mut calls = vec![
        Call::post(&messages),
        Call::post(&messages).with("mcp-protocol-version", "2026-07-28"),
        Call::post(&messages).with("mcp-protocol-version", "2025-03-26"),
    ];
    for version in ["2025-06-18", "2025-11-25"] {
        let session = open_session_as(&endpoint, version).await;
        calls.push(batch(&session, messages.clone()));
    }
    for call in calls {
        let answer = call.clone().send(&endpoint).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (400, Some(-32600)));
    }
    let dead = batch("dead", messages).send(&endpoint).await;
    assert_eq!(dead.status, 404);
    assert!(!engine.saw("notified notifications/initialized"));
}

#[tokio::test]
async fn each_request_takes_a_place() {
    let engine = Engine::new();
    let endpoint = engine.builder().max_in_flight(2).build().unwrap();
    let messages = json!([
        tool(1, "soon"),
        tool(2, "echo"),
        tool(3, "soon"),
        tool(4, "soon")
    ]);
    let answer = send(&endpoint, messages).await.json();
    assert_eq!(answer[3]["error"]["code"], -32603, "{answer}");
    assert_eq!(answer[3]["id"], 4);
    for place in 0..3 {
        assert_eq!(answer[place]["result"]["text"], "done");
    }
    let session = open_session(&endpoint).await;
    let after = Call::legacy_tool(&session, "soon").send(&endpoint).await;
    assert_eq!(after.status, 200, "the places are given back");
}

#[tokio::test(start_paused = true)]
async fn what_outlives_the_grace_is_answered_one_by_one() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let messages = json!([tool(1, "slow"), tool(2, "slow")]);
    let (answer, ()) = tokio::join!(send(&endpoint, messages), async {
        engine.until("started").await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        endpoint.stop().await;
    });
    assert_eq!(answer.status, 503);
    let answers = answer.json();
    assert_eq!(
        (&answers[0]["id"], &answers[1]["id"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(answers[1]["error"]["code"], -32603);
}
