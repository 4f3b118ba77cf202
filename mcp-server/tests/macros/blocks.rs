//! `#[server]` on impl blocks.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_server::schemars::JsonSchema;
use mcp_server::serde::Serialize;
use mcp_server::serde_json::{Value, json};
use mcp_server::{Choice, IntoServer as _, Scalar, server};

use crate::{call, client, listed};

/// Order id, such as A-1042.
#[derive(Clone, Debug, Scalar)]
#[scalar(pattern = r"^[A-Z]-\d{4}$")]
struct OrderId(String);

/// Tone of voice.
#[derive(Choice)]
enum Tone {
    /// For complaints.
    Formal,
    Friendly,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(crate = "mcp_server::serde")]
#[schemars(crate = "mcp_server::schemars")]
struct Order {
    id: String,
    total: Option<u32>,
}

#[derive(Debug)]
struct StoreError;

impl Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no such order")
    }
}

#[derive(Default)]
struct Orders {
    calls: AtomicU32,
}

#[server(name = "shop", version = "7.0.0", title = "Shop", instructions = concat!("Orders of ", "the shop."), groups = [admin])]
impl Orders {
    /// How many calls there were, at most.
    const MOST: u32 = 100;

    /// Look up an order.
    #[tool(read_only)]
    async fn lookup_order(&self, order_id: OrderId) -> Result<Order, StoreError> {
        self.count();
        match order_id.as_str() {
            "A-1042" => Ok(Order {
                id: order_id.to_string(),
                total: None,
            }),
            _ => Err(StoreError),
        }
    }

    /// Draft a reply.
    #[tool(name = "draft")]
    fn draft_reply(self: &Arc<Self>, order_id: &OrderId, tone: Tone) -> String {
        self.count();
        format!("{tone} about {order_id} ({} at most)", Self::MOST)
    }

    /// Share the server.
    #[tool]
    #[must_use]
    pub(crate) async fn share(self: Arc<Self>) -> u32 {
        Arc::clone(&self).count()
    }

    /// Needs nothing.
    #[tool]
    fn nothing(call: u8, this: u8, server: u8, value: u8) -> u8 {
        call + this + server + value
    }

    /// Lives here as well.
    #[tool]
    fn clone(&self) -> &'static str {
        "not the method of `Arc`"
    }

    /// Borrows from the server.
    #[tool(timeout = "5s")]
    fn borrowed(&self) -> &AtomicU32 {
        &self.calls
    }

    /// Only in another world.
    #[cfg(any())]
    #[tool]
    fn absent(&self, what: TypeThatIsNowhere) {}

    fn count(&self) -> u32 {
        self.calls.fetch_add(1, Ordering::Relaxed) + 1
    }
}

