//! Progress of a call.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use mcp_core::era::progress_frame;
use mcp_core::types::Progress as Step;

use crate::context::Ctx;

/// Least time between two progress messages of one call.
const SPACING: Duration = Duration::from_millis(100);

/// Reports the progress of a call, step by step.
///
/// Silent where the client gave no progress token. Values sent are strictly
/// increasing, and at most one message goes out every 100 ms; the last one
/// before a pause is kept and the end (`total`) is always told.
/// Specification: "Progress".
///
/// # Examples
///
/// ```
/// # async fn f(ctx: mcp_server::Ctx) {
/// let progress = ctx.progress(3.0);
/// progress.step("building").await;
/// progress.step("testing").await;
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Progress {
    ctx: Ctx,
    total: Option<f64>,
}

/// What was last told, shared by all handles of one call.
#[derive(Default)]
pub(crate) struct Reporter(Mutex<Told>);

#[derive(Default)]
struct Told {
    /// Steps counted so far.
    steps: f64,
    last: Option<(f64, Instant)>,
}

impl Progress {
    pub(crate) fn new(ctx: Ctx, total: Option<f64>) -> Self {
        Self {
            ctx,
            total: total.filter(|total| total.is_finite()),
        }
    }

    /// One more step is done (or has begun: what the message says).
    ///
    /// Gives other tasks a turn, so that the message leaves before the step.
    pub async fn step(&self, message: &str) {
        if self.ctx.0.progress_token.is_some() {
            let done = {
                let mut told = self.told();
                told.steps += 1.0;
                told.steps
            };
            self.report(done, Some(message));
            tokio::task::yield_now().await;
        }
    }

    /// Reports an absolute value. Values that do not increase, and values
    /// that are no numbers, are dropped.
    pub fn set(&self, value: f64, message: Option<&str>) {
        if self.ctx.0.progress_token.is_some() {
            self.told().steps = value;
            self.report(value, message);
        }
    }

    fn reporter(&self) -> &Reporter {
        self.ctx.0.progress.get_or_init(Default::default)
    }

    fn told(&self) -> std::sync::MutexGuard<'_, Told> {
        // A panic cannot happen while it is held: it guards plain arithmetic.
        self.reporter()
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn report(&self, progress: f64, message: Option<&str>) {
        let Some(token) = &self.ctx.0.progress_token else {
            return;
        };
        let now = Instant::now();
        let finished = self.total.is_some_and(|total| progress >= total);
        {
            let mut told = self.told();
            if !progress.is_finite() || told.last.is_some_and(|(last, _)| progress <= last) {
                return;
            }
            let too_soon = told
                .last
                .is_some_and(|(_, at)| now.duration_since(at) < SPACING);
            if too_soon && !finished && message.is_none() {
                return;
            }
            told.last = Some((progress, now));
        }
        let mut step = Step::new(progress);
        step.total = self.total;
        step.message = message.map(str::to_owned);
        if let Ok(frame) = progress_frame(token, &step, self.ctx.0.peer.version) {
            self.ctx.0.outlet.send(frame);
        }
    }
}
