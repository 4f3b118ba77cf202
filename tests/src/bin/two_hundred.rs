//! A server with two hundred tools, timed: prints the microseconds until it is built, validators and all, and has
//! answered for its list of tools.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::time::Instant;

use mcp_server::test::TestClient;
use mcp_server::{Choice, Error, Json, Result, Scalar, Server, ServerBuilder, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Order id, such as A-1042.
#[derive(Scalar)]
#[scalar(pattern = r"^[A-Z]-\d{4}$")]
struct OrderId(String);

/// How far an order has come.
#[derive(Choice)]
enum Status {
    /// Placed, not paid yet.
    Pending,
    /// Paid, not sent yet.
    Paid,
    /// On its way, or delivered.
    Shipped,
}

/// What to look for.
#[derive(Deserialize, JsonSchema)]
struct Filter {
    /// The least price in cents.
    least: Option<u32>,
    /// The highest price in cents.
    most: Option<u32>,
    /// Any of these.
    words: Vec<String>,
    /// Labels and their values.
    labels: BTreeMap<String, String>,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
struct Found {
    /// How many there are in all.
    total: usize,
    /// The first ones.
    items: Vec<Item>,
}

/// An article.
#[derive(Serialize, JsonSchema)]
struct Item {
    /// Its name.
    name: String,
    /// Price of one in cents.
    price_cents: i64,
}

fn tool(number: usize) -> Tool {
    Tool::new(format!("search_shelf_{number:03}"))
        .describe(format!("Search shelf {number} for what was ordered."))
        .read_only()
        .arg::<OrderId>("order_id", |id| id)
        .arg::<Option<Status>>("status", |status| {
            status.describe("Only orders that are there")
        })
        .arg::<Filter>("filter", |filter| filter.describe("What to look for"))
        .arg::<u32>("limit", |limit| {
            limit
                .range(1..=100)
                .default(20)
                .describe("How many to return")
        })
        .handler(
            async |_id: OrderId, _status: Option<Status>, filter: Filter, limit: u32| {
                let wanted = filter.words.len() + filter.labels.len();
                let price_cents = filter.least.or(filter.most).unwrap_or_default().into();
                let items = filter.words.into_iter().take(limit as usize);
                Json(Found {
                    total: wanted,
                    items: items.map(|name| Item { name, price_cents }).collect(),
                })
            },
        )
}

#[tokio::main]
async fn main() -> Result {
    let tools: Vec<Tool> = (0..200).map(tool).collect();
    let begin = Instant::now();
    let server = Server::new("two_hundred", env!("CARGO_PKG_VERSION"));
    let server = tools
        .into_iter()
        .fold(server, ServerBuilder::tool)
        .build()?;
    let client = TestClient::of(server).connect().await;
    let listed = client.tools().await?;
    let took = begin.elapsed().as_micros();
    if listed.len() != 200 {
        return Err(Error::public(format!("{} tools are listed", listed.len())));
    }
    writeln!(std::io::stdout(), "{took}")?;
    Ok(())
}
