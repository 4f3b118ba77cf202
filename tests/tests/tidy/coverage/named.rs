//! Which tests name which rules.
//!
//! A test names the rules that it holds in a comment above it or inside of it. Sources are read line by line: comments
//! are where the names are, and a parser drops them.

use std::collections::BTreeMap;
use std::fmt;

use crate::tree::{files, is_test, read};

/// A test that holds a rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Test {
    /// The file, from the root.
    pub(crate) path: String,
    /// The function, or the file where all of it is one test.
    pub(crate) name: String,
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.name, self.path)
    }
}

/// What was found.
#[derive(Default)]
pub(crate) struct Named {
    /// The tests of each rule, in the order of the tree.
    pub(crate) tests: BTreeMap<String, Vec<Test>>,
    /// Names that stand outside of any test.
    pub(crate) astray: Vec<String>,
}

impl Named {
    /// Reads every test of the workspace.
    pub(crate) fn find() -> Self {
        let mut named = Self::default();
        for path in files(".", ".rs") {
            if !path.starts_with("tests/tests/tidy/") {
                named.read(&path);
            }
        }
        assert!(!named.tests.is_empty(), "tests name rules");
        named
    }

    fn read(&mut self, path: &str) {
        let text = read(path);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        // A program that must not compile is one test.
        let whole = path.contains("/tests/ui/");
        // These have a harness of their own, which names each function.
        let trials = path.starts_with("mcp-transport-stdio/tests/process/");
        let is_run = |lines: &[&str], at: usize| match trials {
            true => true,
            false => is_run(lines, at),
        };
        let mut in_tests = is_test(path);
        let mut test = None;
        for (at, line) in lines.iter().enumerate() {
            in_tests |= *line == "#[cfg(test)]";
            if let Some(name) = function(line) {
                test = is_run(&lines, at).then_some(name);
            }
            for id in ids(line) {
                let name = match announced(&lines, at) {
                    _ if whole => path.rsplit('/').next(),
                    Some(below) => is_run(&lines, below)
                        .then(|| function(lines[below]))
                        .flatten(),
                    None => test,
                };
                match name.filter(|_| in_tests) {
                    Some(name) => self.add(id, path, name),
                    None => self
                        .astray
                        .push(format!("{path}:{} names {id} outside of any test", at + 1)),
                }
            }
        }
    }

    fn add(&mut self, id: String, path: &str, name: &str) {
        let tests = self.tests.entry(id).or_default();
        let test = Test {
            path: path.to_owned(),
            name: name.to_owned(),
        };
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
}

/// The function that a comment stands above: the next line that is neither comment nor attribute, if it is one.
fn announced(lines: &[&str], at: usize) -> Option<usize> {
    if !lines[at].starts_with("//") {
        return None;
    }
    let above = |line: &str| line.starts_with("//") || line.starts_with("#[");
    let below = (at..lines.len()).find(|&at| !above(lines[at]))?;
    function(lines[below]).map(|_| below)
}

/// The name of the function that begins on this line.
fn function(line: &str) -> Option<&str> {
    let words = ["pub(crate) ", "pub(super) ", "pub ", "async "];
    let bare = words
        .iter()
        .fold(line, |line, word| line.strip_prefix(word).unwrap_or(line));
    let name = bare.strip_prefix("fn ")?;
    Some(&name[..name.find(['(', '<'])?])
}

/// Whether the function on this line is a test, or one that a list elsewhere makes a test of.
fn is_run(lines: &[&str], at: usize) -> bool {
    let listed = ["(cell: Cell)", "(via: Via)"];
    if listed.iter().any(|arguments| lines[at].contains(arguments)) {
        return true;
    }
    let above = lines[..at].iter().rev();
    above
        .take_while(|line| line.starts_with("//") || line.starts_with("#["))
        .any(|line| line.starts_with("#[test]") || line.starts_with("#[tokio::test"))
}

/// The ids of rules that a line names.
fn ids(line: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for (at, _) in line.match_indices("S-") {
        if line[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-') {
            continue;
        }
        let mut parts = line[at + 2..].splitn(2, '-');
        let section = parts.next().unwrap_or_default();
        let number = parts.next().unwrap_or_default();
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        let upper = |c: u8| c.is_ascii_uppercase() || c.is_ascii_digit();
        if !section.is_empty() && section.bytes().all(upper) && digits > 0 {
            ids.push(format!("S-{section}-{}", &number[..digits]));
        }
    }
    ids
}
