//! The endpoint as an `axum::Router`.

use axum::Router;

use crate::endpoint::Endpoint;

impl Endpoint {
    /// A router that serves the endpoint at `path`, with and without a slash
    /// at its end, and HTTP+SSE at its own paths where that is switched on;
    /// everything else is left to the router it is merged into.
    ///
    /// # Panics
    ///
    /// Where axum takes `path` for no route: it starts with a slash.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # fn app(endpoint: mcp_transport_http::Endpoint) -> axum::Router {
    /// use axum::routing::get;
    ///
    /// axum::Router::new()
    ///     .route("/health", get(|| async { "ok" }))
    ///     .merge(endpoint.into_router("/mcp"))
    /// # }
    /// ```
    pub fn into_router<S>(self, path: &str) -> Router<S>
    where
        S: Clone + Send + Sync + 'static,
    {
        let bare = path.trim_end_matches('/');
        let slash = format!("{bare}/");
        let router = Router::new().route_service(&slash, self.clone());
        #[cfg(feature = "legacy-sse")]
        let router = crate::legacy::sse::mount(router, &self);
        if bare.is_empty() && path.starts_with('/') {
            return router;
        }
        router.route_service(bare, self)
    }
}
