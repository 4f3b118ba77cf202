//! Tasks are not offered in any revision: who asks for one gets what the call gives.

use mcp_core::ProtocolVersion;
use serde_json::json;

use super::{everywhere, over_each_carrier};
use crate::scenarios::Cell;

// S-T25-01, S-TASK-28, S-TOOL-31
#[tokio::test]
async fn tasks_are_not_declared() {
    everywhere(async |cell: Cell| {
        let mut client = cell.quiet().await;
        let said = client.transcript().to_lines();
        assert!(!said.contains("\"tasks\""), "in the handshake: {said}");
        if cell.is_stateless() {
            let discovered = client.request("server/discover", json!({})).await.unwrap();
            let capabilities = &discovered["capabilities"];
            assert_eq!(capabilities.get("tasks"), None, "{capabilities}");
        }
        let list = client.request("tools/list", json!({})).await.unwrap();
        for tool in list["tools"].as_array().unwrap() {
            assert_eq!(tool.get("execution"), None, "{tool}");
        }
    })
    .await;
}

// S-T25-02, S-TASK-25
#[tokio::test]
async fn a_wish_for_a_task_is_ignored() {
    everywhere(async |cell: Cell| {
        let mut client = cell.quiet().await;
        let params = json!({ "name": "greet", "task": { "ttl": 60_000 } });
        let result = client.request("tools/call", params).await.unwrap();
        let expected = json!({ "content": [{ "type": "text", "text": "Good morning." }] });
        assert_eq!(cell.bare(result), expected);
    })
    .await;
}

// S-TASK-24
#[tokio::test]
async fn methods_of_tasks_are_not_found() {
    over_each_carrier(ProtocolVersion::LATEST, async |cell: Cell| {
        let mut client = cell.quiet().await;
        for method in ["tasks/result", "tasks/list"] {
            let failure = client.request(method, json!({ "taskId": "t" })).await;
            assert_eq!(failure.unwrap_err().code, -32601, "{method}");
        }
    })
    .await;
}
