//! What can be listed.

use mcp_core::ProtocolVersion;
use serde_json::{Value, json};
use tests::Client;

use super::Cell;
use super::cell::told;
use crate::stage::TOOLS;

async fn tools(client: &mut Client) -> Vec<Value> {
    let list = client.request("tools/list", json!({})).await.unwrap();
    list["tools"].as_array().cloned().expect("a list")
}

fn called<'a>(tools: &'a [Value], name: &str) -> &'a Value {
    tools.iter().find(|tool| tool["name"] == name).expect(name)
}

// S-TOOL-02, S-TOOL-04, S-CACHE-03, S-CACHE-10, S-ENV-08, S-META-09
pub(crate) async fn tools_are_listed_in_order_and_alike_each_time(cell: Cell) {
    let mut client = cell.quiet().await;
    let first = client.request("tools/list", json!({})).await.unwrap();
    let again = client.request("tools/list", json!({})).await.unwrap();
    assert_eq!(first.to_string(), again.to_string());

    let names = first["tools"].as_array().unwrap().iter();
    assert!(names.map(|tool| &tool["name"]).eq(TOOLS), "{first}");
    let mut list = cell.bare(first);
    if cell.is_stateless() {
        let members = list.as_object_mut().unwrap();
        assert_eq!(members.remove("ttlMs"), Some(json!(300_000)));
        assert_eq!(members.remove("cacheScope"), Some(json!("public")));
    }
    assert!(list.as_object().unwrap().keys().eq(["tools"]), "{list}");
}

// S-TOOL-05, S-TOOL-30
pub(crate) async fn tools_have_the_members_their_revision_knows(cell: Cell) {
    let tools = tools(&mut cell.quiet().await).await;
    let label = called(&tools, "label");
    let has = |member: &str| label.get(member).is_some();
    assert!(
        has("name") && has("description") && has("inputSchema"),
        "{label}"
    );
    let since = [
        ("annotations", ProtocolVersion::V2025_03_26),
        ("title", ProtocolVersion::V2025_06_18),
        ("outputSchema", ProtocolVersion::V2025_06_18),
        ("_meta", ProtocolVersion::V2025_06_18),
        ("icons", ProtocolVersion::V2025_11_25),
    ];
    for (member, first) in since {
        assert_eq!(has(member), cell.since(first), "{member} in {label}");
    }
    // The only place for a title in the one revision that has annotations and no titles.
    let inner = &label["annotations"]["title"];
    let expected = (cell.version == ProtocolVersion::V2025_03_26).then_some("Print a label");
    assert_eq!(inner.as_str(), expected);
    assert_eq!(
        called(&tools, "greet").get("annotations"),
        cell.since(ProtocolVersion::V2025_03_26)
            .then_some(&json!({ "readOnlyHint": true })),
        "nothing is said that the author did not say"
    );
}

// S-TOOL-07, S-TOOL-20, S-TOOL-21
pub(crate) async fn results_that_are_no_objects_are_wrapped_where_they_must_be(cell: Cell) {
    let mut client = cell.quiet().await;
    let tools = tools(&mut client).await;
    let schema = called(&tools, "count").get("outputSchema");
    let result = client.call("count", json!({})).await.unwrap();
    assert_eq!(super::cell::text(&result), "3");
    let structured = result.get("structuredContent");
    if cell.is_stateless() {
        assert_eq!(schema.unwrap()["type"], "integer");
        assert_eq!(structured, Some(&json!(3)));
    } else if cell.since(ProtocolVersion::V2025_06_18) {
        let schema = schema.unwrap();
        assert_eq!(schema["type"], "object");
        assert_eq!(schema["properties"]["result"]["type"], "integer");
        assert_eq!(schema["required"], json!(["result"]));
        assert_eq!(structured, Some(&json!({ "result": 3 })));
    } else {
        assert_eq!((schema, structured), (None, None));
    }
}

// S-PAGE-04, S-PAGE-06
pub(crate) async fn there_is_only_one_page(cell: Cell) {
    let mut client = cell.quiet().await;
    let list = client.request("tools/list", json!({})).await.unwrap();
    assert_eq!(list.get("nextCursor"), None);
    let page = client.request("tools/list", json!({ "cursor": "2" })).await;
    let (code, message) = told(page);
    assert_eq!(code, -32602);
    assert!(message.contains("cursor"), "{message}");
}
