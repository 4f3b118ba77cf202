//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates that are published, in the order of their arrows.
pub(crate) const CRATES: [&str; 5] = [
    "mcp-core",
    "mcp-macros",
    "mcp-transport-stdio",
    "mcp-transport-http",
    "mcp-server",
];

/// The folder that holds everything.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Every file below a folder whose name ends so, by its path from the root. Hidden folders and build output are not part
/// of the tree.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    walk(&root().join(folder), &mut found);
    let mut found: Vec<_> = found
        .iter()
        .filter_map(|path| path.strip_prefix(root()).unwrap().to_str())
        .filter(|path| path.ends_with(ending))
        .map(|path| path.replace('\\', "/"))
        .collect();
    found.sort();
    found
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with('.')
            || name == "target"
            || name == "node_modules"
            || name == "__pycache__"
        {
            continue;
        }
        if path.is_dir() {
            walk(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The text of a file.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Sources of a crate without its tests.
pub(crate) fn sources(package: &str) -> Vec<String> {
    let mut sources = files(&format!("{package}/src"), ".rs");
    sources.retain(|path| !is_test(path));
    assert!(!sources.is_empty(), "{package} has sources");
    sources
}

/// Whether a source is compiled for tests only.
pub(crate) fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs")
}
