//! The wrong calls, one a line: `tests/repair/<tool>.jsonl`.

use serde::Deserialize;
use serde_json::Value;

/// One wrong call, and what should come of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// Row of the table of behaviours.
    pub(crate) kind: String,
    /// The arguments that are sent; absent, as `None`, is a case of its own.
    #[serde(default, deserialize_with = "present")]
    pub(crate) call: Option<Value>,
    pub(crate) answer: Answer,
    /// The path of each problem or repair, with the keyword that was violated or what the value
    /// was read as.
    pub(crate) names: Vec<(String, String)>,
    /// What the tool hears in the end.
    pub(crate) heard: Value,
}

/// What the first call comes to.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answer {
    /// Right as it is, however odd.
    Accepted,
    /// Made up for, and told in the result.
    Repaired,
    /// Nothing was done; the model has to call again.
    Refused,
}

impl Answer {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Repaired => "repaired",
            Self::Refused => "refused",
        }
    }
}

/// The cases of a tool.
pub(crate) fn cases(tool: &str) -> Vec<Case> {
    let path = format!("{}/repair/{tool}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let case = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    text.lines().map(case).collect()
}

/// `null` is something that was sent.
fn present<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}
