//! Whose work a request continues, and who continues ours: W3C trace context.

use std::fmt;
use std::sync::Arc;

use mcp_core::era::Params;
use mcp_core::meta::TraceContext;
use mcp_core::meta::keys;
use mcp_core::transport::Origin;
use tracing::Span;

use crate::contained::contain;

/// Hands trace context to whatever exports spans.
type Adopt = dyn Fn(&Span, &TraceContext) + Send + Sync;

/// Asks whatever exports spans for the context of one.
type Onward = dyn Fn(&Span) -> Option<TraceContext> + Send + Sync;

/// What an author does with trace context; nothing unless told.
#[derive(Clone, Default)]
pub(crate) struct Propagation {
    adopt: Option<Arc<Adopt>>,
    onward: Option<Arc<Onward>>,
}

impl Propagation {
    pub(crate) fn set_adopt(
        &mut self,
        adopt: impl Fn(&Span, &TraceContext) + Send + Sync + 'static,
    ) {
        self.adopt = Some(Arc::new(adopt));
    }

    pub(crate) fn set_onward(
        &mut self,
        onward: impl Fn(&Span) -> Option<TraceContext> + Send + Sync + 'static,
    ) {
        self.onward = Some(Arc::new(onward));
    }

    /// The context that a request's span continues, if it came with one and
    /// somebody can use it.
    ///
    /// What stands in `_meta` comes first: it names the operation of the
    /// client. The headers of HTTP name the transfer, which has a span of its
    /// own where the HTTP service is traced; only where it has none do they
    /// stand for the client.
    ///
    /// Baggage alone has no parent: it must not take the active span's place.
    pub(super) fn parent(&self, params: &Params, origin: &Origin) -> Option<TraceContext> {
        self.adopt.as_ref()?;
        let untraced = Span::current().is_none();
        params
            .trace_context()
            .filter(|context| untraced || context.traceparent().is_some())
            .or_else(|| {
                let headers = origin.headers.as_deref().filter(|_| untraced)?;
                TraceContext::new(
                    headers.get(keys::TRACEPARENT),
                    headers.get(keys::TRACESTATE),
                    headers.get(keys::BAGGAGE),
                )
            })
    }

    pub(super) fn adopt(&self, span: &Span, context: &TraceContext) {
        if let Some(adopt) = &self.adopt {
            contain("a hook for trace context", || adopt(span, context));
        }
    }

    /// The context that goes along with a request of ours.
    pub(super) fn onward(&self, span: &Span) -> Option<TraceContext> {
        let onward = self.onward.as_ref().filter(|_| !span.is_disabled())?;
        contain("a hook for trace context", || onward(span)).flatten()
    }
}

impl fmt::Debug for Propagation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Propagation")
            .field("adopt", &self.adopt.is_some())
            .field("onward", &self.onward.is_some())
            .finish()
    }
}
