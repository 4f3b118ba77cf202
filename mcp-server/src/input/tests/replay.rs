//! Running a handler again changes nothing.

use std::collections::HashSet;

use mcp_core::ErrorKind;

use super::*;

#[tokio::test]
async fn the_idempotency_key_is_equal_in_every_round_and_every_replay() {
    let client = Client::new();
    let handler = async |ctx: Ctx| {
        let key = ctx.idempotency_key();
        ctx.confirm(format!("{key}?")).key("one").await;
        ctx.confirm("Two?").key("two").await;
        (key, ctx.idempotency_key())
    };
    let first = client.asked(client.call(handler).await);
    let second = client.asked(
        client
            .answer(&first, json!({ "one": yes() }), handler)
            .await,
    );
    let mut keys = HashSet::new();
    // The last round, repeated after the call has completed, and an old
    // round played again to its end.
    let replayed = client.asked(
        client
            .answer(&first, json!({ "one": yes() }), handler)
            .await,
    );
    for asked in [&second, &second, &replayed] {
        let driven = client.answer(asked, json!({ "two": yes() }), handler).await;
        let Driven::Finished((early, late)) = driven else {
            panic!("{driven:?}")
        };
        keys.extend([early, late]);
    }
    assert_eq!(keys.len(), 1, "{keys:?}");
    assert_eq!(
        first.messages(),
        [format!("{}?", keys.iter().next().expect("one"))]
    );

    let other = client.call(async |ctx: Ctx| ctx.idempotency_key()).await;
    let Driven::Finished(other) = other else {
        panic!("{other:?}")
    };
    assert!(keys.insert(other), "another call has another key");
}

// S-MRTR-10, S-MRTR-19
#[tokio::test]
async fn replaying_every_round_refunds_once() {
    let client = Client::new();
    let ledger = std::sync::Mutex::new(HashSet::new());
    let handler = async |ctx: Ctx| {
        ctx.confirm("Refund?").key("refund").await;
        ctx.confirm("Really?").key("really").await;
        // What a payment API does with its idempotency key.
        ledger.lock().expect("whole").insert(ctx.idempotency_key());
    };
    let first = client.asked(client.call(handler).await);
    let second = client.asked(
        client
            .answer(&first, json!({ "refund": yes() }), handler)
            .await,
    );
    for _ in 0..3 {
        let driven = client
            .answer(&second, json!({ "really": yes() }), handler)
            .await;
        assert!(matches!(driven, Driven::Finished(())), "{driven:?}");
        client.asked(
            client
                .answer(&first, json!({ "refund": yes() }), handler)
                .await,
        );
    }
    assert_eq!(ledger.lock().expect("whole").len(), 1);
}

#[tokio::test]
async fn time_and_randomness_are_the_same_in_every_round() {
    let client = Client::new();
    let handler = async |ctx: Ctx| {
        let early = (
            ctx.now(),
            ctx.random(),
            ctx.uuid(),
            ctx.random_bytes::<32>(),
            ctx.flow_id(),
        );
        ctx.confirm(format!("{early:?}")).await;
        let late = (
            ctx.now(),
            ctx.random(),
            ctx.uuid(),
            ctx.random_bytes::<32>(),
            ctx.flow_id(),
        );
        (early, late)
    };
    let asked = client.asked(client.call(handler).await);
    std::thread::sleep(Duration::from_millis(3)); // the clock moves on
    let driven = client
        .answer(&asked, json!({ "question-1": yes() }), handler)
        .await;
    // The same question was asked again, or its answer would not have counted.
    let Driven::Finished((early, late)) = driven else {
        panic!("{driven:?}")
    };
    assert!(early.0 < late.0, "a second look sees a later time");
    assert!(
        early.1 != late.1 && early.2 != late.2 && early.3 != late.3,
        "draws differ"
    );
    assert_eq!(early.4, late.4);
}

