//! The schemas on file, which `UPDATE=1` writes anew.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::entry::{all, client};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/golden")
}

#[tokio::test]
async fn schemas_are_those_on_file() {
    let update = std::env::var_os("UPDATE").is_some();
    let entries = all();
    let tools = client(&entries).await.tools().await.expect("a list");
    let mut differ = Vec::new();
    for tool in &tools {
        let name = tool["name"].as_str().expect("a name");
        let path = folder().join(format!("{name}.json"));
        let published = json!({ "input": tool["inputSchema"], "output": tool["outputSchema"] });
        let text = format!("{published:#}\n");
        if update {
            std::fs::create_dir_all(folder()).expect("a folder");
            std::fs::write(&path, &text).expect("written");
        }
        let on_file = std::fs::read_to_string(&path).unwrap_or_default();
        if serde_json::from_str::<Value>(&on_file).ok() != Some(published) {
            differ.push(name);
        }
    }
    assert!(
        differ.is_empty(),
        "other than on file: {}; look at the difference after UPDATE=1",
        differ.join(", ")
    );
    let files = std::fs::read_dir(folder()).expect("a folder").count();
    assert_eq!(files, tools.len(), "files that no type writes any more");
}

#[test]
fn the_corpus_is_large() {
    assert!(all().len() >= 60, "only {} types", all().len());
}
