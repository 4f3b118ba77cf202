//! Suggestions while a person types.

use mcp_core::ProtocolVersion;
use mcp_server::{Prompt, Server};
use serde_json::{Value, json};
use tests::{Carrier, Client, message};

use super::Cell;
use super::cell::told;
use crate::stage::{LETTERS, archive};

fn reply() -> Value {
    json!({ "type": "ref/prompt", "name": "reply" })
}

fn letters() -> Value {
    json!({ "type": "ref/resource", "uri": "archive://letters/{number}" })
}

fn typing(reference: Value, argument: &str, typed: &str) -> Value {
    json!({ "ref": reference, "argument": { "name": argument, "value": typed } })
}

async fn complete(client: &mut Client, params: Value) -> Value {
    let result = client.request("completion/complete", params).await;
    result.unwrap()["completion"].take()
}

// S-COMP-02, S-COMP-04, S-COMP-08
pub(crate) async fn arguments_and_variables_are_completed(cell: Cell) {
    let mut client = cell.reader().await;
    for (params, expected) in [
        (typing(reply(), "sender", "an"), json!(["anna"])),
        (typing(reply(), "sender", "TT"), json!(["otto"])),
        (typing(reply(), "tone", "f"), json!(["formal", "friendly"])),
        (typing(reply(), "number", "150"), json!(["150"])),
        (typing(letters(), "number", "149"), json!(["149"])),
        // A URI of the family stands for it.
        (
            typing(
                json!({ "type": "ref/resource", "uri": "archive://letters/1" }),
                "number",
                "149",
            ),
            json!(["149"]),
        ),
    ] {
        let completion = complete(&mut client, params.clone()).await;
        assert_eq!(completion["values"], expected, "{params}");
    }
}

// S-COMP-03
pub(crate) async fn at_most_a_hundred_values_come(cell: Cell) {
    let mut client = cell.reader().await;
    let completion = complete(&mut client, typing(letters(), "number", "")).await;
    assert_eq!(completion["values"].as_array().unwrap().len(), 100);
    assert_eq!(completion["total"], LETTERS);
    assert_eq!(completion["hasMore"], true);
    assert_eq!(completion["values"][0], "1", "best first");
}

// S-COMP-05
pub(crate) async fn what_is_filled_in_already_counts(cell: Cell) {
    let mut client = cell.reader().await;
    let mut params = typing(reply(), "number", "14");
    params["context"] = json!({ "arguments": { "sender": "anna" } });
    let completion = complete(&mut client, params).await;
    let values = completion["values"].as_array().unwrap();
    let even = |value: &Value| value.as_str().unwrap().parse::<u32>().unwrap() % 2 == 0;
    assert!(values.iter().all(even), "{values:?}");
    assert_eq!(values[0], "14");
}

// S-COMP-07
pub(crate) async fn nothing_to_suggest_is_an_answer(cell: Cell) {
    let mut client = cell.reader().await;
    for params in [
        typing(reply(), "lines", "1"),
        typing(reply(), "sender", "zoe"),
    ] {
        let completion = complete(&mut client, params.clone()).await;
        assert_eq!(completion["values"], json!([]), "{params}");
    }
}

// S-COMP-06, S-COMP-09
pub(crate) async fn what_nobody_knows_is_refused(cell: Cell) {
    let mut client = cell.reader().await;
    let unknown = |kind: &str, member: &str, value: &str| json!({ "type": kind, member: value });
    for params in [
        typing(reply(), "colour", ""),
        typing(letters(), "colour", ""),
        typing(unknown("ref/prompt", "name", "rply"), "sender", ""),
        typing(unknown("ref/resource", "uri", "archive://x/{y}"), "y", ""),
        typing(unknown("ref/tool", "name", "say"), "x", ""),
        // Nobody who may not see it learns of it by asking for suggestions.
        typing(unknown("ref/prompt", "name", "minutes"), "x", ""),
        json!({ "ref": reply() }),
        json!({ "argument": { "name": "sender", "value": "" } }),
        json!({ "ref": reply(), "argument": { "name": "sender", "value": 5 } }),
    ] {
        let (code, words) = told(client.request("completion/complete", params.clone()).await);
        assert_eq!(code, -32602, "{params}: {words}");
    }
}

// S-COMP-01
pub(crate) async fn it_is_promised_where_the_revision_has_a_word_for_it(cell: Cell) {
    let mut carrier = Carrier::open(cell.via, &archive().build().unwrap()).await;
    let request = match cell.is_stateless() {
        true => message::stateless(1, "server/discover", json!({})),
        false => message::initialize(1, cell.version.as_str(), json!({})),
    };
    carrier.send(&request).await;
    let answer = carrier.next().await;
    let capabilities = &answer["result"]["capabilities"];
    let promised = cell.since(ProtocolVersion::V2025_03_26).then(|| json!({}));
    assert_eq!(
        capabilities.get("completions"),
        promised.as_ref(),
        "{capabilities}"
    );
}

// S-COMP-06
pub(crate) async fn a_server_that_completes_nothing_has_no_such_method(cell: Cell) {
    let prompt = Prompt::new("plain")
        .describe("Plain.")
        .arg::<String>("text", |text| text)
        .handler(async |text: String| text);
    let server = Server::new("stage", "1.2.3")
        .prompt(prompt)
        .build()
        .unwrap();
    let mut client = cell.of(&server).await;
    let params = typing(json!({ "type": "ref/prompt", "name": "plain" }), "text", "");
    let (code, _) = told(client.request("completion/complete", params).await);
    assert_eq!(code, -32601);
}

// S-COMP-10, S-CACHE-02
pub(crate) async fn suggestions_are_nothing_to_keep(cell: Cell) {
    let mut client = cell.reader().await;
    let result = client
        .request("completion/complete", typing(reply(), "sender", "an"))
        .await;
    let members = cell.bare(result.unwrap());
    let members: Vec<_> = members.as_object().unwrap().keys().cloned().collect();
    assert_eq!(members, ["completion"]);
}
