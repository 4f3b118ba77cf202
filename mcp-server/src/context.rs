//! What a handler may know of its call.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use mcp_core::era::Field;
use mcp_core::transport::{Headers, Origin, Principal};
use mcp_core::types::{ClientCapabilities, Implementation, LoggingLevel};
use mcp_core::{Meta, ProtocolVersion};

use crate::cancel::Cancel;
use crate::input::Flow;
use crate::place::Place;
use crate::registry::Handle;
use crate::server::Shared;
use crate::validate::Repair;
use crate::voice::{Speaker, Voice};

/// Everything a handler may know of the call it serves.
///
/// A cheap clone; take it as `Ctx` or `&Ctx` anywhere among a tool's
/// parameters. Asking the user ([`Ctx::confirm`], [`Ctx::elicit`]) works the
/// same whichever revision the client speaks.
#[derive(Clone)]
pub struct Ctx(pub(crate) Arc<Inner>);

/// One call's facts. Fields are cheap to fill: whatever a handler does not
/// ask for is neither parsed nor allocated.
pub(crate) struct Inner {
    pub(crate) name: Arc<str>,
    pub(crate) peer: Peer,
    pub(crate) origin: Arc<Origin>,
    pub(crate) voice: Voice,
    /// The raw `params`, for `_meta` keys of the application's own.
    pub(crate) params: mcp_core::era::Params,
    pub(crate) cancel: Cancel,
    pub(crate) deadline: Option<Instant>,
    /// The servers between the item and the one that is served.
    pub(crate) place: Place,
    pub(crate) server: Arc<Shared>,
    pub(crate) flow: Flow,
    /// What was repaired in the arguments.
    pub(crate) repairs: Mutex<Vec<Repair>>,
}

impl Speaker for Inner {
    fn voice(&self) -> &Voice {
        &self.voice
    }
}

impl Inner {
    /// Notes what was repaired, once for each value.
    pub(crate) fn note_repairs(&self, repairs: Vec<Repair>) {
        let mut noted = self.repairs.lock().unwrap_or_else(PoisonError::into_inner);
        for repair in repairs {
            if !noted.contains(&repair) {
                noted.push(repair);
            }
        }
    }

    /// What was repaired.
    pub(crate) fn take_repairs(&self) -> Vec<Repair> {
        std::mem::take(&mut self.repairs.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What is known of the client, from the request itself or from its session.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) version: ProtocolVersion,
    pub(crate) capabilities: Arc<ClientCapabilities>,
    /// Raw JSON of the client's name and version.
    pub(crate) info: Option<Bytes>,
    /// The least level of log messages the client wants; none if it wants none.
    pub(crate) log_level: Option<LoggingLevel>,
}

/// Values registered with `.state(…)`, found by type.
pub(crate) type States = HashMap<TypeId, Arc<dyn Any + Send + Sync>>;

impl Peer {
    /// The client's name and version, as it states them.
    pub(crate) fn client(&self) -> Implementation {
        self.info
            .as_deref()
            .and_then(|raw| serde_json::from_slice(raw).ok())
            .unwrap_or_else(|| Implementation::new("unknown", ""))
    }
}

impl Ctx {
    /// What is called: the name of a tool or a prompt, or a resource's URI or
    /// template, as it is registered with its own server.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.place.own().unwrap_or(&self.0.name)
    }

    /// The URI that was asked for, where a resource is read. Its own server's,
    /// where that is [nested](crate::ServerBuilder::nest) in another one.
    #[must_use]
    pub fn uri(&self) -> Option<String> {
        let asked = self.0.params.string(Field::Uri, "uri").ok().flatten()?;
        let own = self.0.place.own_uri(&asked).map(|own| own.into_owned());
        Some(own.unwrap_or(asked))
    }

    /// The client's name and version, as it states them. Never a base for
    /// security decisions: see [`Ctx::principal`].
    ///
    /// In a session over HTTP (until 2025-11-25) its id carries them along with
    /// each request, and so no more than that: name and version, 64 characters
    /// of each, and of [`client_capabilities`](Self::client_capabilities)
    /// nothing experimental.
    #[must_use]
    pub fn client(&self) -> Implementation {
        self.0.peer.client()
    }

    /// What the client can do for this call.
    #[must_use]
    pub fn client_capabilities(&self) -> &ClientCapabilities {
        &self.0.peer.capabilities
    }

    /// Who is calling, where the transport authenticated somebody.
    #[must_use]
    pub fn principal(&self) -> Option<&Principal> {
        self.0.origin.principal.as_ref()
    }

    /// The headers of the HTTP request; `None` over stdio.
    ///
    /// Those that prove who calls are left out (`Authorization`,
    /// `Proxy-Authorization`, `Cookie`): a server must neither log the token it
    /// gets nor pass it on (specification, "Authorization: Security
    /// considerations"). Who calls is [`Ctx::principal`]; a layer in front of
    /// the server that needs to hand on more puts it into a header of its own.
    #[must_use]
    pub fn headers(&self) -> Option<&dyn Headers> {
        self.0.origin.headers.as_deref()
    }

    /// The request's `_meta`, with every key as it came.
    #[must_use]
    pub fn meta(&self) -> Meta {
        self.0.params.meta().unwrap_or_default()
    }

    /// A value registered with `.state(…)` on the server.
    #[must_use]
    pub fn state<T: Clone + Send + Sync + 'static>(&self) -> Option<T> {
        let own = self.0.place.state::<T>();
        own.or_else(|| find::<T>(&self.0.server.states))
    }

    /// The server, to change what it offers or to say what has changed. In a
    /// server that is [nested](crate::ServerBuilder::nest) in another one, its
    /// own names and URIs mean its own things.
    #[must_use]
    pub fn server(&self) -> Handle {
        Handle::at(Arc::clone(&self.0.server), self.0.place.clone())
    }

    /// Lets the client hang up and fetch the answer later, where it can do
    /// that (Streamable HTTP in 2025-11-25): for calls that take minutes. The
    /// call goes on. Elsewhere this does nothing.
    pub fn release_connection(&self) {
        self.0.voice.release();
    }

    /// Resolves when the client no longer wants the answer.
    ///
    /// Handlers that do not watch it are dropped at an `await` shortly after
    /// (see `Limits::cancel_grace`).
    pub async fn cancelled(&self) {
        self.0.cancel.watch();
        self.0.cancel.cancelled().await;
    }

    /// Whether the client no longer wants the answer; for loops in blocking tools.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancel.watch();
        self.0.cancel.is_cancelled()
    }

    /// Why the client no longer wants the answer, in its own words: for logs.
    /// None as long as it wants it, and where it said nothing.
    #[must_use]
    pub fn cancel_reason(&self) -> Option<&str> {
        self.0.cancel.reason()
    }

    /// How long the call may still run, where it has a time limit. The clock
    /// stands still while a question to the user is open.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let deadline = self.0.deadline? + self.0.flow.paused();
        Some(deadline.saturating_duration_since(Instant::now()))
    }
}

/// The value of a type among those registered.
pub(crate) fn find<T: Clone + 'static>(states: &States) -> Option<T> {
    let value = states.get(&TypeId::of::<T>())?;
    value.downcast_ref::<T>().cloned()
}

impl fmt::Debug for Ctx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ctx")
            .field("name", &self.0.name)
            .finish_non_exhaustive()
    }
}
