//! The example messages of 2026-07-28, read into our types and written again.
//!
//! The examples are data of the specification and no part of this repository:
//! the test looks for them in `MCP_SPEC_DIR`, or in `shared/spec` beside the
//! repository, and says so where they are not there. A kind of example that
//! has no reader here fails the test, so that nothing is passed over unseen.

mod messages;
mod requests;
mod results;

use std::fs;
use std::path::{Path, PathBuf};

use mcp_core::ProtocolVersion;
use mcp_core::types::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Where an example does not come back to the letter: file, place, what we
/// write there (nothing for `null`), and why that is right.
const DIFFERENCES: &[(&str, &str, &str, &str)] = &[
    (
        "CallToolResult/result-with-unstructured-text",
        "/isError",
        "null",
        "the default, left out",
    ),
    (
        "CallToolResultResponse/call-tool-result-response",
        "/result/isError",
        "null",
        "the default, left out",
    ),
    (
        "ClientCapabilities/elicitation-form-only-implicit",
        "/elicitation",
        r#"{"form":{}}"#,
        "the default, spelled out",
    ),
    (
        "ListRootsRequest/list-roots-request",
        "/id",
        "null",
        "a question of 2026-07-28 has a key among its siblings, and no id",
    ),
    (
        "ListRootsRequest/list-roots-request",
        "/params",
        "{}",
        "written for clients that expect it",
    ),
    (
        "InputRequiredResult/input-required-result-with-elicitation-and-sampling-and-request-state",
        "/inputRequests/github_login/params/mode",
        r#""form""#,
        "the default, spelled out",
    ),
    (
        "ReadResourceResultResponse/read-resource-result-response",
        "/result/ttlMs",
        "0",
        "required by the schema; the example has left it out",
    ),
    (
        "ReadResourceResultResponse/read-resource-result-response",
        "/result/cacheScope",
        r#""private""#,
        "required by the schema; the example has left it out",
    ),
];

#[test]
fn every_example_comes_back_as_it_was() {
    let Some(examples) = examples() else {
        return;
    };
    let mut seen = 0;
    let mut faults = Vec::new();
    for (name, text) in &examples {
        let (kind, _) = name.split_once('/').expect("a file in a folder");
        let mut expected: Value = serde_json::from_str(text).expect(name);
        for (_, pointer, value, _) in DIFFERENCES.iter().filter(|(file, ..)| file == name) {
            replace(&mut expected, pointer, value);
        }
        let written = again(kind, text);
        if written != expected {
            faults.push(format!("{name}\n  was {expected}\n  is  {written}"));
        }
        seen += 1;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(seen >= 100, "only {seen} examples: is this all of them?");
    for (file, ..) in DIFFERENCES {
        assert!(
            examples.iter().any(|(name, _)| name == file),
            "{file} is no example any more"
        );
    }
}

/// Name (folder and file) and text of each example, in order.
fn examples() -> Option<Vec<(String, String)>> {
    let root = match std::env::var_os("MCP_SPEC_DIR") {
        Some(path) => PathBuf::from(path),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/spec"),
    };
    let root = root.join("2026-07-28/examples");
    if !root.is_dir() {
        eprintln!("skipped: no examples in {}", root.display());
        return None;
    }
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a readable folder");
        entries
            .map(|entry| entry.expect("an entry").path())
            .collect()
    };
    let stem = |path: &Path| {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        stem.expect("a name").to_owned()
    };
    let mut examples: Vec<_> = list(&root)
        .iter()
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| list(folder).into_iter().map(|file| (stem(folder), file)))
        .map(|(kind, file)| {
            let name = format!("{kind}/{}", stem(&file));
            (name, fs::read_to_string(&file).expect("a readable file"))
        })
        .collect();
    examples.sort();
    Some(examples)
}

/// Sets the value at a pointer, or takes it away.
fn replace(message: &mut Value, pointer: &str, value: &str) {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = message.pointer_mut(parent).and_then(Value::as_object_mut);
    let parent = parent.expect("an object to change");
    match serde_json::from_str(value).expect("JSON") {
        Value::Null => parent.remove(key),
        value => parent.insert(key.to_owned(), value),
    };
}

/// An example, read as what it is and written again.
fn again(kind: &str, text: &str) -> Value {
    match kind {
        "AudioContent" | "EmbeddedResource" | "ImageContent" | "ResourceLink" | "TextContent" => {
            same::<ContentBlock>(text)
        }
        "BlobResourceContents" | "TextResourceContents" => same::<ResourceContents>(text),
        "BooleanSchema"
        | "NumberSchema"
        | "StringSchema"
        | "TitledMultiSelectEnumSchema"
        | "TitledSingleSelectEnumSchema"
        | "UntitledMultiSelectEnumSchema"
        | "UntitledSingleSelectEnumSchema" => same::<PrimitiveSchema>(text),
        "ClientCapabilities" => same::<ClientCapabilities>(text),
        "CreateMessageRequest" | "ElicitRequest" | "ListRootsRequest" => same::<InputRequest>(text),
        "CreateMessageRequestParams" => same::<CreateMessageRequest>(text),
        "CreateMessageResult" => same::<CreateMessageResult>(text),
        "ElicitRequestFormParams" | "ElicitRequestURLParams" => same::<ElicitRequest>(text),
        "ElicitResult" => same::<ElicitResult>(text),
        "InputRequests" => same::<InputRequests>(text),
        "InputResponses" => same::<InputResponses>(text),
        "ListRootsResult" => same::<ListRootsResult>(text),
        "ModelPreferences" => same::<ModelPreferences>(text),
        "Resource" => same::<Resource>(text),
        "Root" => same::<Root>(text),
        "SamplingMessage" => same::<SamplingMessage>(text),
        "ServerCapabilities" => same::<ServerCapabilities>(text),
        "Tool" => same::<Tool>(text),
        "ToolResultContent" | "ToolUseContent" => same::<SamplingContent>(text),
        _ if kind.ends_with("Error") => messages::error(text),
        _ if kind.ends_with("Notification") => messages::notification(&value(text)),
        _ if kind.ends_with("NotificationParams") => messages::notification_params(kind, text),
        _ if kind.ends_with("Request") => requests::request(&value(text)),
        _ if kind.ends_with("RequestParams") => requests::params(kind, text),
        _ if kind.ends_with("ResultResponse") => results::response(kind, text),
        _ if kind.ends_with("Result") => results::result(kind, &value(text)),
        _ => panic!("{kind}: nothing here reads such an example"),
    }
}

fn same<T: DeserializeOwned + Serialize>(text: &str) -> Value {
    let value: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    serde_json::to_value(&value).expect("written")
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// A value read as `T`, from text as it would come over a wire.
fn read<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_str(&value.to_string()).unwrap_or_else(|error| panic!("{error}: {value}"))
}

/// Revisions by name.
fn versions(names: &Value) -> Vec<ProtocolVersion> {
    let names: Vec<String> = read(names);
    let known = |name: &String| name.parse().expect("a revision");
    names.iter().map(known).collect()
}
