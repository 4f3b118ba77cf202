//! Questions of sessions: their time limit, and whose call they belong to.

use std::time::Duration;

use super::*;
use crate::Limits;

async fn confirm(ctx: Ctx) -> String {
    ctx.confirm("Sure?").await;
    "sure".to_owned()
}

fn server(question: Duration) -> ServerBuilder {
    asking(confirm).limits(Limits::default().with_question(question))
}

/// A session that never answers.
async fn silent(version: ProtocolVersion, question: Duration) -> Client {
    let client = TestClient::new(server(question)).version(version);
    client.connect().await
}

fn request(id: u64, (method, params, _): MayAsk) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params() }).to_string()
}

fn asking_revisions() -> impl Iterator<Item = ProtocolVersion> {
    sessions().filter(|version| *version >= ProtocolVersion::V2025_06_18)
}

// S-INIT-16, S-ELIC-15
#[tokio::test(start_paused = true)]
async fn a_question_has_a_time_limit_of_its_own() {
    for version in asking_revisions() {
        for asking in ASKING {
            let client = silent(version, Duration::from_secs(30)).await;
            let frames = client.wire().send(&request(7, asking)).await;
            let [question, withdrawn, reply] = &frames[..] else {
                panic!("{frames:?}")
            };
            assert_eq!(question["method"], "elicitation/create");
            assert_eq!(withdrawn["method"], "notifications/cancelled");
            assert_eq!(withdrawn["params"]["requestId"], question["id"]);
            assert_eq!(reply["id"], 7);
            let said = reply.to_string();
            assert!(
                said.contains("the user did not answer within 30s"),
                "{said}"
            );
        }
    }
}

// S-CANC-11, S-MRTR-22
#[tokio::test(start_paused = true)]
async fn cancelling_a_call_withdraws_its_question() {
    for version in asking_revisions() {
        for asking in ASKING {
            let client = silent(version, Duration::from_secs(30)).await;
            let call = request(7, asking);
            let mut call = std::pin::pin!(client.wire().send(&call));
            let early = tokio::time::timeout(Duration::from_secs(1), call.as_mut()).await;
            assert!(early.is_err(), "it waits for the user");
            let cancelled = json!({
                "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7 },
            });
            client.wire().send(&cancelled.to_string()).await;
            let frames = call.await;
            let [question, withdrawn] = &frames[..] else {
                panic!("{frames:?}")
            };
            assert_eq!(question["method"], "elicitation/create");
            assert_eq!(withdrawn["method"], "notifications/cancelled");
            assert_eq!(withdrawn["params"]["requestId"], question["id"]);
        }
    }
}

// S-CANC-11
#[tokio::test(start_paused = true)]
async fn a_late_answer_finds_nobody() {
    for asking in ASKING {
        let client = silent(ProtocolVersion::V2025_11_25, Duration::from_secs(30)).await;
        let frames = client.wire().send(&request(7, asking)).await;
        let answer = json!({
            "jsonrpc": "2.0", "id": frames[0]["id"],
            "result": { "action": "accept", "content": { "confirm": true } },
        });
        assert_eq!(
            client.wire().send(&answer.to_string()).await,
            [Value::Null; 0]
        );
    }
}

// S-ELIC-29
#[tokio::test]
async fn questions_go_out_while_their_call_runs_and_before_its_answer() {
    for version in asking_revisions() {
        for asking in ASKING {
            let client = TestClient::new(server(Duration::from_secs(30)))
                .version(version)
                .answer("Sure?", json!({ "confirm": true }))
                .connect()
                .await;
            assert_eq!(said(&client, asking).await, "sure", "{version}");
            assert_eq!(client.asked(), ["Sure?"]);
        }
    }
}
