//! Arrows between crates. An arrow that is missing here is missing on purpose.

use std::collections::BTreeSet;

use crate::metadata::{closure, dependencies};

/// What each crate may depend on. Adding a line is a decision about the house, not a formality.
const ALLOWED: [(&str, &[&str]); 5] = [
    (
        "mcp-core",
        &["bytes", "data-encoding", "serde", "serde_json", "thiserror"],
    ),
    ("mcp-macros", &["proc-macro2", "quote", "syn"]),
    (
        "mcp-transport-stdio",
        &[
            "bytes",
            "mcp-core",
            "memchr",
            "rustix",
            "tokio",
            "tracing",
            "windows-sys",
        ],
    ),
    (
        "mcp-transport-http",
        &[
            "axum",
            "bytes",
            "getrandom",
            "http",
            "http-body",
            "http-body-util",
            "hyper",
            "hyper-util",
            "mcp-core",
            "serde_json",
            "tokio",
            "tower",
            "tracing",
        ],
    ),
    (
        "mcp-server",
        &[
            "bytes",
            "chacha20poly1305",
            "data-encoding",
            "getrandom",
            "jsonschema",
            "mcp-core",
            "mcp-macros",
            "mcp-transport-http",
            "mcp-transport-stdio",
            "schemars",
            "serde",
            "serde_json",
            "serde_path_to_error",
            "sha2",
            "strsim",
            "tokio",
            "tower",
            "tracing",
            "tracing-subscriber",
            "unicode-general-category",
        ],
    ),
];

#[test]
fn every_crate_depends_on_what_it_may_and_on_nothing_else() {
    for (name, allowed) in ALLOWED {
        let allowed: BTreeSet<_> = allowed.iter().copied().collect();
        let surplus: Vec<_> = dependencies(name).difference(&allowed).copied().collect();
        assert!(surplus.is_empty(), "{name} must not depend on {surplus:?}");
    }
}

#[test]
fn the_protocol_as_data_brings_no_runtime_and_no_transport() {
    let found = closure("mcp-core");
    assert!(
        found.contains("serde_json"),
        "the graph was read: {found:?}"
    );
    for absent in [
        "tokio",
        "http",
        "hyper",
        "axum",
        "futures-core",
        "futures-util",
        "getrandom",
        "rand",
        "tracing",
    ] {
        assert!(!found.contains(absent), "mcp-core brings {absent} along");
    }
}

#[test]
fn transports_know_neither_the_engine_nor_each_other() {
    for (name, strangers) in [
        (
            "mcp-transport-stdio",
            [
                "mcp-server",
                "mcp-transport-http",
                "mcp-macros",
                "http",
                "axum",
            ],
        ),
        (
            "mcp-transport-http",
            [
                "mcp-server",
                "mcp-transport-stdio",
                "mcp-macros",
                "schemars",
                "jsonschema",
            ],
        ),
    ] {
        let found = closure(name);
        for stranger in strangers {
            assert!(!found.contains(stranger), "{name} brings {stranger} along");
        }
    }
}

#[test]
fn nothing_that_is_published_needs_what_is_not() {
    for (name, _) in ALLOWED {
        for absent in ["examples", "tests"] {
            assert!(
                !closure(name).contains(absent),
                "{name} brings {absent} along"
            );
        }
    }
}

#[test]
fn validation_can_fetch_nothing() {
    let found = closure("mcp-server");
    for absent in ["reqwest", "ureq", "rustls", "native-tls", "hyper-tls"] {
        assert!(
            !found.contains(absent),
            "a schema could be fetched with {absent}"
        );
    }
}
