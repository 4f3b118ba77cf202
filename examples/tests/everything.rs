//! The everything server as its own process, over standard input and output: each thing that it lists can be used.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::{Value, json};
use tests::{Child, message};

fn everything() -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_everything"));
    command.env("MCP_STATE_KEY", "the everything server's secret");
    Child::start(command)
}

/// A request by a client that can answer whatever is asked.
fn request(id: impl Into<Value>, method: &str, mut params: Value) -> Value {
    let able = json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} });
    params["_meta"] = message::meta(able);
    message::request(id, method, params)
}

/// The arguments that a tool or a prompt cannot do without.
fn arguments(name: &str) -> Value {
    match name {
        "test_x_mcp_header" => json!({ "region": "north" }),
        "test_tool_slow" => json!({ "durationMs": 200 }),
        "test_elicitation" => json!({ "message": "Who are you?" }),
        "test_sampling" => json!({ "prompt": "Say hello." }),
        "test_schema_by_hand" => json!({ "email": "somebody@example.com" }),
        "test_prompt_with_arguments" => json!({ "arg1": "one", "arg2": "two" }),
        "test_prompt_with_embedded_resource" => json!({ "resourceUri": "test://static-text" }),
        "test_completion" => json!({ "region": "north", "city": "Oslo" }),
        _ => json!({}),
    }
}

async fn listed(child: &mut Child, method: &str, list: &str, key: &str) -> Vec<String> {
    let answer = child.lines.exchange(&request(0, method, json!({}))).await;
    let items = answer["result"][list].as_array().unwrap();
    items
        .iter()
        .map(|item| item[key].as_str().unwrap().to_owned())
        .collect()
}

/// Sends all requests at once; what was answered, by id.
async fn answers(child: &mut Child, requests: &[Value]) -> BTreeMap<String, Value> {
    for request in requests {
        child.lines.send(request).await;
    }
    let mut answers = BTreeMap::new();
    while answers.len() < requests.len() {
        let message = child.lines.expect().await;
        if let Some(id) = message["id"].as_str() {
            answers.insert(id.to_owned(), message);
        }
    }
    answers
}

/// Neither an error nor a tool's "that did not work".
fn assert_fine(answers: &BTreeMap<String, Value>) {
    for (name, answer) in answers {
        assert!(answer["result"].is_object(), "{name}: {answer}");
        let meant = name == "test_error_handling";
        assert_eq!(
            answer["result"]["isError"] == true,
            meant,
            "{name}: {answer}"
        );
    }
}

#[tokio::test]
async fn every_tool_can_be_called() {
    let mut child = everything();
    let tools = listed(&mut child, "tools/list", "tools", "name").await;
    assert_eq!(tools[0], "test_simple_text");
    // These run until somebody gives them up.
    let endless = ["test_tidy_cancellation", "test_blocking_cancellation"];
    let calls: Vec<Value> = tools
        .iter()
        .filter(|name| !endless.contains(&name.as_str()))
        .map(|name| {
            let params = json!({ "name": name, "arguments": arguments(name) });
            request(&**name, "tools/call", params)
        })
        .collect();
    assert!(calls.len() > 40, "{tools:?}");
    let answers = answers(&mut child, &calls).await;
    assert_fine(&answers);
    let asks = |name: &&String| answers[*name]["result"]["resultType"] == "input_required";
    assert!(answers.keys().filter(asks).count() > 10, "{answers:?}");
}

#[tokio::test]
async fn every_prompt_and_every_resource_can_be_had() {
    let mut child = everything();
    let prompts = listed(&mut child, "prompts/list", "prompts", "name").await;
    let mut all: Vec<Value> = prompts
        .iter()
        .map(|name| {
            let params = json!({ "name": name, "arguments": arguments(name) });
            request(&**name, "prompts/get", params)
        })
        .collect();
    let mut uris = listed(&mut child, "resources/list", "resources", "uri").await;
    assert_eq!(uris[0], "test://static-text");
    assert!(uris.contains(&"test://words/owl".to_owned()), "{uris:?}");
    uris.push("test://template/7/data".to_owned());
    let read = |uri: &String| request(&**uri, "resources/read", json!({ "uri": uri }));
    all.extend(uris.iter().map(read));
    let answers = answers(&mut child, &all).await;
    assert_fine(&answers);
    assert_eq!(answers.len(), prompts.len() + uris.len());
}

