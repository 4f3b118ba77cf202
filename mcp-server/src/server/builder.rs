//! Putting a server together; all faults are reported at once.

use std::any::TypeId;
use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

use mcp_core::types::{CacheHint, Icon, Implementation};

use super::describe::Description;
use super::state_key::Keys;
use super::{Server, Shared};
use crate::context::States;
use crate::era::{Legacy, Sessions};
use crate::limits::Limits;
use crate::registry::Registry;
use crate::tool::{Tool, ToolSet};

/// Whether an opaque error belongs to an allow-listed type.
pub(crate) type IsPublic = fn(&(dyn StdError + 'static)) -> bool;

/// A server that is being put together.
#[must_use = "a server does nothing before it is served"]
pub struct ServerBuilder {
    identity: Implementation,
    instructions: Option<String>,
    tools: Vec<Tool>,
    states: States,
    limits: Limits,
    errors: Errors,
    public_errors: Vec<IsPublic>,
    state_keys: Vec<String>,
    legacy: Legacy,
    logging: bool,
    anonymous: bool,
    list_hint: CacheHint,
}

/// Who gets to read the text of opaque errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// Local peers (stdio) read it, peers on a network get a reference.
    #[default]
    ByTransport,
    /// Everybody reads it.
    Shown,
    /// Everybody gets a reference, which the log explains.
    Masked,
}

/// Whatever becomes a server: a builder, tools, or a type with `#[server]`.
pub trait IntoServer {
    /// The server so far.
    fn into_server(self) -> ServerBuilder;
}

impl IntoServer for ServerBuilder {
    fn into_server(self) -> ServerBuilder {
        self
    }
}

impl IntoServer for ToolSet {
    fn into_server(self) -> ServerBuilder {
        let (name, version) = self.package.unwrap_or(("mcp-server", "0.0.0"));
        Server::new(name, version).tools(self)
    }
}

impl ServerBuilder {
    pub(super) fn new(name: String, version: String) -> Self {
        Self {
            identity: Implementation::new(name, version),
            instructions: None,
            tools: Vec::new(),
            states: States::new(),
            limits: Limits::default(),
            errors: Errors::default(),
            public_errors: Vec::new(),
            state_keys: Vec::new(),
            legacy: Legacy::default(),
            logging: false,
            anonymous: false,
            list_hint: CacheHint::new(DEFAULT_TTL_MS, mcp_core::types::CacheScope::Public),
        }
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.identity.title = Some(title.into());
        self
    }

    /// What the server is, for people.
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.identity.description = Some(text.into());
        self
    }

    /// Where people read more.
    pub fn website_url(mut self, url: impl Into<String>) -> Self {
        self.identity.website_url = Some(url.into());
        self
    }

    /// An icon for people (2025-11-25 and later).
    pub fn icon(mut self, icon: Icon) -> Self {
        self.identity.icons.push(icon);
        self
    }

    /// How the tools are meant to be used, for the model. Hosts show the
    /// first 512 characters at least and 2 KB at most.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions = Some(text.into());
        self
    }

    /// Adds a tool. Tools are listed in the order in which they are added.
    pub fn tool(mut self, tool: Tool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Adds several tools.
    pub fn tools(mut self, tools: ToolSet) -> Self {
        self.tools.extend(tools.tools);
        self
    }

    /// Adds everything that another server offers, states included. Its name
    /// and instructions are not taken over.
    pub fn with(mut self, other: impl IntoServer) -> Self {
        let other = other.into_server();
        self.tools.extend(other.tools);
        self.states.extend(other.states);
        self.public_errors.extend(other.public_errors);
        self
    }

    /// Registers a value for `State<T>` and [`Ctx::state`](crate::Ctx::state);
    /// one per type, the last one counts.
    pub fn state<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(TypeId::of::<T>(), Arc::new(value));
        self
    }

    /// Bounds for every call.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Who gets to read the text of opaque errors.
    pub fn errors(mut self, errors: Errors) -> Self {
        self.errors = errors;
        self
    }

    /// Lets everybody read errors of this type, also where they come through `?`.
    pub fn public_errors<E: StdError + 'static>(mut self) -> Self {
        self.public_errors.push(|error| error.is::<E>());
        self
    }

    /// The secret that seals sessions and the state of open questions: at
    /// least 16 bytes, the same on every replica. Call it again for older
    /// secrets that still open but no longer seal.
    ///
    /// Default: the environment variable `MCP_STATE_KEY`; else a private file
    /// in the user's state folder where the server is bound to a loopback
    /// address; else a random key that ends with the process.
    pub fn state_key(mut self, secret: impl Into<String>) -> Self {
        self.state_keys.push(secret.into());
        self
    }

    /// How peers of revisions until 2025-11-25 are served.
    pub fn legacy(mut self, policy: Legacy) -> Self {
        self.legacy = policy;
        self
    }

    /// Offers log messages ([`Ctx::log`](crate::Ctx::log)) to clients that
    /// ask for them. Deprecated by the specification (SEP-2577): prefer `tracing`.
    pub fn logging(mut self) -> Self {
        self.logging = true;
        self
    }

    /// Leaves name and version of the server out of results (2026-07-28).
    pub fn anonymous_results(mut self) -> Self {
        self.anonymous = true;
        self
    }

    /// How long clients may keep lists and `server/discover`, in
    /// milliseconds (2026-07-28). Default: 5 minutes.
    pub fn list_ttl_ms(mut self, ttl_ms: u64) -> Self {
        self.list_hint.ttl_ms = ttl_ms;
        self
    }

    /// Checks everything and makes the server.
    ///
    /// # Errors
    ///
    /// [`BuildError`] with every fault of every tool, not only the first.
    pub fn build(self) -> Result<Server, BuildError> {
        let mut faults = Vec::new();
        let registry = Registry::default();
        for tool in self.tools {
            let name = tool.name().to_owned();
            let definition = match tool.define() {
                Ok(defined) => defined,
                Err(found) => {
                    faults.extend(
                        found
                            .into_iter()
                            .map(|fault| format!("tool \"{name}\": {fault}")),
                    );
                    continue;
                }
            };
            let needed = definition.common.signature.states();
            for (_, state) in needed
                .iter()
                .filter(|(id, _)| !self.states.contains_key(id))
            {
                faults.push(format!(
                    "tool \"{name}\" needs `State<{state}>`, which was never added"
                ));
            }
            let place = definition.common.declared;
            if let Err(first) = registry.tools.add(definition) {
                let at = |place: Option<&str>| {
                    place.map_or(String::new(), |place| format!(" ({place})"))
                };
                let (second, first) = (at(place), at(first.common.declared));
                faults.push(format!(
                    "two tools are called \"{name}\": first{first}, again{second}"
                ));
            }
        }
        let keys = Keys::resolve(&self.state_keys)
            .map_err(|fault| faults.push(fault))
            .ok();
        let description = Description::new(
            self.identity,
            self.instructions,
            self.logging,
            self.anonymous,
            self.list_hint,
        );
        match (description, keys) {
            (Ok(description), Some(keys)) if faults.is_empty() => Ok(Server::from_shared(Shared {
                description,
                registry,
                states: self.states,
                sessions: Sessions::new(self.limits.session),
                limits: self.limits,
                errors: self.errors,
                public_errors: self.public_errors,
                keys,
                policy: self.legacy,
            })),
            (description, _) => {
                faults.extend(description.err().map(|error| format!("identity: {error}")));
                Err(BuildError { faults })
            }
        }
    }
}

const DEFAULT_TTL_MS: u64 = 5 * 60 * 1000;

impl fmt::Debug for ServerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerBuilder")
            .field("identity", &self.identity)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}

/// Everything that is wrong with a server, found before its first request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    faults: Vec<String>,
}

impl BuildError {
    /// A sentence for each fault.
    #[must_use]
    pub fn faults(&self) -> &[String] {
        &self.faults
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server cannot be built:")?;
        self.faults
            .iter()
            .try_for_each(|fault| write!(f, "\n- {fault}"))
    }
}

impl StdError for BuildError {}
