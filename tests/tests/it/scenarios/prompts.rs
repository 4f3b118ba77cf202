//! What people start by name.

use data_encoding::BASE64;
use mcp_core::ProtocolVersion;
use serde_json::{Value, json};
use tests::{Client, Failure, User};

use super::Cell;
use super::cell::told;
use crate::stage::{CLERK, PIXEL};

async fn listed(client: &mut Client) -> Vec<Value> {
    let list = client.request("prompts/list", json!({})).await.unwrap();
    list["prompts"].as_array().cloned().expect("a list")
}

async fn get(client: &mut Client, name: &str, arguments: Value) -> Result<Value, Failure> {
    let params = json!({ "name": name, "arguments": arguments });
    client.request("prompts/get", params).await
}

// S-PROM-01, S-PROM-02
pub(crate) async fn prompts_are_listed_in_order(cell: Cell) {
    let mut client = cell.reader().await;
    let prompts = listed(&mut client).await;
    let names: Vec<_> = prompts.iter().map(|prompt| &prompt["name"]).collect();
    assert_eq!(names, ["reply", "debate", "close", "crash", "smudge"]);
    assert_eq!(prompts, listed(&mut client).await, "each time");
}

// S-PROM-03
pub(crate) async fn prompts_have_the_members_their_revision_knows(cell: Cell) {
    let prompts = listed(&mut cell.reader().await).await;
    let mut expected = json!({
        "name": "reply",
        "description": "Draft a reply to a letter.",
        "arguments": [
            { "name": "sender", "description": "Who wrote it.", "required": true },
            { "name": "number", "description": "Which letter.", "required": true },
            { "name": "tone", "description": "Tone of voice.", "required": false },
            { "name": "lines", "description": "From 0 to 255. Default 3.", "required": false },
        ],
    });
    if cell.since(ProtocolVersion::V2025_06_18) {
        expected["title"] = json!("Reply");
        expected["_meta"] = json!({ "example.com/shelf": 3 });
    }
    if cell.since(ProtocolVersion::V2025_11_25) {
        expected["icons"] = json!([{ "src": "https://example.com/reply.png" }]);
    }
    assert_eq!(prompts[0], expected);
}

// S-PROM-04, S-PROM-05
pub(crate) async fn arguments_are_text_and_read_by_their_types(cell: Cell) {
    let mut client = cell.reader().await;
    client.carrier().put_up();
    for (arguments, said) in [
        (
            json!({ "sender": "42", "number": "7", "tone": "formal", "lines": "2" }),
            "2 lines to 42 about 7 in formal tone",
        ),
        (
            json!({ "sender": "anna", "number": " 8 " }),
            "3 lines to anna about 8 in no tone",
        ),
        // Some clients send what they have, and more than was asked for; an empty field is none.
        (
            json!({ "sender": "anna", "number": 8, "tone": "", "lines": null, "other": "x" }),
            "3 lines to anna about 8 in no tone",
        ),
    ] {
        let result = get(&mut client, "reply", arguments.clone()).await.unwrap();
        let expected = json!({
            "description": "Draft a reply to a letter.",
            "messages": [{ "role": "user", "content": { "type": "text", "text": said } }],
        });
        assert_eq!(cell.bare(result), expected, "{arguments}");
    }
}

// S-PROM-06, S-PROM-12
pub(crate) async fn arguments_that_do_not_fit_are_refused_all_at_once(cell: Cell) {
    let mut client = cell.reader().await;
    for (arguments, faults) in [
        (json!({}), &["sender", "number"][..]),
        (json!({ "sender": "anna" }), &["number"]),
        (
            json!({ "sender": "anna", "number": "0", "tone": "rude", "lines": "many" }),
            &["number", "tone", "lines"],
        ),
        (json!({ "sender": ["a"], "number": "1" }), &["sender"]),
    ] {
        let (code, words) = told(get(&mut client, "reply", arguments.clone()).await);
        assert_eq!(code, -32602, "{arguments}");
        let told = |fault: &&str| words.contains(*fault);
        assert!(faults.iter().all(told), "{arguments}: {words}");
    }
    for arguments in [json!([]), json!("x"), json!(5)] {
        assert_eq!(told(get(&mut client, "debate", arguments).await).0, -32602);
    }
}

// S-PROM-06
pub(crate) async fn an_unknown_prompt_is_a_protocol_error(cell: Cell) {
    let mut client = cell.reader().await;
    let (code, words) = told(get(&mut client, "debait", json!({})).await);
    assert_eq!(code, -32602);
    assert!(words.contains("debait"), "{words}");
}

// S-PROM-04, S-PROM-08, S-PROM-09
pub(crate) async fn a_conversation_has_both_sides_and_all_kinds_of_content(cell: Cell) {
    let params = json!({ "name": "debate" });
    let result = cell.reader().await.request("prompts/get", params).await;
    let rules =
        json!({ "uri": "archive://rules", "mimeType": "text/markdown", "text": "# Be quiet" });
    let image = json!({ "type": "image", "mimeType": "image/gif", "data": BASE64.encode(PIXEL) });
    let expected = json!([
        { "role": "user", "content": { "type": "text", "text": "Who is right?" } },
        { "role": "assistant", "content": { "type": "text", "text": "Show me." } },
        { "role": "user", "content": image },
        { "role": "user", "content": { "type": "resource", "resource": rules } },
    ]);
    assert_eq!(cell.bare(result.unwrap())["messages"], expected);
}

// S-PROM-06
pub(crate) async fn a_prompt_that_fails_is_an_internal_error(cell: Cell) {
    let mut client = cell.reader().await;
    let (code, words) = told(get(&mut client, "crash", json!({})).await);
    assert_eq!(code, -32603);
    assert!(!words.contains("4711"), "{words}");
    let (code, words) = told(get(&mut client, "smudge", json!({})).await);
    assert_eq!(code, -32603);
    assert_eq!(words.contains("10.0.0.7"), !cell.via.is_remote(), "{words}");
}

pub(crate) async fn what_is_for_the_staff_is_there_for_nobody_else(cell: Cell) {
    let mut guest = cell.reader().await;
    let is_minutes = |one: &Value| one["name"] == "minutes";
    assert!(!listed(&mut guest).await.iter().any(is_minutes));
    let (code, words) = told(get(&mut guest, "minutes", json!({})).await);
    assert_eq!((code, &*words), (-32602, "Unknown prompt: minutes"));
    let mut clerk = cell.reader_by_name(CLERK).await;
    assert!(listed(&mut clerk).await.iter().any(is_minutes));
    let result = get(&mut clerk, "minutes", json!({})).await.unwrap();
    assert_eq!(
        result["messages"][0]["content"]["text"],
        "Write the minutes."
    );
}

// S-PROM-07
pub(crate) async fn a_prompt_may_ask(cell: Cell) {
    let mut client = cell.visitor(User::new().agrees("Close")).await;
    let result = get(&mut client, "close", json!({})).await;
    if cell.can_ask() {
        let result = cell.bare(result.unwrap());
        assert_eq!(result["description"], "The end of the day");
        assert_eq!(client.asked(), ["Close the archive?"]);
    } else {
        assert_eq!(told(result).0, -32603);
        assert!(client.asked().is_empty());
    }
}
