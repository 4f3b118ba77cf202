//! The shop's money, and the tools that give it back.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use mcp_server::{Ctx, Server, ServerBuilder, State, Tool};

use crate::stage::{OnDrop, Tally};

/// Seals state on every replica of the shop.
pub(crate) const KEY: &str = "a secret of more than sixteen bytes";

/// Payments, by idempotency key: the same key pays once, as payment services do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    paid: Arc<Mutex<BTreeMap<String, i64>>>,
    /// How often somebody tried to pay.
    pub(crate) attempts: Tally,
    /// What is left to be refunded, in cents; may change while the user thinks.
    pub(crate) left: Arc<Mutex<i64>>,
    /// Handlers that let go of what they held.
    pub(crate) let_go: Tally,
}

impl Ledger {
    pub(crate) fn pay(&self, key: String, cents: i64) {
        self.attempts.add();
        self.paid.lock().unwrap().entry(key).or_insert(cents);
    }

    /// The amounts that were paid.
    pub(crate) fn payments(&self) -> Vec<i64> {
        self.paid.lock().unwrap().values().copied().collect()
    }

    #[track_caller]
    pub(crate) fn assert_untouched(&self) {
        assert_eq!(self.attempts.count(), 0, "nobody said yes: {self:?}");
    }

    /// The shop, with tools that refund in the way they should.
    pub(crate) fn shop(&self, name: &str) -> ServerBuilder {
        self.shop_with_key(name, KEY)
    }

    /// The shop, sealing with another secret.
    pub(crate) fn shop_with_key(&self, name: &str, key: &str) -> ServerBuilder {
        Server::new(name, "1.0.0")
            .state_key(key)
            .state(self.clone())
            .tool(refund("refund_order"))
            .tool(refund("refund_other"))
            .tool(refund_all())
            .tool(refund_pair())
            .tool(refund_in_rounds())
    }
}

/// One question, one payment.
fn refund(name: &'static str) -> Tool {
    Tool::new(name)
        .describe("Refund an order.")
        .destructive()
        .arg::<String>("order_id", |id| id)
        .arg::<i64>("amount_cents", |cents| cents.min(1))
        .handler(
            async |State(ledger): State<Ledger>, ctx: Ctx, order_id: String, cents: i64| {
                let _held = OnDrop(ledger.let_go.clone());
                ctx.confirm(format!("Refund {cents} cents of {order_id}?"))
                    .await;
                ledger.pay(ctx.idempotency_key(), cents);
                format!("refunded {cents}")
            },
        )
}

/// Asks for what is left at the moment.
fn refund_all() -> Tool {
    Tool::new("refund_all")
        .describe("Refund everything that is left.")
        .destructive()
        .handler(async |State(ledger): State<Ledger>, ctx: Ctx| {
            let left = *ledger.left.lock().unwrap();
            ctx.confirm(format!("Refund all {left} cents?")).await;
            ledger.pay(ctx.idempotency_key(), left);
            format!("refunded {left}")
        })
}

/// Two questions in one round, one payment.
fn refund_pair() -> Tool {
    Tool::new("refund_pair")
        .describe("Refund an order after the customer and the shop have agreed.")
        .destructive()
        .handler(async |State(ledger): State<Ledger>, ctx: Ctx| {
            tokio::join!(
                ctx.confirm("Does the customer agree?"),
                ctx.confirm("Does the shop agree?")
            );
            ledger.pay(ctx.idempotency_key(), 700);
            "refunded"
        })
}

/// Three questions one after the other, one payment.
fn refund_in_rounds() -> Tool {
    Tool::new("refund_in_rounds")
        .describe("Refund an order, slowly.")
        .destructive()
        .handler(async |State(ledger): State<Ledger>, ctx: Ctx| {
            ctx.confirm("First?").await;
            ctx.confirm("Second?").await;
            ctx.confirm("Third?").await;
            ledger.pay(ctx.idempotency_key(), 900);
            "refunded"
        })
}
