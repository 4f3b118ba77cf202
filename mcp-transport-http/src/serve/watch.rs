//! Whether anything goes on over a connection, and for how long nothing has.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::CLOSING;
use crate::endpoint::Sockets;

/// What a connection does, as far as it matters for how long it may last.
///
/// Counted by whoever does it and looked at now and then, so that a request
/// costs neither a timer nor a look at the clock. No other memory hangs on
/// these numbers.
#[derive(Default)]
pub(super) struct Watch {
    /// Requests whose head has come.
    begun: AtomicUsize,
    /// Those whose answer has not been handed over in full.
    running: AtomicUsize,
    /// Whether what was handed over waits for the peer to read.
    stuck: AtomicBool,
}

/// A request, until its answer has been handed over.
pub(super) struct Running(Arc<Watch>);

impl Watch {
    /// Counts a request whose head has come.
    pub(super) fn begin(self: &Arc<Self>) -> Running {
        self.begun.fetch_add(1, Ordering::Relaxed);
        self.running.fetch_add(1, Ordering::Relaxed);
        Running(Arc::clone(self))
    }

    /// Notes whether the socket takes more.
    pub(super) fn set_stuck(&self, stuck: bool) {
        self.stuck.store(stuck, Ordering::Relaxed);
    }

    fn is_busy(&self) -> bool {
        self.running.load(Ordering::Relaxed) > 0 || self.stuck.load(Ordering::Relaxed)
    }

    /// Resolves when no request has come for as long as one may take to, or up
    /// to a quarter longer.
    pub(super) async fn idle(&self, sockets: Sockets) {
        let (first, next) = (sockets.header_timeout, sockets.idle_timeout);
        let (mut seen, mut quiet) = (0, Some(Instant::now()));
        loop {
            let (limit, tick) = match seen {
                0 => (first, first.min(next) / 8),
                _ => (next, next / 8),
            };
            // Not at every turn of the runtime, whatever the times are.
            sleep(tick.max(Duration::from_millis(1))).await;
            let begun = self.begun.load(Ordering::Relaxed);
            if self.is_busy() {
                (seen, quiet) = (begun, None);
                continue;
            }
            match quiet {
                Some(since) if begun == seen => {
                    if since.elapsed() >= limit {
                        return;
                    }
                }
                _ => (seen, quiet) = (begun, Some(Instant::now())),
            }
        }
    }

    /// Resolves when nothing is left to wait for after a goodbye: the peer has
    /// had time to hear it.
    pub(super) async fn over(&self) {
        loop {
            sleep(CLOSING).await;
            if !self.is_busy() {
                return;
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOCKETS: Sockets = Sockets {
        header_timeout: Duration::from_secs(4),
        idle_timeout: Duration::from_secs(20),
        connections: 1,
    };

    async fn idle_after(watch: &Watch) -> u64 {
        let before = Instant::now();
        watch.idle(SOCKETS).await;
        before.elapsed().as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_request_has_less_time_than_the_next() {
        let watch = Arc::new(Watch::default());
        assert_eq!(idle_after(&watch).await, 4);
        drop(watch.begin());
        assert!((20..=25).contains(&idle_after(&watch).await));
    }

    #[tokio::test(start_paused = true)]
    async fn what_goes_on_is_not_idle() {
        let watch = Arc::new(Watch::default());
        let running = watch.begin();
        let (after, ()) = tokio::join!(idle_after(&watch), async {
            sleep(Duration::from_millis(100_500)).await;
            watch.set_stuck(true);
            drop(running);
            sleep(Duration::from_secs(100)).await;
            watch.set_stuck(false);
        });
        assert!((220..=225).contains(&after), "{after}");
    }

    #[tokio::test(start_paused = true)]
    async fn each_request_has_its_time() {
        let watch = Arc::new(Watch::default());
        let (after, ()) = tokio::join!(idle_after(&watch), async {
            for _ in 0..10 {
                drop(watch.begin());
                sleep(Duration::from_secs(15)).await;
            }
        });
        assert!((155..=160).contains(&after), "{after}");
    }
}
