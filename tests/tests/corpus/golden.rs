//! The schemas on file, which `UPDATE=1` writes anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use indexmap::IndexMap;
use mcp_core::transport::{Accepted, Incoming, Origin, Outlet};
use mcp_server::Server;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json, value::RawValue};
use tests::message;

use crate::entry::{all, server};

/// JSON with its keys in the order in which they came, whatever `serde_json` makes of a map.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Ordered {
    Object(IndexMap<String, Ordered>),
    List(Vec<Ordered>),
    Scalar(Value),
}

#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    result: Page<'a>,
}

#[derive(Deserialize)]
struct Page<'a> {
    #[serde(borrow)]
    tools: Vec<Published<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Published<'a> {
    name: &'a str,
    #[serde(borrow)]
    input_schema: &'a RawValue,
    #[serde(borrow)]
    output_schema: &'a RawValue,
}

/// What is sent while a request runs: nothing here.
struct Silence;

impl Outlet for Silence {
    fn send(&self, frame: Bytes) -> bool {
        panic!("nobody was to be told: {frame:?}")
    }
}

/// The answer to `tools/list`, byte for byte.
async fn list(server: &Server) -> Bytes {
    let request = message::stateless(1, "tools/list", json!({}));
    let incoming = Incoming::parse(Bytes::from(request.to_string()), None).expect("a request");
    let connection = server.service().connect(Origin::stream());
    match connection.accept(incoming, Arc::new(Silence)) {
        Accepted::Request(exchange) => exchange.await.expect("an answer").frame,
        _ => panic!("a request is answered"),
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/golden")
}

/// A schema as it came, with line breaks and nothing else added.
fn laid_out(schema: &RawValue) -> Ordered {
    let ordered: Ordered = serde_json::from_str(schema.get()).expect("JSON");
    let back = serde_json::to_string(&ordered).expect("JSON");
    assert_eq!(back, schema.get(), "more than it takes");
    ordered
}

// P11
#[tokio::test]
async fn schemas_are_those_on_file_byte_for_byte() {
    let update = std::env::var_os("UPDATE").is_some();
    let list = list(&server(&all())).await;
    let answer: Answer<'_> = serde_json::from_slice(&list).expect("a list");
    let tools = answer.result.tools;
    let mut differ = BTreeSet::new();
    for tool in &tools {
        let path = folder().join(format!("{}.json", tool.name));
        let published = IndexMap::from([
            ("input", laid_out(tool.input_schema)),
            ("output", laid_out(tool.output_schema)),
        ]);
        let text = serde_json::to_string_pretty(&published).expect("JSON") + "\n";
        if update {
            std::fs::create_dir_all(folder()).expect("a folder");
            std::fs::write(&path, &text).expect("written");
        }
        if std::fs::read_to_string(&path).unwrap_or_default() != text {
            differ.insert(tool.name);
        }
    }
    assert!(
        differ.is_empty(),
        "other than on file: {differ:?}; look at the difference after UPDATE=1"
    );
    let files = std::fs::read_dir(folder()).expect("a folder").count();
    assert_eq!(files, tools.len(), "files that no type writes any more");
}

#[test]
fn the_corpus_is_large() {
    assert!(all().len() >= 60, "only {} types", all().len());
}
