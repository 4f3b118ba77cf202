//! The one way out: a bounded queue of frames and the loop that writes it.

use std::collections::VecDeque;
use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::{Buf, Bytes};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::Notify;

/// Queued bytes at which senders start to wait.
const HIGH: usize = 1024 * 1024;
/// Queued bytes below which they go on.
const LOW: usize = HIGH / 2;
/// Queued bytes at which what listens is refused: below [`HIGH`], so that no
/// storm of changes makes answers wait or keeps the stream from being read.
const LISTENING: usize = LOW;
/// The same at the end, when only last words can be expected of it.
const PARTING: usize = 2 * HIGH;
/// What a queued frame costs besides its bytes, so that empty ones count.
const OVERHEAD: usize = 64;
/// As much as this is put into one write.
const BATCH: usize = 64 * 1024;

/// Writes a frame and its newline as far as that is possible without waiting.
pub(crate) trait Direct: Send + Sync {
    /// How many of the `frame.len() + 1` bytes were written.
    fn try_write(&self, frame: &[u8]) -> io::Result<usize>;
}

/// What may still be sent for one request.
///
/// Read and written under the lock of the [`Wire`], so that nothing slips in
/// behind the answer.
#[derive(Default)]
pub(crate) struct Way {
    ended: AtomicBool,
    listens: AtomicBool,
}

impl Way {
    /// The way of something that listens.
    pub(crate) fn listening() -> Self {
        Self {
            ended: AtomicBool::new(false),
            listens: AtomicBool::new(true),
        }
    }

    /// Makes it the way of something that listens.
    pub(crate) fn listen(&self) {
        self.listens.store(true, Ordering::Relaxed);
    }

    fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    pub(crate) fn listens(&self) -> bool {
        self.listens.load(Ordering::Relaxed)
    }

    fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

/// Frames on their way to the peer, in order.
pub(crate) struct Wire {
    queue: Mutex<Queue>,
    /// Whether the queue is full; changed under its lock.
    crowded: AtomicBool,
    /// A shorter way, taken while nothing is queued.
    direct: Option<Box<dyn Direct>>,
    /// Wakes the writer.
    work: Notify,
    /// Wakes those who wait for room.
    room: Notify,
    /// The end has come: broken, or written out.
    over: Notify,
}

#[derive(Default)]
struct Queue {
    frames: VecDeque<Bytes>,
    bytes: usize,
    /// The writer holds bytes that come before anything queued.
    writing: bool,
    /// Somebody waits for room.
    wanted: bool,
    /// What listens is about to end.
    parting: bool,
    state: State,
}

#[derive(Default)]
enum State {
    #[default]
    Open,
    /// Takes nothing more; what is queued is written.
    Closing,
    /// Everything is written.
    Finished,
    /// The peer is gone, or could not be written to for the reason given.
    Broken(Option<io::Error>),
}

impl Queue {
    /// Whether a sender need not wait; a wire that takes nothing keeps nobody.
    fn has_room(&self) -> bool {
        self.bytes < HIGH || !matches!(self.state, State::Open)
    }

    /// Whether a frame that comes before its answer, if any, is taken.
    fn takes_from(&self, way: &Way) -> bool {
        let bound = match (way.listens(), self.parting) {
            (false, _) => HIGH,
            (true, false) => LISTENING,
            (true, true) => PARTING,
        };
        matches!(self.state, State::Open) && !way.has_ended() && self.bytes < bound
    }
}

/// What the writer does next.
enum Step {
    Write,
    Flush,
    Wait,
    Finish,
}

impl Wire {
    pub(crate) fn new(direct: Option<Box<dyn Direct>>) -> Self {
        Self {
            queue: Mutex::default(),
            crowded: AtomicBool::new(false),
            direct,
            work: Notify::new(),
            room: Notify::new(),
            over: Notify::new(),
        }
    }

    /// Queues a frame of a request that has not ended, if there is room.
    pub(crate) fn offer(&self, way: &Way, frame: Bytes) -> bool {
        let queue = self.lock();
        queue.takes_from(way) && self.push(queue, frame)
    }

    /// Ends a request, with room or without; `false` where it had ended.
    pub(crate) fn end(&self, way: &Way, frame: Option<Bytes>) -> bool {
        let queue = self.lock();
        let first = !way.has_ended();
        way.end();
        if let Some(frame) = frame {
            self.push(queue, frame);
        }
        first
    }

    /// Ends a request as soon as there is room for its answer; one that
    /// listened does not wait, since the end of serving does not wait for it.
    pub(crate) async fn answer(&self, way: &Way, frame: Bytes) {
        loop {
            {
                let queue = self.lock();
                way.end();
                if queue.has_room() || way.listens() {
                    self.push(queue, frame);
                    return;
                }
            }
            self.room().await;
        }
    }

    /// Queues a frame of no request, with room or without.
    pub(crate) fn send(&self, frame: Bytes) {
        self.push(self.lock(), frame);
    }

    /// Whether a sender need not wait, as far as that is known without a lock.
    pub(crate) fn has_room(&self) -> bool {
        !self.crowded.load(Ordering::Relaxed)
    }