#[tokio::test]
async fn ids_have_the_form_they_promise() {
    let driven = Client::new()
        .call(async |ctx: Ctx| (ctx.uuid(), ctx.flow_id(), ctx.idempotency_key()))
        .await;
    let Driven::Finished((uuid, flow, key)) = driven else {
        panic!("{driven:?}")
    };
    let parts: Vec<_> = uuid.split('-').map(str::len).collect();
    assert_eq!(parts, [8, 4, 4, 4, 12]);
    assert_eq!(uuid.as_bytes()[14], b'4');
    assert!(b"89ab".contains(&uuid.as_bytes()[19]));
    assert_ne!(
        flow, key,
        "the flow id may be told; the key must not follow from it"
    );
    for id in [flow, key] {
        assert!(
            id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{id}"
        );
    }
}

// S-MRTR-19
#[tokio::test]
async fn once_runs_once_over_all_rounds() {
    let client = Client::new();
    let bought = Counter::default();
    let handler = async |ctx: Ctx| {
        let buy = async {
            bought.add();
            Ok::<_, ()>(format!("label {}", bought.get()))
        };
        let label = ctx.once("label", buy).await?;
        ctx.confirm(format!("Print {label}?")).await;
        Ok::<_, ()>(label)
    };
    let asked = client.asked(client.call(handler).await);
    let asked = client.asked(client.answer(&asked, json!({}), handler).await);
    let driven = client
        .answer(&asked, json!({ "question-1": yes() }), handler)
        .await;
    assert!(
        matches!(&driven, Driven::Finished(Ok(label)) if label == "label 1"),
        "{driven:?}"
    );
    assert_eq!(bought.get(), 1);
}

#[tokio::test]
async fn once_tries_again_after_an_error() {
    let client = Client::new();
    let tries = Counter::default();
    let handler = async |ctx: Ctx| {
        let flaky = async {
            tries.add();
            if tries.get() == 1 {
                Err("busy")
            } else {
                Ok(tries.get())
            }
        };
        let got = ctx.once("flaky", flaky).await;
        ctx.confirm("Sure?").await;
        got
    };
    let asked = client.asked(client.call(handler).await);
    let asked = client.asked(client.answer(&asked, json!({}), handler).await);
    let driven = client
        .answer(&asked, json!({ "question-1": yes() }), handler)
        .await;
    assert!(matches!(driven, Driven::Finished(Ok(2))), "{driven:?}");
}

#[tokio::test]
async fn a_key_of_once_used_twice_is_a_fault_and_runs_nothing() {
    let client = Client::new();
    let paid = Counter::default();
    let handler = async |ctx: Ctx| {
        for _ in 0..2 {
            let pay = async {
                paid.add();
                Ok::<_, ()>(())
            };
            ctx.once("pay", pay).await?;
        }
        Ok::<_, ()>(())
    };
    let driven = client.call(handler).await;
    let Driven::Failed(error) = driven else {
        panic!("{driven:?}")
    };
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert_eq!(
        error.message(),
        "`once(\"pay\")` is used twice in this call"
    );
    assert_eq!(paid.get(), 1);
}

#[tokio::test]
async fn once_does_not_run_again_because_its_type_changed() {
    let client = Client::new();
    let text = async |ctx: Ctx| {
        let _ = ctx
            .once("value", async { Ok::<_, ()>("text".to_owned()) })
            .await;
        ctx.confirm("Sure?").await;
    };
    let ran = Counter::default();
    let number = async |ctx: Ctx| {
        let count = async {
            ran.add();
            Ok::<_, ()>(5_u32)
        };
        let _ = ctx.once("value", count).await;
    };
    let asked = client.asked(client.call(text).await);
    let driven = client
        .answer(&asked, json!({ "question-1": yes() }), number)
        .await;
    let Driven::Failed(error) = driven else {
        panic!("{driven:?}")
    };
    assert!(
        error.message().contains("kept a value of another type"),
        "{error}"
    );
    assert_eq!(ran.get(), 0);
}
