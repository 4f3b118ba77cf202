//! Three tools of different shapes. Each tells what it heard and does nothing else.

use mcp_server::{Choice, IntoServer, ServerBuilder, tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A server with the three.
pub(crate) fn server() -> ServerBuilder {
    tools![search_products, place_order, record_payment].into_server()
}

/// What a product is.
#[derive(Choice)]
enum Category {
    Lighting,
    Seating,
    Storage,
    Textiles,
}

/// Which products come first.
#[derive(Choice)]
enum Sort {
    Relevance,
    PriceAsc,
    PriceDesc,
    Newest,
}

/// Search the catalogue: flat, with bounds and choices.
#[tool(read_only)]
#[expect(clippy::too_many_arguments, reason = "a search has as many")]
fn search_products(
    /// Words to look for.
    #[arg(len = 1..=60, example = "desk lamp")]
    query: String,
    /// Only products of this kind.
    category: Option<Category>,
    /// Which come first.
    sort: Option<Sort>,
    /// How many products at most.
    #[arg(min = 1, max = 50)]
    limit: Option<u32>,
    /// Least price in cents.
    min_price: Option<u32>,
    /// Only what can be sent today.
    in_stock: Option<bool>,
    /// Colours, any of them.
    #[arg(len = 0..=3)]
    colours: Option<Vec<String>>,
    /// Only of this seller.
    seller_id: Option<u64>,
) -> String {
    json!({
        "query": query, "category": category, "sort": sort, "limit": limit, "min_price": min_price,
        "in_stock": in_stock, "colours": colours, "seller_id": seller_id,
    })
    .to_string()
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
struct Customer {
    /// Number of the customer.
    #[schemars(example = 7)]
    id: u64,
    /// Full name.
    #[schemars(example = "Ada Byron")]
    name: String,
    /// Where the receipt goes.
    #[schemars(regex(pattern = "^[^@ ]+@[^@ ]+$"), example = "ada@example.com")]
    email: Option<String>,
}

#[derive(Deserialize, JsonSchema, Serialize)]
enum Country {
    #[serde(rename = "DE")]
    Germany,
    #[serde(rename = "FR")]
    France,
    #[serde(rename = "US")]
    UnitedStates,
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
struct Address {
    /// Street and number.
    #[schemars(example = "Main 1")]
    street: String,
    /// City.
    #[schemars(example = &"Berlin")]
    city: String,
    /// Postal code.
    #[schemars(regex(pattern = r"^\d{5}$"), example = "10115")]
    zip: String,
    /// Country.
    country: Country,
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// Article number.
    #[schemars(regex(pattern = r"^[A-Z]{3}-\d{3}$"), example = "LMP-001")]
    sku: String,
    /// How many.
    #[schemars(range(min = 1, max = 99), example = 2)]
    quantity: u32,
    /// Wrap it.
    gift: Option<bool>,
}

/// How an order is sent.
#[derive(Choice)]
enum Shipping {
    Standard,
    Express,
    Pickup,
}

/// Place an order: objects in objects, and lists of them.
#[tool]
fn place_order(
    /// Who orders.
    customer: Customer,
    /// Where it goes.
    address: Address,
    /// What is ordered.
    #[arg(len = 1..=20)]
    lines: Vec<Line>,
    /// How it goes there.
    shipping: Shipping,
    /// For the packer.
    #[arg(len = 0..=40)]
    note: Option<String>,
    /// Labels.
    tags: Option<Vec<String>>,
) -> String {
    json!({
        "customer": customer, "address": address, "lines": lines, "shipping": shipping,
        "note": note, "tags": tags,
    })
    .to_string()
}

#[derive(Deserialize, JsonSchema, Serialize)]
enum Currency {
    #[serde(rename = "EUR")]
    Euro,
    #[serde(rename = "USD")]
    Dollar,
    #[serde(rename = "GBP")]
    Pound,
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
struct Share {
    /// Number of the invoice.
    #[schemars(example = 5)]
    invoice_id: u64,
    /// Amount in cents.
    #[schemars(range(min = 1), example = 1)]
    amount_cents: i64,
}

/// Record a payment: ids, amounts and dates.
#[tool]
#[expect(clippy::too_many_arguments, reason = "a payment has as many")]
fn record_payment(
    /// Number of the account.
    #[arg(example = 42)]
    account_id: u64,
    /// Order the money is for.
    #[arg(pattern = r"^[A-Z]-\d{4}$", example = "A-1042")]
    order_id: String,
    /// Amount in cents.
    #[arg(min = 1, example = 1999)]
    amount_cents: i64,
    /// Currency.
    currency: Currency,
    /// Day of the payment.
    #[arg(format = "date")]
    paid_on: String,
    /// When it was booked.
    #[arg(format = "date-time")]
    booked_at: Option<String>,
    /// Reference of the bank.
    #[arg(format = "uuid")]
    reference: Option<String>,
    /// Number of instalments.
    #[arg(min = 1, max = 12)]
    instalments: Option<u8>,
    /// Nothing is owed any more.
    settled: Option<bool>,
    /// How the amount is divided.
    shares: Option<Vec<Share>>,
) -> String {
    json!({
        "account_id": account_id, "order_id": order_id, "amount_cents": amount_cents,
        "currency": currency, "paid_on": paid_on, "booked_at": booked_at, "reference": reference,
        "instalments": instalments, "settled": settled, "shares": shares,
    })
    .to_string()
}
