//! Listening on a socket, and a stop that ends.

mod signal;

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;

pub use signal::shutdown_signal;

use crate::endpoint::Endpoint;

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
    /// [`serve()`] does.
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
/// returns one second after the grace period at the latest, whatever peers do.
/// Where [`shutdown_signal`] catches signals, another one cuts the grace short:
/// who presses Ctrl-C twice does not want to wait.
///
/// Small answers leave at once (`TCP_NODELAY`).
///
/// # Errors
///
/// Errors of the socket; none that is known while it listens.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    endpoint: Endpoint,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let listener = listener.tap_io(|connection| {
        if let Err(error) = connection.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY cannot be set");
        }
    });
    let (stopped, wait) = tokio::sync::oneshot::channel::<()>();
    let stop = async move {
        shutdown.await;
        tokio::select! {
            () = endpoint.stop() => {}
            () = signal::another() => {
                tracing::info!("another signal: the grace period is cut short");
                endpoint.shared.gate.close();
            }
        }
        // Nobody waits where the server has ended already.
        let _ = stopped.send(());
    };
    let late = async move {
        // Dropped unsent where `stop` was never finished: the server ended.
        if wait.await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(CLOSING).await;
    };
    tokio::select! {
        result = async { axum::serve(listener, router).with_graceful_shutdown(stop).await } => result,
        () = late => {
            tracing::debug!("connections that do not close are left behind");
            Ok(())
        }
    }
}
