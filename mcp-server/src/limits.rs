//! How much a call may take.

use std::time::Duration;

/// Bounds that hold for every call of a server.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use mcp_server::Limits;
///
/// let limits = Limits::default().with_call(Duration::from_secs(55));
/// assert_eq!(limits.call, Some(Duration::from_secs(55)));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// How long a call may run, where its tool says nothing else. Default:
    /// no limit. Hosts give up between 55 s and 300 s.
    pub call: Option<Duration>,
    /// How long a cancelled handler may clean up before it is dropped.
    /// Default: 2 s.
    pub cancel_grace: Duration,
    /// How long a user may think about a question that is asked live.
    /// Default: 10 min.
    pub question: Duration,
    /// How long a session opened with `initialize` over HTTP lasts.
    /// Default: 24 h.
    pub session: Duration,
    /// How many characters of text or data the result of a tool may have,
    /// where the tool says nothing else. A longer text is cut, longer data
    /// refused, both with words that say how to ask for less. Default: no
    /// limit. Hosts refuse results of about 100 000 characters.
    pub result: Option<usize>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            call: None,
            cancel_grace: Duration::from_secs(2),
            question: Duration::from_secs(10 * 60),
            session: Duration::from_secs(24 * 60 * 60),
            result: None,
        }
    }
}

impl Limits {
    /// Sets how long a call may run.
    #[must_use]
    pub fn with_call(mut self, limit: Duration) -> Self {
        self.call = Some(limit);
        self
    }

    /// Sets how long a cancelled handler may clean up.
    #[must_use]
    pub fn with_cancel_grace(mut self, grace: Duration) -> Self {
        self.cancel_grace = grace;
        self
    }

    /// Sets how long a user may think about a live question.
    #[must_use]
    pub fn with_question(mut self, limit: Duration) -> Self {
        self.question = limit;
        self
    }

    /// Sets how long a session over HTTP lasts.
    #[must_use]
    pub fn with_session(mut self, lifetime: Duration) -> Self {
        self.session = lifetime;
        self
    }

    /// Sets how many characters the result of a tool may have.
    #[must_use]
    pub fn with_result(mut self, chars: usize) -> Self {
        self.result = Some(chars);
        self
    }
}
