//! A prompt: a conversation that a person starts by name.
//!
//! Arguments are typed like those of a tool, but clients send them as text:
//! [`Signature::read_texts`](crate::signature::Signature::read_texts) reads
//! them by the type that each of them has here. There is no schema on the
//! wire; a client learns name, description and whether it must ask for it.

mod build;
pub(crate) mod probe;
mod respond;
mod result;
mod set;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mcp_core::Meta;
use mcp_core::types::Icon;

pub(crate) use build::PromptDef;
pub use respond::{Assistant, IntoPrompt, User};
pub use result::PromptResult;
pub use set::PromptFn;

use crate::call::Call;
use crate::handler::{Handler, HandlerFuture, Run, erase};
use crate::item::{Visible, shared_setters};
use crate::place::{Defaults, Mount, Place};
use crate::spec::ParamSpec;

/// A prompt, complete with its handler: ready for
/// [`ServerBuilder::prompt`](crate::ServerBuilder::prompt).
///
/// Made by `#[prompt]`, or by hand:
///
/// ```
/// use mcp_server::Prompt;
///
/// let plan = Prompt::new("plan")
///     .describe("Plan a journey.")
///     .arg::<u8>("days", |days| days.range(1..=30).describe("How long"))
///     .handler(async |days: u8| format!("Plan a journey of {days} days."));
/// assert_eq!(plan.name(), "plan");
/// ```
pub struct Prompt {
    pub(crate) facts: Facts,
    pub(crate) run: Run<PromptResult>,
}

/// A prompt that has no handler yet.
#[must_use = "a prompt does nothing before it has a handler and is added to a server"]
#[derive(Debug)]
pub struct PromptBuilder {
    facts: Facts,
}

/// What an author says of a prompt.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) name: Cow<'static, str>,
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) description: Option<Cow<'static, str>>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Option<Meta>,
    pub(crate) params: Vec<ParamSpec>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) faults: Vec<String>,
    /// Where the prompt was declared, for messages about clashes.
    pub(crate) declared: Option<&'static str>,
    pub(crate) visible: Option<Visible>,
    /// The servers it was mounted into.
    pub(crate) place: Place,
}

impl Prompt {
    /// Starts a prompt. Many hosts offer it as a command of this name, so a
    /// short one without spaces serves best.
    #[expect(
        clippy::new_ret_no_self,
        reason = "a prompt starts as what it is built with"
    )]
    pub fn new(name: impl Into<Cow<'static, str>>) -> PromptBuilder {
        PromptBuilder {
            facts: Facts {
                name: name.into(),
                ..Facts::default()
            },
        }
    }

    /// The name clients ask for it by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.facts.name
    }

    /// Takes what its server says, where it says nothing itself.
    pub(crate) fn defaulting(mut self, defaults: &Defaults) -> Self {
        self.facts.timeout = self.facts.timeout.or(defaults.timeout);
        self
    }

    /// Puts the prompt into a server that is mounted into another one.
    pub(crate) fn mounted(self, mount: &Arc<Mount>) -> Self {
        let mut prompt = self.defaulting(&mount.defaults);
        let facts = &mut prompt.facts;
        facts.place.enter(mount, &facts.name);
        facts.name = mount.name(&facts.name).into();
        prompt
    }
}

impl fmt::Debug for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompt")
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}

impl PromptBuilder {
    /// What the prompt is good for; the person who chooses it reads it.
    pub fn describe(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.facts.description = Some(text.into());
        self
    }

    /// The handler, in its erased form.
    pub fn get(
        self,
        run: impl Fn(Call) -> HandlerFuture<PromptResult> + Send + Sync + 'static,
    ) -> Prompt {
        Prompt {
            facts: self.facts,
            run: Arc::new(run),
        }
    }

    /// The handler: an async function whose parameters are the arguments, in
    /// the order of [`PromptBuilder::arg`], and extractors, anywhere. It
    /// returns what is [`IntoPrompt`]: a text is one message of the user.
    ///
    /// A count or a type that does not agree with the arguments is reported
    /// when the server is built.
    pub fn handler<Kinds: 'static>(self, handler: impl Handler<PromptResult, Kinds>) -> Prompt {
        let mut facts = self.facts;
        match handler.fit(std::mem::take(&mut facts.params)) {
            Ok(params) => facts.params = params,
            Err(fault) => facts.faults.push(fault),
        }
        Prompt {
            facts,
            run: erase(handler),
        }
    }
}

shared_setters!(PromptBuilder, "prompt");
