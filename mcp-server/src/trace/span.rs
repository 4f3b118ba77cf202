//! One request, as a span.

use std::cell::LazyCell;
use std::sync::Arc;

use mcp_core::era::{Field, Params};
use mcp_core::transport::{Accepted, Channel, Exchange, Origin, Reply};
use mcp_core::{Method, RequestId};
use tracing::{Instrument as _, Span, field};

use super::attributes as name;
use super::propagation::Propagation;
use super::slot::Slot;
use crate::registry::Registry;
use crate::voice::Speaker;

/// Longest text of a peer's that becomes part of a span, in bytes.
const LONGEST: usize = 256;

/// What a message is about.
pub(crate) struct Subject<'a> {
    pub(crate) method: &'a Method,
    /// `None` for notifications.
    pub(crate) id: Option<&'a RequestId>,
    pub(crate) params: &'a Params,
    /// The revision, as far as it is known.
    pub(crate) version: Option<String>,
    /// A name of the session that opens nothing: its id is a secret.
    pub(crate) session: Option<String>,
    pub(crate) origin: &'a Origin,
    /// What can be called.
    pub(crate) registry: &'a Registry,
}

/// A request's span, where somebody listens.
#[derive(Clone, Default)]
pub(crate) struct Trace(Option<Arc<Traced>>);

struct Traced {
    span: Span,
    slot: Option<Slot>,
}

impl Trace {
    /// Opens the span of a message. `slot` is there if the client wants to
    /// hear what the call logs.
    pub(crate) fn open<'a>(
        propagation: &Propagation,
        slot: Option<Slot>,
        subject: impl FnOnce() -> Subject<'a>,
    ) -> Self {
        let subject = LazyCell::new(subject);
        let heard = slot.is_some();
        let span = Slot::while_making(slot.as_ref(), || span(&subject, propagation, heard));
        match span.is_disabled() {
            true => Self(None),
            false => Self(Some(Arc::new(Traced { span, slot }))),
        }
    }

    /// The request is served by something that has a voice.
    pub(crate) fn bind<S: Speaker>(&self, speaker: &Arc<S>) {
        if let Some(slot) = self.0.as_ref().and_then(|traced| traced.slot.as_ref()) {
            slot.fill(speaker);
        }
    }

    /// The tool has failed, and says so in its result.
    pub(crate) fn tool_failed(&self) {
        if let Some(traced) = &self.0 {
            traced.span.record(name::ERROR, name::TOOL_ERROR);
            traced.span.record(name::OTEL_STATUS_CODE, name::FAILED);
        }
    }

    /// Takes a message within its span, and has its answer made there too.
    pub(crate) fn within(&self, accept: impl FnOnce() -> Accepted) -> Accepted {
        let Some(traced) = &self.0 else {
            return accept();
        };
        match traced.span.in_scope(accept) {
            Accepted::Request(exchange) => Accepted::Request(traced.follow(exchange)),
            Accepted::Listening(exchange) => Accepted::Listening(traced.follow(exchange)),
            Accepted::Rejected(reply) => {
                traced.ended(Some(&reply));
                Accepted::Rejected(reply)
            }
            Accepted::Done => Accepted::Done,
        }
    }
}

impl Traced {
    fn follow(self: &Arc<Self>, exchange: Exchange) -> Exchange {
        match exchange.into_ready() {
            Ok(Some(reply)) => {
                self.ended(Some(&reply));
                Exchange::ready(reply)
            }
            Ok(None) => Exchange::run(async { None }),
            Err(running) => {
                let traced = Arc::clone(self);
                let span = self.span.clone();
                let followed = async move {
                    let reply = running.await;
                    traced.ended(reply.as_ref());
                    reply
                };
                Exchange::run(followed.instrument(span))
            }
        }
    }

    fn ended(&self, reply: Option<&Reply>) {
        let Some(reply) = reply else {
            self.span.record(name::ERROR, name::CANCELLED);
            return;
        };
        if let Some(code) = reply.code {
            let code = code.to_string();
            self.span.record(name::ERROR, &*code);
            self.span.record(name::STATUS_CODE, &*code);
            self.span.record(name::OTEL_STATUS_CODE, name::FAILED);
            if let Some(message) = message(&reply.frame) {
                self.span.record(name::OTEL_STATUS_DESCRIPTION, &*message);
            }
        }
    }
}

