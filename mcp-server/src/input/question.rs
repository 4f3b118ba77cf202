//! One question on its way to an answer.

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use mcp_core::Error;
use mcp_core::types::{ElicitRequest, FormSchema, InputRequest, PrimitiveSchema};
use serde_json::value::RawValue;

use super::answer::Refusal;
use super::digest::Digest;
use super::flow::{End, Flow};
use super::live::{Asked, Unanswered};
use super::page::check_page;
use super::state::ROUNDS;
use crate::context::Ctx;
use crate::secret::is_secret;

/// How the answers to one kind of question are read.
pub(super) trait Read {
    type Output;

    /// # Errors
    ///
    /// The answer is none at all: the protocol was broken.
    fn read(request: &InputRequest, answer: &RawValue) -> Result<Reading<Self::Output>, String>;

    /// What a refusal means to the handler; `None` ends the call.
    fn refuse(refusal: Refusal) -> Option<Self::Output> {
        let _ = refusal;
        None
    }
}

/// What an answer turned out to be.
pub(super) enum Reading<T> {
    Value(T),
    Refused(Refusal),
    /// Well formed but no answer to this question: what is wrong with it.
    Invalid(Vec<String>),
}

/// A question that is awaited, and its reader.
pub(super) struct Asking<R> {
    question: Question,
    reader: PhantomData<fn() -> R>,
}

impl<R: Read> Asking<R> {
    pub(super) fn new(ctx: &Ctx, request: impl Into<InputRequest>) -> Self {
        let lenient = R::refuse(Refusal::Cancelled).is_some();
        Self {
            question: Question::new(ctx, request.into(), lenient),
            reader: PhantomData,
        }
    }

    /// The same question, its answer read in another way.
    pub(super) fn read_as<S: Read>(mut self) -> Asking<S> {
        self.question.lenient = S::refuse(Refusal::Cancelled).is_some();
        Asking {
            question: self.question,
            reader: PhantomData,
        }
    }
}

impl<R> Asking<R> {
    pub(super) fn key(mut self, key: String) -> Self {
        if let Key::Ordinal(ordinal) = self.question.key {
            self.question.flow().return_ordinal(ordinal);
        }
        self.question.key = Key::Named(key);
        self
    }

    /// What a client of 2025-11-25 knows the question by, if it is a page.
    pub(super) fn elicitation_id(&self) -> String {
        self.question.elicitation_id()
    }

    pub(super) fn unsealed(mut self) -> Self {
        self.question.unsealed = true;
        self
    }
}

impl<R: Read> Future for Asking<R> {
    type Output = R::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<R::Output> {
        let question = &mut self.question;
        loop {
            let (answer, refusal, words) = match ready!(question.poll(cx)) {
                Heard::Nothing(unanswered) => (None, Refusal::Cancelled, unanswered.to_string()),
                // serde would read a struct from an array as well.
                Heard::Answer(answer) if !answer.get().starts_with('{') => {
                    question.malformed("a result is an object");
                    return Poll::Pending;
                }
                Heard::Answer(answer) => match R::read(&question.request, &answer) {
                    Ok(Reading::Value(value)) => {
                        question.settle(Some(answer));
                        return Poll::Ready(value);
                    }
                    Ok(Reading::Refused(refusal)) => (Some(answer), refusal, refusal.to_string()),
                    Ok(Reading::Invalid(faults)) => {
                        question.ask_again(&faults);
                        continue;
                    }
                    Err(detail) => {
                        question.malformed(&detail);
                        return Poll::Pending;
                    }
                },
            };
            let Some(value) = R::refuse(refusal) else {
                question.flow().end(End::Refused(words));
                return Poll::Pending;
            };
            question.settle(answer);
            return Poll::Ready(value);
        }
    }
}

impl<R> fmt::Debug for Asking<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "question `{}`", self.question.key)
    }
}

/// The part of a question that does not depend on the type of its answer.
struct Question {
    ctx: Ctx,
    key: Key,
    /// What is asked, as the author wrote it.
    request: InputRequest,
    /// Whether an answer counts that nobody asked for.
    unsealed: bool,
    /// Whether the handler goes on after a refusal.
    lenient: bool,
    stage: Stage,
    /// How often it went out in this run.
    times: u32,
}

