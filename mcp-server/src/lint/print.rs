//! The table.

use std::fmt::{self, Formatter, Write as _};

use super::finding::Severity;
use super::report::Lint;

/// Characters of a column at most, before the next one moves.
const WIDEST: usize = 72;

/// Two lines for each finding: who stumbles over what and where, then why and what helps. One
/// line for the whole.
pub(super) fn table(lint: &Lint, f: &mut Formatter<'_>) -> fmt::Result {
    let rows: Vec<[String; 4]> = lint.findings().iter().map(row).collect();
    if !rows.is_empty() {
        let head = ["severity", "rule", "where", "breaks"].map(str::to_owned);
        let widths = widths(rows.iter().chain([&head]));
        line(&head, widths, f)?;
        for (row, finding) in rows.iter().zip(lint.findings()) {
            line(row, widths, f)?;
            writeln!(f, "{:indent$}  {}", "", finding.message, indent = widths[0])?;
            writeln!(
                f,
                "{:indent$}  → {}",
                "",
                finding.remedy,
                indent = widths[0]
            )?;
        }
        f.write_char('\n')?;
    }
    summary(lint, f)
}

fn row(finding: &super::finding::Finding) -> [String; 4] {
    let place = match &*finding.path {
        "" => finding.subject.to_string(),
        path => format!("{} {path}", finding.subject),
    };
    let hosts = match &*finding.hosts {
        [] => "-".to_owned(),
        hosts => hosts.join(", "),
    };
    [
        finding.severity.to_string(),
        finding.rule.to_string(),
        place,
        hosts,
    ]
}

/// How wide each column is; the last one takes what it needs.
fn widths<'a>(rows: impl Iterator<Item = &'a [String; 4]>) -> [usize; 3] {
    rows.fold([0; 3], |widths, row| {
        std::array::from_fn(|at| widths[at].max(row[at].chars().count().min(WIDEST)))
    })
}

fn line(row: &[String; 4], widths: [usize; 3], f: &mut Formatter<'_>) -> fmt::Result {
    for (cell, width) in row.iter().zip(widths) {
        write!(f, "{cell:width$}  ")?;
    }
    writeln!(f, "{}", row[3])
}

fn summary(lint: &Lint, f: &mut Formatter<'_>) -> fmt::Result {
    let count = |severity: Severity| {
        let all = lint.findings().iter();
        all.filter(|finding| finding.severity == severity).count()
    };
    let parts = [
        counted(lint.tools().len(), "tool"),
        format!("{:.1} KiB", kib(lint.bytes())),
        format!("about {} tokens", lint.tokens()),
    ];
    let found = [Severity::Error, Severity::Warning, Severity::Note]
        .map(|severity| counted(count(severity), &severity.to_string()));
    write!(f, "{}: {}", parts.join(", "), found.join(", "))
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// Bytes in KiB, for people.
pub(super) fn kib(bytes: usize) -> f64 {
    bytes as f64 / 1024.0
}
