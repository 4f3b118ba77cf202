//! A tool: what it is called, what it takes, what it does.

mod build;
mod hosts;
mod promise;
mod set;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use mcp_core::types::ToolAnnotations;
use serde_json::Value;

pub(crate) use build::Definition;
pub use hosts::UiVisibility;
#[cfg(feature = "test")]
pub(crate) use promise::Promise;
pub use set::{ToolFn, ToolSet};

use crate::about::{About, shared_setters};
use crate::call::Call;
use crate::handler::{Handler, HandlerFuture, Run, erase};
use crate::place::{Defaults, Mount};
use crate::reading::UnknownKeys;
use crate::respond::{OutputSchema, ToolResult};
use crate::schema::SchemaProfile;
use crate::validate::Coercion;

/// A tool, complete with its handler: ready for
/// [`ServerBuilder::tool`](crate::ServerBuilder::tool).
///
/// Made by `#[tool]`, or by hand:
///
/// ```
/// use mcp_server::Tool;
///
/// let ping = Tool::new("ping")
///     .describe("Is the service up?")
///     .read_only()
///     .arg::<u8>("n", |n| n.range(1..=9).describe("How often"))
///     .handler(async |n: u8| "pong ".repeat(n.into()));
/// assert_eq!(ping.name(), "ping");
/// ```
pub struct Tool {
    pub(crate) about: About,
    pub(crate) facts: Facts,
    pub(crate) run: Run<ToolResult>,
}

/// A tool that has no handler yet.
#[must_use = "a tool does nothing before it has a handler and is added to a server"]
#[derive(Debug)]
pub struct ToolBuilder {
    about: About,
    facts: Facts,
}

/// What an author says of a tool alone.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) annotations: Option<ToolAnnotations>,
    /// A schema written by hand, in place of one derived from parameters.
    pub(crate) raw_input: Option<Value>,
    pub(crate) output: Output,
    pub(crate) max_result: Option<usize>,
    pub(crate) max_result_hint: Option<Cow<'static, str>>,
    pub(crate) unknown_keys: Option<UnknownKeys>,
    pub(crate) ignored_keys: Vec<String>,
    pub(crate) profile: Option<SchemaProfile>,
    pub(crate) coercion: Option<Coercion>,
    pub(crate) requires_elicitation: bool,
    /// Whether the user is asked before the handler runs; `None` where the
    /// handler is not known, and may ask or not.
    pub(crate) asks: Option<bool>,
}

/// What a tool says of its results.
#[derive(Clone, Debug, Default)]
pub(crate) enum Output {
    /// Text or blocks: no schema.
    #[default]
    Free,
    /// A type's schema, by the serialize contract
    /// ([`ServerBuilder::check_results`](crate::ServerBuilder::check_results)).
    Derived(fn(SchemaProfile) -> Result<Value, String>),
    /// A schema written by hand; results are checked against it.
    Raw(Value),
}

impl Tool {
    /// Starts a tool. The name is 1 to 128 of `A-Z a-z 0-9 _ . -`
    /// (specification, "Tools: Tool names"); anything else is reported when
    /// the server is built. Hosts accept `^[a-zA-Z0-9_-]{1,64}$` everywhere.
    #[expect(
        clippy::new_ret_no_self,
        reason = "a tool starts as what it is built with"
    )]
    #[track_caller]
    pub fn new(name: impl Into<Cow<'static, str>>) -> ToolBuilder {
        ToolBuilder {
            about: About::new(name),
            facts: Facts::default(),
        }
    }

    /// Starts a tool with an input schema written by hand. It is published
    /// untouched and calls are validated against it.
    #[track_caller]
    pub fn raw(name: impl Into<Cow<'static, str>>, input_schema: Value) -> ToolBuilder {
        let mut tool = Self::new(name);
        tool.facts.raw_input = Some(input_schema);
        tool
    }

    /// The name clients call it by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.about.key
    }

    /// Takes what its server says, where it says nothing itself.
    pub(crate) fn defaulting(mut self, defaults: &Defaults) -> Self {
        self.about.timeout = self.about.timeout.or(defaults.timeout);
        let (facts, reading) = (&mut self.facts, &defaults.reading);
        facts.max_result = facts.max_result.or(defaults.max_result);
        facts.profile = facts.profile.or(reading.profile);
        facts.coercion = facts.coercion.or(reading.coercion);
        facts.unknown_keys = facts.unknown_keys.or(reading.unknown_keys);
        let ignored = reading.ignored_keys.iter().cloned();
        facts.ignored_keys.extend(ignored);
        self
    }

    /// Puts the tool into a server that is mounted into another one.
    pub(crate) fn mounted(self, mount: &Arc<Mount>) -> Self {
        let mut tool = self.defaulting(&mount.defaults);
        tool.about.mount_name(mount);
        tool
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool")
            .field("about", &self.about)
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}

impl ToolBuilder {
    /// What the tool does; the model reads it.
    pub fn describe(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.about.description = Some(text.into());
        self
    }

    /// The tool changes nothing.
    pub fn read_only(self) -> Self {
        self.annotate(|hints| hints.read_only_hint = Some(true))
    }

