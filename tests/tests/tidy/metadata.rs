//! What Cargo knows of the packages.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use crate::tree;

static METADATA: LazyLock<Value> = LazyLock::new(|| {
    // For this system only: packages of others may not be here, and nothing is to be fetched.
    let host = run("rustc", &["-vV"]);
    let host = host.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.expect("rustc says for what it compiles");
    let arguments = [
        "metadata",
        "--format-version=1",
        "--all-features",
        "--offline",
        "--filter-platform",
        host,
    ];
    serde_json::from_str(&run(env!("CARGO"), &arguments)).expect("JSON")
});

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(tree::root())
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {complaint}");
    String::from_utf8(output.stdout).expect("text")
}

/// A package of this workspace.
pub(crate) fn package(name: &str) -> &'static Value {
    packages()
        .find(|package| package["name"] == name)
        .unwrap_or_else(|| panic!("no package {name}"))
}

/// Every package of this workspace.
pub(crate) fn packages() -> impl Iterator<Item = &'static Value> {
    let all = METADATA["packages"].as_array().unwrap().iter();
    all.filter(|package| package["source"].is_null())
}

/// What a package itself depends on, by the names of packages: for use, not for tests or building.
pub(crate) fn dependencies(name: &str) -> BTreeSet<&'static str> {
    let dependencies = package(name)["dependencies"].as_array().unwrap().iter();
    dependencies
        .filter(|dependency| dependency["kind"].is_null())
        .map(|dependency| dependency["name"].as_str().unwrap())
        .collect()
}

/// What a package brings along, near and far.
pub(crate) fn closure(name: &str) -> BTreeSet<String> {
    let nodes = METADATA["resolve"]["nodes"].as_array().unwrap().iter();
    let nodes: BTreeMap<_, _> = nodes
        .map(|node| (node["id"].as_str().unwrap(), node))
        .collect();
    let names: BTreeMap<_, _> = METADATA["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| {
            (
                package["id"].as_str().unwrap(),
                package["name"].as_str().unwrap(),
            )
        })
        .collect();
    let mut open = vec![package(name)["id"].as_str().unwrap()];
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        for dependency in nodes[id]["deps"].as_array().unwrap() {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            let id = dependency["pkg"].as_str().unwrap();
            if kinds.iter().any(|kind| kind["kind"].is_null()) && found.insert(names[id].to_owned())
            {
                open.push(id);
            }
        }
    }
    found
}
