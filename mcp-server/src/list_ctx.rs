//! What a handler may know where it must not ask.

use std::fmt;
use std::sync::Arc;

use mcp_core::Meta;
use mcp_core::era::Params;
use mcp_core::transport::{Headers, Origin, Principal};
use mcp_core::types::{ClientCapabilities, Implementation};

use crate::context::{Peer, States, find};

/// What a handler may know of a request that is answered at once: a list, or
/// suggestions for an argument.
///
/// A cheap clone. Other than [`Ctx`](crate::Ctx) it cannot ask the user
/// (specification, "Multi round-trip requests: Supported requests"), and it
/// reports no progress.
#[derive(Clone)]
pub struct ListCtx {
    facts: Arc<Facts>,
    /// Values of a server that was mounted into this one; they come first.
    own: Option<Arc<States>>,
}

struct Facts {
    peer: Peer,
    origin: Arc<Origin>,
    params: Params,
    states: Arc<States>,
}

impl ListCtx {
    pub(crate) fn new(
        peer: Peer,
        origin: Arc<Origin>,
        params: Params,
        states: Arc<States>,
    ) -> Self {
        let facts = Facts {
            peer,
            origin,
            params,
            states,
        };
        Self {
            facts: Arc::new(facts),
            own: None,
        }
    }

    /// With the values of a server that was mounted into this one.
    pub(crate) fn with_states(self, own: Option<&Arc<States>>) -> Self {
        Self {
            own: own.cloned(),
            ..self
        }
    }

    /// The client's name and version, as it states them. Never a base for
    /// security decisions: see [`ListCtx::principal`].
    #[must_use]
    pub fn client(&self) -> Implementation {
        self.facts.peer.client()
    }

    /// What the client can do.
    #[must_use]
    pub fn client_capabilities(&self) -> &ClientCapabilities {
        &self.facts.peer.capabilities
    }

    /// Who is calling, where the transport authenticated somebody.
    #[must_use]
    pub fn principal(&self) -> Option<&Principal> {
        self.facts.origin.principal.as_ref()
    }

    /// The headers of the HTTP request; `None` over stdio.
    #[must_use]
    pub fn headers(&self) -> Option<&dyn Headers> {
        self.facts.origin.headers.as_deref()
    }

    /// The request's `_meta`, with every key as it came.
    #[must_use]
    pub fn meta(&self) -> Meta {
        self.facts.params.meta().unwrap_or_default()
    }

    /// A value registered with `.state(…)` on the server.
    #[must_use]
    pub fn state<T: Clone + Send + Sync + 'static>(&self) -> Option<T> {
        let own = self.own.as_deref().and_then(find::<T>);
        own.or_else(|| find::<T>(&self.facts.states))
    }
}

impl fmt::Debug for ListCtx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListCtx").finish_non_exhaustive()
    }
}
