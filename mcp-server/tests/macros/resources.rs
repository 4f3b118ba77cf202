//! `#[resource]`: functions that are read by URI.

use std::collections::BTreeMap;
use std::sync::Arc;

use mcp_server::core::transport::Principal;
use mcp_server::core::types::Annotations;
use mcp_server::serde::Serialize;
use mcp_server::serde_json::{Value, json};
use mcp_server::test::{Client, Era, TestClient};
use mcp_server::{
    Choice, Ctx, ListCtx, ListedResource, Result, ResultExt as _, Server, resource, resources,
    server,
};

use crate::client;

#[derive(Clone, Serialize)]
#[serde(crate = "mcp_server::serde")]
struct Order {
    id: u32,
    total: u32,
}

/// A format.
#[derive(Choice)]
enum Format {
    Csv,
    Json,
}

struct Shop {
    orders: BTreeMap<u32, u32>,
}

impl Shop {
    fn new() -> Self {
        Self {
            orders: BTreeMap::from([(1, 100), (2, 250)]),
        }
    }
}

fn is_clerk(who: Option<&Principal>) -> bool {
    who.is_some_and(|who| who.subject() == "clerk")
}

#[server(groups = [files])]
impl Shop {
    /// One order.
    #[resource("orders://{order_id}", title = "Order", ttl = "60s", private, list = Self::list_orders)]
    async fn order(&self, order_id: u32) -> Result<Order> {
        let total = self.orders.get(&order_id).or_not_found()?;
        Ok(Order {
            id: order_id,
            total: *total,
        })
    }

    async fn list_orders(&self) -> Vec<ListedResource> {
        let listed = self.orders.keys();
        listed
            .map(|id| ListedResource::new(format!("orders://{id}"), format!("order {id}")))
            .collect()
    }

    /// The logo.
    #[resource("logo://main", mime = "image/png", size = 4, annotations = Annotations::new().with_priority(0.5))]
    fn logo() -> &'static [u8] {
        b"\x89PNG"
    }

    /// All orders as a table.
    #[resource("orders://all/{format}/{+path}", name = "table")]
    fn table(self: Arc<Self>, ctx: Ctx, path: &str, format: Format) -> String {
        assert!(!ctx.is_cancelled());
        format!("{} orders as {format} at {path}", self.orders.len())
    }

    /// For the staff.
    #[resource("staff://rota", visible_when = is_clerk)]
    fn rota(&self) -> &'static str {
        "nobody works today"
    }
}

#[server(group = files)]
impl Shop {
    #[resource("file:///{+path}", undocumented, list = Self::list_files)]
    fn file(&self, path: String) -> Result<Vec<u8>, String> {
        match &*path {
            "a/b.bin" => Ok(vec![0, 1, 2]),
            _ => Err(format!("no {path}")),
        }
    }

    /// Synchronous, fallible, and asks who is there.
    fn list_files(ctx: &ListCtx) -> Result<Vec<ListedResource>, String> {
        match ctx.principal() {
            Some(_) => Ok(vec![ListedResource::new("file:///a/b.bin", "b.bin")]),
            None => Ok(Vec::new()),
        }
    }
}

async fn read(client: &Client, uri: &str) -> Value {
    let result = client
        .request("resources/read", json!({ "uri": uri }))
        .await;
    result.unwrap_or_else(|error| panic!("{uri}: {error}"))
}

async fn listed(client: &Client, method: &str, key: &str) -> Vec<Value> {
    let listed = client.request(method, json!({})).await.unwrap();
    listed[key].as_array().unwrap().clone()
}

