//! Answers are input: checked, repaired with the user's help, or refused.

use mcp_core::ErrorKind;

use super::*;

async fn ask(ctx: Ctx) -> String {
    ctx.elicit::<Name>("Who?").key("who").await.0
}

// S-ELIC-16
#[tokio::test]
async fn an_invalid_answer_is_asked_again_with_the_reason_and_stays_the_same_question() {
    let client = Client::new();
    let asked = client.asked(client.call(ask).await);
    for (answer, reason) in [
        (accept(json!({})), "`name` is required."),
        (accept(json!({ "name": 5 })), "`name` must be a text."),
        (name("A"), "`name` needs at least 2 characters."),
        (name("Nobody"), "That is nobody."),
        (json!({ "action": "accept" }), "`name` is required."),
    ] {
        let again = client.asked(client.answer(&asked, json!({ "who": answer }), ask).await);
        let [message] = again.messages()[..] else {
            panic!("{:?}", again.questions)
        };
        assert!(
            message.starts_with("Who?\n\nPlease correct: ") && message.contains(reason),
            "{message}"
        );
        // The author's question is the one that gets answered …
        let driven = client
            .answer(&again, json!({ "who": name("Ada") }), ask)
            .await;
        assert!(
            matches!(&driven, Driven::Finished(who) if who == "Ada"),
            "{driven:?}"
        );
        // … and the bad answer is not kept.
        let still = client.asked(client.answer(&again, json!({}), ask).await);
        assert_eq!(still.messages(), ["Who?"]);
    }
}

// S-MRTR-13
#[tokio::test]
async fn what_is_no_answer_is_a_protocol_error() {
    let client = Client::new();
    let asked = client.asked(client.call(ask).await);
    for answer in [
        json!(12345),
        json!(null),
        json!("accept"),
        json!([]),
        json!(["accept", { "name": "Ann" }]),
        json!({}),
        json!({ "action": "maybe" }),
        json!({ "action": null }),
        json!({ "action": "accept", "content": 5 }),
    ] {
        let driven = client.answer(&asked, json!({ "who": answer }), ask).await;
        let Driven::Failed(error) = driven else {
            panic!("{answer}: {driven:?}")
        };
        assert_eq!(error.kind(), ErrorKind::InvalidParams, "{answer}");
        assert!(error.message().contains("`who`"), "{error}");
    }
}

