//! Putting a server together; all faults are reported at once.

use std::any::TypeId;
use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

use mcp_core::era::modern::encode::Stamp;
use mcp_core::meta::TraceContext;
use mcp_core::types::{Icon, Implementation};

use super::build_error::BuildError;
use super::changes::{Offered, RootsHook};
use super::compose::Wish;
use super::describe::Description;
use super::state_key::Keys;
use super::{Server, Shared};
use crate::caching::Caching;
use crate::context::States;
use crate::era::{Legacy, Sessions};
use crate::extension::{Extension, Extensions};
use crate::limits::Limits;
use crate::lint::{Lints, Rule};
use crate::notify::{EventBus, Hooks, Hub};
use crate::oversize::Spill;
use crate::prompt::Prompt;
use crate::reading::{Reading, UnknownKeys};
use crate::registry::Registry;
use crate::resource::Resource;
use crate::schema::SchemaProfile;
use crate::tool::{Tool, ToolSet};
use crate::trace::Propagation;
use crate::validate::{Coercion, nearest};

/// Whether an opaque error belongs to an allow-listed type.
pub(crate) type IsPublic = fn(&(dyn StdError + 'static)) -> bool;

/// A server that is being put together.
#[must_use = "a server does nothing before it is served"]
pub struct ServerBuilder {
    identity: Implementation,
    instructions: Option<String>,
    pub(super) tools: Vec<Tool>,
    pub(super) prompts: Vec<Prompt>,
    pub(super) resources: Vec<Resource>,
    pub(super) offered: Offered,
    page_size: Option<usize>,
    pub(super) list_changes: bool,
    pub(super) subscriptions: bool,
    pub(super) hooks: Hooks,
    pub(super) bus: Option<Box<dyn EventBus>>,
    pub(super) extensions: Extensions,
    pub(super) on_roots_changed: Vec<RootsHook>,
    pub(super) reading: Reading,
    /// Where nothing is said, the build decides.
    check_results: Option<bool>,
    pub(super) spill: bool,
    /// What servers asked for that were merged into this one.
    pub(super) wishes: Vec<Wish>,
    /// Found on the way, told when the server is built.
    pub(super) faults: Vec<String>,
    pub(super) states: States,
    pub(super) limits: Limits,
    pub(super) errors: Errors,
    pub(super) public_errors: Vec<IsPublic>,
    state_keys: Vec<String>,
    legacy: Legacy,
    pub(super) logging: bool,
    anonymous: bool,
    pub(super) caching: Caching,
    propagation: Propagation,
    lints: Lints,
    allowed: Vec<Rule>,
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

impl ServerBuilder {
    pub(super) fn new(name: String, version: String) -> Self {
        Self {
            identity: Implementation::new(name, version),
            instructions: None,
            tools: Vec::new(),
            prompts: Vec::new(),
            resources: Vec::new(),
            offered: Offered::default(),
            page_size: None,
            list_changes: true,
            subscriptions: true,
            hooks: Hooks::default(),
            bus: None,
            extensions: Extensions::default(),
            on_roots_changed: Vec::new(),
            reading: Reading::default(),
            check_results: None,
            spill: false,
            wishes: Vec::new(),
            faults: Vec::new(),
            states: States::new(),
            limits: Limits::default(),
            errors: Errors::default(),
            public_errors: Vec::new(),
            state_keys: Vec::new(),
            legacy: Legacy::default(),
            logging: false,
            anonymous: false,
            caching: Caching::default(),
            propagation: Propagation::default(),
            lints: Lints::default(),
            allowed: Vec::new(),
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

    /// Adds a prompt.
    pub fn prompt(mut self, prompt: Prompt) -> Self {
        self.prompts.push(prompt);
        self
    }

    /// Adds several prompts.
    pub fn prompts(mut self, prompts: impl IntoIterator<Item = Prompt>) -> Self {
        self.prompts.extend(prompts);
        self
    }

    /// Adds a resource, or a family of them.
    pub fn resource(mut self, resource: Resource) -> Self {
        self.resources.push(resource);
        self
    }

    /// Adds several resources.
    pub fn resources(mut self, resources: impl IntoIterator<Item = Resource>) -> Self {
        self.resources.extend(resources);
        self
    }

    /// How many items of a list come at a time. Default: all of them, since
    /// many hosts read the first page only (specification, "Pagination").
    ///
    /// # Panics
    ///
    /// When it is 0.
    pub fn page_size(mut self, items: usize) -> Self {
        assert!(items > 0, "a page has items");
        self.page_size = Some(items);
        self
    }

    /// How the schemas of Rust types are published, where a tool says nothing
    /// else. Default: as every known host takes them.
    pub fn schema_profile(mut self, profile: SchemaProfile) -> Self {
        self.reading.profile = Some(profile);
        self
    }

    /// Which repairs are made to arguments that are nearly right, where a
    /// tool says nothing else.
    pub fn coercion(mut self, coercion: Coercion) -> Self {
        self.reading.coercion = Some(coercion);
        self
    }

    /// What becomes of arguments that no parameter names, where a tool says
    /// nothing else. Default: the call is refused.
    pub fn unknown_keys(mut self, policy: UnknownKeys) -> Self {
        self.reading.unknown_keys = Some(policy);
        self
    }

    /// Whether each structured result is held to the output schema that was
    /// derived from its type. One that does not match, as after a
    /// `#[schemars(with = …)]` that is wrong, is logged as an error of the
    /// server, and the call fails. Default: in builds with debug assertions
    /// and for a `TestClient`; the
    /// data has to be read back for it, which costs more than checking the
    /// arguments.
    /// Schemas written by hand are held to always.
    pub fn check_results(mut self, on: bool) -> Self {
        self.check_results = Some(on);
        self
    }

    /// Holds results to derived schemas unless the author said otherwise.
    #[cfg(feature = "test")]
    pub(crate) fn checking_results(mut self) -> Self {
        self.check_results.get_or_insert(true);
        self
    }

    /// Arguments that hosts add for themselves: they are taken out of every
    /// call before it is judged, except where a parameter has that name.
    /// Default: none. n8n, for one, adds `toolCallId`, `sessionId`,
    /// `chatInput` and `action`.
    pub fn ignore_keys<K: Into<String>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        let keys = keys.into_iter().map(Into::into);
        self.reading.ignored_keys.extend(keys);
        self
    }

    /// Keeps results that are too long (`Limits::result`,
    /// [`ToolBuilder::max_result`](crate::ToolBuilder::max_result)) for ten
    /// minutes as resources `result://…`, which the shortened result links
    /// to. Only the caller who got the link can read one. At most 64 MiB are
    /// kept, in this process.
    pub fn spill_results(mut self) -> Self {
        self.spill = true;
        self
    }

    /// Adds an extension of the protocol. It serves clients that declare it.
    pub fn extension(mut self, extension: impl Extension) -> Self {
        let added = self.extensions.add(extension);
        self.faults.extend(added.err());
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
    #[deprecated(
        note = "SEP-2577 deprecates logging to the client and allows its removal from 2027-07-28 on: \
                         use `tracing`, on standard error or through OpenTelemetry"
    )]
    pub fn logging(mut self) -> Self {
        self.logging = true;
        self
    }

    /// Hands the trace context of each request to whatever exports spans.
    ///
    /// `adopt` gets the span of a request before it starts, and the
    /// [`TraceContext`] that came in `_meta` (else, where no span is active
    /// around the request, in the HTTP headers); it makes the context the
    /// span's parent. The span then has no other parent: one that is active
    /// around the request, such as that of the HTTP service, is linked
    /// (`follows_from`). Without this the span is a child of the active one.
    /// Malformed values never reach `adopt`. Specification: SEP-414.
    ///
    /// Spans of requests have the target `mcp_server::request` and the level
    /// `DEBUG`: filters have to let them pass.
    ///
    /// # Examples
    ///
    /// With `tracing-opentelemetry`:
    ///
    /// ```text
    /// use opentelemetry::propagation::TextMapPropagator;
    /// use opentelemetry_sdk::propagation::TraceContextPropagator;
    /// use tracing_opentelemetry::OpenTelemetrySpanExt;
    ///
    /// let server = Server::new("orders", "1.0.0").trace_parent(|span, trace| {
    ///     let carrier: HashMap<_, _> = trace
    ///         .iter()
    ///         .map(|(name, value)| (name.to_owned(), value.to_owned()))
    ///         .collect();
    ///     let _ = span.set_parent(TraceContextPropagator::new().extract(&carrier));
    /// });
    /// ```
    pub fn trace_parent(
        mut self,
        adopt: impl Fn(&tracing::Span, &TraceContext) + Send + Sync + 'static,
    ) -> Self {
        self.propagation.set_adopt(adopt);
        self
    }

    /// Says which trace context goes along with a question to a client, in its
    /// `_meta`: the context of the question's span, as whatever exports spans
    /// knows it. Only revisions until 2025-11-25 ask with requests of their
    /// own. Default: none. Specification: SEP-414.
    ///
    /// # Examples
    ///
    /// With `tracing-opentelemetry`:
    ///
    /// ```text
    /// let server = Server::new("orders", "1.0.0").trace_onward(|span| {
    ///     let mut carrier = HashMap::new();
    ///     TraceContextPropagator::new().inject_context(&span.context(), &mut carrier);
    ///     let value = |name: &str| carrier.get(name).map(String::as_str);
    ///     TraceContext::new(value("traceparent"), value("tracestate"), None)
    /// });
    /// ```
    pub fn trace_onward(
        mut self,
        context: impl Fn(&tracing::Span) -> Option<TraceContext> + Send + Sync + 'static,
    ) -> Self {
        self.propagation.set_onward(context);
        self
    }

    /// Leaves name and version of the server out of results (2026-07-28).
    pub fn anonymous_results(mut self) -> Self {
        self.anonymous = true;
        self
    }

    /// What happens to findings of [`lint`](mod@crate::lint) when the server is built:
    /// they are logged, or refused. Default: they are not looked for.
    ///
    /// What is added by a [`Handle`](crate::Handle) later is not looked at.
    pub fn lint(mut self, lints: Lints) -> Self {
        self.lints = lints;
        self
    }

    /// Lets a rule of [`lint`](mod@crate::lint) be broken, by its
    /// [id](crate::lint::Rule::id), such as `tool-size`. An id of no rule is
    /// reported when the server is built.
    pub fn allow_lint(mut self, rule: &str) -> Self {
        match Rule::of(rule) {
            Some(rule) => self.allowed.push(rule),
            None => {
                let ids = Rule::ALL.iter().map(|rule| rule.id());
                let meant = nearest(rule, ids)
                    .map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
                self.faults
                    .push(format!("allow_lint(\"{rule}\"): no such rule{meant}"));
            }
        }
        self
    }

    /// Checks everything and makes the server.
    ///
    /// # Errors
    ///
    /// [`BuildError`] with every fault of every tool, not only the first.
    pub fn build(mut self) -> Result<Server, BuildError> {
        let mut faults = self.unheeded();
        faults.append(&mut self.faults);
        let spill = self.spill.then(Spill::default);
        if let Some(spill) = &spill {
            self = self.state(spill.clone()).resource(Spill::resource());
        }
        let registry = Registry::default();
        self.offered.of(&registry);
        let states = Arc::new(self.states);
        for tool in self.tools {
            faults.extend(
                registry
                    .admit_tool(tool, &states, &self.reading)
                    .err()
                    .into_iter()
                    .flatten(),
            );
        }
        for prompt in self.prompts {
            faults.extend(
                registry
                    .admit_prompt(prompt, &states)
                    .err()
                    .into_iter()
                    .flatten(),
            );
        }
        for resource in self.resources {
            let admitted = registry.admit_resource(resource, &states);
            faults.extend(admitted.err().into_iter().flatten());
        }
        let keys = Keys::resolve(&self.state_keys)
            .map_err(|fault| faults.push(fault))
            .ok();
        let stamp = match self.anonymous {
            true => Ok(Stamp::anonymous()),
            false => Stamp::new(&self.identity),
        };
        let description = stamp.map(|stamp| Description {
            identity: self.identity,
            instructions: self.instructions,
            caching: self.caching,
            stamp,
            list_changes: self.list_changes,
            subscriptions: self.subscriptions,
            logging: self.logging,
        });
        match (description, keys) {
            (Ok(description), Some(keys)) if faults.is_empty() => self.lints.enforce(Shared {
                description,
                registry,
                extensions: Arc::new(self.extensions),
                on_roots_changed: self.on_roots_changed,
                reading: self.reading,
                spill,
                hub: Hub::new(self.hooks, self.bus),
                page_size: self.page_size,
                states,
                sessions: Sessions::new(self.limits.session),
                limits: self.limits,
                check_results: self.check_results.unwrap_or(cfg!(debug_assertions)),
                errors: self.errors,
                public_errors: self.public_errors,
                keys,
                policy: self.legacy,
                propagation: self.propagation,
                allowed: self.allowed,
            }),
            (description, _) => {
                faults.extend(description.err().map(|error| format!("identity: {error}")));
                Err(BuildError::new(faults))
            }
        }
    }
}

impl fmt::Debug for ServerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerBuilder")
            .field("identity", &self.identity)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}
