//! Levels of log messages. Logging to the client is deprecated by SEP-2577: use stderr or
//! OpenTelemetry.

use std::fmt;
use std::str::FromStr;

use super::wire::words;

/// How serious a log message is, as in syslog (RFC 5424); greater is more serious.
///
/// Spec:
/// [Logging](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#log-levels).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LoggingLevel {
    /// Details for finding faults.
    Debug,
    /// What is going on.
    Info,
    /// Normal, but worth a look.
    Notice,
    /// Something may go wrong.
    Warning,
    /// Something went wrong.
    Error,
    /// A part has failed.
    Critical,
    /// Somebody must act at once.
    Alert,
    /// Nothing works.
    Emergency,
}

words!(LoggingLevel {
    Debug = "debug",
    Info = "info",
    Notice = "notice",
    Warning = "warning",
    Error = "error",
    Critical = "critical",
    Alert = "alert",
    Emergency = "emergency",
});

impl LoggingLevel {
    /// All levels, the least serious first.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }
}

impl fmt::Display for LoggingLevel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for LoggingLevel {
    type Err = UnknownLoggingLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLoggingLevel> {
        Self::ALL
            .into_iter()
            .find(|level| level.as_str() == text)
            .ok_or(UnknownLoggingLevel)
    }
}

/// A word that is no logging level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownLoggingLevel;

impl fmt::Display for UnknownLoggingLevel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("expected a logging level: debug, info, notice, warning, error, critical, alert or emergency")
    }
}

impl std::error::Error for UnknownLoggingLevel {}

#[cfg(test)]
mod tests {
    use super::*;

    // S-LOG-03
    #[test]
    fn levels_are_ordered_and_spelled_as_in_syslog() {
        assert!(LoggingLevel::ALL.is_sorted());
        for level in LoggingLevel::ALL {
            let json = format!("\"{level}\"");
            assert_eq!(serde_json::to_string(&level).unwrap(), json);
            assert_eq!(serde_json::from_str::<LoggingLevel>(&json).unwrap(), level);
            assert_eq!(level.as_str().parse(), Ok(level));
        }
        assert!(LoggingLevel::Emergency > LoggingLevel::Warning);
    }

    #[test]
    fn other_words_are_no_level() {
        assert_eq!("WARNING".parse::<LoggingLevel>(), Err(UnknownLoggingLevel));
        assert!(serde_json::from_str::<LoggingLevel>(r#""trace""#).is_err());
        assert!(serde_json::from_str::<LoggingLevel>("3").is_err());
    }
}
