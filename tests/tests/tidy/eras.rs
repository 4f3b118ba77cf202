//! The three places that know there are two eras.
//!
//! Everything else is neutral: a tool, its arguments, its result and its questions are the same in every revision. So the
//! next revision, or the end of the old ones, changes these places alone.

use mcp_core::ProtocolVersion;

use crate::tokens;
use crate::tree::sources;

/// Folders that own the eras: vocabulary, behaviour, binding.
const PLACES: [&str; 4] = [
    "mcp-core/src/era/",
    "mcp-server/src/era/",
    "mcp-transport-http/src/modern/",
    "mcp-transport-http/src/legacy/",
];

/// Files that lead to a place, and why each may name it.
const DOORS: [(&str, &str); 17] = [
    ("mcp-core/src/lib.rs", "opens the folder"),
    (
        "mcp-core/src/version.rs",
        "the revisions themselves, as data",
    ),
    (
        "mcp-core/src/transport/incoming.rs",
        "reads what a message claims",
    ),
    (
        "mcp-core/src/transport/batch.rs",
        "refuses claims of messages that are not alone",
    ),
    ("mcp-server/src/lib.rs", "opens the folder"),
    ("mcp-server/src/connection.rs", "decides once per message"),
    (
        "mcp-server/src/server/mod.rs",
        "holds the policy and the sessions",
    ),
    ("mcp-server/src/server/builder.rs", "takes the policy"),
    (
        "mcp-server/src/server/lists.rs",
        "has lists written in the way of who asks",
    ),
    (
        "mcp-server/src/server/served.rs",
        "finds sessions, and says which revisions need none",
    ),
    (
        "mcp-server/src/server/describe.rs",
        "holds what is stamped on results",
    ),
    ("mcp-transport-http/src/lib.rs", "opens the folders"),
    (
        "mcp-transport-http/src/builder.rs",
        "takes the path of the oldest transport",
    ),
    (
        "mcp-transport-http/src/endpoint.rs",
        "holds what sessions leave between requests",
    ),
    (
        "mcp-transport-http/src/router.rs",
        "mounts the oldest transport beside",
    ),
    ("mcp-transport-http/src/service.rs", "chooses between them"),
    ("mcp-server/src/test/", "a client that speaks both"),
];

/// Names that the specification and its conformance suite gave, and that of a feature and its setting; they say nothing
/// about an era here.
const NAMES_THAT_ARE_GIVEN: [&str; 5] = [
    "\"legacy-sse\"",
    "legacy_sse",
    "LegacyTitledEnum",
    "LegacyTitledEnumSchema",
    "\"legacyEnum\"",
];

/// What lives with the vocabulary and is the same in both eras: `era::Params` names no era.
const NEUTRAL_VOCABULARY: [&str; 5] = [
    "Field",
    "Params",
    "expected_len",
    "log_frame",
    "progress_frame",
];

/// Crates that may not name an era at all.
const NEUTRAL: [&str; 3] = ["mcp-macros", "mcp-transport-stdio", "examples"];

#[test]
fn only_the_three_places_and_their_doors_name_an_era() {
    let mut paths: Vec<_> = ["mcp-core", "mcp-server", "mcp-transport-http"]
        .iter()
        .flat_map(|package| sources(package))
        .collect();
    paths.retain(|path| {
        let at = |place: &str| path.starts_with(place);
        !PLACES.into_iter().any(at) && !DOORS.iter().any(|(door, _)| at(door))
    });
    assert_neutral(&paths);
}

#[test]
fn some_crates_never_heard_of_eras() {
    let paths: Vec<_> = NEUTRAL
        .iter()
        .flat_map(|package| sources(package))
        .collect();
    assert_neutral(&paths);
}

#[track_caller]
fn assert_neutral(paths: &[String]) {
    let found = paths
        .iter()
        .map(|path| (path, named(path)))
        .filter(|(_, named)| !named.is_empty());
    let found: Vec<_> = found
        .map(|(path, named)| format!("{path} names {}", named.join(", ")))
        .collect();
    assert!(
        found.is_empty(),
        "outside of the three places (docs/architecture.md):\n{}",
        found.join("\n")
    );
}

#[test]
fn every_door_leads_somewhere() {
    for (door, why) in DOORS {
        let package = door.split('/').next().unwrap();
        let behind = sources(package)
            .into_iter()
            .filter(|path| path.starts_with(door));
        assert!(
            behind.into_iter().any(|path| !named(&path).is_empty()),
            "{door} ({why}) names no era: take it off the list"
        );
    }
}

/// The words of a source that belong to an era.
fn named(path: &str) -> Vec<String> {
    let tokens = tokens::of(path);
    let mut named = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let neutral = match &tokens[at + 1..] {
            [first, second, item, ..] if token == "era" && first == ":" && second == ":" => {
                NEUTRAL_VOCABULARY.contains(&item.as_str())
            }
            _ => NAMES_THAT_ARE_GIVEN.contains(&token.as_str()),
        };
        if !neutral && is_of_an_era(token) {
            named.push(token.clone());
        }
    }
    named
}

fn is_of_an_era(token: &str) -> bool {
    let dated = ProtocolVersion::ALL.iter().any(|version| {
        let date = version.as_str();
        token.contains(date) || token.contains(&date.replace('-', "_"))
    });
    let words = words(token);
    dated
        || ["era", "eras", "legacy", "modern"]
            .iter()
            .any(|word| words.iter().any(|found| found == word))
}

/// The words of a token: `LegacyEra` and `legacy_era` are `legacy` and `era`.
fn words(token: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for letter in token.chars() {
        let begins = !letter.is_alphabetic() || (letter.is_uppercase() && before.is_lowercase());
        if begins {
            words.push(String::new());
        }
        if letter.is_alphabetic() {
            words.last_mut().unwrap().extend(letter.to_lowercase());
        }
        before = letter;
    }
    words
}

#[test]
fn words_are_found_in_names_and_texts() {
    for token in [
        "era",
        "Era",
        "LegacyEra",
        "is_modern",
        "\"a legacy peer\"",
        "V2025_11_25",
        "\"2026-07-28\"",
    ] {
        assert!(is_of_an_era(token), "{token}");
    }
    for token in [
        "operation",
        "camera",
        "several",
        "\"2026-01-31\"",
        "generation",
    ] {
        assert!(!is_of_an_era(token), "{token}");
    }
}
