//! What a client heard while its requests ran.

use std::sync::{Mutex, PoisonError};

use mcp_core::types::{LoggingLevel, Progress};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use super::Client;

/// Notifications in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Heard(Mutex<Vec<Value>>);

impl Heard {
    pub(super) fn keep(&self, frame: Value) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(frame);
    }

    fn all(&self) -> Vec<Value> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// A log message that a server sent to its client.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Logged {
    /// How serious it is.
    pub level: LoggingLevel,
    /// Which part of the server says it.
    pub logger: Option<String>,
    /// What it says.
    pub data: Value,
}

/// What came while requests ran.
impl Client {
    /// The progress of all requests so far, in order. Ask for it by
    /// [`TestClient::hear_progress`](super::TestClient::hear_progress).
    ///
    /// # Panics
    ///
    /// When the server sent what is no progress.
    #[must_use]
    pub fn progress(&self) -> Vec<Progress> {
        self.heard_of("notifications/progress")
    }

    /// The log messages of all requests so far, in order. Ask for them by
    /// [`TestClient::hear_logs`](super::TestClient::hear_logs).
    ///
    /// # Panics
    ///
    /// When the server sent what is no log message.
    #[must_use]
    pub fn logs(&self) -> Vec<Logged> {
        self.heard_of("notifications/message")
    }

    /// Every notification that came while requests ran, as it came.
    #[must_use]
    pub fn notifications(&self) -> Vec<Value> {
        self.heard().all()
    }

    fn heard_of<T: DeserializeOwned>(&self, method: &str) -> Vec<T> {
        let mut frames = self.notifications();
        frames.retain(|frame| frame["method"] == method);
        let read = |mut frame: Value| {
            let params = frame["params"].take();
            serde_json::from_value(params).unwrap_or_else(|error| panic!("{method}: {error}"))
        };
        frames.into_iter().map(read).collect()
    }
}
