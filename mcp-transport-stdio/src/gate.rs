//! How many requests run, and what waits.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mcp_core::transport::{Exchange, Reply};
use mcp_core::{Error, ErrorKind, ProtocolVersion, RequestId};
use tokio::runtime::Handle;
use tokio::sync::Notify;

use crate::outlet::RequestOutlet;

/// How many requests wait for a place before the stream is no longer read.
const WAITING: usize = 64;

/// Starts requests, at most `limit` at once; a few more wait here.
pub(crate) struct Gate {
    runtime: Handle,
    limit: usize,
    state: Mutex<State>,
    /// Wakes those who wait for room or for the end.
    changed: Notify,
    /// Drops the exchanges that run.
    abort: Notify,
    aborted: AtomicBool,
}

#[derive(Default)]
struct State {
    running: usize,
    waiting: VecDeque<Job>,
    /// Somebody waits for `changed`.
    watched: bool,
}

/// A request that has been accepted and has to run.
pub(crate) struct Job {
    pub(crate) exchange: Exchange,
    pub(crate) outlet: Arc<RequestOutlet>,
    pub(crate) id: Option<RequestId>,
}

impl Gate {
    pub(crate) fn new(runtime: Handle, limit: usize) -> Self {
        Self {
            runtime,
            limit,
            state: Mutex::default(),
            changed: Notify::new(),
            abort: Notify::new(),
            aborted: AtomicBool::new(false),
        }
    }

    /// Starts a request, now or when another has ended.
    ///
    /// One that waits has been accepted: it can be cancelled like any other.
    pub(crate) fn start(self: &Arc<Self>, job: Job) {
        let mut state = self.lock();
        if state.running < self.limit {
            state.running += 1;
            drop(state);
            self.spawn(job);
        } else {
            state.waiting.push_back(job);
        }
    }

    /// Waits until one more request may come.
    pub(crate) async fn room(&self) {
        self.until(|state| state.waiting.len() < WAITING).await;
    }

    /// Waits until no request runs or waits.
    pub(crate) async fn idle(&self) {
        self.until(|state| state.running == 0).await;
    }

    /// Drops every request; says how many there were.
    pub(crate) fn abort(&self) -> usize {
        self.aborted.store(true, Ordering::SeqCst);
        let mut state = self.lock();
        let waiting = std::mem::take(&mut state.waiting);
        let dropped = state.running + waiting.len();
        drop(state);
        self.abort.notify_waiters();
        self.changed.notify_waiters();
        // Exchanges are the engine's: never dropped under our lock.
        drop(waiting);
        dropped
    }

    async fn until(&self, holds: impl Fn(&State) -> bool) {
        loop {
            let mut changed = pin!(self.changed.notified());
            {
                let mut state = self.lock();
                if holds(&state) {
                    return;
                }
                state.watched = true;
                // Under the lock, so that no wake-up falls between.
                changed.as_mut().enable();
            }
            changed.await;
        }
    }

    fn spawn(self: &Arc<Self>, job: Job) {
        self.runtime.spawn(run(Arc::clone(self), job));
    }

    /// One request has ended: another may start in its place.
    fn ended(self: &Arc<Self>) {
        let mut state = self.lock();
        let next = state.waiting.pop_front();
        if next.is_none() {
            state.running -= 1;
        }
        let watched = std::mem::take(&mut state.watched);
        drop(state);
        if watched {
            self.changed.notify_waiters();
        }
        if let Some(job) = next {
            self.spawn(job);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn run(gate: Arc<Gate>, job: Job) {
    let ticket = Ticket {
        gate,
        outlet: job.outlet,
        id: job.id,
    };
    let abort = ticket.gate.abort.notified();
    if ticket.gate.aborted.load(Ordering::SeqCst) {
        return;
    }
    // The exchange comes first: one that is done at once never registers for
    // the abort.
    let reply = tokio::select! {
        biased;
        reply = job.exchange => reply,
        () = abort => None,
    };
    if let Some(reply) = reply {
        ticket.outlet.answer(reply).await;
    }
}

/// A place among the running requests, given back however the request ends.
struct Ticket {
    gate: Arc<Gate>,
    outlet: Arc<RequestOutlet>,
    id: Option<RequestId>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(id = ?self.id, "a request panicked");
            let error = Error::new(ErrorKind::Internal, "Internal error");
            let reply = Reply::error(self.id.as_ref(), &error, ProtocolVersion::LATEST);
            self.outlet.end(self.id.is_some().then_some(reply));
        } else {
            self.outlet.end(None);
        }
        self.gate.ended();
    }
}
