//! What the documentation points at is there.

use crate::tree::{CRATES, files, read, root};

/// Every text that people read.
fn texts() -> Vec<String> {
    let texts = files(".", ".md");
    assert!(texts.iter().any(|path| path == "README.md"));
    texts
}

#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for path in texts() {
        let text = read(&path);
        for target in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            links += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let found = match file {
                "" => root().join(&path),
                file => root().join(&path).parent().unwrap().join(file),
            };
            assert!(found.exists(), "{path} points at {target}");
            if !anchor.is_empty() {
                let text = std::fs::read_to_string(&found).unwrap();
                let heads = text.lines().filter(|line| line.starts_with('#'));
                assert!(
                    heads.map(slug).any(|slug| slug == anchor),
                    "{path} points at {target}"
                );
            }
        }
    }
    assert!(links > 0, "links were found");
}

/// Paths in backticks are a map of the code, and a map is worth nothing once it is wrong.
#[test]
fn paths_that_are_named_exist() {
    let mut paths = 0;
    for text in texts() {
        for named in read(&text).split('`').skip(1).step_by(2) {
            let is_path = named.split_once('/').is_some_and(|(first, _)| {
                CRATES.contains(&first) || ["docs", "examples", "tests"].contains(&first)
            });
            let plain = named
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "/-_.".contains(c));
            if is_path && plain && !named.contains("/.") {
                paths += 1;
                assert!(root().join(named).exists(), "{text} names `{named}`");
            }
        }
    }
    assert!(paths > 0, "paths were found");
}

/// What the documentation shows of an example is what stands there; line breaks may differ.
#[test]
fn excerpts_are_of_the_example() {
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    let example = dense(&read("examples/src/bin/orders.rs"));
    let text = read("README.md");
    let excerpts: Vec<_> = text
        .split("```rs\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(!excerpts.is_empty(), "an excerpt was found");
    for excerpt in excerpts {
        assert!(
            example.contains(&dense(excerpt)),
            "not in the example any more:\n{excerpt}"
        );
    }
}

/// The anchor of a heading, as GitHub makes it.
pub(crate) fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}
