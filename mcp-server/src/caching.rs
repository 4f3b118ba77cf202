//! How long, and for whom, clients may keep what they get (specification,
//! 2026-07-28, "Caching").

use std::time::Duration;

use mcp_core::types::{CacheHint, CacheScope};

/// What clients may keep: see [`ServerBuilder::ttl`](crate::ServerBuilder::ttl)
/// and [`ServerBuilder::scope`](crate::ServerBuilder::scope).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cached {
    /// Every list, and what the server says of itself, where nothing closer
    /// is said.
    Lists,
    /// What the server says of itself (`server/discover`).
    Discovery,
    /// The list of tools.
    Tools,
    /// The list of prompts.
    Prompts,
    /// The list of resources.
    Resources,
    /// The list of resource templates.
    Templates,
    /// What is read of a resource that says nothing itself.
    Contents,
}

/// What is said of one kind of result.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Keeping {
    pub(crate) ttl: Option<Duration>,
    pub(crate) scope: Option<CacheScope>,
}

impl Keeping {
    /// What is said here, and `wider` where nothing is.
    pub(crate) fn or(self, wider: Self) -> Self {
        Self {
            ttl: self.ttl.or(wider.ttl),
            scope: self.scope.or(wider.scope),
        }
    }

    /// As clients are told. Where nothing is said: stale at once, and for
    /// nobody else.
    pub(crate) fn hint(self) -> CacheHint {
        /// More is no integer to JavaScript, and 285 000 years.
        const MOST: u128 = (1 << 53) - 1;
        let ttl = self.ttl.unwrap_or_default().as_millis().min(MOST);
        let ttl = u64::try_from(ttl).unwrap_or_default();
        CacheHint::new(ttl, self.scope.unwrap_or(CacheScope::Private))
    }
}

/// What a server says of its results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caching {
    said: [Keeping; 7],
}

impl Caching {
    /// Lists are the same for everybody unless their items say otherwise, and
    /// change seldom.
    const LISTS: Keeping = Keeping {
        ttl: Some(Duration::from_secs(5 * 60)),
        scope: Some(CacheScope::Public),
    };

    /// Where something is said of `kind`.
    pub(crate) fn of(&mut self, kind: Cached) -> &mut Keeping {
        &mut self.said[kind as usize]
    }

    /// What is said of `kind` itself.
    pub(crate) fn said(&self, kind: Cached) -> Keeping {
        self.said[kind as usize]
    }

    /// The hint of a list, or of `server/discover`. A list is private where
    /// not everybody gets the same.
    pub(crate) fn list(&self, kind: Cached, for_everybody: bool) -> CacheHint {
        let keeping = self.said(kind).or(self.said(Cached::Lists)).or(Self::LISTS);
        let mut hint = keeping.hint();
        if !for_everybody {
            hint.scope = CacheScope::Private;
        }
        hint
    }

    /// The hint of a list of resources that handlers contributed to: it may
    /// depend on who asked, and be another one soon.
    pub(crate) fn members(&self) -> CacheHint {
        let ttl = self.said(Cached::Resources).ttl;
        Keeping { ttl, scope: None }.hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: [Cached; 5] = [
        Cached::Discovery,
        Cached::Tools,
        Cached::Prompts,
        Cached::Resources,
        Cached::Templates,
    ];

    fn secs(secs: u64) -> Option<Duration> {
        Some(Duration::from_secs(secs))
    }

    // S-CACHE-03, S-CACHE-04
    #[test]
    fn without_a_word_lists_are_kept_and_contents_are_not() {
        let caching = Caching::default();
        for list in LISTS {
            let hint = CacheHint::new(300_000, CacheScope::Public);
            assert_eq!(caching.list(list, true), hint, "{list:?}");
        }
        let nothing = CacheHint::new(0, CacheScope::Private);
        assert_eq!(caching.members(), nothing);
        assert_eq!(caching.said(Cached::Contents).hint(), nothing);
    }

    #[test]
    fn the_closest_word_counts_in_any_order() {
        for list in LISTS {
            let mut caching = Caching::default();
            caching.of(list).ttl = secs(1);
            caching.of(Cached::Lists).ttl = secs(2);
            caching.of(Cached::Lists).scope = Some(CacheScope::Private);
            let own = CacheHint::new(1_000, CacheScope::Private);
            assert_eq!(caching.list(list, true), own, "{list:?}");
            for other in LISTS.into_iter().filter(|other| *other != list) {
                let common = CacheHint::new(2_000, CacheScope::Private);
                assert_eq!(caching.list(other, true), common, "{other:?}");
            }
            caching.of(list).scope = Some(CacheScope::Public);
            let own = CacheHint::new(1_000, CacheScope::Public);
            assert_eq!(caching.list(list, true), own, "{list:?}");
        }
    }

    // S-CACHE-04
    #[test]
    fn what_is_private_by_nature_stays_private() {
        let mut caching = Caching::default();
        *caching.of(Cached::Resources) = Keeping {
            ttl: secs(1),
            scope: Some(CacheScope::Public),
        };
        let private = CacheHint::new(1_000, CacheScope::Private);
        assert_eq!(caching.list(Cached::Resources, false), private);
        assert_eq!(caching.members(), private);
    }

    // S-CACHE-03
    #[test]
    fn every_time_is_a_number_that_clients_read() {
        let mut caching = Caching::default();
        caching.of(Cached::Tools).ttl = Some(Duration::MAX);
        let hint = caching.list(Cached::Tools, true);
        assert_eq!(hint.ttl_ms, 9_007_199_254_740_991);
    }
}
