//! What a client is told about keeping what it got.

use std::time::Duration;

use mcp_server::{CacheScope, Cached, Tool};
use serde_json::{Value, json};
use tests::Client;

use super::Cell;
use crate::stage::{CLERK, archive};

async fn hint(client: &mut Client, method: &str, params: Value) -> (Value, Value) {
    let result = client.request(method, params).await.unwrap();
    let member = |name: &str| result.get(name).cloned().unwrap_or(Value::Null);
    (member("ttlMs"), member("cacheScope"))
}

// S-CACHE-01, S-CACHE-03, S-CACHE-04, S-CACHE-10
pub(crate) async fn lists_and_readings_say_how_long_and_for_whom_they_hold(cell: Cell) {
    let mut client = cell.reader().await;
    for (method, params, ttl, scope) in [
        ("tools/list", json!({}), 300_000, "public"),
        ("resources/templates/list", json!({}), 300_000, "public"),
        // Some are for the staff alone.
        ("prompts/list", json!({}), 300_000, "private"),
        // Handlers list some of them.
        ("resources/list", json!({}), 0, "private"),
        (
            "resources/read",
            json!({ "uri": "archive://map" }),
            3_600_000,
            "public",
        ),
        (
            "resources/read",
            json!({ "uri": "archive://rules" }),
            60_000,
            "private",
        ),
        (
            "resources/read",
            json!({ "uri": "archive://stamp" }),
            3_600_000,
            "public",
        ),
        (
            "resources/read",
            json!({ "uri": "archive://letters/1" }),
            5_000,
            "private",
        ),
        // Nothing is promised that the author did not say.
        (
            "resources/read",
            json!({ "uri": "archive://folder" }),
            0,
            "private",
        ),
    ] {
        let hint = hint(&mut client, method, params.clone()).await;
        let expected = match cell.is_stateless() {
            true => (json!(ttl), json!(scope)),
            false => (Value::Null, Value::Null),
        };
        assert_eq!(hint, expected, "{method} {params}");
    }
}

/// Each list on its own, while all others keep the hint that is said of lists.
// S-CACHE-01, S-CACHE-03, S-CACHE-04
pub(crate) async fn each_list_holds_as_its_author_says(cell: Cell) {
    let lists = [
        (Cached::Tools, "tools/list", "public"),
        // Some are for the staff alone, whatever is said.
        (Cached::Prompts, "prompts/list", "private"),
        // Handlers list some of them, whatever is said.
        (Cached::Resources, "resources/list", "private"),
        (Cached::Templates, "resources/templates/list", "public"),
        (Cached::Discovery, "server/discover", "public"),
    ];
    for (said, ..) in lists {
        let server = archive()
            .tool(Tool::new("lend").handler(async || "lent"))
            .ttl(Cached::Lists, Duration::from_secs(2))
            .scope(Cached::Lists, CacheScope::Private)
            .ttl(said, Duration::from_secs(1))
            .scope(said, CacheScope::Public);
        let mut client = cell.of(&server.build().unwrap()).await;
        for (list, method, scope) in lists {
            let expected = match (list == said, list) {
                (true, _) => (1_000, scope),
                // Members may be others by then: only a word on this list counts.
                (false, Cached::Resources) => (0, "private"),
                (false, _) => (2_000, "private"),
            };
            let expected = match (cell.is_stateless(), list) {
                (true, _) => (json!(expected.0), json!(expected.1)),
                (false, Cached::Discovery) => continue,
                (false, _) => (Value::Null, Value::Null),
            };
            let hint = hint(&mut client, method, json!({})).await;
            assert_eq!(hint, expected, "{method} where {said:?} is said");
        }
    }
}

// S-CACHE-02
pub(crate) async fn nothing_is_said_of_what_is_not_to_be_kept(cell: Cell) {
    let mut client = cell.reader().await;
    for (method, params) in [
        ("tools/call", json!({ "name": "say" })),
        ("prompts/get", json!({ "name": "debate" })),
    ] {
        let hint = hint(&mut client, method, params).await;
        assert_eq!(hint, (Value::Null, Value::Null), "{method}");
    }
    if cell.is_stateless() {
        let mut client = cell.visitor(tests::User::new()).await;
        let params = json!({ "uri": "archive://sealed" });
        let asked = client.round("resources/read", params).await.unwrap();
        assert_eq!(asked["resultType"], "input_required");
        assert_eq!((asked.get("ttlMs"), asked.get("cacheScope")), (None, None));
    }
}

/// A hint protects nothing: each list is made for whoever asks.
// S-CACHE-04, S-CACHE-07
pub(crate) async fn what_somebody_sees_more_of_is_theirs_alone(cell: Cell) {
    let mut clerk = cell.reader_by_name(CLERK).await;
    let list = clerk.request("prompts/list", json!({})).await.unwrap();
    let prompts = list["prompts"].as_array().unwrap();
    assert!(prompts.iter().any(|prompt| prompt["name"] == "minutes"));
    let scope = cell.is_stateless().then(|| json!("private"));
    assert_eq!(list.get("cacheScope"), scope.as_ref());
}
