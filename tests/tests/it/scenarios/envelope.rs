//! Messages that are strange, and what they do: nothing that nobody asked for.

use mcp_core::ProtocolVersion;
use serde_json::{Value, json};
use tests::{Via, message};

use super::Cell;
use super::cell::text;

/// A request of the cell's revision, whose members a test may bend.
fn greet(cell: &Cell, id: Value) -> Value {
    let params = json!({ "name": "greet" });
    match cell.is_stateless() {
        true => message::stateless(id, "tools/call", params),
        false => message::request(id, "tools/call", params),
    }
}

// S-ENV-02, S-ENV-07
pub(crate) async fn ids_come_back_as_they_were(cell: Cell) {
    let mut client = cell.quiet().await;
    let ids = [
        json!("a"),
        json!(""),
        json!("1"),
        json!("é\n\"\\"),
        json!(0),
        json!(-7),
        json!(9_007_199_254_740_993_i64),
        json!(u64::MAX),
    ];
    for id in ids {
        client.carrier().send(&greet(&cell, id.clone())).await;
        let answer = client.carrier().next().await;
        assert_eq!(answer["id"], id);
        assert_eq!(text(&answer["result"]), "Good morning.");
    }
}

// S-ENV-03, S-ENV-10
pub(crate) async fn ids_that_are_none_are_refused_and_nothing_runs(cell: Cell) {
    let mut client = cell.quiet().await;
    for id in [json!(null), json!(1.5), json!([1]), json!({}), json!(true)] {
        let mut wait = greet(&cell, id);
        wait["params"]["name"] = json!("wait");
        client.carrier().send(&wait).await;
        if cell.via != Via::Stdio {
            // On a stream an error that names no request ends the session of several clients: there it is silence.
            let answer = client.carrier().next().await;
            assert_eq!(answer["error"]["code"], -32600, "{answer}");
            assert_eq!(answer.get("id"), None, "never null: {answer}");
        }
    }
    client.call("greet", json!({})).await.unwrap();
    assert_eq!(cell.probe.waiting.count(), 0);
}

// S-ENV-20
pub(crate) async fn a_call_that_wants_no_answer_is_not_made(cell: Cell) {
    let mut client = cell.quiet().await;
    for tool in ["wait", "boom"] {
        let mut notification = greet(&cell, json!(1));
        notification["params"]["name"] = json!(tool);
        notification.as_object_mut().unwrap().remove("id");
        client.carrier().send(&notification).await;
    }
    client.call("greet", json!({})).await.unwrap();
    assert_eq!(cell.probe.waiting.count(), 0);
}

// S-ENV-12, S-META-05
pub(crate) async fn parameters_are_an_object_or_absent(cell: Cell) {
    let mut client = cell.quiet().await;
    client.carrier().put_up();
    for params in [
        json!([]),
        json!("x"),
        json!(5),
        json!([{ "name": "greet" }]),
    ] {
        let request = message::request("p", "tools/list", params);
        client.carrier().send(&request).await;
        let answer = client.carrier().next().await;
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&json!("p"), &json!(-32602)),
            "{answer}"
        );
    }
    if cell.is_stateless() && cell.via == Via::Http {
        // Without `_meta` and without its headers it is no request of this revision.
        return;
    }
    for mut request in [
        message::request("p", "tools/list", json!(null)),
        message::request("p", "tools/list", json!({})),
    ] {
        if request["params"] == json!({}) {
            request.as_object_mut().unwrap().remove("params");
        }
        client.carrier().send(&request).await;
        let answer = client.carrier().next().await;
        match cell.is_stateless() {
            true => assert_eq!(
                answer["error"]["code"], -32602,
                "what names its version is missing: {answer}"
            ),
            false => assert!(answer["result"]["tools"].is_array(), "{answer}"),
        }
    }
}

