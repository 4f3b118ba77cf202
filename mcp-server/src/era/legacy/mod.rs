//! Revisions until 2025-11-25: `initialize` opens a session.

mod ask;
mod exchange;
mod expiry;
mod lifecycle;
mod listen;
mod promised;
mod session;
mod sessions;
mod traffic;

pub(crate) use exchange::accept as accept_in_session;
pub(crate) use lifecycle::{accept as accept_handshake, accept_ping};
pub(crate) use listen::listen;
use promised::Promised;
pub(crate) use session::Session;
pub(crate) use sessions::Sessions;
use traffic::Traffic;

/// How peers of revisions until 2025-11-25 are served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Legacy {
    /// Sessions whose ids carry their own state, sealed: an idle one costs
    /// nothing, and every replica with the same key can serve it.
    #[default]
    Sealed,
    /// Over HTTP no session ids are issued: every request stands alone, and
    /// nobody can be asked anything.
    Stateless,
    /// Not at all: `initialize` is answered with the versions that are served.
    Off,
}
