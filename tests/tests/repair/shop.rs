//! Three tools of different shapes. Each tells what it heard and does nothing else. Of their fields
//! fewer than half have an example, as with most tools.

use std::collections::BTreeMap;

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
    /// Least and greatest price in cents.
    price_range: Option<(u32, u32)>,
    /// Sizes in millimetres, by what is measured.
    sizes: Option<BTreeMap<String, u32>>,
) -> String {
    json!({
        "query": query, "category": category, "sort": sort, "limit": limit, "min_price": min_price,
        "in_stock": in_stock, "colours": colours, "seller_id": seller_id,
        "price_range": price_range, "sizes": sizes,
    })
    .to_string()
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
struct Customer {
    /// Number of the customer.
    id: u64,
    /// Full name.
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

/// Takes keys that it does not know, as most structs do.
#[derive(Deserialize, JsonSchema, Serialize)]
struct Address {
    /// Street and number.
    street: String,
    /// City.
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

/// The door to ring at: its number, or the name on it.
#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(untagged)]
enum Door {
    Number(u32),
    Name(String),
}

/// Whom to tell when it comes.
#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(untagged)]
enum Contact {
    Mail { email: String },
    Phone { phone: String },
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
#[expect(clippy::too_many_arguments, reason = "an order has as many")]
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
    /// Where to ring.
    door: Option<Door>,
    /// Whom to tell.
    contact: Option<Contact>,
) -> String {
    json!({
        "customer": customer, "address": address, "lines": lines, "shipping": shipping,
        "note": note, "tags": tags, "door": door, "contact": contact,
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
    invoice_id: u64,
    /// Amount in cents.
    #[schemars(range(min = 1))]
    amount_cents: i64,
}

/// Record a payment: ids, amounts and dates.
#[tool]
#[expect(clippy::too_many_arguments, reason = "a payment has as many")]
fn record_payment(
    /// Number of the account.
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
    /// The teller's number.
    #[arg(secret, pattern = r"^\d{4}$")]
    pin: Option<String>,
) -> String {
    json!({
        "account_id": account_id, "order_id": order_id, "amount_cents": amount_cents,
        "currency": currency, "paid_on": paid_on, "booked_at": booked_at, "reference": reference,
        "instalments": instalments, "settled": settled, "shares": shares,
        "pin": pin,
    })
    .to_string()
}
