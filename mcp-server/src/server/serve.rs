//! Serving: one line for each transport.

use std::sync::Arc;

use super::{IntoServer as _, Server, ServerBuilder, Shared};
use crate::error::Result;
use crate::tool::ToolSet;

impl Server {
    fn shared(&self) -> &Arc<Shared> {
        &self.0
    }

    /// Serves the process that started this one over standard input and
    /// output, until the input ends or a signal comes.
    ///
    /// Whatever else is printed goes to standard error meanwhile.
    ///
    /// # Errors
    ///
    /// When the streams fail, or are being served already.
    #[cfg(feature = "stdio")]
    pub async fn serve_stdio(&self) -> Result {
        self.serve_stdio_with(mcp_transport_stdio::Options::new())
            .await
    }

    /// As [`Server::serve_stdio`], with other limits.
    ///
    /// # Errors
    ///
    /// As [`Server::serve_stdio`].
    #[cfg(feature = "stdio")]
    pub async fn serve_stdio_with(&self, options: mcp_transport_stdio::Options) -> Result {
        self.warn_if_empty();
        let ended = mcp_transport_stdio::serve(&*self.service(), options).await?;
        tracing::debug!(?ended, "stdio ended");
        Ok(())
    }

    /// Serves Streamable HTTP at `/mcp` of an address, such as
    /// `127.0.0.1:8080`, until SIGINT or SIGTERM.
    ///
    /// An address that other machines can reach needs
    /// [`Server::http`] and a word on which hosts may be named.
    ///
    /// # Errors
    ///
    /// When the address cannot be bound.
    #[cfg(feature = "http")]
    pub async fn serve_http(&self, address: impl std::fmt::Display) -> Result {
        let bound = self.http().bind(address).await?;
        self.serve_bound(bound).await
    }

    /// Serves Streamable HTTP at `/mcp` of what [`Server::http`] bound.
    ///
    /// # Errors
    ///
    /// Those of the socket.
    #[cfg(feature = "http")]
    pub async fn serve_bound(&self, bound: mcp_transport_http::Bound) -> Result {
        self.warn_if_empty();
        let loopback = bound.local_addr().ip().is_loopback();
        crate::operator::insist(format_args!(
            "listening on http://{}/mcp",
            bound.local_addr()
        ));
        self.shared()
            .keys
            .decide(&self.shared().description.identity.name, loopback);
        bound
            .serve("/mcp", mcp_transport_http::shutdown_signal())
            .await?;
        Ok(())
    }

    /// Settings of Streamable HTTP: hosts, origins, limits. What they are bound
    /// to is served with [`Server::serve_bound`].
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # async fn serve(server: mcp_server::Server) -> mcp_server::Result {
    /// let bound = server
    ///     .http()
    ///     .allowed_hosts(["mcp.example.com"])
    ///     .max_connections(100)
    ///     .bind("0.0.0.0:8080")
    ///     .await?;
    /// server.serve_bound(bound).await
    /// # }
    /// ```
    #[cfg(feature = "http")]
    pub fn http(&self) -> mcp_transport_http::Builder {
        mcp_transport_http::Endpoint::builder(self.service())
    }

    /// A router that serves Streamable HTTP at `path`, for an application of
    /// your own. Answers to the names of this machine; for others build an
    /// endpoint with [`Server::http`].
    ///
    /// # Errors
    ///
    /// None with these settings; the type is that of the other endpoints.
    ///
    /// # Panics
    ///
    /// When `path` does not start with a slash.
    #[cfg(feature = "http")]
    pub fn into_axum<S: Clone + Send + Sync + 'static>(
        self,
        path: &str,
    ) -> Result<crate::http::Router<S>> {
        // Where it will be reached is the application's business.
        let name = &self.shared().description.identity.name;
        self.shared().keys.decide(name, false);
        Ok(self.http().build()?.into_router(path))
    }

    fn warn_if_empty(&self) {
        if !self.shared().registry.is_offered() {
            tracing::warn!("this server offers nothing: no tool, prompt or resource was added");
        }
    }
}

macro_rules! serve_methods {
    ($($kind:ty)*) => {$(
        impl $kind {
            /// Builds the server and serves it over standard input and output:
            /// see [`Server::serve_stdio`].
            ///
            /// # Errors
            ///
            /// [`BuildError`](crate::BuildError), or those of serving.
            #[cfg(feature = "stdio")]
            pub async fn serve_stdio(self) -> Result {
                self.into_server().build()?.serve_stdio().await
            }

            /// Builds the server and serves it over HTTP: see [`Server::serve_http`].
            ///
            /// # Errors
            ///
            /// [`BuildError`](crate::BuildError), or those of serving.
            #[cfg(feature = "http")]
            pub async fn serve_http(self, address: impl std::fmt::Display) -> Result {
                self.into_server().build()?.serve_http(address).await
            }

            /// Builds the server and mounts it at `path`: see [`Server::into_axum`].
            ///
            /// # Errors
            ///
            /// [`BuildError`](crate::BuildError).
            #[cfg(feature = "http")]
            pub fn into_axum<S: Clone + Send + Sync + 'static>(
                self,
                path: &str,
            ) -> Result<crate::http::Router<S>> {
                self.into_server().build()?.into_axum(path)
            }
        }
    )*};
}
serve_methods!(ServerBuilder ToolSet);
