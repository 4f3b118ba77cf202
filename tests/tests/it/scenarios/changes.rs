//! What a client hears of what changes.
//!
//! In a batch lists come first and resources by their URIs after them. So a test that nothing came lets something
//! happen that the client did ask for and that comes last: whatever else was told would have been before it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mcp_server::Resource;
use serde_json::{Value, json};
use tests::{Carrier, Client, message};

use super::Cell;
use super::cell::told;
use super::listening::Listening;
use crate::stage::{NOVELTY_URI, archive, resource, tool};

const RULES: &str = "archive://rules";
const STAMP: &str = "archive://stamp";

/// The key of `_meta` that names the request under which something is told.
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// What a notification is about: the list that changed, or the URI.
fn subject(notice: &Value) -> &str {
    let method = notice["method"].as_str().unwrap();
    match method.strip_suffix("/list_changed") {
        Some(list) => list.trim_start_matches("notifications/"),
        None => {
            assert_eq!(method, "notifications/resources/updated", "{notice}");
            notice["params"]["uri"].as_str().unwrap()
        }
    }
}

/// The next thing that a client hears of, which must be this.
#[track_caller]
fn assert_subject(notice: &Value, expected: &str) {
    assert_eq!(subject(notice), expected, "{notice}");
}

// S-TOOL-27, S-PROM-11, S-RES-14, S-RES-15, S-SUBS-01, S-SUBS-05
pub(crate) async fn each_change_is_told_to_whoever_listens(cell: Cell) {
    let server = archive().build().unwrap();
    let mut client = cell.of(&server).await;
    let _listening = cell.listens(&mut client, &[RULES]).await;
    let handle = server.handle();
    for round in 0..2 {
        handle.tools().add(tool("novelty")).unwrap();
        assert_subject(&client.notice().await, "tools");
        assert!(handle.tools().remove("novelty"));
        assert_subject(&client.notice().await, "tools");
        assert!(handle.prompts().enable("debate", round == 1));
        assert_subject(&client.notice().await, "prompts");
        handle.resources().add(resource()).unwrap();
        assert_subject(&client.notice().await, "resources");
        assert!(handle.resources().remove(NOVELTY_URI));
        assert_subject(&client.notice().await, "resources");
        handle.resource_updated(RULES);
        let notice = client.notice().await;
        assert_subject(&notice, RULES);
        assert_eq!(notice["params"]["uri"], RULES);
    }
}

// S-RES-13, S-SUBS-04, S-SUBS-06
pub(crate) async fn nobody_is_told_of_what_they_did_not_ask_for(cell: Cell) {
    let server = archive().build().unwrap();
    let mut client = cell.of(&server).await;
    let handle = server.handle();
    if cell.is_stateless() {
        let params = json!({ "notifications": { "resourceSubscriptions": [STAMP] } });
        client.start("subscriptions/listen", params).await;
        client.notice().await;
    } else {
        cell.listens(&mut client, &[RULES, STAMP]).await;
        let params = json!({ "uri": RULES });
        let ended = client.request("resources/unsubscribe", params).await;
        assert_eq!(ended, Ok(json!({})));
    }
    if cell.is_stateless() {
        handle.tools().add(tool("novelty")).unwrap();
        handle.prompts().enable("debate", false);
        handle.resources().add(resource()).unwrap();
    }
    for uri in [RULES, "archive://folder", "archive://rota"] {
        handle.resource_updated(uri);
    }
    handle.resource_updated(STAMP);
    assert_subject(&client.notice().await, STAMP);
}

// S-RES-21
pub(crate) async fn what_does_not_exist_cannot_be_listened_to(cell: Cell) {
    let server = archive().build().unwrap();
    let mut client = cell.of(&server).await;
    for uri in ["archive://nothing", "archive://rota"] {
        if cell.is_stateless() {
            let params = json!({ "notifications": { "resourceSubscriptions": [uri] } });
            client.start("subscriptions/listen", params).await;
            let acknowledged = client.notice().await;
            let honoured = &acknowledged["params"]["notifications"];
            assert!(!honoured.to_string().contains(uri), "{acknowledged}");
        } else {
            let params = json!({ "uri": uri });
            let failure = client.request("resources/subscribe", params).await;
            assert_eq!(told(failure).0, -32002, "{uri}");
        }
    }
}