    /// Waits until the queue has room, or takes nothing any more.
    pub(crate) async fn room(&self) {
        loop {
            let mut room = pin!(self.room.notified());
            {
                let mut queue = self.lock();
                if queue.has_room() {
                    return;
                }
                queue.wanted = true;
                // Under the lock, so that no wake-up falls between.
                room.as_mut().enable();
            }
            room.await;
        }
    }

    /// Gives what listens room for its last words.
    pub(crate) fn part(&self) {
        self.lock().parting = true;
    }

    /// Takes no more frames; the writer ends when all are written.
    pub(crate) fn close(&self) {
        let mut queue = self.lock();
        if matches!(queue.state, State::Open) {
            queue.state = State::Closing;
        }
        drop(queue);
        self.work.notify_one();
        self.room.notify_waiters();
    }

    /// Waits until everything is written, or nothing can be written.
    pub(crate) async fn over(&self) {
        loop {
            let mut over = pin!(self.over.notified());
            over.as_mut().enable();
            if matches!(self.lock().state, State::Finished | State::Broken(_)) {
                return;
            }
            over.await;
        }
    }

    /// Why writing failed, where that is more than a peer that has gone.
    pub(crate) fn take_error(&self) -> Option<io::Error> {
        match &mut self.lock().state {
            State::Broken(error) => error.take(),
            _ => None,
        }
    }

    /// Writes what is queued until the wire is closed or breaks.
    ///
    /// Everything queued goes out before one flush.
    pub(crate) async fn write(&self, mut writer: impl AsyncWrite + Unpin) {
        let mut batch = Vec::with_capacity(4 * 1024);
        let mut dirty = false;
        loop {
            let done = match self.step(&mut batch, dirty) {
                Step::Write => {
                    dirty = true;
                    writer.write_all(&batch).await
                }
                Step::Flush => {
                    dirty = false;
                    writer.flush().await
                }
                Step::Wait => {
                    self.work.notified().await;
                    Ok(())
                }
                Step::Finish => {
                    let ended = writer.shutdown().await;
                    let mut queue = self.lock();
                    if let Err(error) = ended {
                        self.fail(&mut queue, error);
                    } else if !matches!(queue.state, State::Broken(_)) {
                        queue.state = State::Finished;
                    }
                    drop(queue);
                    self.over.notify_waiters();
                    return;
                }
            };
            if let Err(error) = done {
                self.fail(&mut self.lock(), error);
            }
        }
    }

    fn step(&self, batch: &mut Vec<u8>, dirty: bool) -> Step {
        batch.clear();
        if batch.capacity() > 4 * BATCH {
            batch.shrink_to(BATCH);
        }
        let mut queue = self.lock();
        while batch.len() < BATCH
            && let Some(frame) = queue.frames.pop_front()
        {
            queue.bytes -= frame.len() + OVERHEAD;
            batch.reserve(frame.len() + 1);
            batch.extend_from_slice(&frame);
            batch.push(b'\n');
        }
        if queue.bytes < LOW {
            self.crowded.store(false, Ordering::Relaxed);
            if std::mem::take(&mut queue.wanted) {
                self.room.notify_waiters();
            }
        }
        queue.writing = !batch.is_empty() || dirty;
        if !batch.is_empty() {
            Step::Write
        } else if dirty && !matches!(queue.state, State::Broken(_)) {
            Step::Flush
        } else if matches!(queue.state, State::Open) {
            Step::Wait
        } else {
            Step::Finish
        }
    }

    /// Appends a frame; `false` where the wire takes none.
    fn push(&self, mut queue: MutexGuard<'_, Queue>, mut frame: Bytes) -> bool {
        if !matches!(queue.state, State::Open) {
            return false;
        }
        if let Some(direct) = &self.direct
            && !queue.writing
            && queue.frames.is_empty()
        {
            match direct.try_write(&frame) {
                Ok(written) if written > frame.len() => return true,
                // The newline is the writer's business, whatever is left.
                Ok(written) => frame.advance(written),
                Err(error) => {
                    self.fail(&mut queue, error);
                    drop(queue);
                    self.work.notify_one();
                    return false;
                }
            }
        }
        queue.bytes += frame.len() + OVERHEAD;
        queue.frames.push_back(frame);
        if queue.bytes >= HIGH {
            self.crowded.store(true, Ordering::Relaxed);
        }
        let asleep = !queue.writing;
        drop(queue);
        if asleep {
            self.work.notify_one();
        }
        true
    }

    /// Gives up: nobody reads, or nobody can be written to.
    fn fail(&self, queue: &mut Queue, error: io::Error) {
        use io::ErrorKind::{
            BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected, WriteZero,
        };
        if matches!(queue.state, State::Broken(_)) {
            return;
        }
        let gone = matches!(
            error.kind(),
            BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected | WriteZero
        );
        queue.state = State::Broken((!gone).then_some(error));
        queue.frames.clear();
        queue.bytes = 0;
        queue.wanted = false;
        self.crowded.store(false, Ordering::Relaxed);
        self.room.notify_waiters();
        self.over.notify_waiters();
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing in here panics half-way, so a poisoned queue is a whole one.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
