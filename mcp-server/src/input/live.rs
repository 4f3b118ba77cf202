//! How a question goes out while its call waits.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use mcp_core::types::InputRequest;
use serde_json::value::RawValue;

/// Carries questions to the client and answers back, while the call waits.
///
/// Dropping the future withdraws the question: its answer has no taker.
pub(crate) trait Carrier: Send + Sync {
    /// Sends a question and waits for the raw `result` of the client, within
    /// a time limit of the carrier's own.
    fn ask(&self, request: InputRequest) -> Asked;

    /// Tells the client that a page it sent its user to has served its
    /// purpose, where clients know such a message.
    fn completed(&self, elicitation_id: &str);
}

/// An answer on its way.
pub(crate) type Asked = Pin<Box<dyn Future<Output = Result<Box<RawValue>, Unanswered>> + Send>>;

/// Why a question that went out has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unanswered {
    /// The client answered with an error; its message.
    Failed(String),
    /// Nothing came within the carrier's limit.
    TimedOut(Duration),
    /// The client is gone.
    Gone,
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(message) => write!(f, "the client could not answer: {message}"),
            Self::TimedOut(limit) => write!(f, "the user did not answer within {limit:?}"),
            Self::Gone => f.write_str("the client went away before it answered"),
        }
    }
}
