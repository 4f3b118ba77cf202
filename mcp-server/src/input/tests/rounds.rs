//! Several questions, over several rounds.

use super::*;

// S-MRTR-11, S-MRTR-18
#[tokio::test]
async fn one_question_a_round_and_a_new_state_each_time() {
    let client = Client::new();
    let handler = async |ctx: Ctx| {
        let name: Name = ctx.elicit("Step 1").await;
        let color: Name = ctx.elicit("Step 2").await;
        format!("{} likes {}", name.0, color.0)
    };
    let first = client.asked(client.call(handler).await);
    assert_eq!(
        (first.keys(), first.messages()),
        (vec!["question-1"], vec!["Step 1"])
    );
    let second = client.asked(
        client
            .answer(&first, json!({ "question-1": name("Ada") }), handler)
            .await,
    );
    assert_eq!(
        (second.keys(), second.messages()),
        (vec!["question-2"], vec!["Step 2"])
    );
    assert_ne!(first.state, second.state);
    let driven = client
        .answer(&second, json!({ "question-2": name("red") }), handler)
        .await;
    assert!(
        matches!(&driven, Driven::Finished(text) if text == "Ada likes red"),
        "{driven:?}"
    );
}

// S-MRTR-04, S-MRTR-15
#[tokio::test]
async fn two_questions_at_once_are_one_round() {
    let client = Client::new();
    let handler = async |ctx: Ctx| {
        let who = ctx.elicit::<Name>("Who?").key("who");
        let (who, ()) = tokio::join!(who, ctx.confirm("Sure?"));
        who.0
    };
    let asked = client.asked(client.call(handler).await);
    assert_eq!(asked.keys(), ["who", "question-1"]);

    let answers = json!({ "question-1": yes(), "who": name("Ada") });
    let driven = client.answer(&asked, answers, handler).await;
    assert!(
        matches!(&driven, Driven::Finished(who) if who == "Ada"),
        "{driven:?}"
    );

    // One refusal is enough, whatever else is unanswered.
    let driven = client
        .answer(&asked, json!({ "question-1": decline() }), handler)
        .await;
    assert!(matches!(driven, Driven::Refused(_)), "{driven:?}");

    // One answer missing: only that is asked again, and the other one kept.
    let again = client.asked(
        client
            .answer(&asked, json!({ "who": name("Ada") }), handler)
            .await,
    );
    assert_eq!(again.keys(), ["question-1"]);
    let driven = client
        .answer(&again, json!({ "question-1": yes() }), handler)
        .await;
    assert!(
        matches!(&driven, Driven::Finished(who) if who == "Ada"),
        "{driven:?}"
    );
}

// S-MRTR-14, S-MRTR-15
#[tokio::test]
async fn missing_answers_are_asked_again_and_unknown_ones_ignored() {
    let client = Client::new();
    let handler = async |ctx: Ctx| ctx.elicit::<Name>("Who?").key("who").await.0;
    let asked = client.asked(client.call(handler).await);
    for responses in [
        Some(json!({})),
        None,
        Some(json!({ "wrong": name("Ada") })),
        Some(json!({ "wrong": 12345, "question-1": name("Ada") })),
    ] {
        let again = client
            .send(Some(&asked.state), responses.clone(), handler)
            .await;
        let again = client.asked(again);
        assert_eq!(again.keys(), ["who"], "{responses:?}");
        let driven = client
            .answer(&again, json!({ "who": name("Ada"), "x": [] }), handler)
            .await;
        assert!(
            matches!(&driven, Driven::Finished(who) if who == "Ada"),
            "{driven:?}"
        );
    }
}

#[tokio::test]
async fn an_answer_counts_for_the_question_that_was_shown_and_no_other() {
    let client = Client::new();
    let refunds = Counter::default();
    let handler = |cents: u32| {
        let refunds = &refunds;
        async move |ctx: Ctx| {
            ctx.confirm(format!("Refund {cents} cents?"))
                .key("refund")
                .await;
            refunds.add();
        }
    };
    let asked = client.asked(client.call(handler(500)).await);
    let again = client
        .answer(&asked, json!({ "refund": yes() }), handler(900))
        .await;
    let again = client.asked(again);
    assert_eq!(
        (again.messages(), refunds.get()),
        (vec!["Refund 900 cents?"], 0)
    );
    // Nor does the old yes count once the new question has been seen.
    let still = client.asked(client.answer(&again, json!({}), handler(900)).await);
    assert_eq!(
        (still.messages(), refunds.get()),
        (vec!["Refund 900 cents?"], 0)
    );
    let driven = client
        .answer(&still, json!({ "refund": yes() }), handler(900))
        .await;
    assert!(matches!(driven, Driven::Finished(())) && refunds.get() == 1);
}