/// The identity of a question within its flow.
enum Key {
    Ordinal(u32),
    Named(String),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ordinal(ordinal) => write!(f, "question-{}", ordinal + 1),
            Self::Named(key) => f.write_str(key),
        }
    }
}

enum Stage {
    /// Not yet polled.
    Fresh,
    /// Out at the client, who answers while we wait.
    Waiting(Asked),
    /// Will not be answered in this run of the handler.
    Never,
    /// Answered.
    Done,
}

enum Heard {
    Answer(Box<RawValue>),
    Nothing(Unanswered),
}

/// What unwinds a handler that gave up an open question.
struct Abandoned;

/// Whether a panic is the end of a handler that gave up a question.
pub(super) fn is_abandonment(payload: &(dyn Any + Send)) -> bool {
    payload.is::<Abandoned>()
}

impl Question {
    fn new(ctx: &Ctx, request: InputRequest, lenient: bool) -> Self {
        // The place is taken when the question is made, not when it is first
        // polled: `select!` polls in random order.
        let key = Key::Ordinal(ctx.0.flow.next_ordinal());
        let ctx = ctx.clone();
        Self {
            ctx,
            key,
            request,
            unsealed: false,
            lenient,
            stage: Stage::Fresh,
            times: 0,
        }
    }

    fn flow(&self) -> &Flow {
        &self.ctx.0.flow
    }

    /// What an answer is good for: this text with this form, and no other.
    fn pin(&self) -> Digest {
        // Plain data; a value that cannot be written (a float without a JSON
        // spelling) fails when it is sent.
        let request = serde_json::to_vec(&self.request).unwrap_or_default();
        Digest::of("question", &[&request])
    }

    /// Resolves when something is heard. Whoever reads it calls `settle`,
    /// `ask_again` or `malformed`; until then the question counts as open.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Heard> {
        self.flow().assert_driven("a question");
        if matches!(self.stage, Stage::Fresh) {
            self.stage = Stage::Never;
            if let Some(answer) = self.begin() {
                return Poll::Ready(Heard::Answer(answer));
            }
        }
        let heard = match &mut self.stage {
            Stage::Waiting(asked) => match ready!(asked.as_mut().poll(cx)) {
                Ok(answer) => Heard::Answer(answer),
                Err(unanswered) => Heard::Nothing(unanswered),
            },
            Stage::Fresh | Stage::Never => return Poll::Pending,
            Stage::Done => panic!("a question was polled after it was answered"),
        };
        self.stage = Stage::Never;
        self.flow().wait_ends();
        Poll::Ready(heard)
    }

    /// Looks for an answer; asks, where there is none.
    fn begin(&mut self) -> Option<Box<RawValue>> {
        let key = self.key.to_string();
        if !self.flow().claim(&key) {
            tracing::error!(
                tool = &*self.ctx.0.name,
                key,
                "two questions of one call have the same key"
            );
            let fault = Error::internal(format!("two questions of this call have the key `{key}`"));
            self.flow().end(End::Failed(fault));
            return None;
        }
        let answer = match self.flow().is_live() {
            true => None,
            false => self.flow().answer(&key, self.pin(), self.unsealed),
        };
        match (&answer, fault(&self.request)) {
            (Some(_), _) => {}
            (None, None) => self.ask(self.request.clone()),
            (None, Some(fault)) => {
                tracing::error!(
                    name = &*self.ctx.0.name,
                    key,
                    fault,
                    "a question cannot be asked"
                );
                let fault =
                    Error::internal(format!("the question `{key}` cannot be asked: {fault}"));
                self.flow().end(End::Failed(fault));
            }
        }
        answer
    }

    /// Follows from the call and the key, so that it is known before the
    /// question goes out and after it was answered.
    fn elicitation_id(&self) -> String {
        let key = self.key.to_string();
        self.ctx.derive("elicitation", &[key.as_bytes()]).to_id()
    }

    fn ask(&mut self, mut request: InputRequest) {
        if let Some(missing) = self.flow().missing(&request.required_capability()) {
            self.flow().end(End::Lacking(missing));
        } else if let Some(carrier) = self.flow().carrier() {
            if let InputRequest::Elicit(ElicitRequest::Url(page)) = &mut request {
                page.elicitation_id = Some(self.elicitation_id());
            }
            self.stage = Stage::Waiting(carrier.ask(request));
            self.flow().wait_begins();
            self.times += 1;
        } else {
            self.flow().ask(&self.key.to_string(), self.pin(), request);
        }
    }

    /// The answer was good: the handler goes on.
    fn settle(&mut self, answer: Option<Box<RawValue>>) {
        self.stage = Stage::Done;
        if let Some(answer) = answer.filter(|_| !self.flow().is_live()) {
            self.flow().keep(&self.key.to_string(), self.pin(), answer);
        }
    }

    /// The answer does not fit: the user reads why. It stays the same
    /// question, so a good answer counts for what the author asked.
    fn ask_again(&mut self, faults: &[String]) {
        if self.times >= ROUNDS {
            let words = format!(
                "no usable answer after {ROUNDS} attempts: {}",
                faults.join(" ")
            );
            return self.flow().end(End::Refused(words));
        }
        let mut request = self.request.clone();
        if let InputRequest::Elicit(ElicitRequest::Form(form)) = &mut request {
            form.message = format!("{}\n\nPlease correct: {}", form.message, faults.join(" "));
        }
        self.ask(request);
    }

    /// What came is no answer to any question.
    fn malformed(&mut self, detail: &str) {
        let key = &self.key;
        self.flow().end(match self.flow().is_live() {
            true => End::Refused(format!("the client's answer cannot be read: {detail}")),
            false => End::Failed(Error::invalid_params(format!(
                "inputResponses: `{key}`: {detail}"
            ))),
        });
    }
}

