//! What can be set, and how serving ends.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use mcp_core::transport::Origin;

/// How a byte stream is served.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use mcp_transport_stdio::Options;
///
/// let options = Options::new()
///     .max_line(1024 * 1024)
///     .max_in_flight(8)
///     .drain_timeout(Duration::from_secs(1));
/// # drop(options);
/// ```
#[must_use]
pub struct Options {
    pub(crate) max_line: usize,
    pub(crate) max_in_flight: usize,
    pub(crate) max_listening: usize,
    pub(crate) drain_timeout: Duration,
    pub(crate) parse_error_reply: ParseErrorReply,
    pub(crate) origin: Origin,
    pub(crate) stop: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    pub(crate) guard: bool,
    pub(crate) signals: bool,
    pub(crate) exit_when_stuck: bool,
}

impl Options {
    /// The defaults, which suit a server that a host starts as its child.
    pub fn new() -> Self {
        Self {
            max_line: 16 * 1024 * 1024,
            max_in_flight: 64,
            max_listening: 64,
            drain_timeout: Duration::from_secs(5),
            parse_error_reply: ParseErrorReply::default(),
            origin: Origin::stream(),
            stop: None,
            guard: true,
            signals: true,
            exit_when_stuck: true,
        }
    }

    /// Longest message accepted, in bytes without its newline (16 MiB).
    ///
    /// A longer one is thrown away as it arrives and answered with -32600
    /// where its id can be found; the messages after it are served.
    pub fn max_line(mut self, bytes: usize) -> Self {
        self.max_line = bytes;
        self
    }

    /// How many requests run at once (64; at least 1).
    ///
    /// Up to 64 more wait. Beyond that the stream is not read while requests
    /// keep ending, so the peer feels the pressure. If none ends for a second,
    /// reading goes on, for they may wait for what the stream brings: further
    /// requests are then answered with -32603 until one ends. Notifications,
    /// responses and requests that need no handler are dealt with as they are
    /// read.
    pub fn max_in_flight(mut self, requests: usize) -> Self {
        self.max_in_flight = requests.max(1);
        self
    }

    /// How many requests listen at once (64), besides those that
    /// [`Options::max_in_flight`] counts.
    ///
    /// Further ones are answered with -32603 until one ends. Those that listen
    /// end when serving does, and keep nobody waiting.
    pub fn max_listening(mut self, requests: usize) -> Self {
        self.max_listening = requests;
        self
    }

    /// How long accepted requests may go on when the input has ended (5 s).
    ///
    /// After a signal it is one second at most.
    pub fn drain_timeout(mut self, timeout: Duration) -> Self {
        self.drain_timeout = timeout;
        self
    }

    /// Whether text that is no message is answered.
    pub fn parse_error_reply(mut self, reply: ParseErrorReply) -> Self {
        self.parse_error_reply = reply;
        self
    }

    /// Who is at the other end ([`Origin::stream`]: the process that started
    /// us). Set it where the stream comes from somebody less trusted.
    pub fn origin(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// Ends serving when `stop` completes, as the end of the input would.
    pub fn stop_when(mut self, stop: impl Future<Output = ()> + Send + 'static) -> Self {
        self.stop = Some(Box::pin(stop));
        self
    }

    /// [`serve`](crate::serve) only: whether the process's own standard
    /// streams are kept for messages (yes).
    ///
    /// While the guard is up, what the process and its children write to
    /// standard output goes to standard error, and on Unix they read nothing
    /// from standard input: neither `println!` nor a child process can break
    /// into the conversation.
    pub fn guard(mut self, guard: bool) -> Self {
        self.guard = guard;
        self
    }

    /// [`serve`](crate::serve) only: whether SIGTERM, SIGINT and SIGHUP (on
    /// Windows Ctrl-C, Ctrl-Break and closing the console) end serving in good
    /// order (yes). A second signal ends the process at once.
    pub fn signals(mut self, signals: bool) -> Self {
        self.signals = signals;
        self
    }

    /// [`serve`](crate::serve) only: whether the process is made to exit, with
    /// status 0, when handlers would not end (yes).
    ///
    /// A handler that blocks its thread cannot be stopped, and a runtime waits
    /// for such threads when it is dropped: the process would outlive its
    /// host. So when requests had to be abandoned, the process exits within a
    /// second after [`serve`](crate::serve) has returned, and within two
    /// seconds after a signal. Nothing of this happens where every request
    /// came to its end.
    pub fn exit_when_stuck(mut self, exit: bool) -> Self {
        self.exit_when_stuck = exit;
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("max_line", &self.max_line)
            .field("max_in_flight", &self.max_in_flight)
            .field("max_listening", &self.max_listening)
            .field("drain_timeout", &self.drain_timeout)
            .field("parse_error_reply", &self.parse_error_reply)
            .field("origin", &self.origin)
            .field("guard", &self.guard)
            .field("signals", &self.signals)
            .field("exit_when_stuck", &self.exit_when_stuck)
            .finish_non_exhaustive()
    }
}

/// Whether text that is no JSON-RPC message is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParseErrorReply {
    /// Where the id of the broken request can be read; otherwise it is logged
    /// and nothing is written. Several client libraries end the session over
    /// an error that names no request.
    #[default]
    WhenIdKnown,
    /// Always; an error without `id` where none can be read.
    Always,
}

/// How serving ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ended {
    /// Why.
    pub reason: Reason,
    /// How many requests were dropped unanswered: those that outlasted
    /// [`Options::drain_timeout`], or all in flight where the peer had gone.
    /// Those that only listened do not count.
    pub abandoned: usize,
}

/// Why serving ended. None of these is a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The peer closed its end: the orderly way (specification, "stdio: Shutdown").
    EndOfInput,
    /// The peer does not read any more.
    PeerGone,
    /// A signal asked the process to end.
    Signal,
    /// [`Options::stop_when`] completed.
    Stopped,
}
