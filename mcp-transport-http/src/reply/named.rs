//! The session whose streams can be read on.

use std::sync::Arc;

use crate::header::{self, RequestHeaders, Single};

/// A session whose streams can be read on.
pub(crate) struct Session {
    headers: Arc<RequestHeaders>,
    polls: bool,
}

impl Session {
    /// The session that these headers name, if they do. `polls` says whether
    /// its clients can be sent away, and come back by themselves.
    pub(crate) fn named(headers: &Arc<RequestHeaders>, polls: bool) -> Option<Self> {
        let session = Self {
            headers: Arc::clone(headers),
            polls,
        };
        (!session.id().is_empty()).then_some(session)
    }

    /// The id, read where it is needed: most requests never need it.
    pub(crate) fn id(&self) -> &str {
        match header::single(&self.headers.0, &header::SESSION_ID) {
            Single::Value(id) => id,
            Single::Absent | Single::Malformed => "",
        }
    }

    /// Whether its clients can be sent away, and come back by themselves.
    pub(crate) fn polls(&self) -> bool {
        self.polls
    }
}
