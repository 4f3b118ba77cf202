//! What can be read.

use std::time::Duration;

use data_encoding::BASE64;
use mcp_core::ProtocolVersion;
use mcp_server::{Error, ListedResource, Resource, Server};
use serde_json::{Value, json};
use tests::{Client, Failure, Says, User, Via};

use super::Cell;
use super::cell::told;
use crate::stage::{CLERK, PIXEL};

async fn list(client: &mut Client, method: &str, member: &str) -> Vec<Value> {
    let list = client.request(method, json!({})).await.unwrap();
    list[member].as_array().cloned().expect("a list")
}

async fn listed(client: &mut Client) -> Vec<Value> {
    list(client, "resources/list", "resources").await
}

async fn templates(client: &mut Client) -> Vec<Value> {
    list(client, "resources/templates/list", "resourceTemplates").await
}

async fn read(client: &mut Client, uri: &str) -> Result<Value, Failure> {
    client
        .request("resources/read", json!({ "uri": uri }))
        .await
}

/// The one piece that is at a URI.
async fn piece(client: &mut Client, uri: &str) -> Value {
    let mut result = read(client, uri).await.unwrap();
    let contents = result["contents"].as_array_mut().expect("contents");
    assert_eq!(contents.len(), 1, "{uri}");
    contents.remove(0)
}

// S-RES-01, S-RES-02, S-RES-17
pub(crate) async fn resources_are_listed_in_order_and_members_of_families_last(cell: Cell) {
    let mut client = cell.reader().await;
    let resources = listed(&mut client).await;
    let uris: Vec<_> = resources.iter().map(|one| &one["uri"]).collect();
    let expected = [
        "archive://rules",
        "archive://stamp",
        "archive://folder",
        "archive://sealed",
        "archive://eaten",
        "archive://map",
        "archive://letters/1",
        "archive://letters/2",
    ];
    assert_eq!(uris, expected);
    assert_eq!(resources, listed(&mut client).await, "each time");
}

// S-RES-04, S-RES-23
pub(crate) async fn resources_have_the_members_their_revision_knows(cell: Cell) {
    let resources = listed(&mut cell.reader().await).await;
    let mut expected = json!({
        "uri": "archive://rules",
        "name": "rules",
        "description": "What everybody keeps to.",
        "mimeType": "text/markdown",
        "annotations": { "audience": ["user"], "priority": 0.5 },
        "size": 10,
        "title": "House rules",
        "_meta": { "example.com/shelf": 3 },
        "icons": [{ "src": "https://example.com/reply.png" }],
    });
    strip(&cell, &mut expected);
    assert_eq!(resources[0], expected);
}

/// Takes away what came later than the revision of the cell.
fn strip(cell: &Cell, listed: &mut Value) {
    let since = [
        ("title", ProtocolVersion::V2025_06_18),
        ("_meta", ProtocolVersion::V2025_06_18),
        ("icons", ProtocolVersion::V2025_11_25),
    ];
    for (member, first) in since {
        if !cell.since(first) {
            listed.as_object_mut().unwrap().remove(member);
        }
    }
}

// S-RES-03, S-RES-04
pub(crate) async fn families_are_listed_by_their_templates(cell: Cell) {
    let templates = templates(&mut cell.reader().await).await;
    let mut letters = json!({
        "uriTemplate": "archive://letters/{number}",
        "name": "letter",
        "title": "Letter",
        "description": "A letter by its number.",
        "mimeType": "application/json",
    });
    strip(&cell, &mut letters);
    assert_eq!(templates.len(), 2);
    assert_eq!(templates[0], letters);
    assert_eq!(templates[1]["uriTemplate"], "archive://papers/{+path}");
}

// S-RES-05, S-RES-22, S-RES-24
pub(crate) async fn text_and_bytes_are_read_each_in_its_way(cell: Cell) {
    let mut client = cell.reader().await;
    for (uri, expected) in [
        (
            "archive://rules",
            json!({ "uri": "archive://rules", "mimeType": "text/markdown", "text": "# Be quiet" }),
        ),
        (
            "archive://stamp",
            json!({ "uri": "archive://stamp", "mimeType": "image/gif", "blob": BASE64.encode(PIXEL) }),
        ),
        (
            "archive://letters/7",
            json!({
                "uri": "archive://letters/7",
                "mimeType": "application/json",
                "text": r#"{"number":7,"sender":"otto"}"#,
            }),
        ),
        (
            "archive://papers/a/b%20c",
            json!({ "uri": "archive://papers/a/b%20c", "mimeType": "text/plain", "text": "the paper at a/b c" }),
        ),
    ] {
        assert_eq!(piece(&mut client, uri).await, expected);
    }
}

// S-RES-06
pub(crate) async fn a_folder_has_several_contents_with_uris_of_their_own(cell: Cell) {
    let result = read(&mut cell.reader().await, "archive://folder").await;
    let contents = result.unwrap()["contents"].take();
    let uris: Vec<_> = contents.as_array().unwrap().iter().collect();
    assert_eq!(uris.len(), 3);
    assert_eq!(uris[0]["text"], "Dear Anna");
    assert_eq!(uris[1]["uri"], "archive://folder/b");
    assert_eq!(uris[2]["blob"], BASE64.encode(PIXEL));
}

