//! Taking connections in, as many as there is room for.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, sleep, timeout};

use super::{CLOSING, connection};
use crate::endpoint::Sockets;

/// How long to wait after the system could not give us a connection: more
/// often than not it is out of file descriptors, and needs others to close.
const PAUSE: Duration = Duration::from_secs(1);

/// How often the log is told that there is no room.
const REMINDER: Duration = Duration::from_secs(60);

/// How long what was dropped may take to notice.
const DROPPING: Duration = Duration::from_millis(100);

/// The connections of a server, and what they are served with.
pub(super) struct Connections {
    router: Router,
    sockets: Sockets,
    room: Arc<Semaphore>,
    tasks: JoinSet<()>,
    stop: watch::Sender<bool>,
    reminded: Option<Instant>,
}

impl Connections {
    pub(super) fn new(router: Router, sockets: Sockets) -> Self {
        Self {
            router,
            sockets,
            room: Arc::new(Semaphore::new(sockets.connections)),
            tasks: JoinSet::new(),
            stop: watch::Sender::new(false),
            reminded: None,
        }
    }

    /// Takes connections in until it is dropped, whatever goes wrong with one
    /// of them.
    pub(super) async fn accept(&mut self, listener: &TcpListener) -> Infallible {
        loop {
            let place = self.place().await;
            let (stream, peer) = self.next(listener).await;
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "TCP_NODELAY cannot be set");
            }
            let stop = self.stop.subscribe();
            let served = connection::run(stream, peer, self.router.clone(), self.sockets, stop);
            self.tasks.spawn(async move {
                served.await;
                drop(place);
            });
        }
    }

    /// Waits for room for one more.
    async fn place(&mut self) -> OwnedSemaphorePermit {
        const OPEN: &str = "it is never closed";
        if let Ok(place) = Arc::clone(&self.room).try_acquire_owned() {
            return place;
        }
        if self.reminded.is_none_or(|last| last.elapsed() >= REMINDER) {
            self.reminded = Some(Instant::now());
            let most = self.sockets.connections;
            tracing::warn!(
                max_connections = most,
                "as many connections are open as may be: others wait"
            );
        }
        Arc::clone(&self.room).acquire_owned().await.expect(OPEN)
    }

    async fn next(&mut self, listener: &TcpListener) -> (TcpStream, SocketAddr) {
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                Some(ended) = self.tasks.join_next() => {
                    note(ended);
                    continue;
                }
            };
            match accepted {
                Ok(accepted) => return accepted,
                Err(error) if is_of_the_peer(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "no connection can be accepted for the moment");
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Has connections close once what they carry has been said, and drops
    /// those that take too long.
    pub(super) async fn close(mut self) {
        self.stop.send_replace(true);
        let closed = timeout(CLOSING, async {
            while let Some(ended) = self.tasks.join_next().await {
                note(ended);
            }
        });
        if closed.await.is_err() {
            tracing::debug!("connections that do not close are dropped");
            // A handler that holds its thread cannot be dropped.
            let _ = timeout(DROPPING, self.tasks.shutdown()).await;
        }
    }
}

/// A panic is told by its hook; it ends its connection and no other.
fn note(ended: Result<(), JoinError>) {
    if let Err(error) = ended {
        tracing::error!(%error, "a connection ended with a panic");
    }
}

/// Whether a connection went away before it was taken in, which says nothing
/// of the next one.
fn is_of_the_peer(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}
