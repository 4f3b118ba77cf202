//! Polls a handler until it finishes or asks.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use mcp_core::Error;
use mcp_core::types::ClientCapabilities;
use tokio::time::{Instant, Sleep, sleep_until};

use super::flow::{End, Flow, Stop};
use super::question::is_abandonment;
use super::state::Suspended;
use crate::context::Ctx;
use crate::voice::{Pulse, Voice};

/// What became of a handler.
#[derive(Debug)]
pub(crate) enum Driven<T> {
    /// It gave its result.
    Finished(T),
    /// It asked and was dropped; the client is to answer and repeat the call.
    Suspended(Suspended),
    /// There is no answer and will be none; words for the model.
    Refused(String),
    /// It asked what this client cannot answer: what is missing.
    Lacking(ClientCapabilities),
    /// The client or the handler broke a rule of asking.
    Failed(Error),
    /// It took longer than this.
    TimedOut(Duration),
    /// It panicked with this payload.
    Panicked(Box<dyn Any + Send>),
}

/// Polls the handler of a call to its end, whichever it is. The handler is
/// dropped before this returns.
///
/// The time limit stands still while a question waits for a live answer.
pub(crate) async fn drive<F: Future>(
    ctx: Ctx,
    handler: F,
    limit: Option<Duration>,
) -> Driven<F::Output> {
    let (flow, voice) = (&ctx.0.flow, &ctx.0.voice);
    // Whoever drops this call silences it.
    let hush = Hush(voice);
    let mut pulse = Pulse::default();
    let mut handler = pin!(Some(handler));
    let mut timer = limit.map(Timer::new);
    let driven = poll_fn(|cx| {
        let polled = flow.poll_handler(handler.as_mut(), cx);
        if polled.is_pending() {
            pulse.poll(voice, cx);
        }
        match (&mut timer, polled) {
            (Some(timer), Poll::Pending) => timer.poll(flow, cx).map(Driven::TimedOut),
            (_, polled) => polled,
        }
    })
    .await;
    // Guards of the handler let go here, before anybody hears of its end. One
    // that panics must not take the connection along.
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| handler.set(None))) {
        return Driven::Panicked(panic);
    }
    voice.finish();
    drop(hush);
    driven
}

/// Silences a call when it is dropped.
struct Hush<'a>(&'a Voice);

impl Drop for Hush<'_> {
    fn drop(&mut self) {
        self.0.hush();
    }
}

impl Flow {
    fn poll_handler<F: Future>(
        &self,
        handler: Pin<&mut Option<F>>,
        cx: &mut Context<'_>,
    ) -> Poll<Driven<F::Output>> {
        let Some(handler) = handler.as_pin_mut() else {
            return Poll::Pending;
        };
        if self.is_raised() {
            return Poll::Ready(self.stopped());
        }
        let polled = {
            let _turn = self.turn();
            catch_unwind(AssertUnwindSafe(|| handler.poll(cx)))
        };
        match polled {
            Err(panic) if !is_abandonment(&*panic) => Poll::Ready(Driven::Panicked(panic)),
            // What a handler gave that left a question open does not count.
            _ if self.is_raised() => Poll::Ready(self.stopped()),
            Ok(Poll::Ready(output)) => Poll::Ready(Driven::Finished(output)),
            Ok(Poll::Pending) => Poll::Pending,
            Err(panic) => Poll::Ready(Driven::Panicked(panic)),
        }
    }

    fn stopped<T>(&self) -> Driven<T> {
        match self.stop() {
            Stop::Suspended(suspended) => Driven::Suspended(suspended),
            Stop::Ended(End::Lacking(missing)) => Driven::Lacking(missing),
            Stop::Ended(End::Refused(words)) => Driven::Refused(words),
            Stop::Ended(End::Failed(error)) => Driven::Failed(error),
        }
    }
}

/// The time limit of a handler. Made at its start, armed once it first waits.
struct Timer {
    limit: Duration,
    started: Instant,
    sleep: Option<Pin<Box<Sleep>>>,
}

impl Timer {
    fn new(limit: Duration) -> Self {
        Self {
            limit,
            started: Instant::now(),
            sleep: None,
        }
    }

    /// Resolves to the limit when it is over.
    fn poll(&mut self, flow: &Flow, cx: &mut Context<'_>) -> Poll<Duration> {
        if flow.is_waiting() {
            // The answer wakes the handler, and this is polled after it.
            return Poll::Pending;
        }
        let deadline = self.started + self.limit + flow.paused();
        let sleep = self
            .sleep
            .get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        if sleep.deadline() != deadline {
            sleep.as_mut().reset(deadline);
        }
        sleep.as_mut().poll(cx).map(|()| self.limit)
    }
}
