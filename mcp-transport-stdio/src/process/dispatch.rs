//! Two threads that take turns at the input.
//!
//! One reads and accepts messages. When a request has to run, the reader
//! hands the input to the other thread and runs the request itself: most
//! handlers end without waiting, so their answer is written by the thread
//! that read the question, without a task and without waking a runtime. A
//! handler that waits goes on as a task; one that blocks holds up its thread
//! alone, for while the other thread has nobody to hand over to, it starts
//! requests as tasks and keeps reading.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::stdin::Stdin;
use crate::gate::Admitted;
use crate::intake::{Intake, Piece};
use crate::session::Session;

pub(super) struct Dispatcher {
    session: Arc<Session>,
    runtime: Handle,
    relay: Mutex<Relay>,
    handed_over: Condvar,
}

/// Where the input is left for the other thread.
struct Relay {
    input: Option<Box<Input>>,
    /// Whether a thread waits for it.
    waiting: bool,
    over: bool,
}

/// The input; whoever has it reads.
struct Input {
    stdin: Stdin,
    intake: Intake,
    done: oneshot::Sender<io::Result<()>>,
    at_end: Box<dyn FnOnce() + Send>,
}

/// What the reading thread does next.
enum Next {
    Read(Box<Input>),
    Run(Admitted),
}

impl Dispatcher {
    /// Starts to read. The result tells when the input has ended; the reading
    /// thread calls `at_end` just before.
    pub(super) fn start(
        session: &Arc<Session>,
        stdin: Stdin,
        at_end: impl FnOnce() + Send + 'static,
    ) -> io::Result<oneshot::Receiver<io::Result<()>>> {
        let (done, ended) = oneshot::channel();
        let input = Input {
            stdin,
            intake: session.intake(),
            done,
            at_end: Box::new(at_end),
        };
        let dispatcher = Arc::new(Self {
            session: Arc::clone(session),
            runtime: Handle::current(),
            relay: Mutex::new(Relay {
                input: Some(Box::new(input)),
                waiting: false,
                over: false,
            }),
            handed_over: Condvar::new(),
        });
        for name in ["mcp-stdin-1", "mcp-stdin-2"] {
            let dispatcher = Arc::clone(&dispatcher);
            thread::Builder::new()
                .name(name.into())
                .spawn(move || dispatcher.run())?;
        }
        Ok(ended)
    }

    fn run(&self) {
        let _runtime = self.runtime.enter();
        while let Some(mut input) = self.take_over() {
            loop {
                match self.step(input) {
                    Some(Next::Read(again)) => input = again,
                    Some(Next::Run(request)) => {
                        request.run_here();
                        break;
                    }
                    None => return self.finish(),
                }
            }
        }
    }

    /// Reads, or deals with a piece. `None` at the end of the input.
    fn step(&self, mut input: Box<Input>) -> Option<Next> {
        if self.session.is_stopped() {
            input.end(Ok(()));
            return None;
        }
        let Some(piece) = input.intake.next() else {
            return Self::read(input).map(Next::Read);
        };
        let Some(request) = self.take(&mut input, piece) else {
            return Some(Next::Read(input));
        };
        Some(match self.hand_over(input) {
            Ok(()) => Next::Run(request),
            Err(input) => {
                match request.listens() {
                    // Its acknowledgement waits for no thread of the runtime.
                    true => request.run_here(),
                    false => request.spawn(),
                }
                Next::Read(input)
            }
        })
    }

    fn take(&self, input: &mut Input, piece: Piece) -> Option<Admitted> {
        let request = self.session.take(piece, &mut input.intake);
        if !self.session.has_room() {
            self.runtime.block_on(self.session.room());
        }
        request
    }

    fn read(mut input: Box<Input>) -> Option<Box<Input>> {
        if input.intake.is_finished() {
            input.end(Ok(()));
            return None;
        }
        match input.stdin.read(input.intake.space()) {
            Ok(0) => input.intake.finish(),
            Ok(_) => {}
            Err(error) => {
                input.end(Err(error));
                return None;
            }
        }
        Some(input)
    }

    /// Leaves the input to the other thread, if that has nothing else to do.
    fn hand_over(&self, input: Box<Input>) -> Result<(), Box<Input>> {
        let mut relay = self.lock();
        if !relay.waiting {
            // A quick peer's next request overtakes the thread that has just
            // written the last answer: let that come back.
            drop(relay);
            thread::yield_now();
            relay = self.lock();
        }
        if !relay.waiting {
            return Err(input);
        }
        relay.input = Some(input);
        drop(relay);
        self.handed_over.notify_one();
        Ok(())
    }

    /// Waits for the input. `None` when it has ended.
    ///
    /// Comes back at once where the other thread was slower to wake than this
    /// one to run its request.
    fn take_over(&self) -> Option<Box<Input>> {
        let mut relay = self.lock();
        loop {
            if let Some(input) = relay.input.take() {
                return Some(input);
            }
            if relay.over {
                return None;
            }
            relay.waiting = true;
            relay = self
                .handed_over
                .wait(relay)
                .unwrap_or_else(PoisonError::into_inner);
            relay.waiting = false;
        }
    }

    fn finish(&self) {
        self.lock().over = true;
        self.handed_over.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Relay> {
        self.relay.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Input {
    fn end(self, read: io::Result<()>) {
        (self.at_end)();
        // Nobody listens when serving has ended for another reason.
        let _ = self.done.send(read);
    }
}
