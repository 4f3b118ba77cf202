//! Signs of life while a handler is busy.

use std::time::Duration;

use tokio::time::Instant;

use crate::context::Ctx;

/// Least time between two signs of life.
const LEAST: Duration = Duration::from_millis(100);

/// Gives signs of life while it is held: see [`Ctx::heartbeat`].
#[must_use = "the signs of life end when it is dropped"]
#[derive(Debug)]
pub struct Heartbeat {
    ctx: Ctx,
    every: Duration,
}

impl Ctx {
    /// Tells the client at least this often that the call is alive, until
    /// what this gives back is dropped or the call ends.
    ///
    /// Hosts give up on a silent call after 55 s to 300 s; most start anew
    /// when they hear of progress. Where the handler reports no progress of
    /// its own, a value that grows by a millionth is told; so it never gets
    /// ahead of real steps. Silent where the client gave no progress token.
    /// At most ten a second.
    ///
    /// # Examples
    ///
    /// ```
    /// # use std::time::Duration;
    /// # async fn long_query() {}
    /// # async fn f(ctx: mcp_server::Ctx) {
    /// let _alive = ctx.heartbeat(Duration::from_secs(15));
    /// long_query().await;
    /// # }
    /// ```
    pub fn heartbeat(&self, every: Duration) -> Heartbeat {
        let every = every.max(LEAST);
        self.0.voice.beats(|beats| beats.begin(every));
        Heartbeat {
            ctx: self.clone(),
            every,
        }
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.ctx.0.voice.beats(|beats| beats.end(self.every));
    }
}

impl super::Voice {
    fn beats(&self, change: impl FnOnce(&mut Beats)) {
        if self.hears_progress() {
            let mut said = self.lock();
            if said.over {
                return;
            }
            let told = said.told();
            change(&mut told.beats);
            told.wake();
        }
    }
}

/// The heartbeats of one call; the fastest counts.
#[derive(Debug, Default)]
pub(super) struct Beats {
    every: Vec<Duration>,
    /// When the client last heard of the call, or the first heartbeat began.
    since: Option<Instant>,
}

impl Beats {
    fn begin(&mut self, every: Duration) {
        self.since.get_or_insert_with(Instant::now);
        self.every.push(every);
    }

    fn end(&mut self, every: Duration) {
        if let Some(index) = self.every.iter().position(|other| *other == every) {
            self.every.swap_remove(index);
        }
    }

    /// The client has heard of the call.
    pub(super) fn told(&mut self, now: Instant) {
        self.since = Some(now);
    }

    /// When the next sign of life is due.
    pub(super) fn due(&self) -> Option<Instant> {
        Some(self.since? + *self.every.iter().min()?)
    }
}

/// The next value after the one that was told last: a millionth more, in
/// round numbers as far as they go.
pub(super) fn next(last: Option<f64>) -> f64 {
    let last = last.unwrap_or_default();
    let rounded = ((last * 1e6).round() + 1.0) / 1e6;
    match rounded > last {
        true => rounded,
        false => last.next_up(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_grow_by_a_hair_and_stay_short() {
        let mut value = None;
        for expected in [0.000_001, 0.000_002, 0.000_003] {
            value = Some(next(value));
            assert_eq!(value, Some(expected));
        }
        assert_eq!(next(Some(2.0)), 2.000_001);
        assert_eq!(next(Some(-1.0)), -0.999_999);
        for vast in [1e15, 9e15, 1e300, -1e300] {
            assert!(next(Some(vast)) > vast);
        }
    }

    #[test]
    fn the_fastest_counts_while_it_is_held() {
        let mut beats = Beats::default();
        assert_eq!(beats.due(), None);
        beats.begin(Duration::from_secs(9));
        beats.begin(Duration::from_secs(2));
        let start = Instant::now();
        beats.told(start);
        assert_eq!(beats.due(), Some(start + Duration::from_secs(2)));
        beats.end(Duration::from_secs(2));
        assert_eq!(beats.due(), Some(start + Duration::from_secs(9)));
        beats.end(Duration::from_secs(9));
        assert_eq!(beats.due(), None);
    }
}
