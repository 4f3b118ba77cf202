//! A handler goes on only with an answer it asked for.

use std::future::{Future, ready};
use std::pin::pin;
use std::task::Waker;
use std::time::Duration;

use super::*;

async fn refund(ctx: Ctx, refunds: &Counter) -> &'static str {
    ctx.confirm("Refund 500 cents?").await;
    refunds.add();
    "refunded"
}

// S-ELIC-15
#[tokio::test]
async fn a_yes_goes_on_and_nothing_else_does() {
    let client = Client::new();
    let refunds = Counter::default();
    let asked = client.asked(client.call(async |ctx| refund(ctx, &refunds).await).await);
    assert_eq!(asked.messages(), ["Refund 500 cents?"]);
    assert_eq!(asked.keys(), ["question-1"]);

    for (answer, words) in [
        (decline(), "the user declined"),
        (cancel(), "the user cancelled"),
        (accept(json!({ "confirm": false })), "the user declined"),
        (accept(json!({ "confirm": "true" })), "the user declined"),
        (accept(json!({ "confirm": null })), "the user declined"),
        (accept(json!({ "yes": true })), "the user declined"),
        (json!({ "action": "accept" }), "the user declined"),
        (
            json!({ "action": "decline", "content": { "confirm": true } }),
            "the user declined",
        ),
    ] {
        let responses = json!({ "question-1": answer });
        let driven = client
            .answer(&asked, responses, async |ctx| refund(ctx, &refunds).await)
            .await;
        let Driven::Refused(said) = driven else {
            panic!("{answer}: {driven:?}")
        };
        assert_eq!(said, words, "{answer}");
        assert_eq!(refunds.get(), 0, "{answer}");
    }

    let responses = json!({ "question-1": yes() });
    let driven = client
        .answer(&asked, responses, async |ctx| refund(ctx, &refunds).await)
        .await;
    assert!(matches!(driven, Driven::Finished("refunded")), "{driven:?}");
    assert_eq!(refunds.get(), 1);
}

/// Every way we know to lose sight of a question, run without an answer and
/// with a refusal: none of them gets past it.
#[tokio::test]
async fn no_swallowed_question_lets_the_handler_go_on() {
    macro_rules! ways {
        ($($name:ident: |$ctx:ident, $refunds:ident| $body:block)*) => { $({
            let way = stringify!($name);
            let client = Client::new();
            let refunds = Counter::default();
            let handler = async |$ctx: Ctx| {
                let $refunds = &refunds;
                $body
                refunds.add();
            };
            let asked = client.asked(client.call(handler).await);
            assert_eq!(asked.messages(), ["Sure?"], "{way}");
            assert_eq!(refunds.get(), 0, "{way}, not answered");
            let responses = json!({ "question-1": decline() });
            let driven = client.answer(&asked, responses, handler).await;
            assert!(matches!(&driven, Driven::Refused(words) if words == "the user declined"), "{way}: {driven:?}");
            assert_eq!(refunds.get(), 0, "{way}, declined");
        })* };
    }

    ways! {
        ignored: |ctx, _refunds| { let _ = ctx.confirm("Sure?").await; }
        in_a_helper: |ctx, _refunds| {
            async fn helper(ctx: &Ctx) -> Result<(), ()> {
                ctx.confirm("Sure?").await;
                Ok(())
            }
            helper(&ctx).await.ok();
        }
        timeout: |ctx, _refunds| {
            let _ = tokio::time::timeout(Duration::from_millis(1), ctx.confirm("Sure?")).await;
        }
        timeout_that_is_over: |ctx, _refunds| {
            let _ = tokio::time::timeout(Duration::ZERO, ctx.confirm("Sure?")).await;
        }
        select_against_a_timer: |ctx, refunds| {
            tokio::select! {
                () = ctx.confirm("Sure?") => {}
                () = tokio::time::sleep(Duration::from_millis(1)) => refunds.add(),
            }
        }
        select_against_something_ready: |ctx, refunds| {
            tokio::select! {
                biased;
                () = ctx.confirm("Sure?") => {}
                () = ready(()) => refunds.add(),
            }
        }
        polled_once: |ctx, _refunds| {
            let mut question = Box::pin(ctx.confirm("Sure?"));
            let mut cx = std::task::Context::from_waker(Waker::noop());
            let _ = question.as_mut().poll(&mut cx);
        }
        joined_with_a_failure: |ctx, _refunds| {
            let asking = async { ctx.confirm("Sure?").await; Ok(()) };
            let _ = tokio::try_join!(asking, ready(Err::<(), ()>(())));
        }
        form_as_an_option: |ctx, _refunds| {
            let form = async { Some(ctx.elicit::<Name>("Sure?").await) };
            let _ = tokio::time::timeout(Duration::ZERO, form).await.ok().flatten();
        }
    }
}

