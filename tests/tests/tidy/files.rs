//! A file is one thought, and a thought has a size.

use crate::tree::{files, is_test, read};

/// Lines of a source before somebody has to ask how many reasons to change it has.
const MOST_LINES: usize = 600;

#[test]
fn no_source_is_too_long() {
    let mut paths = files(".", ".rs");
    paths.extend(files(".", ".py"));
    paths.extend(files(".", ".mjs"));
    paths.retain(|path| !is_test(path));
    for path in paths {
        let lines = read(&path).lines().count();
        assert!(lines <= MOST_LINES, "{path} has {lines} lines; split it");
    }
}

#[test]
fn every_source_says_what_it_is() {
    for package in crate::tree::CRATES.iter().chain(&["examples", "tests"]) {
        for path in crate::tree::sources(package) {
            let text = read(&path);
            assert!(
                text.starts_with("//!"),
                "{path} does not begin with what it is about"
            );
        }
    }
}

#[test]
fn there_is_a_room_for_everything() {
    let rooms = [
        "docs",
        "examples",
        "mcp-core",
        "mcp-macros",
        "mcp-server",
        "mcp-transport-http",
        "mcp-transport-stdio",
        "target",
        "tests",
    ];
    for entry in std::fs::read_dir(crate::tree::root()).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        let known = name.starts_with('.') || rooms.contains(&name.as_str());
        assert!(
            known || !entry.path().is_dir(),
            "a folder nobody decided on: {name}"
        );
    }
}
