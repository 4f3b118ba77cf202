//! Progress of a call.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use mcp_core::era::progress_frame;
use mcp_core::types::Progress as Step;
use tokio::time::{Instant, Sleep, sleep_until};

use super::pace::{Pace, Paced};
use super::{Said, Total, Voice};
use crate::context::Ctx;

/// How often a call tells of its progress: a few steps at once, then one
/// message every 100 ms.
const PACE: Pace = Pace::new(8, Duration::from_millis(100));

/// Reports the progress of a call, step by step.
///
/// Silent where the client gave no progress token. Values sent are strictly
/// increasing. After a few in a row at most one message goes out every
/// 100 ms: the last one is kept and told when its time has come, or before
/// the answer. Specification: "Progress".
///
/// # Examples
///
/// ```
/// # async fn f(ctx: mcp_server::Ctx) {
/// let progress = ctx.progress(3);
/// progress.step("building").await;
/// progress.step("testing").await;
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Progress {
    ctx: Ctx,
    total: Option<f64>,
}

/// What the client was told, and is going to be.
#[derive(Default)]
pub(super) struct Told {
    /// Steps counted so far.
    steps: f64,
    /// The greatest value the client knows of.
    last: Option<f64>,
    /// The total it knows of.
    total: Option<f64>,
    /// The newest report, until it may go out.
    kept: Option<Step>,
    paced: Paced,
    pub(super) beats: super::beat::Beats,
    /// Wakes whoever drives the call, to look after what is kept.
    waker: Option<Waker>,
}

impl Ctx {
    /// Reports progress of `total` steps; silent where the client gave no
    /// progress token (specification, "Progress").
    #[must_use]
    pub fn progress(&self, total: impl Total) -> Progress {
        Progress {
            ctx: self.clone(),
            total: total.total().filter(|total| total.is_finite()),
        }
    }
}

impl Progress {
    /// One more step is done (or has begun: what the message says).
    ///
    /// Gives other tasks a turn, so that the message leaves before the step.
    pub async fn step(&self, message: &str) {
        let voice = &self.ctx.0.voice;
        if voice.hears_progress() {
            voice.report_step(self.total, message);
            tokio::task::yield_now().await;
        }
    }

    /// Reports an absolute value. Values that do not increase, and values
    /// that are no numbers, are dropped.
    pub fn set(&self, value: f64, message: Option<&str>) {
        let voice = &self.ctx.0.voice;
        if voice.hears_progress() {
            let mut said = voice.lock();
            said.told().steps = value;
            voice.report(&mut said, value, self.total, message);
        }
    }
}

impl Said {
    pub(super) fn told(&mut self) -> &mut Told {
        self.progress.get_or_insert_default()
    }
}

impl Told {
    /// The greatest value reported so far, told or kept.
    fn highest(&self) -> Option<f64> {
        self.kept.as_ref().map(|kept| kept.progress).or(self.last)
    }

    /// Has whoever drives the call look again.
    pub(super) fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

impl Voice {
    /// Whether anybody wants to hear of progress.
    pub(super) fn hears_progress(&self) -> bool {
        self.token.is_some()
    }

    fn report_step(&self, total: Option<f64>, message: &str) {
        let mut said = self.lock();
        let told = said.told();
        told.steps += 1.0;
        let steps = told.steps;
        self.report(&mut said, steps, total, Some(message));
    }

    /// Tells a value, now or when its time has come.
    pub(super) fn report(
        &self,
        said: &mut Said,
        progress: f64,
        total: Option<f64>,
        message: Option<&str>,
    ) {
        if !self.is_heard(said) || !progress.is_finite() {
            return;
        }
        let told = said.told();
        if told.highest().is_some_and(|highest| progress <= highest) {
            return;
        }
        let mut step = Step::new(progress);
        step.total = total;
        step.message = message.map(str::to_owned);
        told.kept = Some(step);
        if PACE.take(&mut told.paced, Instant::now()) {
            self.flush(said);
        } else {
            told.wake();
        }
    }

    /// Tells what was kept.
    pub(super) fn flush(&self, said: &mut Said) {
        let Some(told) = &mut said.progress else {
            return;
        };
        if let (Some(step), Some(token)) = (told.kept.take(), &self.token) {
            told.last = Some(step.progress);
            told.total = step.total;
            told.beats.told(Instant::now());
            if let Ok(frame) = progress_frame(token, &step, self.version) {
                self.send(said, frame);
            }
        }
    }

    /// Tells what is due by now, and says when to come again.
    fn pulse(&self, waker: &Waker) -> Option<Instant> {
        let mut said = self.lock();
        if !self.is_heard(&said) {
            return None;
        }
        let told = said.told();
        if !told.waker.as_ref().is_some_and(|old| old.will_wake(waker)) {
            told.waker = Some(waker.clone());
        }
        let now = Instant::now();
        if told.kept.is_some() && PACE.take(&mut told.paced, now) {
            self.flush(&mut said);
        }
        let told = said.told();
        if told.beats.due().is_some_and(|due| due <= now) {
            let beat = super::beat::next(told.last);
            let total = told.total;
            // What is kept is greater, and goes out soon.
            if told.kept.is_none() {
                self.report(&mut said, beat, total, None);
            }
        }
        let told = said.told();
        let kept = told.kept.is_some().then(|| PACE.next(told.paced, now));
        kept.into_iter().chain(told.beats.due()).min()
    }
}

/// Looks after what a call keeps back, while its handler waits: no task of
/// its own, and no timer before there is something to keep.
#[derive(Default)]
pub(crate) struct Pulse(Option<Pin<Box<Sleep>>>);

impl Pulse {
    /// Tells what is due, and has the task of `cx` come back for the rest.
    pub(crate) fn poll(&mut self, voice: &Voice, cx: &mut Context<'_>) {
        if !voice.hears_progress() {
            return;
        }
        while let Some(due) = voice.pulse(cx.waker()) {
            let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(due)));
            if sleep.deadline() != due {
                sleep.as_mut().reset(due);
            }
            match sleep.as_mut().poll(cx) {
                Poll::Ready(()) => {}
                Poll::Pending => return,
            }
        }
    }
}
