//! What is said on the way to one answer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use mcp_core::transport::Outlet;
use tokio::sync::Notify;

use super::budget::{Budget, Share};
use super::ring::{Ring, Run};

/// Frames that wait for the client at most. Progress and log messages beyond
/// them are lost; the answer never is while somebody reads.
const WAITING: usize = 256;

/// How many bytes of them, but for the last frame: what clients choose
/// themselves, such as a progress token, is part of each.
const WAITING_BYTES: usize = 1024 * 1024;

/// How many frames of one stream are kept for a client that comes back.
const KEPT: usize = 256;

/// How many bytes of frames that were sent are kept for it, of one stream.
const KEPT_BYTES: usize = 1024 * 1024;

/// The outlet of one request: a queue that allocates with its first frame,
/// read by one response at a time.
///
/// The stream of a session remembers what it said, within bounds, so that a
/// client which lost its connection can read on ([`Talk::remember`]).
pub(crate) struct Talk {
    state: Mutex<State>,
    /// Whether a reader is there has changed.
    presence: Notify,
    /// Whether the client can be sent away and comes back by itself.
    polls: bool,
}

#[derive(Default)]
struct State {
    ring: Ring,
    stage: Stage,
    /// The reader that counts; earlier ones read nothing any more.
    reader: Reader,
    waker: Option<Waker>,
    /// No reader is there. There is one from the start: the response that has
    /// not begun.
    absent: bool,
    /// The reader shall go, and come back later.
    released: bool,
    /// What is kept counts here.
    share: Option<Share>,
}

/// A reader of a talk; the first is the one that is there from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reader(u64);

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    /// Frames are taken.
    #[default]
    Open,
    /// The answer is the last frame: nothing follows it.
    Ended,
    /// Nobody reads, nor will.
    Closed,
}

/// What becomes of a reader that comes back.
pub(crate) enum Attended {
    /// It reads on.
    As(Reader),
    /// It was told everything, and nothing follows.
    Over,
    /// Nobody was told what it says it was told.
    Unknown,
}

/// What a reader is to do.
pub(super) enum Said {
    /// Write these.
    Frames(Run),
    /// Tell the client to come back, and hang up.
    ComeBack,
}

impl Talk {
    pub(crate) fn new() -> Self {
        Self {
            state: Mutex::default(),
            presence: Notify::new(),
            polls: false,
        }
    }

    /// A talk whose client comes back when it is sent away ([`Outlet::release`]).
    pub(crate) fn polling() -> Self {
        Self {
            polls: true,
            ..Self::new()
        }
    }

    /// The outlet of a client that takes nothing but the answer.
    pub(crate) fn mute() -> Self {
        let talk = Self::new();
        talk.state().stage = Stage::Closed;
        talk
    }

    /// From now on, what has been said is kept for another reader.
    pub(crate) fn remember(&self, budget: &Arc<Budget>) {
        self.state().share = Some(budget.share());
    }

    /// Resolves when something has been said, or the reader shall go.
    pub(super) fn poll_spoken(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.state();
        if state.ring.waiting() > 0 || state.released {
            Poll::Ready(())
        } else {
            state.wait(cx)
        }
    }

    /// Whatever waits, all at once; `None` after the end, and for a reader
    /// whose place another has taken.
    pub(super) fn poll_read(&self, reader: Reader, cx: &mut Context<'_>) -> Poll<Option<Said>> {
        let mut state = self.state();
        if state.reader != reader {
            return Poll::Ready(None);
        }
        if state.ring.waiting() > 0 {
            let run = if state.share.is_some() {
                let run = state.ring.read();
                state.keep_within_bounds();
                run
            } else {
                state.ring.take()
            };
            return Poll::Ready(Some(Said::Frames(run)));
        }
        if state.stage != Stage::Open {
            return Poll::Ready(None);
        }
        if std::mem::take(&mut state.released) {
            return Poll::Ready(Some(Said::ComeBack));
        }
        state.wait(cx)
    }

    /// Ends the talk, with the answer if there is one. Only the first end counts.
    pub(crate) fn end(&self, answer: Option<Bytes>) {
        let mut state = self.state();
        if state.stage != Stage::Open {
            return;
        }
        if let Some(answer) = answer
            && !state.push(answer)
        {
            tracing::debug!("an answer is dropped: its client is gone, and too much is kept");
        }
        state.stage = Stage::Ended;
        state.wake();
    }

    /// Says what must not be lost, however much waits already; whoever calls
    /// this bounds it ([`Talk::is_full`]).
    #[cfg(feature = "legacy-sse")]
    pub(crate) fn insist(&self, frame: Bytes) {
        let mut state = self.state();
        if state.stage == Stage::Open && state.push(frame) {
            state.wake();
        }
    }

