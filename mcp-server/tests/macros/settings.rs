//! Keys of `#[server]`, and how long what it gives may be kept.
#![expect(deprecated, reason = "one of the keys offers logging")]

use mcp_server::serde_json::{Value, json};
use mcp_server::test::Client;
use mcp_server::{
    CacheScope, Cached, Coercion, Icon, SchemaProfile, Server, UnknownKeys, resource, resources,
    server,
};

use crate::{call, client, listed};

fn icon(name: &str) -> Icon {
    Icon::new(format!("https://example.com/{name}.png"))
}

struct Library;

#[server(
    name = "library",
    version = "2",
    title = "Library",
    description = "Lends books.",
    instructions = "Look before you lend.",
    website_url = "https://example.com",
    icon = [icon("small"), icon("large")],
    page_size = 2,
    ttl = [(Cached::Lists, "1h"), (Cached::Tools, "0s"), (Cached::Contents, "2m")],
    scope = [(Cached::Prompts, CacheScope::Private), (Cached::Contents, CacheScope::Public)],
    schema_profile = SchemaProfile::Full,
    coercion = Coercion::STRICT,
    unknown_keys = UnknownKeys::Ignore,
    ignore_keys = ["sessionId"],
    logging
)]
impl Library {
    /// Lend a book.
    #[tool]
    fn lend(days: Option<u8>) -> String {
        format!("{days:?}")
    }

    /// Renew a book.
    #[tool]
    fn renew() {}

    /// Return a book.
    #[tool(name = "return")]
    fn give_back() {}

    /// Recommend a book.
    #[prompt]
    fn recommend() -> &'static str {
        "Recommend a book."
    }

    /// When it is open.
    #[resource("library://hours")]
    fn hours() -> &'static str {
        "Always."
    }

    /// What the caller has lent.
    #[resource("library://lent", ttl = "1s", private)]
    fn lent() -> &'static str {
        "Nothing."
    }
}

/// What everybody may hand on.
#[resource("library://map", ttl = "1m", public)]
fn map() -> &'static [u8; 3] {
    b"map"
}

async fn kept(client: &Client, method: &str, params: Value) -> (Value, Value) {
    let result = client.request(method, params).await;
    let result = result.unwrap_or_else(|error| panic!("{method}: {error}"));
    (result["ttlMs"].clone(), result["cacheScope"].clone())
}

// S-CACHE-01, S-CACHE-03, S-CACHE-04
#[tokio::test]
async fn each_kind_is_kept_as_the_block_says() {
    let client = client(Library).await;
    for (method, uri, ttl, scope) in [
        ("server/discover", None, 3_600_000, "public"),
        ("tools/list", None, 0, "public"),
        ("prompts/list", None, 3_600_000, "private"),
        ("resources/list", None, 3_600_000, "public"),
        ("resources/templates/list", None, 3_600_000, "public"),
        ("resources/read", Some("library://hours"), 120_000, "public"),
        ("resources/read", Some("library://lent"), 1_000, "private"),
    ] {
        let params = uri.map_or(json!({}), |uri| json!({ "uri": uri }));
        let kept = kept(&client, method, params).await;
        assert_eq!(kept, (json!(ttl), json!(scope)), "{method} {uri:?}");
    }
}

/// A part of a server is kept as it says itself; what it leaves open is the
/// whole's to say.
// S-CACHE-04
#[tokio::test]
async fn a_mounted_block_keeps_its_word() {
    let whole = Server::new("city", "1")
        .scope(Cached::Contents, CacheScope::Private)
        .nest("read", Library)
        .resources(resources![map]);
    let client = client(whole).await;
    for (uri, ttl, scope) in [
        ("library://read/hours", 120_000, "public"),
        ("library://read/lent", 1_000, "private"),
        ("library://map", 60_000, "public"),
    ] {
        let kept = kept(&client, "resources/read", json!({ "uri": uri })).await;
        assert_eq!(kept, (json!(ttl), json!(scope)), "{uri}");
    }
    let lists = kept(&client, "tools/list", json!({})).await;
    assert_eq!(lists, (json!(300_000), json!("public")));
}

#[tokio::test]
async fn a_server_introduces_itself_as_the_block_says() {
    let client = client(Library).await;
    let said = client.request("server/discover", json!({})).await.unwrap();
    let identity = &said["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(
        identity,
        &json!({
            "name": "library",
            "version": "2",
            "title": "Library",
            "description": "Lends books.",
            "websiteUrl": "https://example.com",
            "icons": [
                { "src": "https://example.com/small.png" },
                { "src": "https://example.com/large.png" },
            ],
        })
    );
    assert_eq!(said["instructions"], "Look before you lend.");
    assert_eq!(said["capabilities"]["logging"], json!({}));
}

#[tokio::test]
async fn tools_are_read_as_the_block_says() {
    let client = client(Library).await;
    let page = client.request("tools/list", json!({})).await.unwrap();
    assert_eq!(page["tools"].as_array().map(Vec::len), Some(2), "{page}");
    let days = &listed(&client, "lend").await["inputSchema"]["properties"]["days"];
    assert_eq!(days["type"], json!(["integer", "null"]), "{days}");
    let strays = json!({ "sessionId": "x", "who": "me" });
    assert_eq!(call(&client, "lend", strays).await.text(), "None");
    let nearly = call(&client, "lend", json!({ "days": "3" })).await;
    assert!(nearly.is_error(), "{}", nearly.text());
}
