//! What a handler may know where it must not ask.

use std::fmt;
use std::sync::Arc;

use mcp_core::Meta;
use mcp_core::era::Params;
use mcp_core::transport::{Headers, Origin, Principal};
use mcp_core::types::{ClientCapabilities, Implementation};

use crate::context::{Peer, find};
use crate::place::Place;
use crate::registry::Handle;
use crate::server::Shared;

/// What a handler may know of a request that is answered at once: a list, or
/// suggestions for an argument.
///
/// A cheap clone. Other than [`Ctx`](crate::Ctx) it cannot ask the user
/// (specification, "Multi round-trip requests: Supported requests"), and it
/// reports no progress.
#[derive(Clone)]
pub struct ListCtx {
    facts: Arc<Facts>,
    /// The servers between who is asked and the one that is served.
    place: Place,
}

struct Facts {
    peer: Peer,
    origin: Arc<Origin>,
    params: Params,
    server: Arc<Shared>,
}

impl ListCtx {
    pub(crate) fn new(
        peer: Peer,
        origin: Arc<Origin>,
        params: Params,
        server: Arc<Shared>,
    ) -> Self {
        let facts = Facts {
            peer,
            origin,
            params,
            server,
        };
        Self {
            facts: Arc::new(facts),
            place: Place::default(),
        }
    }

    /// As a server sees it that was mounted into the one that is served.
    pub(crate) fn at(self, place: &Place) -> Self {
        Self {
            place: place.clone(),
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

    /// The headers of the HTTP request, without credentials; `None` over stdio:
    /// see [`Ctx::headers`](crate::Ctx::headers).
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
        let own = self.place.state::<T>();
        own.or_else(|| find::<T>(&self.facts.server.states))
    }

    /// The server: see [`Ctx::server`](crate::Ctx::server).
    #[must_use]
    pub fn server(&self) -> Handle {
        Handle::at(Arc::clone(&self.facts.server), self.place.clone())
    }
}

impl fmt::Debug for ListCtx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListCtx").finish_non_exhaustive()
    }
}
