//! How many requests run, and what waits.

use std::collections::VecDeque;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use mcp_core::transport::{Exchange, Reply};
use mcp_core::{Error, ErrorKind, ProtocolVersion, RequestId};
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::outlet::RequestOutlet;

/// How long the stream stays unread while no request ends.
///
/// Requests may wait for what only the stream brings: an answer, a
/// cancellation. Beyond this time it is read on, and requests over the limit
/// are refused.
const PATIENCE: Duration = Duration::from_secs(1);

/// Starts requests, at most `limit` at once; a few more may wait here.
pub(crate) struct Gate {
    runtime: Handle,
    limit: usize,
    most_waiting: usize,
    state: Mutex<State>,
    /// Whether reading is to pause; changed under the lock.
    crowded: AtomicBool,
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

impl Job {
    pub(crate) fn new(
        exchange: Exchange,
        outlet: &Arc<RequestOutlet>,
        id: Option<RequestId>,
    ) -> Self {
        Self {
            exchange,
            outlet: Arc::clone(outlet),
            id,
        }
    }
}

impl Gate {
    /// `most_waiting` requests wait for a place before the stream is no
    /// longer read.
    pub(crate) fn new(runtime: Handle, limit: usize, most_waiting: usize) -> Self {
        Self {
            runtime,
            limit,
            most_waiting,
            state: Mutex::default(),
            crowded: AtomicBool::new(false),
            changed: Notify::new(),
            abort: Notify::new(),
            aborted: AtomicBool::new(false),
        }
    }

    /// Takes a place for a request. `None` where it waits for one; it starts
    /// then when another ends.
    ///
    /// One that waits has been accepted: it can be cancelled like any other.
    ///
    /// # Errors
    ///
    /// The request itself, where no more may wait.
    pub(crate) fn admit(self: &Arc<Self>, job: Job) -> Result<Option<Admitted>, Job> {
        let mut state = self.lock();
        if state.running < self.limit {
            state.running += 1;
            drop(state);
            return Ok(Some(self.admitted(job)));
        }
        if state.waiting.len() >= self.most_waiting {
            return Err(job);
        }
        state.waiting.push_back(job);
        self.crowded
            .store(state.waiting.len() >= self.most_waiting, Ordering::Relaxed);
        Ok(None)
    }

    /// Whether reading may go on, as far as that is known without a lock.
    pub(crate) fn has_room(&self) -> bool {
        !self.crowded.load(Ordering::Relaxed)
    }

    /// Waits until reading may go on; `false` where no request has ended for
    /// [`PATIENCE`].
    pub(crate) async fn room(&self) -> bool {
        if self.has_room() {
            return true;
        }
        let room = self.until(|state| state.waiting.len() < self.most_waiting);
        timeout(PATIENCE, room).await.is_ok()
    }

    /// Has reading go on without room; requests that need some are refused.
    ///
    /// Holds until one more has to wait, for which another has to end.
    pub(crate) fn relent(&self) {
        tracing::warn!("no request ends: further ones are refused");
        let _state = self.lock();
        self.crowded.store(false, Ordering::Relaxed);
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
        self.crowded.store(false, Ordering::Relaxed);
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

    fn admitted(self: &Arc<Self>, job: Job) -> Admitted {
        let ticket = Ticket {
            gate: Arc::clone(self),
            outlet: job.outlet,
            id: job.id,
        };
        Admitted {
            exchange: job.exchange,
            ticket,
        }
    }

    /// One request has ended: another may start in its place.
    fn ended(self: &Arc<Self>) {
        let mut state = self.lock();
        let next = state.waiting.pop_front();
        match next {
            Some(_) => self
                .crowded
                .store(state.waiting.len() >= self.most_waiting, Ordering::Relaxed),
            None => state.running -= 1,
        }
        let watched = std::mem::take(&mut state.watched);
        drop(state);
        if watched {
            self.changed.notify_waiters();
        }
        if let Some(job) = next {
            self.admitted(job).spawn();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that has a place.
pub(crate) struct Admitted {
    exchange: Exchange,
    ticket: Ticket,
}

impl Admitted {
    /// Runs it as a task.
    pub(crate) fn spawn(self) {
        let runtime = self.ticket.gate.runtime.clone();
        runtime.spawn(self.run());
    }

    /// Runs it on this thread. If it does not end at once, it goes on as a
    /// task.
    ///
    /// For a thread that nobody else needs: the request may block it.
    pub(crate) fn run_here(self) {
        let runtime = self.ticket.gate.runtime.clone();
        // A request that panics answers for itself when it is dropped.
        if let Ok(Some(rest)) = catch_unwind(AssertUnwindSafe(|| self.begin())) {
            runtime.spawn(rest.run());
        }
    }

    /// Whether it listens: it says at once that it does, and then waits.
    pub(crate) fn listens(&self) -> bool {
        self.ticket.outlet.listens()
    }

    /// Goes as far as it can without waiting; gives back what has to wait.
    fn begin(self) -> Option<Self> {
        let Self {
            mut exchange,
            ticket,
        } = self;
        if ticket.gate.aborted.load(Ordering::SeqCst) {
            return None;
        }
        // Who goes on polls again at first, so nothing needs waking.
        let mut context = Context::from_waker(Waker::noop());
        let Poll::Ready(reply) = Pin::new(&mut exchange).poll(&mut context) else {
            return Some(Self { exchange, ticket });
        };
        // Before anybody hears of its end: what it held is free by then.
        drop(exchange);
        let exchange = Exchange::ready(ticket.outlet.try_answer(reply?).err()?);
        Some(Self { exchange, ticket })
    }

    async fn run(self) {
        // Kept to the end: it is what the end of serving waits for.
        let ticket = self.ticket;
        let abort = ticket.gate.abort.notified();
        if ticket.gate.aborted.load(Ordering::SeqCst) {
            return;
        }
        // The exchange comes first: one that is done at once never registers
        // for the abort.
        let reply = tokio::select! {
            biased;
            reply = self.exchange => reply,
            () = abort => None,
        };
        if let Some(reply) = reply {
            ticket.outlet.answer(reply).await;
        }
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
            self.outlet.end(self.id.as_ref().map(panicked));
        } else {
            self.outlet.end(None);
        }
        self.gate.ended();
    }
}

/// The answer to a request whose handling panicked: somebody waits for it.
pub(crate) fn panicked(id: &RequestId) -> Reply {
    let error = Error::new(ErrorKind::Internal, "Internal error");
    Reply::error(Some(id), &error, ProtocolVersion::LATEST)
}
