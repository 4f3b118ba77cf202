//! Whose work a request continues: W3C trace context.

use std::fmt;
use std::sync::Arc;

use mcp_core::era::Params;
use mcp_core::meta::TraceContext;
use mcp_core::meta::keys;
use mcp_core::transport::Origin;
use tracing::Span;

/// Hands trace context to whatever exports spans.
type Adopt = dyn Fn(&Span, &TraceContext) + Send + Sync;

/// What an author does with trace context; nothing unless told.
#[derive(Clone, Default)]
pub(crate) struct Parent(Option<Arc<Adopt>>);

impl Parent {
    pub(crate) fn new(adopt: impl Fn(&Span, &TraceContext) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(adopt)))
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
    pub(super) fn of(&self, params: &Params, origin: &Origin) -> Option<TraceContext> {
        self.0.as_ref()?;
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
        if let Some(adopt) = &self.0 {
            adopt(span, context);
        }
    }
}

impl fmt::Debug for Parent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Parent").field(&self.0.is_some()).finish()
    }
}