    /// Whether more waits than the client will soon read.
    #[cfg(feature = "legacy-sse")]
    pub(crate) fn is_full(&self) -> bool {
        self.state().is_full()
    }

    /// Nobody reads any more, nor will.
    pub(crate) fn close(&self) {
        self.state().close();
        self.presence.notify_waiters();
    }

    /// A reader is gone. Another may come where the talk remembers.
    pub(super) fn leave(&self, reader: Reader) {
        let mut state = self.state();
        if state.reader != reader {
            return;
        }
        if state.share.is_some() && state.stage != Stage::Closed {
            state.absent = true;
            state.waker = None;
        } else {
            state.close();
        }
        drop(state);
        self.presence.notify_waiters();
    }

    /// A reader who was told everything up to a frame takes the place of any
    /// other, if something is left to be told or may be yet.
    pub(crate) fn attend(&self, told: u64) -> Attended {
        let mut state = self.state();
        if state.stage == Stage::Closed || !state.ring.seek(told) {
            return Attended::Unknown;
        }
        if state.stage == Stage::Ended && state.ring.waiting() == 0 {
            return Attended::Over;
        }
        state.reader = Reader(state.reader.0 + 1);
        state.absent = false;
        state.released = false;
        // The earlier one learns that it does not count any more.
        state.wake();
        let reader = state.reader;
        drop(state);
        self.presence.notify_waiters();
        Attended::As(reader)
    }

    /// Whether nobody reads, nor will.
    pub(crate) fn is_closed(&self) -> bool {
        self.state().stage == Stage::Closed
    }

    /// Whether somebody reads.
    pub(crate) fn is_read(&self) -> bool {
        self.state().is_read()
    }

    /// Resolves when nobody reads.
    pub(crate) async fn gone(&self) {
        self.presence_is(|state| !state.is_read()).await;
    }

    /// Resolves when somebody reads again.
    pub(super) async fn back(&self) {
        self.presence_is(State::is_read).await;
    }

    /// Resolves when nobody has read for so long, or nobody will again.
    pub(crate) async fn abandoned(&self, patience: Duration) {
        loop {
            self.gone().await;
            if self.is_closed() {
                return;
            }
            // It may also be closed while nobody reads.
            let decided = self.presence_is(|state| !state.is_missed());
            tokio::select! {
                biased;
                () = decided => {}
                () = tokio::time::sleep(patience) => return,
            }
        }
    }

    async fn presence_is(&self, wanted: impl Fn(&State) -> bool) {
        loop {
            let changed = self.presence.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if wanted(&self.state()) {
                return;
            }
            changed.await;
        }
    }

    /// Whether nothing waits to be read.
    pub(super) fn is_silent(&self) -> bool {
        self.state().ring.waiting() == 0
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_read(&self) -> bool {
        !self.absent && self.stage != Stage::Closed
    }

    /// Whether more waits than the client will soon read.
    fn is_full(&self) -> bool {
        self.ring.waiting() >= WAITING || self.ring.waiting_bytes() >= WAITING_BYTES
    }

    /// Whether nobody reads, but somebody may come back.
    fn is_missed(&self) -> bool {
        self.absent && self.stage != Stage::Closed
    }

    /// `false` where nobody reads and there is no room to keep the frame.
    fn push(&mut self, frame: Bytes) -> bool {
        if self.absent
            && self
                .share
                .as_ref()
                .is_some_and(|s| !s.has_room(frame.len()))
        {
            return false;
        }
        self.ring.push(frame);
        self.keep_within_bounds();
        true
    }

    /// Lets go of what was read, as far as it is not to be kept.
    fn keep_within_bounds(&mut self) {
        let Some(share) = &mut self.share else {
            return;
        };
        self.ring.forget(KEPT, KEPT_BYTES);
        if !share.set(self.ring.bytes()) {
            self.ring.forget(0, 0);
            share.set(self.ring.bytes());
        }
    }

    fn close(&mut self) {
        self.stage = Stage::Closed;
        self.ring = Ring::default();
        self.share = None;
        self.wake();
    }

    fn wait<T>(&mut self, cx: &mut Context<'_>) -> Poll<T> {
        match &mut self.waker {
            Some(waker) => waker.clone_from(cx.waker()),
            None => self.waker = Some(cx.waker().clone()),
        }
        Poll::Pending
    }

    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

impl Outlet for Talk {
    fn send(&self, frame: Bytes) -> bool {
        let mut state = self.state();
        let full = state.stage != Stage::Open || state.is_full();
        if full || !state.push(frame) {
            tracing::debug!("a message on the way to an answer is dropped: the client takes none");
            return false;
        }
        state.wake();
        true
    }

    fn release(&self) {
        let mut state = self.state();
        if self.polls && state.stage == Stage::Open && !state.absent {
            state.released = true;
            state.wake();
        }
    }
}
