//! What a handler may ask of the user.

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use mcp_core::types::{BooleanSchema, ElicitRequest, FormSchema, InputRequest, JsonObject};
use serde_json::Value;
use serde_json::value::RawValue;

use super::answer::{Answer, Answerable, Content, Refusal, result};
use super::form::Form;
use super::question::{Asking, Read, Reading};
use crate::context::Ctx;

/// Asking the user.
///
/// A question belongs to the call that asks it: await it in the handler or in
/// any `async fn` the handler awaits, not in a spawned task. Depending on the
/// client, the handler waits for the answer or is dropped and run again with
/// it, from the top. So *ask first, act later*: what a handler does before a
/// question may be done once a round, unless it is kept by [`Ctx::once`], and
/// what runs beside an open question is dropped with the handler.
///
/// Several independent questions go out together with `join!`.
impl Ctx {
    /// Asks the user to agree. Resolves only if the user agreed; anything
    /// else ends the call, and the model reads that the user declined.
    ///
    /// The handler is dropped at this `await` then, as when the call is
    /// cancelled: guards are released, open transactions roll back. Nothing
    /// after it runs, whatever becomes of the result.
    ///
    /// # Panics
    ///
    /// When awaited outside of the handler's own polls, such as in a spawned
    /// task.
    ///
    /// # Examples
    ///
    /// ```
    /// # async fn pay(_: u32, _: &str) {}
    /// # async fn refund(ctx: mcp_server::Ctx, cents: u32) {
    /// ctx.confirm(format!("Refund {cents} cents?")).await; // returns only on yes
    /// pay(cents, &ctx.idempotency_key()).await;
    /// # }
    /// ```
    pub fn confirm(&self, message: impl Into<String>) -> Confirm {
        let yes = BooleanSchema::new().with_title("Confirm");
        let form = FormSchema::new().with_required(Yes::FIELD, yes);
        Confirm(Asking::new(self, ElicitRequest::form(message, form)))
    }

    /// Asks the user to fill in a form. The type says what a refusal does: a
    /// [`Form`] returns only with an answer, `Option<T>` gives `None`,
    /// [`Answer<T>`] the full outcome.
    ///
    /// Answers are checked against the form; the user is asked again, with
    /// the reason, until they fit.
    ///
    /// # Panics
    ///
    /// As [`Ctx::confirm`].
    ///
    /// # Examples
    ///
    /// ```
    /// use mcp_server::{Ctx, Form};
    ///
    /// async fn ship<Delivery: Form, Greeting: Form>(ctx: &Ctx) {
    ///     let delivery: Delivery = ctx.elicit("Delivery").await; // returns only with an answer
    ///     let gift: Option<Greeting> = ctx.elicit("Add a greeting?").await; // declined: None
    ///     # drop((delivery, gift));
    /// }
    /// ```
    pub fn elicit<A>(&self, message: impl Into<String>) -> Elicit<A>
    where
        A: Answerable,
        A::Content: Form,
    {
        Elicit(Asking::new(
            self,
            ElicitRequest::form(message, A::Content::schema()),
        ))
    }

    /// Asks the user to fill in a form and goes on with an error after a
    /// refusal: [`Ctx::elicit`] for those who prefer a `Result`.
    ///
    /// # Panics
    ///
    /// As [`Ctx::confirm`].
    pub fn try_elicit<T: Form>(&self, message: impl Into<String>) -> Elicit<Result<T, Refusal>> {
        self.elicit(message)
    }

    /// Asks the user to fill in a form that is made at run time. Returns only
    /// with an answer: its content, checked against the form.
    ///
    /// [`Elicit::outcome`] gives refusals as well.
    ///
    /// # Panics
    ///
    /// As [`Ctx::confirm`].
    pub fn elicit_form(&self, message: impl Into<String>, form: FormSchema) -> Elicit<JsonObject> {
        Elicit(Asking::new(self, ElicitRequest::form(message, form)))
    }

    /// Whether the client can show forms to its user.
    ///
    /// A tool that asks a client without this capability ends with an error;
    /// ask here first where the tool can do without.
    #[must_use]
    pub fn can_elicit(&self) -> bool {
        self.0.flow.require_elicitation().is_ok()
    }
}

/// A request for consent; see [`Ctx::confirm`].
#[must_use = "the user is asked when this is awaited"]
pub struct Confirm(Asking<Yes>);

impl Confirm {
    /// Names the question, so that it is found again when the handler runs
    /// again: for questions inside of loops and branches, whose number or
    /// order may differ from run to run. Unique within a call.
    pub fn key(self, key: impl Into<String>) -> Self {
        Self(self.0.key(key.into()))
    }
}

impl Future for Confirm {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.0).poll(cx)
    }
}

impl fmt::Debug for Confirm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A form for the user; see [`Ctx::elicit`].
#[must_use = "the user is asked when this is awaited"]
pub struct Elicit<A: Answerable>(Asking<Filled<A>>);

impl<A: Answerable> Elicit<A> {
    /// Names the question, so that it is found again when the handler runs
    /// again: for questions inside of loops and branches, whose number or
    /// order may differ from run to run. Unique within a call.
    pub fn key(self, key: impl Into<String>) -> Self {
        Self(self.0.key(key.into()))
    }

    /// Accepts an answer that nobody vouches to have asked for.
    ///
    /// Normally an answer counts only if sealed state proves that the user
    /// was shown this very question. With this, a client may answer in
    /// advance. **Only for questions whose answer is harmless**, such as a
    /// name or a preference; never for consent. Give the question a
    /// [key](Self::key) that clients can know.
    pub fn unsealed(self) -> Self {
        Self(self.0.unsealed())
    }
}

impl<T: Content> Elicit<T> {
    /// Gives the full outcome in place of ending the call after a refusal.
    pub fn outcome(self) -> Elicit<Answer<T>> {
        Elicit(self.0.read_as())
    }
}

impl<A: Answerable> Future for Elicit<A> {
    type Output = A;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<A> {
        Pin::new(&mut self.0).poll(cx)
    }
}

impl<A: Answerable> fmt::Debug for Elicit<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Reads consent: a form of one field that must be true.
struct Yes;

impl Yes {
    const FIELD: &str = "confirm";
}

impl Read for Yes {
    type Output = ();

    fn read(_: &InputRequest, answer: &RawValue) -> Result<Reading<()>, String> {
        Ok(match result(answer)? {
            Ok(content) if content.get(Self::FIELD) == Some(&Value::Bool(true)) => {
                Reading::Value(())
            }
            // Accepting a form that does not say yes is no consent.
            Ok(_) => Reading::Refused(Refusal::Declined),
            Err(refusal) => Reading::Refused(refusal),
        })
    }
}

/// Reads a form.
struct Filled<A>(PhantomData<fn() -> A>);

impl<A: Answerable> Read for Filled<A> {
    type Output = A;

    fn read(request: &InputRequest, answer: &RawValue) -> Result<Reading<A>, String> {
        let content = match result(answer)? {
            Ok(content) => content,
            Err(refusal) => return Ok(Reading::Refused(refusal)),
        };
        let faults = match request {
            InputRequest::Elicit(ElicitRequest::Form(form)) => {
                form.requested_schema.validate(&content)
            }
            _ => Vec::new(),
        };
        if !faults.is_empty() {
            return Ok(Reading::Invalid(faults));
        }
        Ok(match A::Content::read(content) {
            Ok(content) => Reading::Value(A::accept(content)),
            Err(faults) => Reading::Invalid(faults),
        })
    }

    fn refuse(refusal: Refusal) -> Option<A> {
        A::refuse(refusal)
    }
}
