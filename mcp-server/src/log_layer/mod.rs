//! `tracing` events of a call, told to the client that makes it.
//!
//! The layer finds the call by the span of its request, which is in the scope
//! of everything the handler does: its awaits, functions that block, and
//! tasks that are instrumented with the span. What happens outside of any
//! call, or after its answer, is told to nobody.

mod data;

use std::borrow::Cow;
use std::sync::Arc;

use mcp_core::types::LoggingLevel;
use tracing::span::{Attributes, Id};
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, Filter, Layer};
use tracing_subscriber::registry::LookupSpan;

use crate::trace::{CallSlot, HEARD, being_made};

/// A layer that tells a client what its calls log, at the level the client
/// asked for.
///
/// `targets` are the crates or modules whose events may leave the server:
/// your own. Events of others (database drivers, HTTP clients) may carry what
/// no client should read, so name those with care. Events of this crate are
/// never told.
///
/// Messages to the client are deprecated by the specification (SEP-2577): for
/// your own operation write to standard error, or export with OpenTelemetry.
///
/// The server has to offer [`logging`](crate::ServerBuilder::logging). A
/// client of 2026-07-28 asks with each request (`_meta`
/// `io.modelcontextprotocol/logLevel`), an older one with `logging/setLevel`;
/// one that asked for nothing hears nothing. A message has the target as its
/// `logger`, and the event's message and fields as its `data`; `trace` and
/// `debug` become `debug`. Values are cut at 4 KiB, those of fields that look
/// like secrets (`password`, `token`, …) are hidden. A call that says too
/// much is told in part: see [`Ctx::log`](crate::Ctx::log).
///
/// The layer sees events inside of the call's span, which has the level
/// `DEBUG` and the target `mcp_server::request`: a filter for the whole
/// subscriber has to let both pass. So give each layer a filter of its own, as
/// below; that of another layer does not matter.
///
/// Specification: "Logging".
///
/// # Examples
///
/// ```no_run
/// use tracing_subscriber::prelude::*;
///
/// tracing_subscriber::registry()
///     .with(mcp_server::log_layer(["orders"]))
///     // .with(fmt::layer().with_writer(std::io::stderr).with_filter(LevelFilter::INFO))
///     .init();
/// ```
pub fn log_layer<S>(
    targets: impl IntoIterator<Item = impl Into<Cow<'static, str>>>,
) -> impl Layer<S> + Send + Sync + 'static
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let targets = targets.into_iter().map(Into::into).collect();
    LogLayer.with_filter(Allowed { targets })
}

struct LogLayer;

/// Lets the events of some crates pass, and the spans of requests whose
/// clients want to hear of them: others cost nothing.
struct Allowed {
    targets: Vec<Cow<'static, str>>,
}

/// How a span's extensions name the call that it stands for.
struct Call(Arc<CallSlot>);

impl<S> Layer<S> for LogLayer
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn on_new_span(&self, _attributes: &Attributes<'_>, id: &Id, ctx: Context<'_, S>) {
        if let (Some(slot), Some(span)) = (being_made(), ctx.span(id)) {
            span.extensions_mut().insert(Call(slot));
        }
    }

    fn on_event(&self, event: &Event<'_>, ctx: Context<'_, S>) {
        let slot = ctx.event_scope(event).and_then(|mut scope| {
            scope.find_map(|span| {
                let extensions = span.extensions();
                extensions.get::<Call>().map(|call| Arc::clone(&call.0))
            })
        });
        let Some(call) = slot.and_then(|slot| slot.get()?.upgrade()) else {
            return;
        };
        let level = level_of(*event.metadata().level());
        let voice = call.voice();
        if voice.hears(level) {
            let logger = event.metadata().target();
            voice.log(level, Some(logger), &data::of(event));
        }
    }
}

fn level_of(level: Level) -> LoggingLevel {
    match level {
        Level::TRACE | Level::DEBUG => LoggingLevel::Debug,
        Level::INFO => LoggingLevel::Info,
        Level::WARN => LoggingLevel::Warning,
        Level::ERROR => LoggingLevel::Error,
    }
}

impl Allowed {
    fn allows(&self, metadata: &Metadata<'_>) -> bool {
        let target = metadata.target();
        match metadata.is_span() {
            true => is_ours(target) && metadata.fields().field(HEARD).is_some(),
            false => !is_ours(target) && self.targets.iter().any(|allowed| within(target, allowed)),
        }
    }
}

/// Whether a target is a module, or one inside of it.
fn within(target: &str, module: &str) -> bool {
    target
        .strip_prefix(module)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Our own events are for the operator: they carry the errors that clients
/// see only by reference.
fn is_ours(target: &str) -> bool {
    [
        "mcp_core",
        "mcp_server",
        "mcp_transport_stdio",
        "mcp_transport_http",
    ]
    .iter()
    .any(|ours| within(target, ours))
}

impl<S> Filter<S> for Allowed {
    fn enabled(&self, metadata: &Metadata<'_>, _ctx: &Context<'_, S>) -> bool {
        self.allows(metadata)
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        match self.allows(metadata) {
            true => Interest::always(),
            false => Interest::never(),
        }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::TRACE)
    }
}
