//! Living inside of somebody else's application.

use axum::extract::State;
use axum::routing::get;
use serde_json::json;
use tests::http::{self, Request};
use tests::message;

use crate::stage::Probe;

#[derive(Clone)]
struct Application {
    greeting: &'static str,
}

#[tokio::test]
async fn a_server_is_merged_into_a_router_with_state() {
    let mcp = Probe::default().server().into_axum("/tools").unwrap();
    let router = axum::Router::new()
        .route(
            "/health",
            get(async |State(app): State<Application>| app.greeting),
        )
        .merge(mcp)
        .with_state(Application { greeting: "fine" });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });

    let health = http::send(address, &Request::bare("GET").at("/health")).await;
    assert_eq!((health.status, health.text().await.as_str()), (200, "fine"));
    let greet = Request::stateless(&message::stateless_call(1, "greet", json!({})));
    for path in ["/tools", "/tools/"] {
        let answer = http::send(address, &greet.clone().at(path))
            .await
            .json()
            .await;
        assert_eq!(answer["result"]["content"][0]["text"], "Good morning.");
    }
    assert_eq!(http::send(address, &greet.at("/mcp")).await.status, 404);
}
