//! How much goes on at once, and how it comes to an end.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, watch};

use crate::caller::Key;
use crate::listening::{Full, Listening, Place};

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
    /// Streams that only listen are counted apart from requests that do work:
    /// they last for hours, and must not take a place from those.
    listening: Listening,
    room: Room,
    grace: Duration,
}

/// How much may go on at once.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    /// Requests that run.
    pub(crate) requests: u32,
    /// Streams that listen.
    pub(crate) listeners: u32,
    /// Those of them that one caller may have; `None` is a quarter, and some
    /// where that is next to nothing.
    pub(crate) per_caller: Option<u32>,
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
    pub(crate) fn new(room: Room, grace: Duration) -> Self {
        let quarter = (room.listeners / 4).max(8);
        Self {
            phase: watch::Sender::new(Phase::Open),
            running: Arc::new(Semaphore::new(room.requests as usize)),
            reading: Semaphore::new(room.requests as usize),
            detached: Arc::new(Semaphore::new(DETACHED as usize)),
            listening: Listening::new(room.listeners, room.per_caller.unwrap_or(quarter)),
            room,
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

    /// Room for what runs to go on without its client. To be taken before the
    /// permit to run is given back, so that a stop sees either.
    pub(crate) fn detach(&self, running: &OwnedSemaphorePermit) -> Option<OwnedSemaphorePermit> {
        let requests = u32::try_from(running.num_permits()).ok()?;
        Arc::clone(&self.detached)
            .try_acquire_many_owned(requests)
            .ok()
    }

    /// Room for what went on without its client, now that it is back; as
    /// before where there is none, which is not the client's fault.
    pub(crate) fn attach(&self, detached: OwnedSemaphorePermit) -> OwnedSemaphorePermit {
        let room = u32::try_from(detached.num_permits())
            .ok()
            .and_then(|requests| {
                Arc::clone(&self.running)
                    .try_acquire_many_owned(requests)
                    .ok()
            });
        room.unwrap_or(detached)
    }

    /// Room for one stream to listen; counted until the place is dropped.
    pub(crate) fn listen(&self, caller: Option<Key>) -> Result<Place, Full> {
        self.listening.place(caller)
    }

    /// Resolves when running requests are to be dropped.
    pub(crate) async fn closed(&self) {
        let mut phase = self.phase.subscribe();
        // Fails only without a sender, and the sender is part of `self`.
        let _ = phase.wait_for(|phase| *phase == Phase::Closed).await;
    }

    /// Refuses new requests.
    pub(crate) fn drain(&self) {
        self.phase.send_if_modified(|phase| {
            let open = *phase == Phase::Open;
            if open {
                *phase = Phase::Draining;
            }
            open
        });
    }

    /// Has running requests dropped at once, whatever is left of the grace.
    pub(crate) fn close(&self) {
        self.phase.send_replace(Phase::Closed);
    }

    /// Refuses new requests, waits for running ones until the grace is over
    /// or somebody closes the gate, then has them dropped.
    pub(crate) async fn stop(&self) {
        self.drain();
        // Every permit is back exactly when nothing runs; in this order, since
        // running requests become detached ones and never the reverse.
        let idle = async {
            let _running = self.running.acquire_many(self.room.requests).await;
            let _detached = self.detached.acquire_many(DETACHED).await;
            self.listening.empty().await;
        };
        tokio::select! {
            biased;
            () = idle => {}
            () = self.closed() => tracing::warn!("requests still run and are dropped: the grace period was cut short"),
            () = tokio::time::sleep(self.grace) => {
                tracing::warn!(grace = ?self.grace, "requests still run after the grace period and are dropped");
            }
        }
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room {
        requests: 2,
        listeners: 1,
        per_caller: None,
    };

    #[tokio::test(start_paused = true)]
    async fn an_idle_gate_stops_at_once() {
        let gate = Gate::new(ROOM, Duration::from_secs(10));
        let before = tokio::time::Instant::now();
        gate.stop().await;
        assert!(!gate.is_open());
        assert_eq!(before.elapsed(), Duration::ZERO);
        gate.closed().await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_runs_gets_the_grace_and_no_more() {
        let gate = Gate::new(ROOM, Duration::from_secs(10));
        let permit = gate.run();
        let before = tokio::time::Instant::now();
        gate.stop().await;
        assert_eq!(before.elapsed(), Duration::from_secs(10));
        drop(permit);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_detached_meanwhile_gets_the_grace_too() {
        let gate = Arc::new(Gate::new(ROOM, Duration::from_secs(10)));
        let running = gate.run().expect("room");
        let before = tokio::time::Instant::now();
        let stop = tokio::spawn({
            let gate = Arc::clone(&gate);
            async move { gate.stop().await }
        });
        tokio::time::sleep(Duration::from_secs(1)).await;
        let detached = gate.detach(&running);
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
        let gate = Gate::new(ROOM, Duration::ZERO);
        let (first, second) = (gate.run(), gate.run());
        assert!(first.is_some() && second.is_some() && gate.run().is_none());
        assert!(gate.read().is_some(), "bodies are counted apart");
        assert!(gate.listen(None).is_ok(), "and so is who listens");
        drop(first);
        assert!(gate.run().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn the_grace_can_be_cut_short() {
        let gate = Gate::new(ROOM, Duration::from_secs(10));
        let _listening = gate.listen(None);
        let before = tokio::time::Instant::now();
        tokio::join!(gate.stop(), async {
            tokio::time::sleep(Duration::from_secs(3)).await;
            gate.close();
        });
        assert_eq!(before.elapsed(), Duration::from_secs(3));
    }
}
