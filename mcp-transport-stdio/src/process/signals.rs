//! Signals, heard on a thread of their own.
//!
//! A handler for a signal stays installed for the life of the process, so
//! this thread does too: it passes one signal on to whoever serves, and takes
//! every other one for the wish to end at once.

use std::future::{Future, pending};
use std::io;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::runtime;
use tokio::sync::oneshot;

use super::AFTER_SIGNAL;
use super::last_resort::LastResort;

/// Whoever is to be told of the next signal.
static LISTENER: Mutex<Listener> = Mutex::new(Listener {
    thread: false,
    current: None,
});

struct Listener {
    thread: bool,
    current: Option<(oneshot::Sender<()>, Arc<LastResort>)>,
}

/// The next signal that asks the process to end; never completes unless `wanted`.
pub(super) async fn next(
    wanted: bool,
    last_resort: Arc<LastResort>,
) -> io::Result<impl Future<Output = ()>> {
    let (tell, told) = oneshot::channel();
    if wanted {
        let ready = {
            let mut listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
            let ready = if listener.thread {
                None
            } else {
                Some(start()?)
            };
            listener.thread = true;
            listener.current = Some((tell, last_resort));
            ready
        };
        // A signal that comes right after the start must find its handler.
        if let Some(ready) = ready {
            ready.await.map_err(io::Error::other)??;
        }
    }
    Ok(async move {
        if told.await.is_err() {
            pending().await
        }
    })
}

fn start() -> io::Result<oneshot::Receiver<io::Result<()>>> {
    // A runtime of its own: the author's may be held up, which is when a
    // signal matters most.
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let (ready, is_ready) = oneshot::channel();
    thread::Builder::new()
        .name("mcp-signals".into())
        .spawn(move || {
            runtime.block_on(async move {
                let mut signals = match system::Signals::install() {
                    Ok(signals) => signals,
                    Err(error) => {
                        let _ = ready.send(Err(error));
                        return;
                    }
                };
                let _ = ready.send(Ok(()));
                loop {
                    let number = signals.recv().await;
                    let current = LISTENER
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .current
                        .take();
                    let Some((tell, last_resort)) = current else {
                        process::exit(128 + number);
                    };
                    last_resort.arm(AFTER_SIGNAL);
                    if tell.send(()).is_err() {
                        process::exit(128 + number);
                    }
                }
            });
        })?;
    Ok(is_ready)
}

#[cfg(unix)]
mod system {
    use std::io;

    use tokio::signal::unix::{Signal, SignalKind, signal};

    pub(super) struct Signals {
        terminate: Signal,
        interrupt: Signal,
        hang_up: Signal,
    }

    impl Signals {
        pub(super) fn install() -> io::Result<Self> {
            Ok(Self {
                terminate: signal(SignalKind::terminate())?,
                interrupt: signal(SignalKind::interrupt())?,
                hang_up: signal(SignalKind::hangup())?,
            })
        }

        pub(super) async fn recv(&mut self) -> i32 {
            let kind = tokio::select! {
                _ = self.terminate.recv() => SignalKind::terminate(),
                _ = self.interrupt.recv() => SignalKind::interrupt(),
                _ = self.hang_up.recv() => SignalKind::hangup(),
            };
            kind.as_raw_value()
        }
    }
}

#[cfg(windows)]
mod system {
    use std::io;

    use tokio::signal::windows::{self, CtrlBreak, CtrlC, CtrlClose};

    pub(super) struct Signals {
        interrupt: CtrlC,
        stop: CtrlBreak,
        close: CtrlClose,
    }

    impl Signals {
        pub(super) fn install() -> io::Result<Self> {
            Ok(Self {
                interrupt: windows::ctrl_c()?,
                stop: windows::ctrl_break()?,
                close: windows::ctrl_close()?,
            })
        }

        pub(super) async fn recv(&mut self) -> i32 {
            tokio::select! {
                _ = self.interrupt.recv() => 2,
                _ = self.stop.recv() => 21,
                _ = self.close.recv() => 1,
            }
        }
    }
}
