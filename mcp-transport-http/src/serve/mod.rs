//! Listening on a socket, and a stop that ends.

mod accept;
mod connection;
mod signal;
mod socket;
mod watch;

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;

use crate::endpoint::Endpoint;
use accept::Connections;

pub use signal::shutdown_signal;

/// How long connections may take to close once nothing runs any more: a peer
/// that stopped reading holds its connection open without end.
const CLOSING: Duration = Duration::from_secs(1);

/// An endpoint with a socket.
#[derive(Debug)]
pub struct Bound {
    listener: TcpListener,
    address: SocketAddr,
    endpoint: Endpoint,
}

impl Bound {
    pub(crate) fn new(listener: TcpListener, address: SocketAddr, endpoint: Endpoint) -> Self {
        Self {
            listener,
            address,
            endpoint,
        }
    }

    /// The address that is listened on, with the port the system chose for 0.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// The endpoint, to stop it from elsewhere.
    #[must_use]
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Serves the endpoint at `path` until `shutdown` resolves, then stops as
    /// [`serve()`] does. For engines of your own: a server of `mcp-server` is
    /// served with its `serve_bound`, which also decides on its keys.
    ///
    /// # Errors
    ///
    /// As [`serve()`].
    pub async fn serve(
        self,
        path: &str,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        tracing::info!("listening on http://{}{path}", self.address);
        let router = self.endpoint.clone().into_router(path);
        serve(self.listener, router, self.endpoint, shutdown).await
    }
}

/// Serves a router that contains an endpoint until `shutdown` resolves.
///
/// Then stops the endpoint ([`Endpoint::stop`]) and closes the connections. It
/// returns about one second after the grace period at the latest, whatever
/// peers do, and leaves no connection behind. Where [`shutdown_signal`] catches
/// signals, another one cuts the grace short: who presses Ctrl-C twice does
/// not want to wait. Dropping this future drops the connections with it.
///
/// Connections speak HTTP/1 or HTTP/2 without TLS, and are held as
/// [`Builder::header_timeout`](crate::Builder::header_timeout),
/// [`idle_timeout`](crate::Builder::idle_timeout) and
/// [`max_connections`](crate::Builder::max_connections) of the endpoint say,
/// whatever route they ask for. Handlers and layers find the address of the
/// peer as [`ConnectInfo<SocketAddr>`](axum::extract::ConnectInfo). Small
/// answers leave at once (`TCP_NODELAY`).
///
/// # Errors
///
/// None that is known. What goes wrong with a connection, or with taking one
/// in, is logged, and the others go on.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    endpoint: Endpoint,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let mut connections = Connections::new(router, endpoint.shared.sockets);
    tokio::select! {
        never = connections.accept(&listener) => match never {},
        // Who comes meanwhile is let in, and told that it comes too late.
        () = stop(&endpoint, shutdown) => {}
    }
    drop(listener);
    connections.close().await;
    Ok(())
}

/// Waits for the end and brings it about.
async fn stop(endpoint: &Endpoint, shutdown: impl Future<Output = ()>) {
    shutdown.await;
    tokio::select! {
        () = endpoint.stop() => {}
        () = signal::another() => {
            tracing::info!("another signal: the grace period is cut short");
            endpoint.shared.gate.close();
        }
    }
}
