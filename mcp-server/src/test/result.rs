//! What a request gave back.

use std::fmt;

use data_encoding::BASE64;
use mcp_core::types::{PromptMessage, ResourceContents};
use serde::Deserialize as _;
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

/// The result of `prompts/get`.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptAnswer {
    pub(super) raw: Value,
}

impl PromptAnswer {
    /// The messages.
    ///
    /// # Errors
    ///
    /// When one is no message of the protocol.
    pub fn messages(&self) -> Result<Vec<PromptMessage>, CallError> {
        Vec::deserialize(&self.raw["messages"])
            .map_err(|error| CallError::Misfit(error.to_string()))
    }

    /// The texts of all messages, joined by line breaks.
    #[must_use]
    pub fn text(&self) -> String {
        let messages = self.raw["messages"].as_array().into_iter().flatten();
        let texts: Vec<_> = messages
            .filter_map(|message| message["content"]["text"].as_str())
            .collect();
        texts.join("\n")
    }

    /// The result as it came.
    #[must_use]
    pub fn raw(&self) -> &Value {
        &self.raw
    }
}

/// The result of `resources/read`.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadResult {
    pub(super) raw: Value,
}

impl ReadResult {
    /// The contents.
    ///
    /// # Errors
    ///
    /// When one is neither text nor bytes.
    pub fn contents(&self) -> Result<Vec<ResourceContents>, CallError> {
        Vec::deserialize(&self.raw["contents"])
            .map_err(|error| CallError::Misfit(error.to_string()))
    }

    /// All texts, joined by line breaks.
    #[must_use]
    pub fn text(&self) -> String {
        let contents = self.raw["contents"].as_array().into_iter().flatten();
        let texts: Vec<_> = contents
            .filter_map(|content| content["text"].as_str())
            .collect();
        texts.join("\n")
    }

    /// The bytes of the first content that has any.
    ///
    /// # Errors
    ///
    /// When there is none, or what is sent is no base64.
    pub fn bytes(&self) -> Result<Vec<u8>, CallError> {
        let contents = self.raw["contents"].as_array().into_iter().flatten();
        let mut blobs = contents.filter_map(|content| content["blob"].as_str());
        let blob = blobs
            .next()
            .ok_or_else(|| CallError::Misfit("no bytes".to_owned()))?;
        BASE64
            .decode(blob.as_bytes())
            .map_err(|error| CallError::Misfit(error.to_string()))
    }

    /// The text as JSON of a type.
    ///
    /// # Errors
    ///
    /// When it does not fit.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, CallError> {
        serde_json::from_str(&self.text()).map_err(|error| CallError::Misfit(error.to_string()))
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

impl CallError {
    /// The code of a JSON-RPC error.
    #[must_use]
    pub fn code(&self) -> Option<i64> {
        match self {
            Self::Protocol { code, .. } => Some(*code),
            Self::Unanswered | Self::Misfit(_) => None,
        }
    }
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