/// The message of an error frame.
fn message(frame: &[u8]) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Frame {
        error: Message,
    }
    #[derive(serde::Deserialize)]
    struct Message {
        message: String,
    }
    let frame: Frame = serde_json::from_slice(frame).ok()?;
    Some(frame.error.message)
}

/// Makes the span of a message. `subject` is looked at only if somebody listens.
fn span<'a>(
    subject: &LazyCell<Subject<'a>, impl FnOnce() -> Subject<'a>>,
    propagation: &Propagation,
    heard: bool,
) -> Span {
    let context = LazyCell::new(|| propagation.parent(subject.params, subject.origin));
    // The client's operation is the parent; whatever runs here already (the
    // transfer over HTTP) is linked to it (OpenTelemetry conventions for MCP,
    // "Context propagation").
    let active = || Span::current().id().filter(|_| context.is_none());
    macro_rules! open {
        ($($more:tt)*) => {
            tracing::debug_span!(
                target: name::TARGET,
                parent: active(),
                "request",
                { name::OTEL_NAME } = &*subject.title(),
                { name::OTEL_KIND } = name::SERVER,
                { name::METHOD } = cut(subject.method.as_str()),
                { name::REQUEST_ID } = subject.id.map(text_of),
                { name::TOOL } = subject.named(&Method::ToolsCall),
                { name::PROMPT } = subject.named(&Method::PromptsGet),
                { name::RESOURCE } = subject.resource(),
                { name::OPERATION } = subject.operation(),
                { name::VERSION } = subject.version.as_deref().map(cut),
                { name::SESSION } = subject.session.as_deref(),
                { name::TRANSPORT } = subject.transport(),
                { name::PROTOCOL } = subject.protocol(),
                { name::ERROR } = field::Empty,
                { name::STATUS_CODE } = field::Empty,
                { name::OTEL_STATUS_CODE } = field::Empty,
                { name::OTEL_STATUS_DESCRIPTION } = field::Empty,
                $($more)*
            )
        };
    }
    // Two places, so that the log layer can want the one without the other:
    // `tracing` decides once for each place, and one that nobody wants is free.
    let span = match heard {
        true => open!({ name::HEARD } = field::Empty,),
        false => open!(),
    };
    if !span.is_disabled()
        && let Some(context) = &*context
    {
        span.follows_from(Span::current());
        propagation.adopt(&span, context);
    }
    span
}

impl Subject<'_> {
    /// The method, and what it names if that is one of few.
    fn title(&self) -> String {
        let method = cut(self.method.as_str());
        match self.target() {
            Some(target) => format!("{method} {target}"),
            None => method.to_owned(),
        }
    }

    /// The tool or prompt, if there is one: names that a peer makes up must not
    /// become names of spans, of which there are to be few.
    fn target(&self) -> Option<String> {
        let (registry, who) = (self.registry, self.origin.principal.as_ref());
        let tool = self.named(&Method::ToolsCall);
        let prompt = self.named(&Method::PromptsGet);
        tool.filter(|name| registry.tools.find(name, who).is_some())
            .or_else(|| prompt.filter(|name| registry.prompts.find(name, who).is_some()))
    }

    fn named(&self, by: &Method) -> Option<String> {
        let name = (self.method == by).then(|| self.params.string(Field::Name, "name"))?;
        name.ok().flatten().map(|name| cut(&name).to_owned())
    }

    fn resource(&self) -> Option<String> {
        let names = matches!(
            self.method,
            Method::ResourcesRead | Method::Subscribe | Method::Unsubscribe
        );
        let uri = names.then(|| self.params.string(Field::Uri, "uri"))?;
        uri.ok().flatten().map(|uri| cut(&uri).to_owned())
    }

    fn operation(&self) -> Option<&'static str> {
        (*self.method == Method::ToolsCall).then_some(name::EXECUTE_TOOL)
    }

    fn transport(&self) -> &'static str {
        match self.origin.channel {
            Channel::Stream => name::PIPE,
            Channel::Exchange => name::TCP,
        }
    }

    fn protocol(&self) -> Option<&'static str> {
        (self.origin.channel == Channel::Exchange).then_some(name::HTTP)
    }
}

/// The id without the quotes that tell a text from a number.
pub(super) fn text_of(id: &RequestId) -> String {
    let written = serde_json::to_string(id).unwrap_or_default();
    let text = serde_json::from_str(&written).unwrap_or(written);
    cut(&text).to_owned()
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST)]
}
