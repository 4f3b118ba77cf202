//! Asking the client's model: tools, context, and what each revision knows of
//! them.
#![expect(
    deprecated,
    reason = "clients still offer sampling, and context with it"
)]

use mcp_core::types::{
    ContentBlock, CreateMessageRequest, IncludeContext, Role, SamplingContent, SamplingMessage,
    ToolChoice, ToolChoiceMode, ToolResultContent,
};
use serde_json::value::RawValue;

use super::*;
use crate::test::CallError;

/// A loop around a model that may use a tool: at most four turns.
async fn chat(ctx: Ctx) -> String {
    let schema = RawValue::from_string(r#"{"type":"object"}"#.to_owned()).expect("JSON");
    let add = mcp_core::types::Tool::new("add", schema);
    let mut messages = vec![SamplingMessage::user("What is 2 + 3?")];
    for turn in 0..4 {
        let mode = match turn {
            3 => ToolChoiceMode::None,
            _ => ToolChoiceMode::Auto,
        };
        let request = CreateMessageRequest::new(messages.clone(), 100)
            .with_tools([add.clone()])
            .with_tool_choice(ToolChoice::new(mode));
        let answer = ctx.sample(request).await;
        let uses: Vec<_> = answer
            .content
            .iter()
            .filter_map(|block| match block {
                SamplingContent::ToolUse(used) => Some(used.id.clone()),
                _ => None,
            })
            .collect();
        messages.push(SamplingMessage::new(Role::Assistant, answer.content));
        if uses.is_empty() {
            break;
        }
        let results: Vec<_> = uses
            .into_iter()
            .map(|id| {
                SamplingContent::ToolResult(ToolResultContent::new(id, [ContentBlock::text("5")]))
            })
            .collect();
        messages.push(SamplingMessage::new(Role::User, results));
    }
    format!("{} messages", messages.len())
}

async fn context(ctx: Ctx) -> String {
    let request = CreateMessageRequest::new([SamplingMessage::user("Hi")], 9)
        .with_include_context(IncludeContext::ThisServer);
    ctx.sample(request).await.model
}

/// The user's model uses a tool twice at once, then speaks.
fn model(turn: usize) -> Value {
    let used = |id: &str| json!({ "type": "tool_use", "id": id, "name": "add", "input": { "a": 2, "b": 3 } });
    let (content, reason) = match turn {
        0 => (json!([used("1"), used("2")]), "toolUse"),
        _ => (json!({ "type": "text", "text": "5" }), "endTurn"),
    };
    json!({ "role": "assistant", "content": content, "model": "m", "stopReason": reason })
}

// S-SAMP-02, S-SAMP-03, S-SAMP-05, S-SAMP-06, S-SAMP-08, S-SAMP-09
#[tokio::test]
async fn a_model_uses_tools_over_several_rounds() {
    for (method, params, place) in ASKING {
        let client = TestClient::new(asking(chat))
            .capabilities(json!({ "sampling": { "tools": {} } }))
            .connect()
            .await;
        let mut sent = params();
        for turn in 0..2 {
            let asked = client.once(method, sent).await.expect("asked");
            let questions = asked["inputRequests"].as_object().expect("questions");
            let (key, question) = questions.iter().next().expect("one");
            assert_eq!(question["method"], "sampling/createMessage");
            assert_eq!(question["params"]["tools"][0]["name"], "add");
            assert_eq!(question["params"]["toolChoice"], json!({ "mode": "auto" }));
            let messages = question["params"]["messages"].as_array().expect("messages");
            assert_eq!(messages.len(), 1 + 2 * turn);
            if turn == 1 {
                let ids: Vec<_> = messages[2]["content"]
                    .as_array()
                    .expect("results")
                    .iter()
                    .map(|block| (&block["type"], &block["toolUseId"]))
                    .collect();
                let result = &json!("tool_result");
                assert_eq!(ids, [(result, &json!("1")), (result, &json!("2"))]);
            }
            sent = params();
            sent["requestState"] = asked["requestState"].clone();
            sent["inputResponses"] = json!({ key: model(turn) });
        }
        let done = client.once(method, sent).await.expect("done");
        assert_eq!(done.pointer(place), Some(&json!("4 messages")));
    }
}

// S-SAMP-02, S-SAMP-08
#[tokio::test]
async fn a_session_gives_tools_as_well() {
    for request in ASKING {
        let client = TestClient::new(asking(chat))
            .version(ProtocolVersion::V2025_11_25)
            .reply("sampling/createMessage", model(1))
            .connect()
            .await;
        assert_eq!(said(&client, request).await, "2 messages");
        assert_eq!(client.questions()[0]["params"]["tools"][0]["name"], "add");
    }
}

// S-SAMP-03
#[tokio::test]
async fn a_model_without_tools_is_given_none() {
    for request in ASKING {
        let (method, params, _) = request;
        let plain = json!({ "sampling": {} });
        let client = TestClient::new(asking(chat)).capabilities(plain.clone());
        let error = client
            .connect()
            .await
            .request(method, params())
            .await
            .unwrap_err();
        let CallError::Protocol { code, data, .. } = error else {
            panic!("{error}")
        };
        let missing = json!({ "requiredCapabilities": { "sampling": { "tools": {} } } });
        assert_eq!((code, data), (-32021, Some(missing)));
        for version in sessions() {
            // Declared or not: before 2025-11-25 the word means nothing.
            let declared = match version {
                ProtocolVersion::V2025_11_25 => plain.clone(),
                _ => json!({ "sampling": { "tools": {} } }),
            };
            let client = TestClient::new(asking(chat))
                .version(version)
                .capabilities(declared);
            let client = client.connect().await;
            let said = said(&client, request).await;
            assert!(said.contains("sampling with tools"), "{version}: {said}");
            assert_eq!(client.asked(), [""; 0]);
        }
    }
}

// S-SAMP-04
#[tokio::test]
async fn context_is_asked_for_only_where_it_is_offered() {
    for version in ProtocolVersion::ALL {
        let plain = json!({ "sampling": {} });
        for (capabilities, offered) in [
            // Until 2025-06-18 it is a part of sampling.
            (plain, version < ProtocolVersion::V2025_11_25),
            (json!({ "sampling": { "context": {} } }), true),
        ] {
            let client = TestClient::new(asking(context))
                .version(version)
                .capabilities(capabilities)
                .reply("sampling/createMessage", model(1))
                .connect()
                .await;
            let answered = said(&client, ASKING[0]).await == "m";
            assert_eq!(answered, offered, "{version}");
            let asked = client.questions();
            assert_eq!(asked.len(), usize::from(offered));
            if let Some(question) = asked.first() {
                assert_eq!(question["params"]["includeContext"], "thisServer");
            }
        }
    }
}