// S-MRTR-13
#[tokio::test]
async fn a_malformed_answer_to_consent_does_not_consent() {
    let client = Client::new();
    let handler = async |ctx: Ctx| ctx.confirm("Sure?").await;
    let asked = client.asked(client.call(handler).await);
    for answer in [
        "true",
        r#"{"action":{"accept":null},"content":{"confirm":true}}"#,
        r#"{"action":["accept"],"content":{"confirm":true}}"#,
        r#"{"action":"accept","content":{"confirm":false,"confirm":true}}"#,
    ] {
        let answers = format!(r#"{{"question-1":{answer}}}"#);
        let driven = client
            .send_text(Some(&asked.state), Some(&answers), handler)
            .await;
        assert!(
            matches!(&driven, Driven::Failed(error) if error.kind() == ErrorKind::InvalidParams),
            "{answer}: {driven:?}"
        );
    }
}

// S-MRTR-16
#[tokio::test]
async fn an_answer_that_nobody_asked_for_does_not_count() {
    let client = Client::new();
    let driven = client
        .send(None, Some(json!({ "who": name("Ada") })), ask)
        .await;
    assert_eq!(client.asked(driven).keys(), ["who"]);
    let confirm = async |ctx: Ctx| ctx.confirm("Sure?").await;
    let driven = client
        .send(None, Some(json!({ "question-1": yes() })), confirm)
        .await;
    assert_eq!(client.asked(driven).keys(), ["question-1"]);
}

#[tokio::test]
async fn unsealed_questions_take_answers_in_advance_and_check_them_all_the_same() {
    let client = Client::new();
    let ask = async |ctx: Ctx| ctx.elicit::<Name>("Who?").key("who").unsealed().await.0;
    let driven = client
        .send(None, Some(json!({ "who": name("Ada"), "x": 1 })), ask)
        .await;
    assert!(
        matches!(&driven, Driven::Finished(who) if who == "Ada"),
        "{driven:?}"
    );

    let again = client.asked(
        client
            .send(None, Some(json!({ "wrong": name("Ada") })), ask)
            .await,
    );
    assert_eq!(again.messages(), ["Who?"]);
    let again = client.asked(
        client
            .send(None, Some(json!({ "who": name("A") })), ask)
            .await,
    );
    assert!(
        again.messages()[0].contains("Please correct"),
        "{:?}",
        again.questions
    );
    let driven = client.send(None, Some(json!({ "who": 12345 })), ask).await;
    assert!(matches!(driven, Driven::Failed(_)), "{driven:?}");
    let driven = client
        .send(None, Some(json!({ "who": decline() })), ask)
        .await;
    assert!(matches!(driven, Driven::Refused(_)), "{driven:?}");
}

#[tokio::test]
async fn an_answer_given_in_advance_is_kept_for_later_rounds() {
    let client = Client::new();
    let handler = async |ctx: Ctx| {
        let who = ctx.elicit::<Name>("Who?").key("who").unsealed().await;
        ctx.confirm("Sure?").await;
        who.0
    };
    let asked = client.asked(
        client
            .send(None, Some(json!({ "who": name("Ada") })), handler)
            .await,
    );
    assert_eq!(asked.keys(), ["question-1"]);
    let driven = client
        .answer(&asked, json!({ "question-1": yes() }), handler)
        .await;
    assert!(
        matches!(&driven, Driven::Finished(who) if who == "Ada"),
        "{driven:?}"
    );
}

#[tokio::test]
async fn the_type_says_what_a_refusal_does() {
    let client = Client::new();
    let handler = async |ctx: Ctx| {
        let option: Option<Name> = ctx.elicit("1").key("option").await;
        let answer: Answer<Name> = ctx.elicit("2").key("answer").await;
        let outcome = ctx
            .elicit_form("3", Name::schema())
            .key("outcome")
            .outcome()
            .await;
        let result = ctx.try_elicit::<Name>("4").key("result").await;
        ctx.confirm("Sure?").key("sure").await;
        (option, answer, outcome.accepted(), result)
    };
    // Refusals are answers: they are kept like any other.
    let mut asked = client.asked(client.call(handler).await);
    for (key, answer) in [
        ("option", decline()),
        ("answer", cancel()),
        ("outcome", decline()),
        ("result", cancel()),
    ] {
        assert_eq!(asked.keys(), [key]);
        asked = client.asked(client.answer(&asked, json!({ key: answer }), handler).await);
    }
    let driven = client
        .answer(&asked, json!({ "sure": yes() }), handler)
        .await;
    let Driven::Finished(outcome) = driven else {
        panic!("{driven:?}")
    };
    assert_eq!(
        outcome,
        (None, Answer::Cancelled, None, Err(Refusal::Cancelled))
    );

    let mut asked = client.asked(client.call(handler).await);
    for key in ["option", "answer", "outcome", "result"] {
        asked = client.asked(
            client
                .answer(&asked, json!({ key: name("Ada") }), handler)
                .await,
        );
    }
    let driven = client
        .answer(&asked, json!({ "sure": yes() }), handler)
        .await;
    let Driven::Finished((option, answer, outcome, result)) = driven else {
        panic!("{driven:?}")
    };
    let ada = Name("Ada".to_owned());
    assert_eq!(
        (option, answer.accepted(), result),
        (Some(ada.clone()), Some(ada.clone()), Ok(ada))
    );
    assert_eq!(outcome.expect("accepted")["name"], "Ada");
}

// S-MRTR-01, S-SAMP-01, S-ROOT-01, S-ROOT-02
#[tokio::test]
#[expect(deprecated, reason = "clients still offer it")]
async fn the_model_and_the_roots_are_asked_in_the_same_way() {
    use mcp_core::types::{
        CreateMessageRequest, RootsCapability, SamplingCapability, SamplingMessage,
    };

    let mut client = Client::new();
    let capabilities = forms().with_sampling(SamplingCapability::default());
    client.capabilities = Arc::new(capabilities.with_roots(RootsCapability::new()));
    let question = || CreateMessageRequest::new([SamplingMessage::user("Capital of France?")], 100);
    let handler = async |ctx: Ctx| {
        let (capital, roots) = tokio::join!(
            ctx.sample(question()).key("capital"),
            ctx.roots().key("roots")
        );
        (capital.model, roots.len())
    };
    let asked = client.asked(client.call(handler).await);
    assert_eq!(asked.messages(), ["sampling/createMessage", "roots/list"]);
    let capital = json!({ "role": "assistant", "content": { "type": "text", "text": "Paris" }, "model": "m" });
    let roots = json!({ "roots": [{ "uri": "file:///a" }] });
    let answers = json!({ "capital": capital, "roots": roots });
    let driven = client.answer(&asked, answers, handler).await;
    assert!(
        matches!(&driven, Driven::Finished((model, 1)) if model == "m"),
        "{driven:?}"
    );
    let driven = client
        .answer(&asked, json!({ "capital": capital, "roots": 5 }), handler)
        .await;
    assert!(matches!(driven, Driven::Failed(_)), "{driven:?}");

    client.capabilities = Arc::new(forms());
    let driven = client.call(handler).await;
    let Driven::Lacking(missing) = driven else {
        panic!("{driven:?}")
    };
    let both = ClientCapabilities::new().with_sampling(SamplingCapability::default());
    assert_eq!(missing, both.with_roots(RootsCapability::new()));
}
