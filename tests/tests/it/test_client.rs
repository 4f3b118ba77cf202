//! The client that server authors test with, used as they use it.

use mcp_core::ProtocolVersion;
use mcp_server::test::{CallError, Era, TestClient};
use serde_json::json;
use tests::caller;

use crate::stage::Probe;

#[tokio::test]
async fn one_test_covers_both_eras() {
    for era in Era::ALL {
        let probe = Probe::default();
        let client = TestClient::new(probe.builder())
            .era(era)
            .answer("Send*", json!({ "confirm": true }))
            .connect()
            .await;
        let result = client
            .call("send", json!({ "label": "abc" }))
            .await
            .unwrap();
        assert_eq!(result.text(), "abc is on its way");
        assert_eq!(client.asked(), ["Send abc?"]);
        assert_eq!(probe.sent.count(), 1);
    }
}

#[tokio::test]
async fn every_revision_gives_the_same_value() {
    for version in ProtocolVersion::ALL {
        let client = TestClient::of(Probe::default().server())
            .version(version)
            .connect()
            .await;
        let count = client.call("count", json!({})).await.unwrap();
        assert_eq!(count.structured::<u32>(), Ok(3), "{version}");
        assert_eq!(
            client.tools().await.unwrap().len(),
            crate::stage::TOOLS.len()
        );
    }
}

#[tokio::test]
async fn the_user_says_no_or_nothing() {
    for era in Era::ALL {
        let probe = Probe::default();
        let declined = TestClient::new(probe.builder())
            .era(era)
            .decline("*")
            .connect()
            .await;
        let silent = TestClient::new(probe.builder()).era(era).connect().await;
        for client in [declined, silent] {
            let result = client
                .call("send", json!({ "label": "abc" }))
                .await
                .unwrap();
            assert!(result.is_error(), "{result:?}");
        }
        assert_eq!(probe.sent.count(), 0);
    }
}

#[tokio::test]
async fn it_calls_as_whoever_and_from_wherever_a_test_says() {
    let client = TestClient::of(Probe::default().server())
        .remote()
        .principal(caller("alice"))
        .connect()
        .await;
    let leaked = client.call("leak", json!({})).await.unwrap();
    assert!(
        !leaked.text().contains("10.0.0.7"),
        "masked for a peer on a network"
    );
    let failure = client.call("nothing", json!({})).await.unwrap_err();
    assert!(
        matches!(failure, CallError::Protocol { code: -32602, .. }),
        "{failure}"
    );
}

#[tokio::test]
async fn frames_go_as_they_are() {
    let wire = TestClient::of(Probe::default().server()).wire();
    let frames = wire
        .send(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        .await;
    assert_eq!(frames, [json!({ "jsonrpc": "2.0", "id": 1, "result": {} })]);
    assert!(
        wire.send(r#"{"jsonrpc":"2.0","method":"notifications/x"}"#)
            .await
            .is_empty()
    );
}
