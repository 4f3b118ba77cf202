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

pub(crate) use build::PromptDef;
pub use respond::{Assistant, IntoPrompt, User};
pub use result::PromptResult;
pub use set::PromptFn;

use crate::about::{About, shared_setters};
use crate::call::Call;
use crate::handler::{Handler, HandlerFuture, Run, erase};
use crate::place::{Defaults, Mount};

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
    about: About,
    run: Run<PromptResult>,
}

/// A prompt that has no handler yet.
#[must_use = "a prompt does nothing before it has a handler and is added to a server"]
#[derive(Debug)]
pub struct PromptBuilder {
    about: About,
}

impl Prompt {
    /// Starts a prompt. Many hosts offer it as a command of this name, so a
    /// short one without spaces serves best.
    #[expect(
        clippy::new_ret_no_self,
        reason = "a prompt starts as what it is built with"
    )]
    #[track_caller]
    pub fn new(name: impl Into<Cow<'static, str>>) -> PromptBuilder {
        PromptBuilder {
            about: About::new(name),
        }
    }

    /// The name clients ask for it by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.about.key
    }

    /// Takes what its server says, where it says nothing itself.
    pub(crate) fn defaulting(mut self, defaults: &Defaults) -> Self {
        self.about.timeout = self.about.timeout.or(defaults.timeout);
        self
    }

    /// Puts the prompt into a server that is mounted into another one.
    pub(crate) fn mounted(self, mount: &Arc<Mount>) -> Self {
        let mut prompt = self.defaulting(&mount.defaults);
        prompt.about.mount_name(mount);
        prompt
    }
}

impl fmt::Debug for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompt")
            .field("about", &self.about)
            .finish_non_exhaustive()
    }
}

impl PromptBuilder {
    /// What the prompt is good for; the person who chooses it reads it.
    pub fn describe(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.about.description = Some(text.into());
        self
    }

    /// The handler, in its erased form.
    pub fn get(
        self,
        run: impl Fn(Call) -> HandlerFuture<PromptResult> + Send + Sync + 'static,
    ) -> Prompt {
        Prompt {
            about: self.about,
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
        let mut about = self.about;
        about.fit(&handler);
        Prompt {
            about,
            run: erase(handler),
        }
    }
}

shared_setters!(PromptBuilder, "prompt");
