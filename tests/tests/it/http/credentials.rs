//! What proves who calls is for the layer in front.

use mcp_server::{Ctx, HeaderMap, Server, Tool};
use serde_json::json;
use tests::http::{self, Request};
use tests::{Site, message};

use super::open_session_as;

/// A handler knows who calls, and has nothing in hand that it could log or pass on.
// S-AUTH-19, S-AUTH-22, S-SEC-04
#[tokio::test]
async fn no_credentials_reach_a_handler() {
    let look = Tool::new("look").describe("Look at the headers.").handler(
        async |HeaderMap(headers): HeaderMap, ctx: Ctx| {
            let who = ctx.principal().map(|who| who.subject().to_owned());
            let mut seen: Vec<_> = headers.iter().map(|(name, _)| name.to_owned()).collect();
            ctx.headers()
                .unwrap()
                .for_each(&mut |name, _| seen.push(name.to_owned()));
            let secret = ctx.headers().unwrap().get("Authorization").is_some();
            format!("{who:?} {secret} {}", seen.join(" "))
        },
    );
    let server = Server::new("stage", "1.2.3").tool(look).build().unwrap();
    let site = Site::open(&server).await;
    let session = open_session_as(site.address, "2025-11-25", Some("alice")).await;
    let call = json!({ "name": "look", "arguments": {} });
    for request in [
        Request::stateless(&message::stateless_call(1, "look", json!({}))),
        Request::in_session(&message::request(1, "tools/call", call), &session),
    ] {
        let request = request
            .by(Some("alice"))
            .with("cookie", "id=secret")
            .with("proxy-authorization", "Basic secret")
            .with("x-region", "north");
        let answer = http::send(site.address, &request).await.json().await;
        let seen = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(seen.starts_with("Some(\"alice\") false "), "{seen}");
        assert_eq!(seen.matches("x-region").count(), 2, "{seen}");
        assert!(
            !seen.contains("authorization") && !seen.contains("cookie"),
            "{seen}"
        );
    }
}
