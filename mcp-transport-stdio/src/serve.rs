//! Serving a byte stream, from its first line to its last answer.

use std::future::{Future, pending};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use mcp_core::transport::{Connection, Service};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};

use crate::session::Session;
use crate::wire::Wire;
use crate::{Ended, Options, Reason};

/// How long a peer may take to read the last answers, however short the drain.
const LEAST_FLUSH: Duration = Duration::from_millis(250);
/// How long requests that listen may take to end, however long the drain.
const LAST_WORDS: Duration = Duration::from_millis(250);
/// How long requests that were dropped may take to notice: a batch of which
/// they are part is answered without them.
const UNWINDING: Duration = Duration::from_millis(50);
/// How long requests may go on after a signal.
const SIGNAL_DRAIN: Duration = Duration::from_secs(1);

/// Serves one peer over any byte stream: a Unix socket, TCP, a pipe, memory.
///
/// The connection is opened before this function returns; the future does the
/// rest. It ends when the peer closes its end (the requests accepted by then
/// are still answered), does not read any more, or when
/// [`Options::stop_when`] says so. Options that concern the process are not
/// looked at.
///
/// On such a stream, as on stdio: messages are JSON-RPC in UTF-8, one a line;
/// a request is cancelled by `notifications/cancelled`; when the stream ends,
/// nothing more is read and the requests in flight run to their end or to
/// [`Options::drain_timeout`]. Nothing is set up before the first message.
///
/// A blocking handler takes a thread away from the runtime that also runs
/// this future; [`serve`](crate::serve) does not have this weakness.
///
/// # Cancel safety
///
/// Dropping the future ends the connection at once: requests in flight are
/// cancelled, answers not yet written are lost.
///
/// # Errors
///
/// What reading or writing failed with; a peer that has gone is no error.
///
/// # Panics
///
/// The future panics outside a Tokio runtime with time enabled.
///
/// # Examples
///
/// ```no_run
/// use mcp_transport_stdio::{Options, serve_on};
///
/// # struct UnixListener;
/// # impl UnixListener {
/// #     async fn accept(&self) -> std::io::Result<(tokio::io::DuplexStream, ())> { loop {} }
/// # }
/// # async fn example(service: impl mcp_core::transport::Service, listener: UnixListener) -> std::io::Result<()> {
/// loop {
///     let (socket, _) = listener.accept().await?;
///     let (reader, writer) = tokio::io::split(socket);
///     tokio::spawn(serve_on(&service, reader, writer, Options::new()));
/// }
/// # }
/// ```
pub fn serve_on<S, R, W>(
    service: &S,
    reader: R,
    writer: W,
    options: Options,
) -> impl Future<Output = io::Result<Ended>> + Send + use<S, R, W>
where
    S: Service + ?Sized,
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let connection = service.connect(options.origin.clone());
    serve_stream(connection, reader, writer, options)
}

async fn serve_stream<R, W>(
    connection: Arc<dyn Connection>,
    reader: R,
    writer: W,
    mut options: Options,
) -> io::Result<Ended>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let stop = stop_requested(&mut options);
    let wire = Arc::new(Wire::new(None));
    let session = Session::new(connection, Arc::clone(&wire), &options);
    let serving = Serving::begin(&session);
    let writing = tokio::spawn(async move { wire.write(writer).await });
    let _writing = AbortOnDrop(writing.abort_handle());
    let input = session.read(reader);
    conduct(serving, input, stop, options.drain_timeout).await
}

/// Completes when the author of the options asks for the end.
pub(crate) fn stop_requested(options: &mut Options) -> impl Future<Output = Reason> + use<> {
    let stop = options.stop.take();
    async move {
        match stop {
            Some(stop) => stop.await,
            None => pending().await,
        }
        Reason::Stopped
    }
}

/// Sees a session through: input, end, drain, last flush.
pub(crate) async fn conduct(
    serving: Serving,
    input: impl Future<Output = io::Result<()>>,
    stop: impl Future<Output = Reason>,
    drain_timeout: Duration,
) -> io::Result<Ended> {
    let session = &serving.session;
    let (reason, read) = tokio::select! {
        biased;
        () = session.wire.over() => (Reason::PeerGone, Ok(())),
        reason = stop => (reason, Ok(())),
        read = input => (Reason::EndOfInput, read),
    };
    tracing::debug!(?reason, "serving ends");
    session.end();
    let (reason, read) = match read {
        Err(error) if is_hang_up(&error) => (Reason::PeerGone, Ok(())),
        read => (reason, read),
    };
    let abandoned = drain(session, reason, drain_timeout).await;
    match session.wire.take_error() {
        Some(error) => Err(error),
        None => read.map(|()| Ended { reason, abandoned }),
    }
}

/// Lets accepted requests end and their answers go out, but not for ever.
async fn drain(session: &Session, reason: Reason, drain_timeout: Duration) -> usize {
    let start = Instant::now();
    let limit = match reason {
        Reason::PeerGone => Duration::ZERO,
        Reason::Signal => drain_timeout.min(SIGNAL_DRAIN),
        Reason::EndOfInput | Reason::Stopped => drain_timeout,
    };
    let drained = timeout(limit, async {
        tokio::select! {
            () = session.gate.idle() => true,
            () = session.wire.over() => false,
        }
    });
    let mut abandoned = 0;
    if !drained.await.unwrap_or(false) {
        abandoned = session.gate.abort();
        let _ = timeout(UNWINDING.min(limit), session.gate.idle()).await;
    }
    // They were told of the end when it came.
    let left = limit.min(LAST_WORDS).saturating_sub(start.elapsed());
    let silent = timeout(left, session.listeners.idle()).await.is_ok();
    if !silent && reason != Reason::PeerGone {
        tracing::warn!("what listened does not end: dropped");
    }
    session.listeners.abort();
    if abandoned > 0 {
        tracing::warn!(abandoned, ?reason, "requests were abandoned");
    }
    session.wire.close();
    let limit = limit.saturating_sub(start.elapsed()).max(LEAST_FLUSH);
    if timeout(limit, session.wire.over()).await.is_err() {
        tracing::warn!("the peer does not read: answers were lost");
    }
    abandoned
}

fn is_hang_up(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(
        error.kind(),
        BrokenPipe | ConnectionAborted | ConnectionReset
    )
}

/// A session that is served, and ends when serving does, in whatever way.
pub(crate) struct Serving {
    session: Arc<Session>,
    /// The task for what belongs to no request. Nobody waits for it.
    _listening: Option<AbortOnDrop>,
}

impl Serving {
    /// Begins before the first message is read, so that nothing is missed.
    pub(crate) fn begin(session: &Arc<Session>) -> Self {
        Self {
            session: Arc::clone(session),
            _listening: session.listen().map(AbortOnDrop),
        }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.session.end();
        self.session.gate.abort();
        self.session.listeners.abort();
        self.session.wire.close();
    }
}

/// A task that must not outlive the future which needs it.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