/// A question that is kept but no longer waited for: the effect in the same
/// poll cannot be undone, but its result does not count, and what goes
/// through `once` does not happen.
#[tokio::test]
async fn a_question_put_aside_still_ends_the_round() {
    let client = Client::new();
    let refunds = Counter::default();
    let handler = async |ctx: Ctx| {
        let mut question = pin!(ctx.confirm("Sure?"));
        tokio::select! {
            biased;
            () = &mut question => {}
            () = ready(()) => {}
        }
        let refund = async {
            refunds.add();
            Ok::<_, ()>(())
        };
        ctx.once("refund", refund).await
    };
    let asked = client.asked(client.call(handler).await);
    assert_eq!((asked.messages(), refunds.get()), (vec!["Sure?"], 0));

    let handler = async |ctx: Ctx| {
        let mut question = pin!(ctx.confirm("Sure?"));
        tokio::select! {
            biased;
            () = &mut question => {}
            () = ready(()) => {}
        }
        "went on"
    };
    let asked = client.asked(client.call(handler).await);
    let driven = client
        .answer(&asked, json!({ "question-1": decline() }), handler)
        .await;
    assert!(matches!(driven, Driven::Refused(_)), "{driven:?}");
}

#[tokio::test]
async fn a_refusal_drops_the_handler_before_anybody_hears_of_it() {
    let client = Client::new();
    let (released, after) = (Counter::default(), Counter::default());
    let handler = async |ctx: Ctx| {
        let _transaction = released.guard();
        ctx.confirm("Sure?").await;
        after.add();
    };
    let asked = client.asked(client.call(handler).await);
    assert_eq!(released.get(), 1, "asking rolls back as well");
    let driven = client
        .answer(&asked, json!({ "question-1": cancel() }), handler)
        .await;
    assert!(matches!(driven, Driven::Refused(_)));
    assert_eq!((released.get(), after.get()), (2, 0));
}

#[tokio::test]
async fn cancelling_the_call_drops_the_handler() {
    let released = Counter::default();
    let (flow, _answer) = live::flow();
    let ctx = ctx(flow);
    let handler = {
        let (ctx, released) = (ctx.clone(), released.clone());
        async move {
            let _transaction = released.guard();
            ctx.confirm("Sure?").await;
        }
    };
    let mut driven = Box::pin(is_send(drive(ctx, handler, None)));
    let mut cx = std::task::Context::from_waker(Waker::noop());
    assert!(driven.as_mut().poll(&mut cx).is_pending());
    assert_eq!(released.get(), 0);
    drop(driven);
    assert_eq!(released.get(), 1);
}

#[tokio::test]
async fn a_question_in_a_spawned_task_panics_and_fails_the_call() {
    let client = Client::new();
    let refunds = Counter::default();
    let handler = async |ctx: Ctx| {
        let spawned = tokio::spawn(async move { ctx.confirm("Sure?").await });
        let panic = spawned.await.expect_err("outside of the call");
        // The flow has ended, but this poll is still ours to use.
        let payload = panic.into_panic();
        let words = payload
            .downcast_ref::<String>()
            .cloned()
            .unwrap_or_default();
        refunds.add();
        words
    };
    let driven = client.call(handler).await;
    let Driven::Failed(error) = driven else {
        panic!("{driven:?}")
    };
    assert_eq!(error.message(), "a question was asked outside of its call");
    assert_eq!(refunds.get(), 0, "the driver looks before it polls");
}

#[tokio::test]
async fn the_rule_of_spawned_tasks_is_in_the_message() {
    let ctx = ctx(Flow::replay(Arc::new(forms()), None));
    let panic = tokio::spawn(async move { ctx.confirm("Sure?").await })
        .await
        .expect_err("outside");
    let payload = panic.into_panic();
    let words = payload.downcast_ref::<&str>().copied().map(str::to_owned);
    let words = words
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .expect("words");
    assert!(
        words.contains("await it in the handler itself, not in a spawned task"),
        "{words}"
    );
}

#[tokio::test]
async fn a_panic_is_contained_and_so_is_one_in_a_guard() {
    let client = Client::new();
    let driven = client.call(async |_| panic!("oh")).await;
    let Driven::<()>::Panicked(payload) = driven else {
        panic!("{driven:?}")
    };
    assert_eq!(payload.downcast_ref(), Some(&"oh"));

    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("guard");
        }
    }
    let driven = client
        .call(async |ctx: Ctx| {
            let _bomb = Bomb;
            ctx.confirm("Sure?").await;
        })
        .await;
    let Driven::Panicked(payload) = driven else {
        panic!("{driven:?}")
    };
    assert_eq!(payload.downcast_ref(), Some(&"guard"));
}

// S-ELIC-30, S-MRTR-07
#[tokio::test]
async fn a_client_without_forms_is_not_asked() {
    let mut client = Client::new();
    client.capabilities = Arc::default();
    let handler = async |ctx: Ctx| {
        assert!(!ctx.can_elicit());
        let _ = ctx.elicit::<Answer<Name>>("Who?").await;
    };
    let driven = client.call(handler).await;
    let Driven::Lacking(missing) = driven else {
        panic!("{driven:?}")
    };
    assert_eq!(missing, forms());

    client.capabilities = Arc::new(forms());
    let able = client.call(async |ctx: Ctx| ctx.can_elicit()).await;
    assert!(matches!(able, Driven::Finished(true)), "{able:?}");
}