/// Who may see a resource is asked again when there is something to tell.
// S-AUTH-17, S-AUTH-23, S-RES-21
pub(crate) async fn what_is_hidden_meanwhile_is_told_of_no_more(cell: Cell) {
    const ATTIC: &str = "archive://attic";
    let shown = Arc::new(AtomicBool::new(true));
    let rule = Arc::clone(&shown);
    let attic = Resource::new(ATTIC)
        .name("attic")
        .visible_when(move |_| rule.load(Ordering::SeqCst))
        .handler(async || "dust");
    let server = archive().resource(attic).build().unwrap();
    let mut client = cell.of(&server).await;
    let _listening = cell.listens(&mut client, &[ATTIC, RULES]).await;
    let handle = server.handle();
    for is_shown in [true, false, true] {
        shown.store(is_shown, Ordering::SeqCst);
        handle.resource_updated(ATTIC);
        handle.resource_updated(RULES);
        let mut told = subject(&client.notice().await).to_owned();
        assert_eq!(told == ATTIC, is_shown, "{told}");
        if is_shown {
            told = subject(&client.notice().await).to_owned();
        }
        assert_eq!(told, RULES);
    }
}

/// What a server begins to offer is news to those only who were promised to hear of it.
// S-INIT-12, S-SUBS-03
pub(crate) async fn a_family_is_told_of_to_whom_it_was_promised(cell: Cell) {
    let rules = || Resource::new(RULES).name("rules").handler(async || "quiet");
    for promised in [false, true] {
        let server = mcp_server::Server::new("stage", "1.2.3").resource(rules());
        let server = match promised {
            true => server.offers_tools().offers_prompts(),
            false => server,
        };
        let server = server.build().unwrap();
        let mut early = cell.of(&server).await;
        let _listening = cell.listens(&mut early, &[RULES]).await;
        server.handle().tools().add(tool("novelty")).unwrap();
        if promised {
            assert_subject(&early.notice().await, "tools");
        }
        server.handle().resource_updated(RULES);
        assert_subject(&early.notice().await, RULES);
        let mut late = cell.of(&server).await;
        let _listening = cell.listens(&mut late, &[]).await;
        server.handle().tools().remove("novelty");
        assert_subject(&late.notice().await, "tools");
    }
}

/// A change that a tool makes is told as one from anywhere else, on other connections as well.
// S-SUBS-17
pub(crate) async fn a_tool_may_change_what_is_offered(cell: Cell) {
    let server = archive().build().unwrap();
    let (mut one, mut other) = (cell.of(&server).await, cell.of(&server).await);
    let _listening = cell.listens(&mut one, &[RULES]).await;
    for shelf in ["tools", "prompts", "resources"] {
        for change in ["add", "remove"] {
            other.call(change, json!({ "shelf": shelf })).await.unwrap();
            assert_subject(&one.notice().await, shelf);
        }
    }
    other.call("touch", json!({ "uri": RULES })).await.unwrap();
    assert_subject(&one.notice().await, RULES);
}

/// What was told is so: the list that is fetched upon it has the change.
// S-TOOL-27
pub(crate) async fn the_list_has_changed_by_the_time_it_is_told(cell: Cell) {
    let server = archive().build().unwrap();
    let mut client = cell.of(&server).await;
    let _listening = cell.listens(&mut client, &[]).await;
    for there in [true, false] {
        match there {
            true => server.handle().tools().add(tool("novelty")).unwrap(),
            false => assert!(server.handle().tools().remove("novelty")),
        }
        client.notice().await;
        let list = client.request("tools/list", json!({})).await.unwrap();
        let mut tools = list["tools"].as_array().unwrap().iter();
        assert_eq!(tools.any(|tool| tool["name"] == "novelty"), there);
        let called = client.call("novelty", json!({})).await;
        match there {
            true => assert_eq!(called.unwrap()["content"][0]["text"], "novelty"),
            false => assert_eq!(told(called).0, -32602),
        }
    }
}

