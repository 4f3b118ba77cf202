//! What a call gave back.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

/// The result of `tools/call`.
#[derive(Clone, Debug, PartialEq)]
pub struct CallResult {
    pub(super) raw: Value,
}

impl CallResult {
    /// The structured content as a value of its type. In revisions that know
    /// only objects, a wrapped value is unwrapped; where a revision has no
    /// structured content at all, its text twin is read.
    ///
    /// # Errors
    ///
    /// When there is none, or it does not fit.
    pub fn structured<T: DeserializeOwned>(&self) -> Result<T, CallError> {
        let fits = |value: &Value| {
            T::deserialize(value).map_err(|error| CallError::Misfit(error.to_string()))
        };
        match self.raw.get("structuredContent") {
            Some(value) => {
                fits(value).or_else(|error| value.get("result").map_or(Err(error), fits))
            }
            None => serde_json::from_str(&self.text())
                .map_err(|error| CallError::Misfit(error.to_string())),
        }
    }

    /// All text blocks, joined by line breaks.
    #[must_use]
    pub fn text(&self) -> String {
        let blocks = self.raw["content"].as_array().into_iter().flatten();
        let texts: Vec<_> = blocks.filter_map(|block| block["text"].as_str()).collect();
        texts.join("\n")
    }

    /// Whether the tool says that it failed.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.raw["isError"] == true
    }

    /// The result as it came.
    #[must_use]
    pub fn raw(&self) -> &Value {
        &self.raw
    }
}

/// What can stop a call from having a result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallError {
    /// A JSON-RPC error.
    Protocol {
        /// Its code.
        code: i64,
        /// Its message.
        message: String,
        /// Its data.
        data: Option<Value>,
    },
    /// The request was cancelled, or the connection ended.
    Unanswered,
    /// A result that does not fit the type asked for.
    Misfit(String),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Protocol { code, message, .. } => write!(f, "{message} ({code})"),
            Self::Unanswered => f.write_str("no answer"),
            Self::Misfit(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for CallError {}
