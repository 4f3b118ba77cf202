//! One connection, from its first byte to its last.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use bytes::Bytes;
use http::Request;
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper::rt::Executor;
use hyper::service::service_fn;
use hyper_util::rt::TokioTimer;
use hyper_util::server::conn::auto;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::Service;

use super::socket::Socket;
use super::watch::{Running, Watch};
use crate::endpoint::Sockets;

/// How many requests an HTTP/2 connection may carry at once: a proxy opens
/// another one where that is not enough.
const STREAMS: u32 = 256;

/// After how much silence an HTTP/2 peer is asked whether it is still there,
/// and how long it may take to say so. HTTP/1 has no such question.
const PING: Duration = Duration::from_secs(30);
const PONG: Duration = Duration::from_secs(20);

/// Serves a connection until its peer or we have had enough of it. Dropping
/// this drops whatever it still does.
pub(super) async fn run(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    sockets: Sockets,
    mut stop: watch::Receiver<bool>,
) {
    let watch = Arc::new(Watch::default());
    let tasks = Arc::new(Mutex::new(JoinSet::new()));
    let http = http(Tasks(Arc::downgrade(&tasks)));
    let socket = Socket::new(stream, Arc::clone(&watch));
    let service = service_fn(|mut request: Request<Incoming>| {
        let running = watch.begin();
        request.extensions_mut().insert(ConnectInfo(peer));
        // A router is always ready.
        let answer = router.clone().call(request);
        async move {
            let response = answer.await?;
            Ok::<_, Infallible>(response.map(|body| Handed {
                body,
                _running: running,
            }))
        }
    });
    let mut connection = pin!(http.serve_connection_with_upgrades(socket, service));
    tokio::select! {
        biased;
        ended = connection.as_mut() => return note(ended),
        () = watch.idle(sockets) => tracing::debug!(%peer, "a connection without a request is closed"),
        // Fails where nobody is left who could stop us, which is a stop.
        _ = stop.changed() => {}
    }
    // What runs may end, and what is on its way be read.
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        biased;
        ended = connection => note(ended),
        () = watch.over() => tracing::debug!(%peer, "a connection that does not close is dropped"),
    }
}

/// Peers break connections for reasons of their own.
fn note(ended: Result<(), Box<dyn std::error::Error + Send + Sync>>) {
    if let Err(error) = ended {
        tracing::trace!(%error, "a connection broke");
    }
}

fn http(tasks: Tasks) -> auto::Builder<Tasks> {
    let mut http = auto::Builder::new(tasks);
    // The time a head may take is watched for both versions in one place,
    // together with what comes before a version is known.
    http.http1().header_read_timeout(None);
    http.http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING)
        .keep_alive_timeout(PONG)
        .max_concurrent_streams(STREAMS)
        // WebSockets of other routes.
        .enable_connect_protocol();
    http
}

/// Runs the requests of an HTTP/2 connection, and no longer than that lasts.
#[derive(Clone)]
struct Tasks(Weak<Mutex<JoinSet<()>>>);

impl<F> Executor<F> for Tasks
where
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, task: F) {
        // Gone with the connection, and what it would run for as well.
        let Some(tasks) = self.0.upgrade() else {
            return;
        };
        let mut tasks = tasks.lock().unwrap_or_else(PoisonError::into_inner);
        // What has ended is let go of here, so that it does not pile up.
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }
}

/// The body of an answer, which counts as running until it is handed over.
struct Handed {
    body: Body,
    _running: Running,
}

impl http_body::Body for Handed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