/// Ids keep their types, and two requests hear of the same change each under its own.
// S-SUBS-02, S-SUBS-05, S-SUBS-08, S-SUBS-09
pub(crate) async fn each_listening_request_is_told_under_its_own_id(cell: Cell) {
    if !cell.is_stateless() {
        return;
    }
    let server = archive().build().unwrap();
    let mut client = cell.of(&server).await;
    let ids = [json!("7"), json!(7), json!(0), json!("")];
    for id in &ids {
        let filter = json!({ "notifications": { "toolsListChanged": true } });
        let listen = message::stateless(id.clone(), "subscriptions/listen", filter.clone());
        client.carrier().send(&listen).await;
        let acknowledged = client.notice().await;
        assert_eq!(
            acknowledged["method"],
            "notifications/subscriptions/acknowledged"
        );
        assert_eq!(&acknowledged["params"]["_meta"][SUBSCRIPTION], id);
        assert_eq!(
            acknowledged["params"]["notifications"],
            filter["notifications"]
        );
    }
    server.handle().tools().add(tool("novelty")).unwrap();
    let mut heard = Vec::new();
    for _ in &ids {
        let notice = client.notice().await;
        assert_subject(&notice, "tools");
        heard.push(notice["params"]["_meta"][SUBSCRIPTION].clone());
    }
    for id in &ids {
        assert_eq!(
            heard.iter().filter(|one| *one == id).count(),
            1,
            "{heard:?}"
        );
    }
    // A request that is open holds up nobody.
    client.call("say", json!({})).await.unwrap();
}

// S-SUBS-12, S-CANC-01, S-CANC-02, S-STDIO-07
pub(crate) async fn what_was_given_up_is_told_no_more(cell: Cell) {
    let gone = cell.probe.dropped.clone();
    let server = archive().on_unsubscribe(move |_| gone.add());
    let server = server.build().unwrap();
    let mut client = cell.of(&server).await;
    let first = cell.listens(&mut client, &[RULES]).await;
    assert_eq!(server.handle().listeners(RULES), 1);
    first.end(&mut client).await;
    cell.probe.dropped.reaches(1).await;
    assert_eq!(server.handle().listeners(RULES), 0);
    let second = cell.listens(&mut client, &[RULES]).await;
    assert_eq!(server.handle().listeners(RULES), 1);
    server.handle().tools().add(tool("novelty")).unwrap();
    server.handle().resource_updated(RULES);
    for subject in ["tools", RULES] {
        let notice = client.notice().await;
        assert_subject(&notice, subject);
        if let Listening::Request(id) = &second {
            assert_eq!(notice["params"]["_meta"][SUBSCRIPTION], *id);
        }
    }
    second.end(&mut client).await;
    cell.probe.dropped.reaches(2).await;
    server.handle().resource_updated(RULES);
    client.call("say", json!({})).await.unwrap();
    assert_eq!(client.notices(), &[] as &[Value]);
}

// S-SUBS-03, S-SUBS-16
pub(crate) async fn what_is_not_offered_is_left_out(cell: Cell) {
    let only_tools = mcp_server::Server::new("stage", "1.2.3").tool(tool("one"));
    let mut client = cell.of(&only_tools.build().unwrap()).await;
    let silent = mcp_server::Server::new("stage", "1.2.3")
        .tool(tool("one"))
        .list_changes(false);
    let mut of_silent = cell.of(&silent.build().unwrap()).await;
    let everything = json!({ "notifications": {
        "toolsListChanged": true,
        "promptsListChanged": true,
        "resourcesListChanged": true,
        "resourceSubscriptions": [RULES],
    } });
    if cell.is_stateless() {
        client
            .start("subscriptions/listen", everything.clone())
            .await;
        let acknowledged = client.notice().await;
        let honoured = json!({ "toolsListChanged": true });
        assert_eq!(acknowledged["params"]["notifications"], honoured);
        let failure = of_silent.request("subscriptions/listen", everything).await;
        assert_eq!(told(failure).0, -32601);
    } else {
        let params = json!({ "uri": RULES });
        let failure = client.request("resources/subscribe", params).await;
        assert_eq!(told(failure).0, -32601);
    }
}