    /// The tool only adds: it changes or deletes nothing that exists.
    pub fn additive(self) -> Self {
        self.annotate(|hints| {
            hints.read_only_hint = Some(false);
            hints.destructive_hint = Some(false);
        })
    }

    /// The tool may change or delete what exists.
    pub fn destructive(self) -> Self {
        self.annotate(|hints| {
            hints.read_only_hint = Some(false);
            hints.destructive_hint = Some(true);
        })
    }

    /// Calling twice with the same arguments is the same as calling once.
    pub fn idempotent(self) -> Self {
        self.annotate(|hints| hints.idempotent_hint = Some(true))
    }

    /// Whether the tool deals with an open world (the web) or with a closed
    /// one (a database of ours).
    pub fn open_world(self, open: bool) -> Self {
        self.annotate(|hints| hints.open_world_hint = Some(open))
    }

    fn annotate(mut self, change: impl FnOnce(&mut ToolAnnotations)) -> Self {
        change(self.facts.annotations.get_or_insert_default());
        self
    }

    /// What becomes of arguments that no parameter names. Default: what the
    /// server says
    /// ([`ServerBuilder::unknown_keys`](crate::ServerBuilder::unknown_keys)),
    /// else the call is refused.
    pub fn unknown_keys(mut self, policy: UnknownKeys) -> Self {
        self.facts.unknown_keys = Some(policy);
        self
    }

    /// Arguments that hosts add for themselves, besides those of the server
    /// ([`ServerBuilder::ignore_keys`](crate::ServerBuilder::ignore_keys)).
    pub fn ignore_keys<K: Into<String>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        let keys = keys.into_iter().map(Into::into);
        self.facts.ignored_keys.extend(keys);
        self
    }

    /// How many characters a result may have: of text, embedded text and data,
    /// and of images, sounds and bytes in base64. Longer text is cut, what
    /// cannot be cut is left out, longer data refused, each with words that say
    /// how to ask for less. Default: the server's limit (`Limits::result`).
    pub fn max_result(mut self, chars: usize) -> Self {
        self.facts.max_result = Some(chars);
        self
    }

    /// How to ask for less where a result was too long, as a sentence for the
    /// model: "Pass `since`, or a smaller `limit`." Default: a sentence that
    /// fits most tools.
    pub fn max_result_hint(mut self, sentence: impl Into<Cow<'static, str>>) -> Self {
        self.facts.max_result_hint = Some(sentence.into());
        self
    }

    /// How the schemas of Rust types are published. Default: the server's
    /// ([`ServerBuilder::schema_profile`](crate::ServerBuilder::schema_profile)).
    pub fn schema_profile(mut self, profile: SchemaProfile) -> Self {
        self.facts.profile = Some(profile);
        self
    }

    /// Which repairs are made to arguments. Default: the server's
    /// ([`ServerBuilder::coercion`](crate::ServerBuilder::coercion)).
    pub fn coercion(mut self, coercion: Coercion) -> Self {
        self.facts.coercion = Some(coercion);
        self
    }

    /// Refuses clients that cannot ask their user, before any work is done.
    pub fn requires_elicitation(mut self) -> Self {
        self.facts.requires_elicitation = true;
        self
    }

    /// Publishes an output schema written by hand; every structured result
    /// is checked against it, and one that does not match is a server error.
    pub fn output_schema(mut self, schema: Value) -> Self {
        self.facts.output = Output::Raw(schema);
        self
    }

    /// Publishes no output schema: results stay structured, lists get shorter.
    pub fn without_output_schema(mut self) -> Self {
        self.facts.output = Output::Free;
        self
    }

    /// The schema of the results' type.
    #[doc(hidden)]
    pub fn output(mut self, schema: OutputSchema) -> Self {
        self.facts.output = schema.map_or(Output::Free, Output::Derived);
        self
    }

    /// Whether a question comes before the handler, whose parameters are all
    /// that it gets.
    #[doc(hidden)]
    pub fn asks(mut self, asks: bool) -> Self {
        self.facts.asks = Some(asks);
        self
    }

    /// The handler, in its erased form.
    pub fn call(self, run: impl Fn(Call) -> HandlerFuture + Send + Sync + 'static) -> Tool {
        Tool {
            about: self.about,
            facts: self.facts,
            run: Arc::new(run),
        }
    }

    /// The handler: an async function whose parameters are the arguments, in
    /// the order of [`ToolBuilder::arg`], and extractors, anywhere.
    ///
    /// A count or a type that does not agree with the arguments is reported
    /// when the server is built.
    ///
    /// What it captures is captured by reference or cloned: an `async move`
    /// closure that owns its captures can be called only once at a time, so
    /// write `move |n: u8| { let db = db.clone(); async move { … } }`, or take
    /// [`State`](crate::State).
    pub fn handler<Kinds: 'static>(self, handler: impl Handler<ToolResult, Kinds>) -> Tool {
        let Self {
            mut about,
            mut facts,
        } = self;
        facts.asks.get_or_insert(false);
        if matches!(facts.output, Output::Free) {
            facts.output = handler.output().map_or(Output::Free, Output::Derived);
        }
        about.fit(&handler);
        Tool {
            about,
            facts,
            run: erase(handler),
        }
    }
}

shared_setters!(ToolBuilder, "tool");
