//! Asking the client's model and for its root folders: deprecated by the
//! specification (SEP-2577), kept while clients offer them.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Once;
use std::task::{Context, Poll};

use mcp_core::types::{
    CreateMessageRequest, CreateMessageResult, InputRequest, ListRootsResult, Root,
};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::question::{Asking, Read, Reading};
use crate::context::Ctx;

/// What the specification deprecates.
impl Ctx {
    /// Asks the client's model. Returns only with an answer, in the way of
    /// [`Ctx::elicit`]; clients that declare no `sampling` end the call, and
    /// so do those without `sampling.tools` or `sampling.context` where the
    /// request needs it.
    ///
    /// A conversation in which results of tools do not answer their uses one
    /// by one is an error for the operator. Limit how often a model may use
    /// its tools in turn: a call has ten rounds of questions, and clients
    /// have limits of their own.
    ///
    /// # Panics
    ///
    /// As [`Ctx::confirm`].
    #[deprecated(
        note = "SEP-2577 deprecates sampling and allows its removal from 2027-07-28 on: \
                         call the API of a model provider"
    )]
    pub fn sample(&self, request: CreateMessageRequest) -> Sample {
        static TOLD: Once = Once::new();
        tell(&TOLD, "sampling", "call the API of a model provider");
        Sample(Asking::new(self, request))
    }

    /// Asks for the client's root folders. Returns only with an answer, in
    /// the way of [`Ctx::elicit`]; clients that declare no `roots` end the
    /// call. Roots that are no `file://` URIs are left out.
    ///
    /// They are asked for anew each time, so that changes need no notice.
    /// Check every path against them before it is used.
    ///
    /// # Panics
    ///
    /// As [`Ctx::confirm`].
    #[deprecated(
        note = "SEP-2577 deprecates roots and allows their removal from 2027-07-28 on: \
                         take folders as arguments or from the configuration"
    )]
    pub fn roots(&self) -> Roots {
        static TOLD: Once = Once::new();
        tell(
            &TOLD,
            "roots",
            "take folders as arguments or from the configuration",
        );
        Roots(Asking::new(self, InputRequest::ListRoots))
    }
}

/// A question to the client's model; see [`Ctx::sample`].
#[must_use = "the model is asked when this is awaited"]
pub struct Sample(Asking<Sampled>);

/// A question for the client's root folders; see [`Ctx::roots`].
#[must_use = "the client is asked when this is awaited"]
pub struct Roots(Asking<Listed>);

impl Sample {
    /// Names the question; see [`Confirm::key`](crate::Confirm::key).
    pub fn key(self, key: impl Into<String>) -> Self {
        Self(self.0.key(key.into()))
    }
}

impl Roots {
    /// Names the question; see [`Confirm::key`](crate::Confirm::key).
    pub fn key(self, key: impl Into<String>) -> Self {
        Self(self.0.key(key.into()))
    }
}

impl Future for Sample {
    type Output = CreateMessageResult;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<CreateMessageResult> {
        Pin::new(&mut self.0).poll(cx)
    }
}

impl Future for Roots {
    type Output = Vec<Root>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Vec<Root>> {
        Pin::new(&mut self.0).poll(cx)
    }
}

impl fmt::Debug for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Roots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

struct Sampled;

impl Read for Sampled {
    type Output = CreateMessageResult;

    fn read(_: &InputRequest, answer: &RawValue) -> Result<Reading<CreateMessageResult>, String> {
        parse(answer, "CreateMessageResult").map(Reading::Value)
    }
}

struct Listed;

impl Read for Listed {
    type Output = Vec<Root>;

    fn read(_: &InputRequest, answer: &RawValue) -> Result<Reading<Vec<Root>>, String> {
        let ListRootsResult { mut roots, .. } = parse(answer, "ListRootsResult")?;
        // "This MUST be a file:// URI": no handler should take another for a path.
        roots.retain(|root| is_file(&root.uri));
        Ok(Reading::Value(roots))
    }
}

/// Tells the operator of what is deprecated, once in a process: a compiler
/// told only the author (SEP-2596, "Tier 1 SDK obligations").
pub(crate) fn tell(told: &Once, feature: &str, instead: &str) {
    told.call_once(|| {
        tracing::warn!(
            feature,
            instead,
            "deprecated by SEP-2577, which allows its removal from 2027-07-28 on"
        );
    });
}

fn is_file(uri: &str) -> bool {
    let file = uri
        .get(..7)
        .is_some_and(|start| start.eq_ignore_ascii_case("file://"));
    if !file {
        tracing::debug!(uri, "a root that is no file:// URI is left out");
    }
    file
}

fn parse<T: DeserializeOwned>(answer: &RawValue, name: &str) -> Result<T, String> {
    serde_json::from_str(answer.get()).map_err(|fault| format!("no {name}: {fault}"))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Level, Metadata, Subscriber};

    use super::*;

    /// Counts warnings.
    struct Counting(AtomicU32);

    impl Subscriber for &'static Counting {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }
        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }
        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, event: &Event<'_>) {
            if *event.metadata().level() == Level::WARN {
                self.0.fetch_add(1, Ordering::SeqCst);
            }
        }
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    // S-DEP-02
    #[test]
    fn what_is_deprecated_is_told_once() {
        static COUNTING: Counting = Counting(AtomicU32::new(0));
        let told = Once::new();
        tracing::subscriber::with_default(&COUNTING, || {
            for _ in 0..3 {
                tell(&told, "sampling", "something else");
            }
        });
        assert_eq!(COUNTING.0.load(Ordering::SeqCst), 1);
    }
}
