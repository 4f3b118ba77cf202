//! The page that shows all of it.

use std::fmt::Write as _;

use super::named::{Named, Test};
use super::tables::{Row, Tables};
use crate::links::slug;
use crate::tree::read;

/// What the sections are about, in the order of the page.
const SECTIONS: [(&str, &str); 34] = [
    ("ENV", "Envelope and errors"),
    ("JS", "JSON Schema"),
    ("META", "`_meta` and versions"),
    ("INIT", "Discovery, handshake, ping, time limits"),
    ("TOOL", "Tools"),
    ("RES", "Resources"),
    ("PROM", "Prompts"),
    ("COMP", "Completion"),
    ("LOG", "Logging"),
    ("PAGE", "Pagination"),
    ("CACHE", "Caching"),
    ("PROG", "Progress"),
    ("CANC", "Cancellation"),
    ("SUBS", "Subscriptions"),
    ("MRTR", "Questions in rounds"),
    ("ELIC", "Elicitation"),
    ("SAMP", "Sampling"),
    ("ROOT", "Roots"),
    ("STDIO", "Standard input and output"),
    ("HTTPM", "Streamable HTTP of 2026-07-28"),
    ("HTTPL", "Streamable HTTP of 2025-03-26 to 2025-11-25"),
    ("SSE24", "HTTP+SSE of 2024-11-05"),
    ("AUTH", "Authorization"),
    ("SEC", "Security"),
    ("EXT", "Extensions in general"),
    ("TASK", "Extension: tasks"),
    ("T25", "Tasks of 2025-11-25"),
    ("UI", "Extension: MCP Apps"),
    ("SKILL", "Extension: skills"),
    ("EVT", "Extension: events"),
    ("CARD", "Extension: server cards"),
    ("AEXT", "Extensions: authorization"),
    ("OTEL", "OpenTelemetry conventions"),
    ("DEP", "Lifecycle and tiers"),
];

const HEAD: &str = "\
# Protocol coverage

Every rule of the Model Context Protocol that concerns a server, in five revisions, and what holds it here: tests that name
its id, checks of the official conformance suite, or the reason why it does not apply or is not followed. Made from the
ids in the tests and the tables in `tests/coverage` by `UPDATE=1 cargo test -p tests --test tidy`; a test fails while it is
not up to date, and another while a rule is neither held nor accounted for. The rules are told in our own words; the specification wins.

- **revisions**: `M` is 2026-07-28; `24`, `0326`, `0618` and `1125` are 2024-11-05, 2025-03-26, 2025-06-18 and 2025-11-25;
  `L` is all four of these, `0618+` includes M, and `dual` is a server that serves both ways of talking.
- **level**: the word of the specification. `schema` follows from its schema and `derived` from its text; `design`, `custom`
  and `security` are not of the specification.
- Rules for clients are not listed. Checks of the official suite are in `code`; `tests/conformance/run` fails where one of
  them does not pass.
";

/// The whole page.
pub(crate) fn render(tables: &Tables, named: &Named) -> String {
    let mut page = HEAD.to_owned();
    page.push_str("\n## Summary\n\n");
    summary(&mut page, tables, named);
    page.push_str("\n## Warnings of the official suite\n\n");
    page.push_str(read("tests/coverage/warnings.md").trim());
    page.push('\n');
    for (section, title) in SECTIONS {
        let rows: Vec<_> = of(tables, section).collect();
        assert!(!rows.is_empty(), "{section} has rules");
        let _ = write!(
            page,
            "\n## {title}\n\n| id | rule | revisions | level | held by, or why not |\n| --- | --- | --- | --- | --- |\n"
        );
        for row in rows {
            let _ = writeln!(
                page,
                "| {} | {} | {} | {} | {} |",
                row.id,
                row.rule.replace('|', "\\|"),
                row.revisions,
                row.level,
                held(row, tables, named)
            );
        }
    }
    page
}

fn of<'a>(tables: &'a Tables, section: &'a str) -> impl Iterator<Item = &'a Row> {
    tables
        .rows
        .iter()
        .filter(move |row| row.section() == section)
}

/// How many rules are held by what, by section.
fn summary(page: &mut String, tables: &Tables, named: &Named) {
    page.push_str(
        "| section | rules | held by our tests | held by the suite alone | not held, with a reason |\n",
    );
    page.push_str("| --- | ---: | ---: | ---: | ---: |\n");
    let mut total = [0; 4];
    for (section, title) in SECTIONS {
        let mut counts = [0; 4];
        for row in of(tables, section) {
            counts[0] += 1;
            if named.tests.contains_key(&row.id) {
                counts[1] += 1;
            } else if tables.suite.contains_key(&row.id) {
                counts[2] += 1;
            } else if tables.exempt.contains_key(&row.id) {
                counts[3] += 1;
            }
        }
        line(page, &format!("[{title}](#{})", slug(title)), counts);
        for (total, count) in total.iter_mut().zip(counts) {
            *total += count;
        }
    }
    assert_eq!(total[0], tables.rows.len(), "every row has its section");
    line(page, "all", total);
}

fn line(page: &mut String, title: &str, counts: [usize; 4]) {
    let [rules, tests, suite, exempt] = counts;
    let _ = writeln!(page, "| {title} | {rules} | {tests} | {suite} | {exempt} |");
}

fn held(row: &Row, tables: &Tables, named: &Named) -> String {
    if let Some(reason) = tables.exempt.get(&row.id) {
        return match reason.strip_prefix("Not followed, on purpose") {
            Some(why) => format!("not followed, on purpose{why}"),
            None => format!("does not apply: {reason}"),
        };
    }
    let tests = named.tests.get(&row.id).into_iter().flatten().map(link);
    let checks = tables.suite.get(&row.id).into_iter().flatten();
    let all: Vec<_> = tests
        .chain(checks.map(|check| format!("`{check}`")))
        .collect();
    match all.is_empty() {
        true => "**open**".to_owned(),
        false => all.join(", "),
    }
}

fn link(test: &Test) -> String {
    format!("[{}](../{})", test.name, test.path)
}
