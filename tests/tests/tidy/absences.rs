//! What no source of a crate may name.

use crate::tokens::{self, contains};
use crate::tree::{CRATES, sources};

/// Fails where a source has these tokens one after the other.
#[track_caller]
fn absent(paths: &[String], sequences: &[&[&str]], why: &str) {
    for path in paths {
        let tokens = tokens::of(path);
        for sequence in sequences {
            assert!(
                !contains(&tokens, sequence),
                "{path} names `{}`: {why}",
                sequence.concat()
            );
        }
    }
}

#[test]
fn the_protocol_as_data_does_nothing() {
    let sequences: &[&[&str]] = &[
        &["std", ":", ":", "fs"],
        &["std", ":", ":", "net"],
        &["std", ":", ":", "thread"],
        &["std", ":", ":", "process"],
        &["std", ":", ":", "env"],
        &["Instant"],
        &["SystemTime"],
        &["tokio"],
        &["async"],
        &["await"],
    ];
    absent(
        &sources("mcp-core"),
        sequences,
        "no I/O, no clock, no runtime in mcp-core",
    );
}

#[test]
fn the_engine_has_no_sockets_and_no_streams() {
    let sequences: &[&[&str]] = &[
        &["TcpListener"],
        &["TcpStream"],
        &["UnixStream"],
        &["stdin"],
        &["stdout"],
        &["hyper"],
        &["tokio", ":", ":", "net"],
        &["tokio", ":", ":", "io"],
        &["StatusCode"],
        &["HeaderValue"],
    ];
    absent(
        &sources("mcp-server"),
        sequences,
        "that is the business of a transport",
    );
}

#[test]
fn a_request_is_served_without_a_task_of_its_own() {
    let sequences: &[&[&str]] = &[
        &["tokio", ":", ":", "spawn"],
        &["task", ":", ":", "spawn"],
        &["JoinSet"],
    ];
    absent(
        &sources("mcp-server"),
        sequences,
        "who answers at once spawns nothing",
    );
}

#[test]
fn macros_read_their_input_and_nothing_else() {
    let sequences: &[&[&str]] = &[
        &["std", ":", ":", "fs"],
        &["std", ":", ":", "net"],
        &["std", ":", ":", "process"],
    ];
    absent(
        &sources("mcp-macros"),
        sequences,
        "an expansion depends on its tokens alone",
    );
}

#[test]
fn nothing_prints_to_the_wire() {
    let sequences: &[&[&str]] = &[&["println", "!"], &["print", "!"], &["dbg", "!"]];
    for package in CRATES.iter().chain(&["examples"]) {
        absent(&sources(package), sequences, "standard output is the wire");
    }
}

/// serde reads what is `untagged`, `flatten`ed or `tag`ged into a private copy first, where numbers depend on the features
/// that somebody else turned on.
#[test]
fn no_wire_type_buffers_its_values() {
    for path in sources("mcp-core") {
        let attributes = tokens::attributes(&path, "serde");
        for word in ["untagged", "flatten", "tag", "content"] {
            assert!(
                !attributes.iter().any(|token| token == word),
                "{path}: #[serde({word})]"
            );
        }
    }
}

#[test]
fn no_test_is_put_off() {
    let mut paths = crate::tree::files(".", ".rs");
    paths.retain(|path| !path.starts_with("tests/tests/tidy/"));
    assert!(paths.len() > 200, "every source was found");
    for path in paths {
        // Unit tests count as well, so the text is read; a word in a comment would be a promise, too.
        let text = crate::tree::read(&path);
        for word in ["#[ignore", "todo!(", "unimplemented!("] {
            assert!(!text.contains(word), "{path}: {word}");
        }
    }
}