/// What changes is told to sessions that have begun and to requests that were acknowledged, from then on.
// S-INIT-11, S-SUBS-02
pub(crate) async fn nothing_is_told_before_the_client_is_ready(cell: Cell) {
    let server = archive().build().unwrap();
    let mut carrier = Carrier::open(cell.via, &server).await;
    let about = |id: i64, method: &str, params: Value| match cell.is_stateless() {
        true => message::stateless(id, method, params),
        false => message::request(id, method, params),
    };
    if !cell.is_stateless() {
        let hello = message::initialize(1, cell.version.as_str(), json!({}));
        carrier.send(&hello).await;
        carrier.next().await;
    }
    server.handle().tools().add(tool("novelty")).unwrap();
    carrier.send(&about(2, "prompts/list", json!({}))).await;
    assert_eq!(carrier.next().await["id"], 2);
    if cell.is_stateless() {
        let filter = json!({ "notifications": { "toolsListChanged": true } });
        carrier
            .send(&about(3, "subscriptions/listen", filter))
            .await;
        let acknowledged = carrier.next().await;
        assert_eq!(acknowledged["params"]["_meta"][SUBSCRIPTION], 3);
    } else {
        carrier.send(&message::initialized()).await;
    }
    carrier.send(&about(4, "prompts/list", json!({}))).await;
    assert_eq!(carrier.next().await["id"], 4, "nor afterwards");
    server.handle().tools().remove("novelty");
    assert_subject(&carrier.next().await, "tools");
}

/// Lets the first client that listens for a resource be known, and the last one that goes.
pub(crate) async fn the_author_knows_who_listens(cell: Cell) {
    let (came, went) = (cell.probe.waiting.clone(), cell.probe.dropped.clone());
    let server = archive()
        .on_subscribe(move |uri| {
            assert_eq!(uri, RULES);
            came.add();
        })
        .on_unsubscribe(move |_| went.add())
        .build()
        .unwrap();
    let (mut one, mut two) = (cell.of(&server).await, cell.of(&server).await);
    let first = cell.listens(&mut one, &[RULES]).await;
    let second = cell.listens(&mut two, &[RULES]).await;
    assert_eq!(server.handle().listeners(RULES), 2);
    assert_eq!(cell.probe.waiting.count(), 1);
    first.end(&mut one).await;
    one.call("say", json!({})).await.unwrap();
    assert_eq!(cell.probe.dropped.count(), 0);
    second.end(&mut two).await;
    cell.probe.dropped.reaches(1).await;
    assert_eq!(server.handle().listeners(RULES), 0);
}

/// What nobody fetches is a few notices, however much happens.
pub(crate) async fn a_storm_is_told_as_a_few(cell: Cell) {
    const CHANGES: usize = 1000;
    let server = archive().build().unwrap();
    let mut client: Client = cell.of(&server).await;
    let _listening = cell.listens(&mut client, &[RULES]).await;
    for change in 0..CHANGES {
        match change % 2 {
            0 => server.handle().tools().add(tool("novelty")).unwrap(),
            _ => assert!(server.handle().tools().remove("novelty")),
        }
    }
    server.handle().resource_updated(RULES);
    let mut told = 0;
    while subject(&client.notice().await) == "tools" {
        told += 1;
    }
    assert!((1..=CHANGES / 100).contains(&told), "{told} notices");
}
