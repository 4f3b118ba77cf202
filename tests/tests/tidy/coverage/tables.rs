//! The tables in `tests/coverage`: tab-separated, a line for each rule, the first line names the columns.

use std::collections::BTreeMap;

use crate::tree::read;

/// A rule of the specification.
pub(crate) struct Row {
    /// Its name in the tests: `S`, its section, its number.
    pub(crate) id: String,
    /// Where it is in force.
    pub(crate) revisions: String,
    /// The word that the specification uses.
    pub(crate) level: String,
    /// What it says, in Markdown.
    pub(crate) rule: String,
}

impl Row {
    /// The section, which is the middle of the id.
    pub(crate) fn section(&self) -> &str {
        self.id.split('-').nth(1).expect("an id has three parts")
    }
}

/// What is known of the rules besides what tests say.
pub(crate) struct Tables {
    /// Every rule that concerns a server, in the order of the page.
    pub(crate) rows: Vec<Row>,
    /// Why a rule does not apply.
    pub(crate) exempt: BTreeMap<String, String>,
    /// The checks of the official suite that hold a rule; `tests/conformance/run` fails where one of them does not pass.
    pub(crate) suite: BTreeMap<String, Vec<String>>,
}

impl Tables {
    pub(crate) fn read() -> Self {
        let rows = lines("rows.tsv").into_iter().map(|line| {
            let [id, revisions, level, rule] = cells(&line);
            Row {
                id,
                revisions,
                level,
                rule,
            }
        });
        let suite = lines("suite.tsv").into_iter().map(|line| {
            let [id, checks] = cells(&line);
            (id, checks.split(", ").map(str::to_owned).collect())
        });
        Self {
            rows: rows.collect(),
            exempt: unique("exempt.tsv"),
            suite: suite.collect(),
        }
    }
}

/// A table of two columns that says one thing of an id.
fn unique(name: &str) -> BTreeMap<String, String> {
    let mut table = BTreeMap::new();
    for line in lines(name) {
        let [id, value] = cells(&line);
        let before = table.insert(id, value);
        assert!(before.is_none(), "{name} has two lines like {line:?}");
    }
    table
}

fn lines(name: &str) -> Vec<String> {
    let text = read(&format!("tests/coverage/{name}"));
    text.lines().skip(1).map(str::to_owned).collect()
}

fn cells<const N: usize>(line: &str) -> [String; N] {
    let cells: Vec<_> = line.split('\t').map(str::to_owned).collect();
    cells
        .try_into()
        .unwrap_or_else(|_| panic!("not {N} cells: {line:?}"))
}
