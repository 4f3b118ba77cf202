//! The macros. They are documented where they are defined; the examples are
//! here, where they compile.

/// # Examples
///
/// ```
/// use mcp_server::{tool, tools};
///
/// /// Search orders.
/// #[tool(read_only, timeout = "30s")]
/// async fn search(
///     /// Words to look for.
///     #[arg(len = 2..=80)]
///     query: &str,
///     /// How many to return.
///     #[arg(min = 1, max = 100, default = 20)]
///     limit: u32,
/// ) -> Vec<String> {
///     vec![format!("the first {limit} of {query}")]
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// assert_eq!(search("books", 3).await, ["the first 3 of books"]); // still a function
/// assert_eq!(tools![search].len(), 1); // and a tool
/// # }
/// ```
///
/// A question before anything happens:
///
/// ```
/// use mcp_server::tool;
///
/// /// Refund an order.
/// #[tool(destructive, confirm = "Refund {amount_cents} cents of {order_id}?")]
/// fn refund(order_id: String, #[arg(min = 1)] amount_cents: i64) -> String {
///     format!("refunded {amount_cents} cents of {order_id}")
/// }
/// # let _ = refund(String::new(), 1);
/// ```
pub use mcp_macros::tool;

/// # Examples
///
/// ```
/// use mcp_server::{Assistant, Completing, Completion, User, prompt, prompts};
///
/// /// Plan a journey.
/// #[prompt(title = "Plan")]
/// fn plan(
///     /// Where to.
///     #[arg(complete = cities)]
///     city: &str,
///     #[arg(min = 1, max = 30, default = 7)] days: u8,
/// ) -> (User<String>, Assistant<&'static str>) {
///     (User(format!("Plan {days} days in {city}.")), Assistant("Day 1:"))
/// }
///
/// async fn cities(q: &Completing) -> Completion {
///     q.matching(["Oslo", "Riga", "Rome"])
/// }
///
/// assert_eq!(plan("Rome", 2).1, Assistant("Day 1:")); // still a function
/// assert_eq!(prompts![plan].len(), 1); // and a prompt
/// ```
pub use mcp_macros::prompt;

/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
///
/// use mcp_server::{ListedResource, Result, ResultExt as _, server};
///
/// struct Orders {
///     totals: BTreeMap<u32, u64>,
/// }
///
/// #[server]
/// impl Orders {
///     /// What an order costs, in cents.
///     #[resource("orders://{order_id}/total", ttl = "60s", list = Self::totals)]
///     async fn total(&self, order_id: u32) -> Result<u64> {
///         self.totals.get(&order_id).copied().or_not_found()
///     }
///
///     fn totals(&self) -> Vec<ListedResource> {
///         let uri = |id| format!("orders://{id}/total");
///         self.totals.keys().map(|id| ListedResource::new(uri(id), format!("Order {id}"))).collect()
///     }
///
///     /// The logo.
///     #[resource("logo://main", mime = "image/png")]
///     fn logo(&self) -> &'static [u8] {
///         b"\x89PNG"
///     }
/// }
/// # let _ = Orders { totals: BTreeMap::new() };
/// ```
pub use mcp_macros::resource;

/// # Examples
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use mcp_server::{IntoServer as _, server};
///
/// #[derive(Default)]
/// struct Counter {
///     count: AtomicU64,
/// }
///
/// #[server(title = "Counter", instructions = "Counts calls.", groups = [admin])]
/// impl Counter {
///     /// Count one more.
///     #[tool(additive)]
///     async fn count(&self) -> u64 {
///         self.count.fetch_add(1, Ordering::Relaxed) + 1
///     }
/// }
///
/// // In another file, perhaps.
/// #[server(group = admin)]
/// impl Counter {
///     /// Start again.
///     #[tool(destructive, idempotent)]
///     fn reset(&self) {
///         self.count.store(0, Ordering::Relaxed);
///     }
/// }
///
/// // `Counter::default().serve_stdio().await?;`, or:
/// let server = Counter::default().into_server().build()?;
/// # let _ = server;
/// # Ok::<(), mcp_server::BuildError>(())
/// ```
pub use mcp_macros::server;

pub use mcp_macros::{Choice, Form, Scalar};
