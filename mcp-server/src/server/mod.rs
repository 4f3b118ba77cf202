//! A server: what it offers, and how it is served.

mod builder;
mod describe;
#[cfg(any(feature = "http", feature = "stdio"))]
mod serve;
mod serve_methods;
mod state_key;

use std::fmt;
use std::sync::Arc;

use mcp_core::ProtocolVersion;
use mcp_core::header::MirroredHeader;
use mcp_core::transport::{Connection, Origin, Service, SessionGone};

pub use builder::{BuildError, Errors, IntoServer, ServerBuilder};
pub(crate) use describe::Description;

use crate::connection::Link;
use crate::context::States;
use crate::era;
use crate::limits::Limits;
use crate::registry::Registry;

/// A server, ready to be served over any transport. A clone is a reference to
/// the same server.
///
/// Built by [`Server::new`] and [`ServerBuilder::build`], or out of an impl
/// block with `#[server]`.
#[derive(Clone)]
pub struct Server(Arc<Shared>);

/// Everything that calls of one server share.
pub(crate) struct Shared {
    pub(crate) description: Description,
    pub(crate) registry: Registry,
    pub(crate) states: States,
    pub(crate) limits: Limits,
    pub(crate) errors: Errors,
    pub(crate) public_errors: Vec<builder::IsPublic>,
    pub(crate) keys: state_key::Keys,
    pub(crate) sessions: era::Sessions,
    pub(crate) policy: era::Legacy,
}

impl Shared {
    /// A server that offers nothing, for tests of what hangs on one.
    #[cfg(test)]
    pub(crate) fn bare() -> Arc<Self> {
        let server = Server::new("bare", "0").build();
        server.expect("nothing can be wrong with nothing").0
    }
}

impl Server {
    /// Starts a server by name and version.
    #[expect(
        clippy::new_ret_no_self,
        reason = "a server starts as what it is built with"
    )]
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> ServerBuilder {
        ServerBuilder::new(name.into(), version.into())
    }

    /// Starts a server named after a package; what the macros call.
    #[doc(hidden)]
    pub fn from_package(name: &str, version: &str) -> ServerBuilder {
        Self::new(name, version)
    }

    pub(crate) fn from_shared(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }

    /// The server as transports take it.
    #[must_use]
    pub fn service(&self) -> Arc<dyn Service> {
        Arc::new(self.clone())
    }
}

impl Service for Server {
    fn connect(&self, origin: Origin) -> Arc<dyn Connection> {
        Arc::new(Link::open(Arc::clone(&self.0), origin))
    }

    fn resume(&self, session: &str, origin: Origin) -> Result<Arc<dyn Connection>, SessionGone> {
        let session =
            self.0
                .sessions
                .open(self.0.keys.ring(), session, origin.principal.as_ref())?;
        Ok(Arc::new(Link::resume(Arc::clone(&self.0), origin, session)))
    }

    fn end_session(&self, session: &str, origin: &Origin) -> Result<(), SessionGone> {
        let session =
            self.0
                .sessions
                .open(self.0.keys.ring(), session, origin.principal.as_ref())?;
        self.0.sessions.end(&session);
        Ok(())
    }

    fn stateless_versions(&self) -> &[ProtocolVersion] {
        era::STATELESS_VERSIONS
    }

    fn mirrored_headers(&self, tool: &str) -> Option<Arc<[MirroredHeader]>> {
        self.0.registry.tools.find(tool, None)?.mirrored.clone()
    }

    fn stop(&self) {}
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("identity", &self.0.description.identity)
            .finish_non_exhaustive()
    }
}
