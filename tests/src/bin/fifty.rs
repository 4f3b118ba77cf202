//! A server with fifty tools, of which one is measured: `lookup_order` is that of the orders example, answered from
//! memory, so that the cost of a call is the cost of the protocol.
//!
//! `fifty` serves standard input and output, `fifty --http ADDR` Streamable HTTP at `/mcp` of an address. `fifty
//! --checked` and `fifty --unchecked` serve standard input and output with a `lookup_order` built by hand, with its own
//! schema and with one that takes everything: what lies between them is validation. `fifty --held` serves the same holding
//! results to their schema. It logs nothing.

use std::sync::Arc;

use mcp_server::{Choice, Error, Result, Scalar, Server, ServerBuilder, Tool, server};
use schemars::JsonSchema;
use serde::Serialize;

/// Order id, such as A-1042.
#[derive(Scalar)]
#[scalar(pattern = r"^[A-Z]-\d{4}$")]
struct OrderId(String);

/// One order of the shop.
#[derive(Clone, Serialize, JsonSchema)]
struct Order {
    /// Order id, such as A-1042.
    id: String,
    /// Who bought.
    customer: String,
    /// Where it goes.
    city: String,
    /// How far it has come.
    status: Status,
    /// When it was placed, UTC (RFC 3339).
    placed_at: String,
    /// Price of all items in cents.
    total_cents: i64,
    /// What was bought.
    items: Vec<Item>,
    /// What was written on it, oldest first.
    notes: Vec<Note>,
}

/// One line of an order.
#[derive(Clone, Serialize, JsonSchema)]
struct Item {
    /// Name of the article.
    name: String,
    /// How many.
    quantity: i64,
    /// Price of one, in cents.
    price_cents: i64,
}

/// How far an order has come.
#[derive(Clone, Copy, Choice)]
enum Status {
    /// Placed, not paid yet.
    Pending,
    /// Paid, not sent yet.
    Paid,
    /// On its way, or delivered.
    Shipped,
}

/// Something written on an order.
#[derive(Clone, Serialize, JsonSchema)]
struct Note {
    /// Number of the note.
    id: i64,
    /// The order it is on.
    order_id: String,
    /// What was written.
    text: String,
    /// When it was written, UTC (RFC 3339).
    written_at: String,
}

struct Shop {
    orders: Vec<Arc<Order>>,
}

#[server]
impl Shop {
    /// Look up an order.
    #[tool(read_only)]
    async fn lookup_order(&self, order_id: OrderId) -> Result<Arc<Order>> {
        let found = self.orders.iter().find(|order| order.id == *order_id);
        found
            .cloned()
            .ok_or_else(|| Error::hint(format!("no order {order_id}"), "try A-1042"))
    }
}

impl Shop {
    fn open() -> Self {
        let statuses = [Status::Pending, Status::Paid, Status::Shipped];
        let order = |(number, status): (usize, &Status)| {
            Arc::new(Order {
                id: format!("A-{}", 1041 + number),
                customer: "Maya Lindqvist".into(),
                city: "Gothenburg".into(),
                status: *status,
                placed_at: "2026-05-04T09:12:44Z".into(),
                total_cents: 4999,
                items: vec![
                    Item {
                        name: "Walnut desk lamp".into(),
                        quantity: 1,
                        price_cents: 3499,
                    },
                    Item {
                        name: "Warm white bulb".into(),
                        quantity: 2,
                        price_cents: 750,
                    },
                ],
                notes: Vec::new(),
            })
        };
        Self {
            orders: statuses.iter().enumerate().map(order).collect(),
        }
    }
}

/// `lookup_order` by hand, validated or not: what the handler takes is read the same way.
fn by_hand(shop: Arc<Shop>, checked: bool) -> Tool {
    let anything = || mcp_server::serde_json::json!({ "type": "object" });
    let tool = match checked {
        true => Tool::new("lookup_order"),
        false => Tool::raw("lookup_order", anything()),
    };
    tool.describe("Look up an order.")
        .read_only()
        .arg::<OrderId>("order_id", |id| id)
        .handler(move |order_id: OrderId| {
            let shop = Arc::clone(&shop);
            async move { shop.lookup_order(order_id).await }
        })
}

/// What a shop has besides: searches of some size, none of which is called.
fn search(number: usize) -> Tool {
    Tool::new(format!("search_shelf_{number:02}"))
        .describe(format!("Search shelf {number} for articles."))
        .read_only()
        .arg::<String>("words", |words| {
            words.len(2..=80).describe("Words to look for")
        })
        .arg::<Option<Vec<String>>>("colours", |colours| colours.describe("Only these colours"))
        .arg::<u32>("limit", |limit| {
            limit
                .range(1..=100)
                .default(20)
                .describe("How many to return")
        })
        .handler(
            move |words: String, colours: Option<Vec<String>>, limit: u32| async move {
                let colours = colours.unwrap_or_default().join(", ");
                format!("no {words} ({colours}) among the first {limit} of shelf {number}")
            },
        )
}

fn server() -> ServerBuilder {
    Server::new("fifty", env!("CARGO_PKG_VERSION"))
}

fn with_searches(server: ServerBuilder) -> ServerBuilder {
    (1..50).map(search).fold(server, ServerBuilder::tool)
}

#[tokio::main]
async fn main() -> Result {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let whole = || with_searches(server().with(Shop::open()));
    let by_hand = |checked| with_searches(server().tool(by_hand(Arc::new(Shop::open()), checked)));
    match &arguments[..] {
        [] => whole().serve_stdio().await,
        [flag] if flag == "--held" => whole().check_results(true).serve_stdio().await,
        [flag] if flag == "--checked" => by_hand(true).serve_stdio().await,
        [flag] if flag == "--unchecked" => by_hand(false).serve_stdio().await,
        [flag, address] if flag == "--http" => whole().serve_http(address).await,
        _ => Err(Error::public(
            "usage: fifty [--http ADDR | --held | --checked | --unchecked]",
        )),
    }
}
