//! The endpoint in a router of somebody else's.

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::get;
use tower::ServiceExt;

use crate::client::{Answer, Call};
use crate::engine::Engine;

async fn status(app: &Router, call: Call) -> u16 {
    Answer::read(app.clone().oneshot(call.request()).await.unwrap())
        .await
        .status
        .as_u16()
}

#[tokio::test]
async fn it_is_merged_into_a_router_with_state() {
    let app = Router::new()
        .route(
            "/health",
            get(|State(word): State<&'static str>| async move { word }),
        )
        .merge(Engine::new().endpoint().into_router("/mcp"))
        .with_state("ok");
    for (uri, expected) in [("/mcp", 200), ("/mcp/", 200), ("/mcp/x", 404), ("/", 404)] {
        assert_eq!(
            status(&app, Call::modern_tool("echo").at(uri)).await,
            expected,
            "{uri}"
        );
    }
    let health = Call::bare(http::Method::GET).at("/health").request();
    assert_eq!(
        Answer::read(app.oneshot(health).await.unwrap()).await.body,
        "ok"
    );
}

#[tokio::test]
async fn the_slash_of_the_path_does_not_matter() {
    for (path, uris) in [("/a/mcp/", ["/a/mcp", "/a/mcp/"]), ("/", ["/", ""])] {
        let app: Router = Engine::new().endpoint().into_router(path);
        for uri in uris.into_iter().filter(|uri| !uri.is_empty()) {
            assert_eq!(
                status(&app, Call::modern_tool("echo").at(uri)).await,
                200,
                "{uri}"
            );
        }
    }
}

#[tokio::test]
async fn it_is_nested() {
    let app: Router = Router::new().nest("/api", Engine::new().endpoint().into_router("/mcp"));
    assert_eq!(
        status(&app, Call::modern_tool("echo").at("/api/mcp")).await,
        200
    );
}

#[tokio::test]
async fn the_body_limit_of_axum_has_no_say() {
    let app: Router = Engine::new()
        .endpoint()
        .into_router("/mcp")
        .layer(DefaultBodyLimit::max(10));
    assert_eq!(status(&app, Call::modern_tool("echo")).await, 200);
}
