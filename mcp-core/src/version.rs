//! The published revisions, as data.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A published revision of the protocol that this crate speaks.
///
/// Ordered by age: `V2025_06_18 < V2025_11_25`. Version strings are compared
/// as exact, opaque strings (specification, "Versioning").
///
/// # Examples
///
/// ```
/// use mcp_core::ProtocolVersion;
///
/// let version: ProtocolVersion = "2025-06-18".parse().unwrap();
/// assert!(version < ProtocolVersion::LATEST);
/// assert!("2099-01-01".parse::<ProtocolVersion>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ProtocolVersion {
    /// 2024-11-05: the first revision; HTTP+SSE.
    V2024_11_05,
    /// 2025-03-26: Streamable HTTP, batches, tool annotations, audio.
    V2025_03_26,
    /// 2025-06-18: structured content, elicitation, resource links, titles.
    V2025_06_18,
    /// 2025-11-25: icons, URL elicitation, input errors as tool results.
    V2025_11_25,
    /// 2026-07-28: stateless requests, `server/discover`, multi round-trip requests.
    V2026_07_28,
}

impl ProtocolVersion {
    /// Every revision this crate speaks, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// The newest revision.
    pub const LATEST: Self = Self::V2026_07_28;

    /// The newest revision that is opened with `initialize`.
    pub const LATEST_HANDSHAKE: Self = Self::V2025_11_25;

    /// The date that names the revision on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Whether a peer of this revision opens a session with `initialize`,
    /// rather than naming the version in each request.
    #[must_use]
    pub const fn has_handshake(self) -> bool {
        !matches!(self, Self::V2026_07_28)
    }

    /// Whether a frame of this revision may hold several messages.
    #[must_use]
    pub const fn has_batches(self) -> bool {
        matches!(self, Self::V2025_03_26)
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A version string that names no revision this crate speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVersion(String);

impl fmt::Display for UnknownVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown protocol version {:?}", self.0)
    }
}

impl std::error::Error for UnknownVersion {}

impl FromStr for ProtocolVersion {
    type Err = UnknownVersion;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|version| version.as_str() == text)
            .ok_or_else(|| UnknownVersion(text.to_owned()))
    }
}

impl Serialize for ProtocolVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_reads_back_from_its_date() {
        for version in ProtocolVersion::ALL {
            assert_eq!(version.as_str().parse(), Ok(version));
        }
    }

    // S-META-20
    #[test]
    fn dates_are_compared_exactly() {
        for text in ["", " 2025-06-18", "2025-06-18 ", "2025-6-18", "2026-07-29"] {
            assert!(text.parse::<ProtocolVersion>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn only_the_newest_needs_no_handshake() {
        let without: Vec<_> = ProtocolVersion::ALL
            .into_iter()
            .filter(|version| !version.has_handshake())
            .collect();
        assert_eq!(without, [ProtocolVersion::V2026_07_28]);
    }
}
