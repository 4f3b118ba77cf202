//! How much goes on at once, and how it comes to an end.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, watch};

/// How many requests go on at once although their clients have hung up.
const DETACHED: u32 = 64;

/// Counts requests, and refuses them once the endpoint stops.
pub(crate) struct Gate {
    phase: watch::Sender<Phase>,
    running: Arc<Semaphore>,
    /// Bodies are counted apart from requests: a client's answer to a question
    /// has to come through while every running request waits for one.
    reading: Semaphore,
    /// Requests nobody waits for are counted apart from those somebody does:
    /// clients that ask and hang up must not lock the others out.
    detached: Arc<Semaphore>,
    limit: u32,
    grace: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Requests are welcome.
    Open,
    /// No new requests; running ones may finish.
    Draining,
    /// Running requests are dropped.
    Closed,
}

impl Gate {
    pub(crate) fn new(limit: u32, grace: Duration) -> Self {
        Self {
            phase: watch::Sender::new(Phase::Open),
            running: Arc::new(Semaphore::new(limit as usize)),
            reading: Semaphore::new(limit as usize),
            detached: Arc::new(Semaphore::new(DETACHED as usize)),
            limit,
            grace,
        }
    }

    /// Whether new requests are welcome.
    pub(crate) fn is_open(&self) -> bool {
        *self.phase.borrow() == Phase::Open
    }

    /// Room to read one body.
    pub(crate) fn read(&self) -> Option<SemaphorePermit<'_>> {
        self.reading.try_acquire().ok()
    }

    /// Room to run one request; counted until the permit is dropped.
    pub(crate) fn run(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.running).try_acquire_owned().ok()
    }

    /// Room for one request to go on without its client. To be taken before
    /// the request's permit to run is given back, so that a stop sees either.
    pub(crate) fn detach(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.detached).try_acquire_owned().ok()
    }

    /// Resolves when running requests are to be dropped.
    pub(crate) async fn closed(&self) {
        let mut phase = self.phase.subscribe();
        // Fails only without a sender, and the sender is part of `self`.
        let _ = phase.wait_for(|phase| *phase == Phase::Closed).await;
    }

    /// Refuses new requests, waits for running ones until the grace is over,
    /// then has them dropped.
    pub(crate) async fn stop(&self) {
        self.phase.send_if_modified(|phase| {
            let open = *phase == Phase::Open;
            if open {
                *phase = Phase::Draining;
            }
            open
        });
        // Every permit is back exactly when nothing runs; in this order, since
        // running requests become detached ones and never the reverse.
        let idle = async {
            let _running = self.running.acquire_many(self.limit).await;
            let _detached = self.detached.acquire_many(DETACHED).await;
        };
        if tokio::time::timeout(self.grace, idle).await.is_err() {
            tracing::warn!(grace = ?self.grace, "requests still run after the grace period and are dropped");
        }
        self.phase.send_replace(Phase::Closed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_idle_gate_stops_at_once() {
        let gate = Gate::new(2, Duration::from_secs(10));
        let before = tokio::time::Instant::now();
        gate.stop().await;
        assert!(!gate.is_open());
        assert_eq!(before.elapsed(), Duration::ZERO);
        gate.closed().await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_runs_gets_the_grace_and_no_more() {
        let gate = Gate::new(2, Duration::from_secs(10));
        let permit = gate.run();
        let before = tokio::time::Instant::now();
        gate.stop().await;
        assert_eq!(before.elapsed(), Duration::from_secs(10));
        drop(permit);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_detached_meanwhile_gets_the_grace_too() {
        let gate = Arc::new(Gate::new(2, Duration::from_secs(10)));
        let running = gate.run();
        let before = tokio::time::Instant::now();
        let stop = tokio::spawn({
            let gate = Arc::clone(&gate);
            async move { gate.stop().await }
        });
        tokio::time::sleep(Duration::from_secs(1)).await;
        let detached = gate.detach();
        assert!(detached.is_some());
        drop(running);
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(!stop.is_finished());
        drop(detached);
        stop.await.expect("no panic");
        assert_eq!(before.elapsed(), Duration::from_secs(2));
    }

    #[test]
    fn there_is_room_up_to_the_limit() {
        let gate = Gate::new(2, Duration::ZERO);
        let (first, second) = (gate.run(), gate.run());
        assert!(first.is_some() && second.is_some() && gate.run().is_none());
        assert!(gate.read().is_some(), "bodies are counted apart");
        drop(first);
        assert!(gate.run().is_some());
    }
}
