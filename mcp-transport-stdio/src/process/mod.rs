//! Serving the process's own standard streams.
//!
//! On threads that no runtime waits for: two read, accept and begin to serve
//! ([`dispatch`]), one writes what could not be written at once, one waits
//! for signals.

mod dispatch;
mod last_resort;
mod signals;
mod stdin;
mod stdout;
mod streams;

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use mcp_core::transport::{Connection, Service};
use tokio::runtime::Handle;

use crate::serve::{Serving, conduct, stop_requested};
use crate::session::Session;
use crate::wire::Wire;
use crate::{Ended, Options, Reason};
use dispatch::Dispatcher;
use last_resort::LastResort;
use stdin::Stdin;
use stdout::Stdout;
use streams::Streams;

/// How long the process may go on after requests were abandoned.
const AFTERLIFE: Duration = Duration::from_secs(1);
/// How long it may take to end after a signal, if it cannot be ended in order.
const AFTER_SIGNAL: Duration = Duration::from_millis(1750);

/// Serves the process that started this one over standard input and output.
///
/// The future ends when the input ends, the output is closed, or a signal or
/// [`Options::stop_when`] asks for the end, after the requests accepted until
/// then were answered: return from `main` then, and the exit status is 0.
///
/// While it runs, the streams belong to it ([`Options::guard`]), and messages
/// are read and accepted on threads of its own: `ping`, lists and
/// cancellations are dealt with even while every thread of the runtime is
/// held up by a handler. These threads also begin to run the handlers, within
/// the context of the runtime; one that has to wait goes on there. They are
/// left behind when serving ends with the input still open, for nothing can
/// wake them from their read.
///
/// # Cancel safety
///
/// Dropping the future ends the connection at once: requests in flight are
/// cancelled. The standard streams stay guarded, and cannot be served again.
///
/// # Errors
///
/// [`io::ErrorKind::ResourceBusy`] where standard input is being served
/// already; else what reading, writing or setting up failed with.
///
/// # Panics
///
/// The future panics outside a Tokio runtime with time enabled.
///
/// # Examples
///
/// ```no_run
/// # async fn example(server: impl mcp_core::transport::Service) -> std::io::Result<()> {
/// use mcp_transport_stdio::{Options, serve};
///
/// serve(&server, Options::new()).await?;
/// # Ok(())
/// # }
/// ```
pub fn serve<S>(
    service: &S,
    options: Options,
) -> impl Future<Output = io::Result<Ended>> + Send + use<S>
where
    S: Service + ?Sized,
{
    let connection = service.connect(options.origin.clone());
    serve_process(connection, options)
}

async fn serve_process(connection: Arc<dyn Connection>, mut options: Options) -> io::Result<Ended> {
    let lease = Lease::take()?;
    let last_resort = LastResort::new(options.exit_when_stuck);
    let stop = stop_requested(&mut options);
    let signal = signals::next(options.signals, Arc::clone(&last_resort)).await?;
    let streams = Streams::take(options.guard)?;
    let stdout = Stdout::new(streams.output()?);
    let wire = Arc::new(Wire::new(stdout.direct()?));
    let session = Session::new(connection, Arc::clone(&wire), &options);
    let serving = Serving::begin(&session);

    on_thread("mcp-stdout", async move { wire.write(stdout).await })?;
    let stdin = Stdin::new(streams.input()?);
    let input = Dispatcher::start(&session, stdin, {
        let last_resort = Arc::clone(&last_resort);
        let limit = options.drain_timeout.saturating_add(AFTERLIFE);
        move || {
            // The runtime may be held up by the very handlers that do not end.
            last_resort.arm(limit);
            drop(lease);
        }
    })?;

    let disarm = Disarm(&last_resort);
    let input = async {
        let lost = || io::Error::other("the reader of standard input died");
        input.await.unwrap_or_else(|_| Err(lost()))
    };
    let stop = async {
        let (stop, signal) = (pin!(stop), pin!(signal));
        tokio::select! {
            reason = stop => reason,
            () = signal => Reason::Signal,
        }
    };
    let ended = conduct(serving, input, stop, options.drain_timeout).await;
    match &ended {
        // Whatever still runs may print: the guard stays.
        Ok(ended) if ended.abandoned > 0 => {
            std::mem::forget(disarm);
            last_resort.arm(AFTERLIFE);
        }
        _ => streams.restore()?,
    }
    ended
}

/// Runs a future on a thread that belongs to nobody else.
///
/// It may block there; what it spawns runs on the current runtime.
fn on_thread(name: &str, future: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
    let runtime = Handle::current();
    thread::Builder::new()
        .name(name.into())
        .spawn(move || runtime.block_on(future))?;
    Ok(())
}

/// The right to read standard input, held as long as somebody does.
struct Lease;

static TAKEN: AtomicBool = AtomicBool::new(false);

impl Lease {
    fn take() -> io::Result<Self> {
        if TAKEN.swap(true, Ordering::SeqCst) {
            return Err(io::Error::new(
                io::ErrorKind::ResourceBusy,
                "standard input is being served already",
            ));
        }
        Ok(Self)
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        TAKEN.store(false, Ordering::SeqCst);
    }
}

/// Lets the process live when serving has ended in order, or was dropped.
struct Disarm<'a>(&'a LastResort);

impl Drop for Disarm<'_> {
    fn drop(&mut self) {
        self.0.disarm();
    }
}
