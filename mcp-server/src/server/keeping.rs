//! How long, and for whom, an author lets clients keep what they get.

use std::time::Duration;

use mcp_core::types::CacheScope;

use super::ServerBuilder;
use crate::caching::Cached;

impl ServerBuilder {
    /// How long clients may keep results of a kind (2026-07-28, "Caching").
    /// Default: lists for 5 minutes, what is read not at all.
    ///
    /// A list of resources to which [`ResourceBuilder::list`] contributes is
    /// kept only if this is said of [`Cached::Resources`] itself.
    /// What [`ResourceBuilder::ttl`] says goes before [`Cached::Contents`].
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use mcp_server::{CacheScope, Cached, Server};
    ///
    /// let server = Server::new("shop", "1")
    ///     .ttl(Cached::Lists, Duration::from_secs(3600))
    ///     .ttl(Cached::Tools, Duration::from_secs(60))
    ///     .ttl(Cached::Contents, Duration::from_secs(10))
    ///     .scope(Cached::Contents, CacheScope::Public);
    /// # drop(server);
    /// ```
    ///
    /// [`ResourceBuilder::list`]: crate::ResourceBuilder::list
    /// [`ResourceBuilder::ttl`]: crate::ResourceBuilder::ttl
    pub fn ttl(mut self, of: Cached, ttl: Duration) -> Self {
        self.caching.of(of).ttl = Some(ttl);
        self
    }

    /// Who may be given what another client got. Default: lists everybody,
    /// what is read nobody else.
    ///
    /// What is not the same for everybody stays private, whatever is said: a
    /// list with items that are shown to some
    /// ([`visible_when`](crate::ToolBuilder::visible_when)) or that handlers
    /// list, and what is read of such items. A cache protects nothing: who may
    /// read what is checked for each call.
    pub fn scope(mut self, of: Cached, scope: CacheScope) -> Self {
        self.caching.of(of).scope = Some(scope);
        self
    }
}