#[server(group = admin)]
impl Orders {
    /// Forget all calls.
    #[tool(destructive)]
    fn forget(&self) {
        self.calls.store(0, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn a_block_is_a_server() {
    let client = client(Orders::default()).await;
    let names: Vec<Value> = client
        .tools()
        .await
        .unwrap()
        .iter()
        .map(|tool| tool["name"].clone())
        .collect();
    assert_eq!(
        json!(names),
        json!([
            "lookup_order",
            "draft",
            "share",
            "nothing",
            "clone",
            "borrowed",
            "forget"
        ])
    );

    let order = call(&client, "lookup_order", json!({ "order_id": "A-1042" })).await;
    assert_eq!(
        order.raw()["structuredContent"],
        json!({ "id": "A-1042", "total": null })
    );
    let none = call(&client, "lookup_order", json!({ "order_id": "A-1043" })).await;
    assert!(
        none.is_error() && none.text() == "no such order",
        "{}",
        none.text()
    );
    assert!(none.raw().get("structuredContent").is_none());

    let draft = call(
        &client,
        "draft",
        json!({ "order_id": "A-1042", "tone": "formal" }),
    )
    .await;
    assert_eq!(draft.text(), "formal about A-1042 (100 at most)");
    assert_eq!(
        call(&client, "share", json!({}))
            .await
            .structured::<u32>()
            .unwrap(),
        4
    );
    let sum = call(
        &client,
        "nothing",
        json!({ "call": 1, "this": 2, "server": 3, "value": 4 }),
    )
    .await;
    assert_eq!(sum.structured::<u8>().unwrap(), 10);
    assert_eq!(
        call(&client, "clone", json!({})).await.text(),
        "not the method of `Arc`"
    );
    assert_eq!(
        call(&client, "borrowed", json!({}))
            .await
            .structured::<u32>()
            .unwrap(),
        4
    );
    assert_eq!(call(&client, "forget", json!({})).await.text(), "ok");
    assert_eq!(
        call(&client, "share", json!({}))
            .await
            .structured::<u32>()
            .unwrap(),
        1
    );
}

#[tokio::test]
async fn types_bring_their_words_and_rules() {
    let client = client(Orders::default()).await;
    let properties = listed(&client, "draft").await["inputSchema"]["properties"].clone();
    let order_id = json!({
        "type": "string", "description": "Order id, such as A-1042.", "pattern": r"^[A-Z]-\d{4}$"
    });
    assert_eq!(properties["order_id"], order_id);
    assert_eq!(properties["tone"]["enum"], json!(["formal", "friendly"]));
    let wrong = call(
        &client,
        "draft",
        json!({ "orderId": "A-1042", "tone": "rude" }),
    )
    .await;
    assert!(
        wrong.is_error() && wrong.text().contains("did you mean"),
        "{}",
        wrong.text()
    );
}

#[tokio::test]
async fn a_server_says_who_it_is() {
    let client = client(Orders::default()).await;
    let found = client.request("server/discover", json!({})).await.unwrap();
    assert_eq!(found["instructions"], "Orders of the shop.");
    let text = found.to_string();
    assert!(
        text.contains(r#""name":"shop""#) && text.contains(r#""version":"7.0.0""#),
        "{text}"
    );
}

#[tokio::test]
async fn a_shared_value_is_a_server_too() {
    let orders = Arc::new(Orders::default());
    let client = client(Arc::clone(&orders)).await;
    call(&client, "share", json!({})).await;
    assert_eq!(orders.calls.load(Ordering::Relaxed), 1);
}

struct Shelf<T> {
    items: Vec<T>,
}

#[server]
impl<T: Clone + Serialize + JsonSchema + Send + Sync + 'static> Shelf<T>
where
    T: Display,
{
    /// The item at a place.
    #[tool(read_only)]
    async fn item(&self, place: usize) -> Option<T> {
        self.items.get(place).cloned()
    }

    /// The item at a place, in words.
    #[tool(read_only)]
    fn words(&self, place: usize) -> Result<String, StoreError> {
        self.items.get(place).map(T::to_string).ok_or(StoreError)
    }
}

#[tokio::test]
async fn a_server_may_be_generic() {
    let client = client(Shelf {
        items: vec![1.5, 2.5],
    })
    .await;
    assert_eq!(
        call(&client, "item", json!({ "place": 1 })).await.raw()["structuredContent"],
        json!(2.5)
    );
    assert_eq!(
        call(&client, "item", json!({ "place": 2 })).await.raw()["structuredContent"],
        Value::Null
    );
    assert_eq!(
        call(&client, "words", json!({ "place": 0 })).await.text(),
        "1.5"
    );
}

#[tokio::test]
async fn a_server_in_a_builder_takes_more() {
    let server = Shelf { items: vec![1] }
        .into_server()
        .title("Shelf")
        .tools(mcp_server::tools![extra]);
    let client = client(server).await;
    assert_eq!(client.tools().await.unwrap().len(), 3);
}

/// One more.
#[mcp_server::tool]
fn extra() {}
