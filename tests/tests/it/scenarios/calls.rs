//! Calls, good and bad.

use mcp_core::ProtocolVersion;
use serde_json::{Value, json};

use super::Cell;
use super::cell::{error_text, text, told};

// S-TOOL-15, S-TOOL-19, S-TOOL-21
pub(crate) async fn a_good_call_has_text_and_structure(cell: Cell) {
    let arguments = json!({ "label": "abc", "times": 2, "speed": "fast" });
    let result = cell.quiet().await.call("weigh", arguments).await.unwrap();
    let result = cell.bare(result);
    let expected = json!({ "label": "abc", "grams": 500, "remark": "travels fast" });
    let twin: Value = serde_json::from_str(text(&result)).expect("the text is JSON");
    assert_eq!(twin, expected);
    assert_eq!(
        text(&result),
        r#"{"label":"abc","grams":500,"remark":"travels fast"}"#,
        "compact, in order"
    );
    let structured = cell
        .since(ProtocolVersion::V2025_06_18)
        .then_some(&expected);
    assert_eq!(result.get("structuredContent"), structured);
    assert_eq!(result.get("isError"), None);
}

// S-TOOL-15, S-ENV-08, S-META-09
pub(crate) async fn a_result_without_a_type_is_text(cell: Cell) {
    let result = cell.quiet().await.call("greet", json!({})).await.unwrap();
    let expected = json!({ "content": [{ "type": "text", "text": "Good morning." }] });
    assert_eq!(cell.bare(result), expected);
}

// S-TOOL-14
pub(crate) async fn absent_null_and_empty_arguments_are_the_same(cell: Cell) {
    let mut client = cell.quiet().await;
    client.carrier().put_up();
    for params in [
        json!({ "name": "greet" }),
        json!({ "name": "greet", "arguments": null }),
        json!({ "name": "greet", "arguments": {} }),
    ] {
        let result = client.request("tools/call", params).await.unwrap();
        assert_eq!(text(&result), "Good morning.");
    }
}

// S-TOOL-23
pub(crate) async fn arguments_that_are_no_object_are_a_protocol_error(cell: Cell) {
    let mut client = cell.quiet().await;
    for arguments in [json!([]), json!("x"), json!(5), json!(true)] {
        let (code, _) = told(client.call("greet", arguments).await);
        assert_eq!(code, -32602);
    }
}

// S-TOOL-24, S-TOOL-29, S-JS-10
pub(crate) async fn all_faults_of_the_arguments_are_told_at_once(cell: Cell) {
    let arguments = json!({ "label": "ab", "times": 10, "speed": "warp" });
    let result = cell.quiet().await.call("weigh", arguments).await.unwrap();
    let text = error_text(&result);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("Invalid arguments for weigh:"));
    let lines: Vec<_> = lines.collect();
    assert_eq!(lines.len(), 3, "{text}");
    for (path, rule) in [
        ("/label", "3"),
        ("/times", "at most 9"),
        ("/speed", "\"slow\", \"fast\""),
    ] {
        let told = |line: &&&str| line.starts_with(&format!("- {path}: ")) && line.contains(rule);
        assert!(lines.iter().find(told).is_some(), "{path} {rule} in {text}");
    }
}

// S-TOOL-24, S-JS-10
pub(crate) async fn an_unknown_argument_is_refused_with_its_nearest(cell: Cell) {
    let arguments = json!({ "lable": "abc" });
    let result = cell.quiet().await.call("weigh", arguments).await.unwrap();
    let text = error_text(&result);
    assert!(
        text.contains("/label: missing") && text.contains("lable"),
        "{text}"
    );
}

pub(crate) async fn null_is_absence_where_an_argument_is_optional(cell: Cell) {
    let arguments = json!({ "label": "abc", "times": null, "speed": null });
    let result = cell.quiet().await.call("weigh", arguments).await.unwrap();
    assert_eq!(text(&result), r#"{"label":"abc","grams":250}"#);
}

// S-TOOL-22
pub(crate) async fn an_unknown_tool_is_a_protocol_error(cell: Cell) {
    let failure = cell.quiet().await.call("wiegh", json!({})).await;
    assert_eq!(told(failure), (-32602, "Unknown tool: wiegh".to_owned()));
}

// S-TOOL-23
pub(crate) async fn a_call_without_a_name_is_a_protocol_error(cell: Cell) {
    let mut client = cell.quiet().await;
    let (code, message) = told(client.request("tools/call", json!({})).await);
    assert_eq!(code, -32602);
    assert!(message.contains("name"), "{message}");
    let arrays = client.request("tools/call", json!({ "name": 5 })).await;
    assert_eq!(told(arrays).0, -32602);
}