// S-ENV-22, S-META-04
pub(crate) async fn members_that_nobody_knows_are_ignored(cell: Cell) {
    let mut client = cell.quiet().await;
    let mut request = greet(&cell, json!(7));
    request["trace"] = json!({ "deep": [1, 2, { "jsonrpc": "1.0", "id": 8 }] });
    request["params"]["future"] = json!(true);
    request["params"]["_meta"]["example.com/own"] = json!([null]);
    client.carrier().send(&request).await;
    let answer = client.carrier().next().await;
    assert_eq!(answer["id"], 7);
    assert_eq!(text(&answer["result"]), "Good morning.");
}

pub(crate) async fn answers_to_nothing_are_not_answered(cell: Cell) {
    if cell.is_stateless() && cell.via == Via::Http {
        // A 400, since there is no session that could have asked: see `http::routing`.
        return;
    }
    let mut client = cell.quiet().await;
    for strange in [
        json!({ "jsonrpc": "2.0", "id": 99, "result": {} }),
        json!({ "jsonrpc": "2.0", "id": "ask-0", "result": { "action": "accept", "content": { "confirm": true } } }),
        json!({ "jsonrpc": "2.0", "id": 99, "error": { "code": 1, "message": "no" } }),
    ] {
        client.carrier().send(&strange).await;
    }
    client.call("greet", json!({})).await.unwrap();
}

/// One revision knows them, and only inside of a session.
// S-ENV-27, S-HTTPL-31, S-SSE24-10
pub(crate) async fn batches_are_refused_whole(cell: Cell) {
    let mut client = cell.quiet().await;
    let mut wait = greet(&cell, json!(1));
    wait["params"]["name"] = json!("wait");
    let mut batches = vec![json!([])];
    if cell.version != ProtocolVersion::V2025_03_26 {
        batches.extend([json!([wait.clone()]), json!([wait.clone(), wait])]);
    }
    for batch in batches {
        client.carrier().send(&batch).await;
        if cell.via != Via::Stdio {
            let answer = client.carrier().next().await;
            assert_eq!(answer["error"]["code"], -32600, "{answer}");
            assert_eq!(answer.get("id"), None, "{answer}");
        }
    }
    client.call("greet", json!({})).await.unwrap();
    assert_eq!(cell.probe.waiting.count(), 0);
}

/// Each message of a batch is answered as if it had come alone.
// S-HTTPL-29, S-HTTPL-30, S-INIT-13, S-STDIO-13
pub(crate) async fn batches_are_served_where_they_are_known(cell: Cell) {
    if cell.version != ProtocolVersion::V2025_03_26 {
        return;
    }
    let mut client = cell.quiet().await;
    let notice = message::notification("notifications/whatever", json!({}));
    let batch = json!([
        greet(&cell, json!("a")),
        notice.clone(),
        message::request("b", "ping", json!({})),
        message::request("c", "foo/bar", json!({})),
        message::initialize("d", cell.version.as_str(), json!({})),
        5,
        message::answer(&json!("nobody"), &json!({})),
    ]);
    client.carrier().send(&batch).await;
    // On a stream an error that names no request is silence, here as anywhere.
    let expected = if cell.via == Via::Stdio { 4 } else { 5 };
    let mut answers = Vec::new();
    while answers.len() < expected {
        match client.carrier().next().await {
            Value::Array(several) => answers.extend(several),
            one => answers.push(one),
        }
    }
    let find = |id: Option<&str>| {
        let mut found = answers
            .iter()
            .filter(|answer| answer.get("id").map(|id| id.as_str().unwrap()) == id);
        let answer = found.next().unwrap_or_else(|| panic!("{id:?}"));
        assert!(found.next().is_none(), "{id:?} is answered once");
        answer
    };
    assert_eq!(text(&find(Some("a"))["result"]), "Good morning.");
    assert_eq!(find(Some("b"))["result"], json!({}));
    assert_eq!(find(Some("c"))["error"]["code"], -32601);
    assert_eq!(find(Some("d"))["error"]["code"], -32600);
    if cell.via != Via::Stdio {
        assert_eq!(find(None)["error"]["code"], -32600);
    }

    // Nothing to answer is no answer at all.
    client
        .carrier()
        .send(&json!([notice.clone(), notice]))
        .await;
    client.call("greet", json!({})).await.unwrap();
}