#[tokio::test]
async fn uris_and_templates_are_listed_apart() {
    let client = client(Shop::new()).await;
    let templates = listed(&client, "resources/templates/list", "resourceTemplates").await;
    assert_eq!(
        templates[0],
        json!({
            "uriTemplate": "orders://{order_id}",
            "name": "order",
            "title": "Order",
            "description": "One order.",
        })
    );
    assert_eq!(templates[1]["name"], "table");
    assert_eq!(templates[2]["uriTemplate"], "file:///{+path}");
    assert!(templates[2].get("description").is_none());

    let resources = listed(&client, "resources/list", "resources").await;
    let uris: Vec<&Value> = resources.iter().map(|resource| &resource["uri"]).collect();
    for uri in ["logo://main", "orders://1", "orders://2"] {
        assert!(uris.contains(&&json!(uri)), "{uri}: {resources:?}");
    }
    assert_eq!(uris.len(), 3, "{resources:?}");
    let logo = resources
        .iter()
        .find(|resource| resource["uri"] == "logo://main");
    assert_eq!(
        logo,
        Some(&json!({
            "uri": "logo://main",
            "name": "logo",
            "description": "The logo.",
            "mimeType": "image/png",
            "size": 4,
            "annotations": { "priority": 0.5 },
        }))
    );
}

#[tokio::test]
async fn variables_are_read_by_their_types() {
    let client = client(Shop::new()).await;
    let order = read(&client, "orders://2").await;
    assert_eq!(
        order["contents"],
        json!([{ "uri": "orders://2", "mimeType": "application/json", "text": r#"{"id":2,"total":250}"# }])
    );
    let table = read(&client, "orders://all/csv/2026/may%20.csv").await;
    assert_eq!(
        table["contents"][0]["text"],
        "2 orders as csv at 2026/may .csv"
    );
    for uri in ["orders://all/pdf/x", "orders://9", "orders://many"] {
        client
            .request("resources/read", json!({ "uri": uri }))
            .await
            .unwrap_err();
    }
}

#[tokio::test]
async fn bytes_are_blobs() {
    let client = client(Shop::new()).await;
    let logo = read(&client, "logo://main").await;
    assert_eq!(
        logo["contents"],
        json!([{ "uri": "logo://main", "mimeType": "image/png", "blob": "iVBORw==" }])
    );
    let file = read(&client, "file:///a/b.bin").await;
    assert_eq!(file["contents"][0]["blob"], "AAEC");
}

#[tokio::test]
async fn clients_are_told_how_long_they_may_keep_it() {
    let client = TestClient::new(Shop::new())
        .era(Era::Modern)
        .connect()
        .await;
    let order = read(&client, "orders://1").await;
    assert_eq!(order["ttlMs"], 60_000);
    assert_eq!(order["cacheScope"], "private");
}

#[tokio::test]
async fn a_resource_is_seen_by_whom_it_is_for() {
    let clerk = TestClient::new(Shop::new())
        .principal(Principal::new("https://example.com", "clerk", "app"))
        .connect()
        .await;
    let resources = listed(&clerk, "resources/list", "resources").await;
    for uri in ["staff://rota", "file:///a/b.bin"] {
        assert!(
            resources.iter().any(|resource| resource["uri"] == uri),
            "{resources:?}"
        );
    }
    let rota = read(&clerk, "staff://rota").await;
    assert_eq!(rota["contents"][0]["text"], "nobody works today");

    let guest = client(Shop::new()).await;
    let hidden = json!({ "uri": "staff://rota" });
    guest.request("resources/read", hidden).await.unwrap_err();
}

/// A page of the manual.
#[resource("manual://{page}", list = pages)]
fn manual(page: u16) -> String {
    format!("page {page}")
}

async fn pages(_: &ListCtx) -> Vec<ListedResource> {
    vec![ListedResource::new("manual://7", "seven")]
}

mod more {
    /// Ours.
    #[mcp_server::resource("shop://motto", timeout = "1s", blocking)]
    pub(super) fn motto() -> &'static str {
        "Sell!"
    }
}

#[tokio::test]
async fn functions_that_stand_alone_are_resources_too() {
    assert_eq!(manual(1), "page 1"); // still a function
    let server = Server::new("manuals", "1.0.0").resources(resources![manual, more::motto]);
    let client = client(server).await;
    assert_eq!(
        read(&client, "manual://3").await["contents"][0]["text"],
        "page 3"
    );
    assert_eq!(
        read(&client, "shop://motto").await["contents"][0]["text"],
        "Sell!"
    );
    assert_eq!(
        listed(&client, "resources/list", "resources").await.len(),
        2
    );
}
