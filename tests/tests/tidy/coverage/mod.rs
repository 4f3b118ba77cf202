//! Every rule of the protocol that concerns a server is held by a test that names it, or says why it does not apply.
//!
//! `docs/protocol-coverage.md` is the answer to "which ones, and where": made from the tables in `tests/coverage` and
//! from the ids in the tests, so that it cannot say what is not so. `UPDATE=1` writes it anew.

mod named;
mod page;
mod tables;

use std::collections::BTreeSet;

use named::Named;
use tables::Tables;

use crate::tree::{read, root};

const PAGE: &str = "docs/protocol-coverage.md";

#[test]
fn the_tables_agree() {
    let tables = Tables::read();
    let known: BTreeSet<&str> = tables.rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(known.len(), tables.rows.len(), "an id names one rule");
    let mut faults = Vec::new();
    for (id, reason) in &tables.exempt {
        if !known.contains(id.as_str()) {
            faults.push(format!("exempt.tsv names {id}, which no row has"));
        }
        if reason.split_whitespace().count() < 3 {
            faults.push(format!("{id} does not apply, and nobody says why"));
        }
    }
    let failing = read("tests/conformance/expected-failures.yaml");
    for (id, checks) in &tables.suite {
        if !known.contains(id.as_str()) {
            faults.push(format!("suite.tsv names {id}, which no row has"));
        }
        for check in checks {
            let fails = |line: &str| {
                line.trim_end().ends_with(&format!(" {check}"))
                    || line.trim_end().ends_with(&format!(":{check}"))
            };
            if failing.lines().any(fails) {
                faults.push(format!(
                    "{id} is held by {check}, which is expected to fail"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn tests_name_rules_that_there_are() {
    let tables = Tables::read();
    let named = Named::find();
    let mut faults: Vec<String> = named.astray.clone();
    for (id, tests) in &named.tests {
        if !tables.rows.iter().any(|row| row.id == *id) {
            faults.push(format!("{} names {id}, which no row has", tests[0]));
        }
        if let Some(reason) = tables.exempt.get(id) {
            faults.push(format!(
                "{} holds {id}, which does not apply: {reason}",
                tests[0]
            ));
        }
    }
    for id in tables.suite.keys() {
        if tables.exempt.contains_key(id) {
            faults.push(format!("the suite holds {id}, which does not apply"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_rule_is_held_or_does_not_apply() {
    let tables = Tables::read();
    let named = Named::find();
    let open: Vec<_> = tables
        .rows
        .iter()
        .filter(|row| {
            !named.tests.contains_key(&row.id)
                && !tables.suite.contains_key(&row.id)
                && !tables.exempt.contains_key(&row.id)
        })
        .map(|row| {
            format!(
                "{} ({}, {}): {}",
                row.id, row.level, row.revisions, row.rule
            )
        })
        .collect();
    assert!(
        open.is_empty(),
        "{} rules are held by no test:\n{}",
        open.len(),
        open.join("\n")
    );
}

#[test]
fn the_page_is_up_to_date() {
    let page = page::render(&Tables::read(), &Named::find());
    let path = root().join(PAGE);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == page,
        "{PAGE} is not what the tests say: UPDATE=1 cargo test -p tests --test tidy writes it anew"
    );
}