/// Why a question must not go out, whoever is asked: its author's fault.
fn fault(request: &InputRequest) -> Option<String> {
    let faults = match request {
        InputRequest::Elicit(ElicitRequest::Form(form)) => {
            let mut faults = form.requested_schema.faults();
            faults.extend(secrets(&form.requested_schema));
            faults
        }
        InputRequest::Elicit(ElicitRequest::Url(page)) => {
            let fault = check_page(&page.url).err();
            fault
                .into_iter()
                .map(|why| format!("The address of the page {why}."))
                .collect()
        }
        InputRequest::CreateMessage(request) => request.faults(),
        _ => Vec::new(),
    };
    (!faults.is_empty()).then(|| faults.join(" "))
}

/// Fields that ask for what the client must not read: "Servers MUST NOT use
/// form mode elicitation to request sensitive information" (specification,
/// "Elicitation").
fn secrets(form: &FormSchema) -> impl Iterator<Item = String> {
    let typed = |schema: &PrimitiveSchema| {
        matches!(
            schema,
            PrimitiveSchema::String(_) | PrimitiveSchema::Number(_) | PrimitiveSchema::Integer(_)
        )
    };
    let fields = form.properties.iter();
    let secret = fields.filter(move |(name, schema)| typed(schema) && is_secret(name));
    secret.map(|(name, _)| {
        format!(
            "`{name}` sounds like a secret, and the client reads along: send the user to a page \
             (`Ctx::open_url`), or call it otherwise."
        )
    })
}

/// A handler that gives up an open question (by a timeout that is already
/// over, a ready branch of `select!`, `now_or_never`) would go on without an
/// answer, and the driver gets no turn before it has. So the question unwinds
/// the handler from where it was given up; the driver catches that and does
/// what it would have done had the handler stayed pending.
impl Drop for Question {
    fn drop(&mut self) {
        let open = match self.stage {
            Stage::Fresh | Stage::Done => false,
            Stage::Never => true,
            Stage::Waiting(_) => {
                self.flow().wait_ends();
                // Who goes on after a refusal may as well go on without.
                !self.lenient
            }
        };
        // Elsewhere it is the driver that drops the handler.
        if !open || !self.flow().is_driven() {
            return;
        }
        if matches!(self.stage, Stage::Waiting(_)) {
            self.flow().end(End::Refused(
                "the tool gave up a question before it was answered".to_owned(),
            ));
        }
        // Without unwinding, the driver still discards what the handler gives.
        if cfg!(panic = "unwind") && !std::thread::panicking() {
            resume_unwind(Box::new(Abandoned));
        }
    }
}
