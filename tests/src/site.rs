//! A server on a socket.

use std::net::SocketAddr;

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use mcp_core::transport::Principal;
use mcp_server::Server;
use mcp_transport_http::{Builder, serve};
use tokio::net::TcpListener;

/// A server that is served over HTTP at `/mcp` of a port of its own, as long as the runtime of the test lives.
///
/// It takes a caller's word for who they are: `Authorization: Bearer NAME` is [`caller`]`(NAME)`.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// Where it listens.
    pub address: SocketAddr,
}

impl Site {
    /// Serves with the settings that come by default.
    pub async fn open(server: &Server) -> Self {
        Self::open_with(server, |builder| builder).await
    }

    /// Serves with other settings.
    pub async fn open_with(server: &Server, adjust: impl FnOnce(Builder) -> Builder) -> Self {
        Self::open_until(server, adjust, std::future::pending()).await
    }

    /// Serves until it is told to stop.
    ///
    /// # Panics
    ///
    /// When the settings are wrong, or no port is free.
    pub async fn open_until(
        server: &Server,
        adjust: impl FnOnce(Builder) -> Builder,
        stopped: impl Future<Output = ()> + Send + 'static,
    ) -> Self {
        let endpoint = adjust(server.http()).build().expect("sound settings");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound socket");
        let router = endpoint
            .clone()
            .into_router("/mcp")
            .layer(from_fn(authenticate));
        tokio::spawn(serve(listener, router, endpoint, stopped));
        Self { address }
    }
}

/// Somebody by name.
#[must_use]
pub fn caller(name: &str) -> Principal {
    Principal::new("https://id.example.com", name, "boundary")
}

async fn authenticate(mut request: Request, next: Next) -> Response {
    let header = request.headers().get("authorization");
    let token = header.and_then(|value| value.to_str().ok());
    if let Some(name) = token.and_then(|value| value.strip_prefix("Bearer ")) {
        let caller = caller(name);
        request.extensions_mut().insert(caller);
    }
    next.run(request).await
}
