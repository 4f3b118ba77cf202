//! A server as one transport sees it.

use std::sync::Arc;

use mcp_core::ProtocolVersion;
use mcp_core::header::MirroredHeader;
use mcp_core::transport::{Connection, Origin, Service, SessionGone};

use super::{Server, Shared};
use crate::cancel::Cancel;
use crate::connection::Link;
use crate::era::{self, Session};

/// A server on its way through one transport.
pub(crate) struct Served {
    server: Arc<Shared>,
    /// Fires when the transport stops.
    stopping: Cancel,
}

impl Served {
    pub(crate) fn new(server: &Server) -> Self {
        server.0.hub.start();
        Self {
            server: Arc::clone(&server.0),
            stopping: Cancel::armed(),
        }
    }

    fn find(&self, session: &str, origin: &Origin) -> Result<Session, SessionGone> {
        let keys = self.server.keys.ring();
        let principal = origin.principal.as_ref();
        self.server.sessions.open(keys, session, principal)
    }
}

impl Service for Served {
    fn connect(&self, origin: Origin) -> Arc<dyn Connection> {
        let stopping = self.stopping.clone();
        Arc::new(Link::open(Arc::clone(&self.server), origin, stopping))
    }

    fn resume(&self, session: &str, origin: Origin) -> Result<Arc<dyn Connection>, SessionGone> {
        let session = self.find(session, &origin)?;
        let (server, stopping) = (Arc::clone(&self.server), self.stopping.clone());
        Ok(Arc::new(Link::resume(server, origin, stopping, session)))
    }

    fn end_session(&self, session: &str, origin: &Origin) -> Result<(), SessionGone> {
        let session = self.find(session, origin)?;
        self.server.sessions.end(&session);
        Ok(())
    }

    fn stateless_versions(&self) -> &[ProtocolVersion] {
        era::STATELESS_VERSIONS
    }

    fn mirrored_headers(&self, tool: &str, origin: &Origin) -> Option<Arc<[MirroredHeader]>> {
        let tools = &self.server.registry.tools;
        tools
            .find(tool, origin.principal.as_ref())?
            .mirrored
            .clone()
    }

    fn stop(&self) {
        self.stopping.fire();
    }
}
