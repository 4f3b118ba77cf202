//! The orders of a small shop. Tools look one up, write a note on it, give money back once the user has agreed; each
//! order is a resource as well, and a prompt drafts a reply to the customer.
//!
//! A method is a tool, a resource or a prompt: its name, its words and the types of its parameters and result are all that a client learns.
//! What the types forbid never reaches a method, and `StoreError` is what the model reads when the shop says no.
//!
//! `cargo run --bin orders` serves over standard input and output, `cargo run --bin orders -- --http 127.0.0.1:8080`
//! over HTTP. The orders are in `orders.sqlite`, or where `ORDERS_DB` says; see `examples::shop`.

use examples::shop::{Note, Order, Reason, Refund, Store, StoreError};
use mcp_server::{Choice, Completing, Ctx, Result, ResultExt as _, Scalar, server};

/// Order id, such as A-1042.
#[derive(Scalar)]
#[scalar(pattern = r"^[A-Z]-\d{4}$")]
struct OrderId(String);

/// Tone of voice.
#[derive(Choice)]
enum Tone {
    Formal,
    Friendly,
    Brief,
}

struct Orders {
    store: Store,
}

#[server(
    name = "orders",
    instructions = "The orders of the shop. Ids look like A-1042; amounts are in cents."
)]
impl Orders {
    /// Look up an order.
    #[tool(read_only)]
    async fn lookup_order(&self, order_id: OrderId) -> Result<Order, StoreError> {
        self.store.get(&order_id).await
    }

    /// Attach a note to an order.
    #[tool(additive)]
    async fn create_note(
        &self,
        ctx: Ctx,
        order_id: OrderId,
        /// What to write.
        #[arg(len = 1..=500)]
        text: String,
    ) -> Result<Note, StoreError> {
        let note = self.store.note(&order_id, &text).await?;
        ctx.server()
            .resource_updated(format!("orders://{order_id}"));
        Ok(note)
    }

    /// Refund an order, after the user has agreed.
    #[tool(destructive)]
    async fn refund_order(
        &self,
        ctx: Ctx,
        order_id: OrderId,
        /// Amount in cents.
        #[arg(min = 1)]
        amount_cents: i64,
        /// Why the money goes back.
        reason: Reason,
    ) -> Result<Refund, StoreError> {
        ctx.confirm(format!("Refund {amount_cents} cents of {order_id}?"))
            .await; // returns only on yes
        let key = ctx.idempotency_key();
        let refund = self
            .store
            .refund(&order_id, amount_cents, reason, &key)
            .await?;
        ctx.server()
            .resource_updated(format!("orders://{order_id}"));
        Ok(refund)
    }

    /// One order.
    #[resource("orders://{order_id}")]
    async fn order(&self, order_id: OrderId) -> Result<Order> {
        self.store.find(&order_id).await?.or_not_found()
    }

    /// Draft a reply to the customer.
    #[prompt]
    fn draft_reply(
        &self,
        #[arg(complete = Self::matching_orders)] order_id: OrderId,
        tone: Tone,
    ) -> String {
        format!("Look up order {order_id}, then write a {tone} reply to the customer.")
    }

    /// Ids, found by whatever was typed of an order.
    async fn matching_orders(&self, q: &Completing) -> Result<Vec<String>, StoreError> {
        let mut orders = self.store.search(q.value(), None, 20).await?;
        orders.sort_by_key(|order| !order.id.starts_with(q.value()));
        Ok(orders.into_iter().map(|order| order.id).collect())
    }
}

#[tokio::main]
async fn main() -> Result {
    examples::serve(Orders {
        store: Store::from_env()?,
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_takes_it_and_every_model_is_told_enough() {
        let store = Store::in_memory().expect("a database in memory");
        mcp_server::assert_lint_clean!(Orders { store });
    }
}
