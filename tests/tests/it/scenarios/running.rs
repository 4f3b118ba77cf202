//! Calls that take their time.

use mcp_core::ProtocolVersion;
use serde_json::json;
use tests::{Via, message};

use super::Cell;
use super::cell::text;

/// Whatever may take its time, in the waiting room.
pub(super) const WAITS: [(&str, &str); 3] = [
    ("tools/call", r#"{ "name": "wait" }"#),
    ("prompts/get", r#"{ "name": "linger" }"#),
    ("resources/read", r#"{ "uri": "room://queue" }"#),
];

// S-PROG-01, S-PROG-02, S-PROG-03, S-PROG-04
pub(crate) async fn progress_goes_to_the_token_before_the_answer(cell: Cell) {
    for token in [json!("pack-1"), json!(0), json!(7)] {
        let mut client = cell.quiet().await;
        let params = json!({ "name": "steps", "_meta": { "progressToken": token } });
        let result = client.request("tools/call", params).await.unwrap();
        assert_eq!(text(&result), "packed");
        let notices = client.notices();
        assert!(
            !notices.is_empty(),
            "the first step and the last are always told"
        );
        let mut before = 0.0;
        for notice in notices {
            assert_eq!(notice["method"], "notifications/progress");
            let params = &notice["params"];
            assert_eq!(params["progressToken"], token, "as it came");
            let done = params["progress"].as_f64().unwrap();
            assert!(done > before, "{notices:?}");
            before = done;
            assert_eq!(params["total"].as_f64(), Some(3.0));
            let worded = params.get("message").is_some();
            assert_eq!(worded, cell.since(ProtocolVersion::V2025_03_26), "{params}");
        }
        assert_eq!(before, 3.0, "the end is told: {notices:?}");
    }
}

// S-PROG-01
pub(crate) async fn without_a_token_there_is_no_progress(cell: Cell) {
    let mut client = cell.quiet().await;
    client.call("steps", json!({})).await.unwrap();
    assert!(client.notices().is_empty(), "{:?}", client.notices());
}

/// What does not get further is not told, and neither is where nobody knows how far it is.
// S-PROG-03
pub(crate) async fn progress_only_ever_grows(cell: Cell) {
    let mut client = cell.reader().await;
    let params = json!({ "name": "wander", "_meta": { "progressToken": "w" } });
    client.request("tools/call", params).await.unwrap();
    let told: Vec<_> = client
        .notices()
        .iter()
        .map(|notice| notice["params"]["progress"].as_f64().unwrap())
        .collect();
    assert_eq!(told.first(), Some(&0.5), "the first step is told");
    assert_eq!(told.last(), Some(&1.5), "and the last");
    assert!(told.is_sorted_by(|one, next| one < next), "{told:?}");
    let total = |notice: &serde_json::Value| notice["params"].get("total").is_some();
    assert!(!client.notices().iter().any(total));
}

// S-PROG-01, S-PROG-02
pub(crate) async fn prompts_and_resources_tell_of_their_progress_too(cell: Cell) {
    let mut client = cell.reader().await;
    for (method, mut params) in [
        ("prompts/get", json!({ "name": "debate" })),
        ("resources/read", json!({ "uri": "archive://folder" })),
    ] {
        params["_meta"] = json!({ "progressToken": method });
        let before = client.notices().len();
        client.request(method, params).await.unwrap();
        let [notice] = &client.notices()[before..] else {
            panic!("{method}: {:?}", client.notices());
        };
        assert_eq!(notice["params"]["progressToken"], method);
        assert_eq!(notice["params"]["progress"].as_f64(), Some(1.0));
    }
}

// S-STDIO-05, S-HTTPM-44
pub(crate) async fn a_waiting_call_holds_up_nobody(cell: Cell) {
    let mut client = cell.quiet().await;
    client.start("tools/call", json!({ "name": "wait" })).await;
    cell.probe.waiting.reaches(1).await;
    client.request("tools/list", json!({})).await.unwrap();
    let result = client.call("greet", json!({})).await.unwrap();
    assert_eq!(text(&result), "Good morning.");
    assert_eq!(cell.probe.dropped.count(), 0);
}

// S-CANC-01, S-CANC-02, S-CANC-03, S-CANC-08, S-STDIO-07
pub(crate) async fn what_was_given_up_is_dropped_and_never_answered(cell: Cell) {
    let mut client = cell.of(&cell.probe.waiting_room()).await;
    for (number, (method, params)) in (1..).zip(WAITS) {
        let params = serde_json::from_str(params).unwrap();
        let id = client.start(method, params).await;
        cell.probe.waiting.reaches(number).await;
        client.give_up(&id).await;
        cell.probe.dropped.reaches(number).await;
        // The client insists that the next answer is the one it waits for.
        client.request("tools/list", json!({})).await.unwrap();
    }
}

// S-CANC-06, S-ENV-20, S-ENV-21
pub(crate) async fn cancelling_what_is_not_there_does_nothing(cell: Cell) {
    let mut client = cell.quiet().await;
    let id = client.start("tools/call", json!({ "name": "wait" })).await;
    cell.probe.waiting.reaches(1).await;
    let other_kind = json!(id.to_string());
    let mut strange = vec![
        message::cancelled(999),
        // The same digits as text are another id.
        message::cancelled(other_kind),
        message::cancelled(json!(null)),
        message::notification("notifications/cancelled", json!({})),
        message::notification("notifications/cancelled", json!({ "requestId": [1] })),
        message::notification("notifications/whatever", json!({ "requestId": id })),
    ];
    if cell.is_stateless() && cell.via == Via::Http {
        // Each request has a connection of its own there, and only its end cancels.
        strange.push(message::cancelled(id));
        for notification in &mut strange {
            notification["params"]["_meta"] = message::meta(json!({}));
        }
    }
    for notification in &strange {
        client.carrier().send(notification).await;
    }
    let done = client.start("tools/call", json!({ "name": "greet" })).await;
    client.finish(&done).await.unwrap();
    client.give_up(&done).await;
    client.call("greet", json!({})).await.unwrap();
    assert_eq!(cell.probe.dropped.count(), 0);
}

// S-ENV-04
pub(crate) async fn one_id_is_one_request(cell: Cell) {
    let mut client = cell.quiet().await;
    let id = client.start("tools/call", json!({ "name": "wait" })).await;
    cell.probe.waiting.reaches(1).await;
    let greet = json!({ "name": "greet" });
    let twin = match cell.is_stateless() {
        true => message::stateless(id.clone(), "tools/call", greet),
        false => message::request(id.clone(), "tools/call", greet),
    };
    client.carrier().send(&twin).await;
    let answer = client.carrier().next().await;
    assert_eq!(answer["id"], id);
    if cell.via == Via::Http {
        // Each answer belongs to the POST that asked for it.
        assert_eq!(text(&answer["result"]), "Good morning.");
    } else {
        assert_eq!(answer["error"]["code"], -32600, "{answer}");
    }
    assert_eq!(cell.probe.dropped.count(), 0, "the first is unharmed");
}