#[tokio::test]
async fn a_changed_form_is_a_changed_question() {
    let client = Client::new();
    let form = |least: u64| {
        FormSchema::new().with_required("name", StringSchema::new().with_min_length(least))
    };
    let ask = |least: u64| async move |ctx: Ctx| ctx.elicit_form("Who?", form(least)).await;
    let asked = client.asked(client.call(ask(1)).await);
    let again = client
        .answer(&asked, json!({ "question-1": name("Ada") }), ask(2))
        .await;
    assert_eq!(client.asked(again).messages(), ["Who?"]);
}

#[tokio::test]
async fn an_answered_question_stays_answered_when_another_comes_before_it() {
    let client = Client::new();
    let handler = |extra: bool| {
        async move |ctx: Ctx| {
            if extra {
                ctx.confirm("First?").key("first").await;
            }
            ctx.confirm("Then?").key("then").await;
            ctx.confirm("Last?").key("last").await;
        }
    };
    let asked = client.asked(client.call(handler(false)).await);
    let asked = client.asked(
        client
            .answer(&asked, json!({ "then": yes() }), handler(false))
            .await,
    );
    let asked = client.asked(
        client
            .answer(&asked, json!({ "last": yes() }), handler(true))
            .await,
    );
    assert_eq!(asked.keys(), ["first"]);
    let driven = client
        .answer(&asked, json!({ "first": yes() }), handler(true))
        .await;
    assert!(matches!(driven, Driven::Finished(())), "{driven:?}");
}

#[tokio::test]
async fn a_key_leaves_the_places_of_others_alone() {
    let client = Client::new();
    let handler = |extra: bool| {
        async move |ctx: Ctx| {
            if extra {
                ctx.confirm("Extra?").key("extra").await;
            }
            ctx.confirm("Sure?").await;
        }
    };
    let asked = client.asked(client.call(handler(false)).await);
    let asked = client.asked(
        client
            .answer(&asked, json!({ "question-1": yes() }), handler(true))
            .await,
    );
    assert_eq!(asked.keys(), ["extra"]);
    let driven = client
        .answer(&asked, json!({ "extra": yes() }), handler(true))
        .await;
    assert!(matches!(driven, Driven::Finished(())), "{driven:?}");
}

#[tokio::test]
async fn questions_keep_their_places_in_a_select_of_random_order() {
    for _ in 0..32 {
        let client = Client::new();
        let handler = async |ctx: Ctx| {
            let (one, two) = (ctx.elicit::<Name>("One?"), ctx.elicit::<Name>("Two?"));
            tokio::select! { one = one => one.0, two = two => two.0 }
        };
        let mut asked = client.asked(client.call(handler).await);
        asked.questions.sort();
        let expected = [("question-1", "One?"), ("question-2", "Two?")];
        let expected = expected.map(|(key, message)| (key.to_owned(), message.to_owned()));
        assert_eq!(asked.questions, expected);
    }
}

// S-MRTR-04
#[tokio::test]
async fn two_questions_with_one_key_are_a_fault() {
    let client = Client::new();
    for together in [true, false] {
        let handler = async |ctx: Ctx| {
            let (one, two) = (ctx.confirm("One?").key("k"), ctx.confirm("Two?").key("k"));
            if together {
                tokio::join!(one, two);
            } else {
                one.await;
                two.await;
            }
        };
        let driven = match client.call(handler).await {
            Driven::Suspended(suspended) => {
                let asked = client.asked(Driven::<()>::Suspended(suspended));
                client.answer(&asked, json!({ "k": yes() }), handler).await
            }
            driven => driven,
        };
        let Driven::Failed(error) = driven else {
            panic!("{driven:?}")
        };
        assert!(error.message().contains("the key `k`"), "{error}");
    }
}

// S-MRTR-18
#[tokio::test]
async fn ten_rounds_are_enough() {
    let client = Client::new();
    let handler = async |ctx: Ctx| {
        for round in 0.. {
            ctx.confirm(format!("Round {round}?")).await;
        }
    };
    let mut asked = client.asked(client.call(handler).await);
    for _ in 1..10 {
        let key = asked.keys()[0].to_owned();
        asked = client.asked(client.answer(&asked, json!({ key: yes() }), handler).await);
    }
    let driven = client
        .answer(&asked, json!({ "question-10": yes() }), handler)
        .await;
    let Driven::Refused(words) = driven else {
        panic!("{driven:?}")
    };
    assert_eq!(words, "gave up after 10 rounds of questions");
}

#[tokio::test]
async fn a_call_that_never_asks_finishes_without_a_trace() {
    let flow = Flow::replay(Arc::new(forms()), None);
    let ctx = ctx(flow);
    let driven = drive(ctx.clone(), async { 5 }, Some(Duration::from_secs(60))).await;
    assert!(matches!(driven, Driven::Finished(5)));
    assert!(ctx.0.flow.is_untouched());
}
