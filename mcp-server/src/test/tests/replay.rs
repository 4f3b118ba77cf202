//! What `replay::check` finds, and what it lets pass.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use super::*;
use crate::IntoServer;
use crate::test::replay::{self, Divergence};

type Body = fn(Arc<World>, Ctx) -> std::pin::Pin<Box<dyn Future<Output = &'static str> + Send>>;

/// A ledger that all instances share, and a number that each makes up.
struct World {
    ledger: Arc<Mutex<Vec<String>>>,
    number: u32,
    body: Body,
}

impl Clone for World {
    fn clone(&self) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        Self {
            ledger: Arc::clone(&self.ledger),
            number: NEXT.fetch_add(1, Ordering::SeqCst),
            body: self.body,
        }
    }
}

impl World {
    fn pay(&self, what: impl Into<String>) {
        self.ledger.lock().expect("whole").push(what.into());
    }

    /// As a payment API does that knows idempotency keys.
    fn pay_once(&self, key: String) {
        let mut ledger = self.ledger.lock().expect("whole");
        if !ledger.contains(&key) {
            ledger.push(key);
        }
    }
}

impl IntoServer for World {
    fn into_server(self) -> ServerBuilder {
        let world = Arc::new(self);
        let pay = move |ctx: Ctx| (world.body)(Arc::clone(&world), ctx);
        let resource = Resource::new("shop://pay").name("pay");
        Server::new("shop", "1")
            .tool(Tool::new("pay").describe("Pay.").handler(pay.clone()))
            .prompt(Prompt::new("pay").describe("Pay.").handler(pay.clone()))
            .resource(resource.handler(pay))
    }
}

/// Makes the world of one run.
fn make(body: Body) -> impl Fn() -> World {
    move || World {
        ledger: Arc::default(),
        number: 0,
        body,
    }
}

async fn check(body: Body) -> Result<(), Divergence> {
    replay::check(make(body), "pay", json!({}))
        .answer("Who*", json!({ "name": "Ada" }))
        .effects(|world| world.ledger.lock().expect("whole").len())
        .await
}

async fn fault(body: Body) -> String {
    let fault = check(body).await.expect_err("it is not safe");
    assert_eq!(format!("{fault:?}"), fault.to_string());
    fault.to_string()
}

// S-MRTR-10, S-MRTR-19
#[tokio::test]
async fn what_is_done_under_the_idempotency_key_is_safe() {
    let safe = check(|world, ctx| {
        Box::pin(async move {
            ctx.confirm("Pay?").await;
            ctx.confirm("Really?").await;
            world.pay_once(ctx.idempotency_key());
            "paid"
        })
    });
    assert_eq!(safe.await, Ok(()));
}

// S-MRTR-19
#[tokio::test]
async fn what_is_done_before_a_question_is_found() {
    let said = fault(|world, ctx| {
        Box::pin(async move {
            world.pay("early");
            ctx.confirm("Pay?").await;
            "paid"
        })
    });
    let said = said.await;
    assert!(
        said.contains("1 after a straight run, and 2 after 2 rounds with no replay"),
        "{said}"
    );
}

// S-MRTR-10
#[tokio::test]
async fn what_is_done_again_by_a_repeated_round_is_found() {
    let said = fault(|world, ctx| {
        Box::pin(async move {
            ctx.confirm("Pay?").await;
            world.pay("unkeyed");
            "paid"
        })
    });
    let said = said.await;
    assert!(
        said.contains("and 2 after 2 rounds with every state replayed"),
        "{said}"
    );
}

#[tokio::test]
async fn what_an_instance_makes_up_for_itself_is_found() {
    let said = fault(|world, ctx| {
        Box::pin(async move {
            ctx.confirm(format!("Pay at counter {}?", world.number))
                .await;
            "paid"
        })
    });
    let said = said.await;
    assert!(
        said.contains("what it asks must follow from its arguments"),
        "{said}"
    );
}

#[tokio::test]
async fn questions_that_change_from_run_to_run_are_found() {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let said = fault(|_, ctx| {
        Box::pin(async move {
            if RUNS.fetch_add(1, Ordering::SeqCst) > 0 {
                ctx.confirm("Once more?").key("more").await;
            }
            ctx.confirm("Pay?").key("pay").await;
            "paid"
        })
    });
    let said = said.await;
    assert!(
        said.contains(r#"asks ["Pay?"] in a straight run and ["Once more?", "Pay?"]"#),
        "{said}"
    );
}

#[tokio::test]
async fn a_call_that_fails_is_told() {
    let said = fault(|_, ctx| {
        Box::pin(async move {
            let _ = ctx.once("a", async { Ok::<_, ()>(1) }).await;
            let _ = ctx.once("a", async { Ok::<_, ()>(1) }).await;
            "never"
        })
    });
    let said = said.await;
    assert!(said.contains("`pay` fails in a straight run"), "{said}");
}

/// Prompts and resources ask as tools do, and are run again as often.
// S-MRTR-10, S-MRTR-19
#[tokio::test]
async fn prompts_and_resources_are_held_to_the_same() {
    let paid = |world: &World| world.ledger.lock().expect("whole").len();
    let both = async |body: Body| {
        let prompt = replay::check_prompt(make(body), "pay", json!({}));
        let resource = replay::check_resource(make(body), "shop://pay");
        [prompt.effects(paid).await, resource.effects(paid).await]
    };
    let safe = both(|world, ctx| {
        Box::pin(async move {
            ctx.confirm("Pay?").await;
            world.pay_once(ctx.idempotency_key());
            "paid"
        })
    });
    assert_eq!(safe.await, [Ok(()), Ok(())]);
    let early = both(|world, ctx| {
        Box::pin(async move {
            world.pay("early");
            ctx.confirm("Pay?").await;
            "paid"
        })
    });
    for (found, name) in early.await.into_iter().zip(["`pay`", "`shop://pay`"]) {
        let said = found.expect_err("it is not safe").to_string();
        assert!(said.starts_with(name), "{said}");
        assert!(
            said.contains("and 2 after 2 rounds with no replay"),
            "{said}"
        );
    }
}

/// Where there is no result to say it in, a refusal is an error, in every run the same.
#[tokio::test]
async fn a_refusal_is_an_end_like_another() {
    let body: Body = |_, ctx| {
        Box::pin(async move {
            ctx.confirm("Pay?").await;
            "paid"
        })
    };
    let prompt = replay::check_prompt(make(body), "pay", json!({})).decline("Pay*");
    assert_eq!(prompt.await, Ok(()));
    let resource = replay::check_resource(make(body), "shop://pay").decline("Pay*");
    assert_eq!(resource.await, Ok(()));
    let unknown = replay::check_resource(make(body), "shop://nothing").await;
    let said = unknown.expect_err("there is none").to_string();
    assert!(said.contains("fails in a straight run"), "{said}");
}