#[tokio::test]
async fn a_call_that_was_given_up_is_not_answered() {
    let mut child = everything();
    for tool in [
        "test_tidy_cancellation",
        "test_blocking_cancellation",
        "test_tool_slow",
    ] {
        let params = json!({ "name": tool, "arguments": {} });
        child.lines.send(&request(tool, "tools/call", params)).await;
        child.lines.send(&message::cancelled(tool)).await;
    }
    let params = json!({ "name": "test_tool_fast", "arguments": {} });
    let answer = child
        .lines
        .exchange(&request("fast", "tools/call", params))
        .await;
    assert_eq!(answer["result"]["content"][0]["text"], "Done.");
    child.lines.end_input().await;
    assert_eq!(child.lines.rest().await, Vec::<Value>::new());
}

#[tokio::test]
async fn whoever_listens_hears_of_changes() {
    let mut child = everything();
    let filter = json!({
        "toolsListChanged": true,
        "promptsListChanged": true,
        "resourcesListChanged": true,
        "resourceSubscriptions": ["test://watched-resource"],
    });
    let listen = request(
        "listen",
        "subscriptions/listen",
        json!({ "notifications": filter }),
    );
    child.lines.send(&listen).await;
    let acknowledged = child.lines.expect().await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );

    for (trigger, told) in [
        (
            "test_trigger_tool_change",
            "notifications/tools/list_changed",
        ),
        (
            "test_trigger_prompt_change",
            "notifications/prompts/list_changed",
        ),
        (
            "test_trigger_resource_list_change",
            "notifications/resources/list_changed",
        ),
        (
            "test_trigger_resource_change",
            "notifications/resources/updated",
        ),
    ] {
        let params = json!({ "name": trigger, "arguments": {} });
        child
            .lines
            .send(&request(trigger, "tools/call", params))
            .await;
        let mut heard = [child.lines.expect().await, child.lines.expect().await];
        heard.sort_by_key(|message| message["id"].is_string()); // the answer last
        assert_eq!(heard[0]["method"], told, "{heard:?}");
        assert_eq!(heard[1]["id"], trigger, "{heard:?}");
    }
    let tools = listed_while_listening(&mut child, "tools/list", "tools").await;
    assert!(tools.contains("test_added_tool"), "{tools}");
    let prompts = listed_while_listening(&mut child, "prompts/list", "prompts").await;
    assert!(!prompts.contains("test_seasonal_prompt"), "{prompts}");
    let resources = listed_while_listening(&mut child, "resources/list", "resources").await;
    assert!(
        !resources.contains("test://seasonal-resource"),
        "{resources}"
    );
}

async fn listed_while_listening(child: &mut Child, method: &str, list: &str) -> String {
    let answer = child
        .lines
        .exchange(&request(method, method, json!({})))
        .await;
    answer["result"][list].to_string()
}

#[tokio::test]
async fn a_call_is_heard_of_by_those_who_ask() {
    let mut child = everything();
    for (tool, method) in [
        ("test_tool_with_logging", "notifications/message"),
        ("test_logging_tool", "notifications/message"),
        ("test_typed_progress", "notifications/progress"),
        ("test_heartbeat", "notifications/progress"),
    ] {
        let params = json!({ "name": tool, "arguments": {} });
        let mut call = request(tool, "tools/call", params);
        call["params"]["_meta"]["io.modelcontextprotocol/logLevel"] = json!("debug");
        call["params"]["_meta"]["progressToken"] = json!(tool);
        child.lines.send(&call).await;
        for _ in 0..3 {
            let message = child.lines.expect().await;
            assert_eq!(message["method"], method, "{tool}: {message}");
        }
        while child.lines.expect().await["id"] != tool {}
    }
}

#[tokio::test]
async fn suggestions_depend_on_what_is_filled_in() {
    let mut child = everything();
    for (region, cities) in [("north", json!(["Riga"])), ("south", json!(["Rome"]))] {
        let params = json!({
            "ref": { "type": "ref/prompt", "name": "test_completion" },
            "argument": { "name": "city", "value": "r" },
            "context": { "arguments": { "region": region } },
        });
        let complete = request(region, "completion/complete", params);
        let answer = child.lines.exchange(&complete).await;
        assert_eq!(answer["result"]["completion"]["values"], cities, "{answer}");
    }
}

#[tokio::test]
async fn an_extension_serves_those_who_declare_it() {
    let mut child = everything();
    let refused = child
        .lines
        .exchange(&request(1, "clock/now", json!({})))
        .await;
    assert!(refused["error"].is_object(), "{refused}");
    let mut declared = request(2, "clock/now", json!({}));
    declared["params"]["_meta"][message::CAPABILITIES_KEY] =
        json!({ "extensions": { "com.example/clock": {} } });
    let answer = child.lines.exchange(&declared).await;
    assert!(
        answer["result"]["seconds"].as_u64().unwrap() > 1_700_000_000,
        "{answer}"
    );
}
