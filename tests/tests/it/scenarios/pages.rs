//! Lists in pages.

use mcp_server::Server;
use serde_json::{Value, json};
use tests::Client;

use super::Cell;
use super::cell::told;
use crate::stage::{archive, tool};

/// Every list of a server, with its member and how many items it has for a stranger.
const LISTS: [(&str, &str, usize); 4] = [
    ("tools/list", "tools", 6),
    ("prompts/list", "prompts", 5),
    ("resources/list", "resources", 8),
    ("resources/templates/list", "resourceTemplates", 2),
];

fn paged() -> Server {
    archive().page_size(2).build().unwrap()
}

/// All pages of a list.
async fn pages(client: &mut Client, method: &str) -> Vec<Value> {
    let mut pages = vec![client.request(method, json!({})).await.unwrap()];
    while let Some(cursor) = pages.last().unwrap().get("nextCursor") {
        assert!(cursor.is_string(), "never null: {cursor}");
        let params = json!({ "cursor": cursor });
        pages.push(client.request(method, params).await.unwrap());
    }
    pages
}

// S-PAGE-01, S-PAGE-02, S-PAGE-06, S-CACHE-05
pub(crate) async fn pages_hold_everything_once_in_order(cell: Cell) {
    let mut client = cell.of(&paged()).await;
    let mut whole = cell.reader().await;
    for (method, member, count) in LISTS {
        let all = whole.request(method, json!({})).await.unwrap();
        let pages = pages(&mut client, method).await;
        assert_eq!(pages.len(), count.div_ceil(2), "{method}");
        let items: Vec<_> = pages
            .iter()
            .flat_map(|page| page[member].as_array().unwrap())
            .collect();
        assert_eq!(items.len(), count, "{method}");
        assert!(items.into_iter().eq(all[member].as_array().unwrap()));
        let scopes = pages.iter().map(|page| &page["cacheScope"]);
        assert!(scopes.clone().all(|scope| *scope == pages[0]["cacheScope"]));
        assert_eq!(pages[0].get("cacheScope").is_some(), cell.is_stateless());
    }
}

// S-PAGE-03
pub(crate) async fn a_cursor_is_good_on_any_connection(cell: Cell) {
    let server = paged();
    let first = cell
        .of(&server)
        .await
        .request("tools/list", json!({}))
        .await;
    let params = json!({ "cursor": first.unwrap()["nextCursor"] });
    let mut other = cell.of(&server).await;
    let second = other.request("tools/list", params.clone()).await.unwrap();
    let again = other.request("tools/list", params).await.unwrap();
    assert_eq!(second["tools"], again["tools"], "more than once");
    assert_eq!(second["tools"][0]["name"], "touch");
}

// S-PAGE-04, S-PAGE-05, S-PAGE-07
pub(crate) async fn what_never_was_a_cursor_of_this_list_is_refused(cell: Cell) {
    let mut client = cell.of(&paged()).await;
    let page = client.request("prompts/list", json!({})).await.unwrap();
    let of_prompts = page["nextCursor"].as_str().unwrap().to_owned();
    for (method, _, _) in LISTS {
        let strange = ["", "2", "AAAAAAAAAAAAAAAA", "é", &of_prompts];
        for cursor in strange
            .into_iter()
            .take(if method == "prompts/list" { 4 } else { 5 })
        {
            let params = json!({ "cursor": cursor });
            let (code, words) = told(client.request(method, params).await);
            assert_eq!(code, -32602, "{method} {cursor:?}: {words}");
        }
        let (code, _) = told(client.request(method, json!({ "cursor": 2 })).await);
        assert_eq!(code, -32602, "{method}");
    }
    let last_page = json!({ "cursor": of_prompts });
    client.request("prompts/list", last_page).await.unwrap();
}

// S-PAGE-04
pub(crate) async fn a_cursor_of_a_list_that_has_changed_is_refused(cell: Cell) {
    let server = paged();
    let mut client = cell.of(&server).await;
    let page = client.request("tools/list", json!({})).await.unwrap();
    let params = json!({ "cursor": page["nextCursor"] });
    server.handle().tools().add(tool("novelty")).unwrap();
    let (code, words) = told(client.request("tools/list", params.clone()).await);
    assert_eq!(code, -32602);
    assert!(words.contains("changed"), "what to do is said: {words}");
    server.handle().tools().remove("novelty");
    // As it was: the list is the same again.
    client.request("tools/list", params).await.unwrap();
}