/// A family that fails takes nobody else along.
pub(crate) async fn members_that_cannot_be_listed_are_left_out(cell: Cell) {
    let family = |name: &'static str| {
        let family = Resource::new(format!("shelf://{name}/{{item}}"));
        family.arg::<String>("item", |item| item)
    };
    let read = async |item: String| item;
    let member = |uri: &str| vec![ListedResource::new(uri, "member")];
    let failing = family("failing").list(|_| Err::<Vec<_>, _>(Error::public("closed")));
    let panicking = family("panicking").list(|_| -> Vec<_> { panic!("a test says so") });
    let endless = family("endless")
        .timeout(Duration::from_millis(20))
        .list(|_| std::future::pending::<Vec<ListedResource>>());
    let sound = family("sound").list(move |_| member("shelf://sound/1"));
    let server = Server::new("stage", "1.2.3")
        .resource(failing.handler(read))
        .resource(panicking.handler(read))
        .resource(endless.handler(read))
        .resource(sound.handler(read))
        .resource(Resource::new("shelf://door").handler(async || "open"));
    let mut client = cell.of(&server.build().unwrap()).await;
    let resources = listed(&mut client).await;
    let uris: Vec<_> = resources.iter().map(|one| one["uri"].as_str()).collect();
    assert_eq!(uris, [Some("shelf://door"), Some("shelf://sound/1")]);
}

/// There is no list of letters to begin with, and no empty one for what is not there.
// S-RES-08, S-RES-09, S-RES-10, S-RES-11
pub(crate) async fn what_is_not_there_is_not_found(cell: Cell) {
    let mut client = cell.reader().await;
    for uri in [
        "archive://nothing",
        "archive://letters/0",
        "archive://letters/151",
        "archive://letters/1/2",
        // Not of the variable's type: there is no such letter.
        "archive://letters/seven",
        "archive://letters/-1",
        "archive://letters/70000",
        "other://rules",
        // Compared to the letter.
        "ARCHIVE://rules",
        "archive://rules/",
    ] {
        let failure = read(&mut client, uri).await.expect_err(uri);
        let code = if cell.is_stateless() { -32602 } else { -32002 };
        assert_eq!(failure.code, code, "{uri}: {failure:?}");
        assert_eq!(failure.data, json!({ "uri": uri }));
    }
}

// S-RES-19, S-RES-20
pub(crate) async fn what_could_lead_elsewhere_is_refused(cell: Cell) {
    let mut client = cell.reader().await;
    for uri in [
        "archive://papers/../rules",
        "archive://papers/a/../../b",
        "archive://papers/%2e%2e/rules",
        "archive://papers/a/%2E%2E",
        "archive://papers/..%5Crules",
        "archive://papers//etc/passwd",
        "archive://papers/%2Fetc/passwd",
        "archive://papers/a%00",
        "archive://papers/%",
        "archive://papers/%4",
        "archive://papers/%zz",
        "archive://papers/%ff",
    ] {
        let failure = read(&mut client, uri).await.expect_err(uri);
        assert_eq!(failure.code, -32602, "{uri}: {failure:?}");
        assert_eq!(failure.data["uri"], uri);
    }
    // Decoded once, and no more.
    let twice = piece(&mut client, "archive://papers/%252e%252e").await;
    assert_eq!(twice["text"], "the paper at %2e%2e");
}

// S-RES-19
pub(crate) async fn a_read_names_one_uri(cell: Cell) {
    let mut client = cell.reader().await;
    for params in [json!({}), json!({ "uri": 5 }), json!({ "uri": ["a"] })] {
        if cell.via == Via::Http && cell.is_stateless() && params["uri"].as_str().is_none() {
            // Its headers cannot mirror what is not there: see `http::routing`.
            continue;
        }
        let failure = client.request("resources/read", params).await;
        assert_eq!(told(failure).0, -32602);
    }
}

// S-RES-12
pub(crate) async fn a_resource_that_fails_is_an_internal_error(cell: Cell) {
    let failure = read(&mut cell.reader().await, "archive://eaten").await;
    let (code, words) = told(failure);
    assert_eq!(code, -32603);
    assert!(words.contains("reference"), "{words}");
    assert_eq!(words.contains("10.0.0.7"), !cell.via.is_remote(), "{words}");
}

// S-RES-21
pub(crate) async fn what_is_for_the_staff_is_there_for_nobody_else(cell: Cell) {
    let uri = "archive://rota";
    let mut guest = cell.reader().await;
    let is_rota = |one: &Value| one["uri"] == uri;
    assert!(!listed(&mut guest).await.iter().any(is_rota));
    let hidden = read(&mut guest, uri).await.unwrap_err();
    let absent = read(&mut guest, "archive://rotas").await.unwrap_err();
    assert_eq!(hidden.code, absent.code, "as if it were not there");
    let mut clerk = cell.reader_by_name(CLERK).await;
    assert!(listed(&mut clerk).await.iter().any(is_rota));
    assert_eq!(piece(&mut clerk, uri).await["text"], "Nobody works today.");
}

// S-RES-07
pub(crate) async fn a_resource_may_ask(cell: Cell) {
    let mut client = cell.visitor(User::new().agrees("Break")).await;
    let result = read(&mut client, "archive://sealed").await;
    if cell.can_ask() {
        assert_eq!(result.unwrap()["contents"][0]["text"], "It is empty.");
        assert_eq!(client.asked(), ["Break the seal?"]);
        let mut client = cell.visitor(User::new().says("Break", Says::Decline)).await;
        let failure = read(&mut client, "archive://sealed").await.unwrap_err();
        assert_eq!(failure.code, -32603, "{failure:?}");
    } else {
        assert_eq!(told(result).0, -32603);
        assert!(client.asked().is_empty());
    }
}
