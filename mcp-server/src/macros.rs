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
