//! A server: what it offers, and how it is served.

mod build_error;
mod builder;
mod changes;
mod compose;
mod describe;
mod into_server;
mod keeping;
mod lists;
#[cfg(any(feature = "http", feature = "stdio"))]
mod serve;
mod serve_methods;
mod served;
mod state_key;

use std::fmt;
use std::sync::Arc;

use mcp_core::transport::Service;

pub use build_error::BuildError;
pub use builder::{Errors, ServerBuilder};
pub(crate) use changes::RootsHook;
pub(crate) use describe::Description;
pub use into_server::IntoServer;
pub(crate) use served::Served;

use crate::context::States;
use crate::era;
use crate::extension::Extensions;
use crate::limits::Limits;
use crate::lint::{self, Lint, Rule};
use crate::notify::Hub;
use crate::oversize::Spill;
use crate::reading::Reading;
use crate::registry::{Handle, Registry};
use crate::trace::Propagation;

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
    pub(crate) extensions: Arc<Extensions>,
    /// Where changes are told.
    pub(crate) hub: Hub,
    /// Items of a list on one page; all of them where nothing is said.
    pub(crate) page_size: Option<usize>,
    pub(crate) states: Arc<States>,
    pub(crate) on_roots_changed: Vec<RootsHook>,
    /// Where long results are kept, if they are.
    pub(crate) spill: Option<Spill>,
    /// How arguments are read, where a tool says nothing else.
    pub(crate) reading: Reading,
    pub(crate) limits: Limits,
    /// Whether results are held to schemas that were derived from their types.
    pub(crate) check_results: bool,
    pub(crate) errors: Errors,
    pub(crate) public_errors: Vec<builder::IsPublic>,
    pub(crate) keys: state_key::Keys,
    pub(crate) sessions: era::Sessions,
    pub(crate) policy: era::Legacy,
    pub(crate) propagation: Propagation,
    /// Rules of lint that may be broken.
    pub(crate) allowed: Vec<Rule>,
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

    /// The server as transports take it. Each gets one of its own, so that
    /// one that stops does not end the others.
    #[must_use]
    pub fn service(&self) -> Arc<dyn Service> {
        Arc::new(Served::new(self))
    }

    /// Looks for what hosts stumble over and models misread: see [`mod@lint`].
    ///
    /// # Examples
    ///
    /// ```
    /// use mcp_server::{Server, Tool};
    ///
    /// let ping = Tool::new("ping").describe("Is the service up?").read_only();
    /// let server = Server::new("shop", "1").tool(ping.handler(async || "pong")).build()?;
    /// assert!(server.lint().is_clean());
    /// # Ok::<(), mcp_server::BuildError>(())
    /// ```
    #[must_use]
    pub fn lint(&self) -> Lint {
        lint::lint(&self.0)
    }

    /// Changes what is offered, and tells clients what has changed, from
    /// anywhere.
    #[must_use]
    pub fn handle(&self) -> Handle {
        Handle::new(Arc::clone(&self.0))
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("identity", &self.0.description.identity)
            .finish_non_exhaustive()
    }
}
