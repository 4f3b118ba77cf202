//! What is said on the way to one answer.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use mcp_core::transport::Outlet;

/// Frames that wait for the client at most. Progress and log messages beyond
/// them are lost; the answer never is.
const WAITING: usize = 256;

/// The outlet of one request: a queue that allocates with its first frame,
/// read by the task that answers.
pub(crate) struct Talk(Mutex<State>);

#[derive(Default)]
struct State {
    frames: VecDeque<Bytes>,
    stage: Stage,
    reader: Option<Waker>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    /// Frames are taken.
    #[default]
    Open,
    /// The answer is the last frame: nothing follows it.
    Ended,
    /// Nobody reads.
    Closed,
}

impl Talk {
    pub(crate) fn new() -> Self {
        Self(Mutex::default())
    }

    /// The outlet of a client that takes nothing but the answer.
    pub(crate) fn mute() -> Self {
        Self(Mutex::new(State {
            stage: Stage::Closed,
            ..State::default()
        }))
    }

    /// Resolves when something has been said.
    pub(crate) fn poll_spoken(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.state();
        if state.frames.is_empty() {
            state.wait(cx)
        } else {
            Poll::Ready(())
        }
    }

    /// Whatever waits, all at once; `None` after the end.
    pub(crate) fn poll_frames(&self, cx: &mut Context<'_>) -> Poll<Option<VecDeque<Bytes>>> {
        let mut state = self.state();
        if !state.frames.is_empty() {
            return Poll::Ready(Some(std::mem::take(&mut state.frames)));
        }
        if state.stage == Stage::Open {
            state.wait(cx)
        } else {
            Poll::Ready(None)
        }
    }

    /// Ends the talk, with the answer if there is one. Only the first end counts.
    pub(crate) fn end(&self, answer: Option<Bytes>) {
        let mut state = self.state();
        if state.stage == Stage::Open {
            state.frames.extend(answer);
            state.stage = Stage::Ended;
            state.wake();
        }
    }

    /// Nobody reads any more.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.stage = Stage::Closed;
        state.frames = VecDeque::new();
        state.reader = None;
    }

    /// Whether nothing waits to be read.
    pub(crate) fn is_silent(&self) -> bool {
        self.state().frames.is_empty()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn wait<T>(&mut self, cx: &mut Context<'_>) -> Poll<T> {
        match &mut self.reader {
            Some(reader) => reader.clone_from(cx.waker()),
            None => self.reader = Some(cx.waker().clone()),
        }
        Poll::Pending
    }

    fn wake(&mut self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }
}

impl Outlet for Talk {
    fn send(&self, frame: Bytes) -> bool {
        let mut state = self.state();
        if state.stage != Stage::Open || state.frames.len() >= WAITING {
            tracing::debug!("a message on the way to an answer is dropped: the client takes none");
            return false;
        }
        state.frames.push_back(frame);
        state.wake();
        true
    }
}
