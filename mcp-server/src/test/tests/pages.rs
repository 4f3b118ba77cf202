//! Sending users to pages, on the wire of every revision.

use super::*;
use crate::test::CallError;

const PAGE: &str = "https://shop.example/connect";

async fn connect(ctx: Ctx) -> String {
    let visit = ctx
        .open_url(format!("{PAGE}?flow={}", ctx.flow_id()), "Sign in")
        .await;
    visit.complete();
    "connected".to_owned()
}

fn client(version: ProtocolVersion) -> TestClient {
    TestClient::new(asking(connect)).version(version)
}

// S-ELIC-02, S-ELIC-17, S-ELIC-27
#[tokio::test]
async fn a_page_is_asked_for_in_the_words_of_the_revision() {
    for version in [ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28] {
        for request in ASKING {
            let client = client(version).open("Sign in").connect().await;
            assert_eq!(said(&client, request).await, "connected", "{version}");
            let [question] = &client.questions()[..] else {
                panic!("{:?}", client.questions())
            };
            let params = &question["params"];
            assert_eq!(question["method"], "elicitation/create");
            assert_eq!(
                (&params["mode"], &params["message"]),
                (&json!("url"), &json!("Sign in"))
            );
            assert!(
                params["url"]
                    .as_str()
                    .is_some_and(|url| url.starts_with(PAGE))
            );
            assert_eq!(params.get("requestedSchema"), None);

            let told = client.notifications();
            match version.has_handshake() {
                true => {
                    let id = params["elicitationId"].as_str().expect("an id");
                    assert_eq!(told.len(), 1);
                    assert_eq!(told[0]["method"], "notifications/elicitation/complete");
                    assert_eq!(told[0]["params"], json!({ "elicitationId": id }));
                }
                false => {
                    assert_eq!(params.get("elicitationId"), None);
                    assert_eq!(told, [Value::Null; 0]);
                }
            }
        }
    }
}

// S-ELIC-15
#[tokio::test]
async fn a_refused_page_ends_the_call_in_words() {
    for version in [ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28] {
        for request in ASKING {
            let client = client(version).decline("*").connect().await;
            let said = said(&client, request).await;
            assert!(said.starts_with("the user declined"), "{version}: {said}");
            assert_eq!(client.notifications(), [Value::Null; 0]);
        }
    }
}

// S-ELIC-03, S-ELIC-30, S-MRTR-07
#[tokio::test]
async fn nobody_is_asked_in_a_mode_that_was_not_declared() {
    for capabilities in [
        json!({}),
        json!({ "elicitation": {} }),
        json!({ "elicitation": { "form": {} } }),
    ] {
        for request in ASKING {
            let (method, params, _) = request;
            let modern = client(ProtocolVersion::LATEST).capabilities(capabilities.clone());
            let error = modern
                .connect()
                .await
                .request(method, params())
                .await
                .unwrap_err();
            assert_eq!(error.code(), Some(-32021), "{method}");
            let CallError::Protocol { data, .. } = error else {
                panic!("{error}")
            };
            let required = json!({ "requiredCapabilities": { "elicitation": { "url": {} } } });
            assert_eq!(data, Some(required));

            for version in sessions() {
                let legacy = client(version)
                    .capabilities(capabilities.clone())
                    .connect()
                    .await;
                let said = said(&legacy, request).await;
                assert!(
                    said.contains("send its user to a page"),
                    "{version}: {said}"
                );
                assert_eq!(legacy.asked(), [""; 0]);
            }
        }
    }
}

// S-ELIC-02, S-ELIC-30
#[tokio::test]
async fn revisions_before_pages_know_none_whatever_a_client_declares() {
    let modes = json!({ "elicitation": { "form": {}, "url": {} } });
    for version in sessions().filter(|version| *version < ProtocolVersion::V2025_11_25) {
        let client = client(version)
            .capabilities(modes.clone())
            .open("*")
            .connect()
            .await;
        let said = said(&client, ASKING[0]).await;
        assert!(
            said.contains("send its user to a page"),
            "{version}: {said}"
        );
        assert_eq!(client.asked(), [""; 0]);
    }
}

// S-ELIC-03
#[tokio::test]
async fn a_client_of_pages_alone_is_shown_no_form() {
    async fn confirm(ctx: Ctx) -> String {
        ctx.confirm("Sure?").await;
        "sure".to_owned()
    }
    for (version, asked) in [
        (ProtocolVersion::V2026_07_28, false),
        (ProtocolVersion::V2025_11_25, false),
        // There is but one mode: whoever has elicitation has it.
        (ProtocolVersion::V2025_06_18, true),
    ] {
        let client = TestClient::new(asking(confirm))
            .version(version)
            .capabilities(json!({ "elicitation": { "url": {} } }))
            .answer("*", json!({ "confirm": true }))
            .connect()
            .await;
        assert_eq!(said(&client, ASKING[0]).await == "sure", asked, "{version}");
        assert_eq!(client.asked().len(), usize::from(asked));
    }
}

// S-ELIC-21, S-ELIC-22
#[tokio::test]
async fn the_state_of_a_visit_is_of_no_use_to_anybody_else() {
    use mcp_core::transport::Principal;

    let server = asking(connect).build().expect("built");
    let client = async |name: &str| {
        let who = Principal::new("issuer", name, "client");
        TestClient::of(server.clone())
            .principal(who)
            .connect()
            .await
    };
    let (alice, bob) = (client("alice").await, client("bob").await);
    let mut params = json!({ "name": "ask", "arguments": {} });
    let asked = alice
        .once("tools/call", params.clone())
        .await
        .expect("asked");
    params["requestState"] = asked["requestState"].clone();
    params["inputResponses"] = json!({ "question-1": { "action": "accept" } });
    let stolen = bob.once("tools/call", params.clone()).await;
    assert_eq!(stolen.expect_err("not his").code(), Some(-32602));
    let own = alice.once("tools/call", params).await.expect("hers");
    assert_eq!(own["content"][0]["text"], "connected");
}
