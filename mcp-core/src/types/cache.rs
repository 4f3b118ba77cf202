//! How long, and for whom, a client may keep a result.

use serde::{Deserialize, Serialize};

use super::wire::words;

/// How long, and for whom, a client may keep a result. Known since 2026-07-28.
///
/// Spec:
/// [Caching](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CacheHint {
    /// How long the result stays fresh, in milliseconds; 0 means it is stale at once.
    pub ttl_ms: u64,
    /// Who may be given the kept result.
    #[serde(rename = "cacheScope")]
    pub scope: CacheScope,
}

impl CacheHint {
    /// Fresh for `ttl_ms` milliseconds, for those in `scope`.
    #[must_use]
    pub const fn new(ttl_ms: u64, scope: CacheScope) -> Self {
        Self { ttl_ms, scope }
    }
}

/// Who may be given a kept result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CacheScope {
    /// Anybody: the result depends on nobody's authorization.
    Public,
    /// Only those with the same authorization.
    Private,
}

words!(CacheScope {
    Public = "public",
    Private = "private",
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_written_and_read_in_spec_spelling() {
        let hint = CacheHint::new(60_000, CacheScope::Public);
        let text = r#"{"ttlMs":60000,"cacheScope":"public"}"#;
        assert_eq!(serde_json::to_string(&hint).unwrap(), text);
        assert_eq!(serde_json::from_str::<CacheHint>(text).unwrap(), hint);
        assert!(
            serde_json::from_str::<CacheHint>(r#"{"ttlMs":-1,"cacheScope":"public"}"#).is_err()
        );
    }
}
