//! What counts as an answer, and to which question.

use serde_json::{Value, json};
use tests::Via;

use super::ledger::Ledger;
use super::purse::{Purse, arguments, asked, call, done, yes};

// S-ELIC-15, S-ELIC-16, S-MRTR-13
pub(crate) async fn only_yes_is_yes(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    purse.put_up();
    let arguments = arguments();
    let round = purse.ask("refund_order", &arguments).await;
    assert_eq!(round.texts(), ["Refund 500 cents of A-1042?"]);
    let key = round.questions[0].0.as_str();
    let no = [
        json!({ "action": "decline" }),
        json!({ "action": "cancel" }),
        json!({ "action": "decline", "content": { "confirm": true } }),
        json!({ "action": "cancel", "content": { "confirm": true } }),
        json!({ "action": "accept" }),
        json!({ "action": "accept", "content": {} }),
        json!({ "action": "accept", "content": { "confirm": false } }),
        json!({ "action": "accept", "content": { "confirm": "true" } }),
        json!({ "action": "accept", "content": { "confirm": 1 } }),
        json!({ "action": "accept", "content": { "confirm": [true] } }),
        json!({ "action": "accept", "content": { "Confirm": true } }),
        json!({ "action": "ACCEPT", "content": { "confirm": true } }),
        json!({ "action": true }),
        json!({ "confirm": true }),
        json!({}),
        json!(null),
        json!(true),
        json!("accept"),
        json!([yes()]),
        json!(["accept", { "confirm": true }]),
    ];
    for answer in no {
        let responses = json!({ key: answer });
        let answer = purse
            .answer("refund_order", &arguments, &round.state, responses)
            .await;
        let ended = answer["result"]["isError"] == true || answer["error"]["code"] == -32602;
        assert!(ended || !asked(&answer).questions.is_empty(), "{answer}");
        ledger.assert_untouched();
    }
    let answer = purse.agree("refund_order", &arguments, &round).await;
    assert_eq!(done(&answer), "refunded 500");
    assert_eq!(ledger.payments(), [500]);
}

// S-MRTR-14, S-MRTR-15, S-MRTR-16
pub(crate) async fn an_answer_that_nobody_asked_for_is_none(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let arguments = arguments();
    let round = purse.ask("refund_order", &arguments).await;
    let key = round.questions[0].0.as_str();

    // Answers without state: nobody has shown the question to anybody.
    let mut params = call("refund_order", &arguments);
    params["inputResponses"] = json!({ key: yes(), "confirm": yes(), "0": yes() });
    let again = asked(&purse.round(params).await);
    assert_eq!(again.questions, round.questions);

    // State without answers, with none, or with those to other questions.
    for responses in [
        json!({}),
        json!({ "question-2": yes() }),
        json!({ "": yes() }),
        json!({ "confirm": yes() }),
    ] {
        let answer = purse
            .answer("refund_order", &arguments, &round.state, responses)
            .await;
        assert_eq!(
            asked(&answer).questions,
            round.questions,
            "missing answers are asked again"
        );
    }
    let mut params = call("refund_order", &arguments);
    params["requestState"] = json!(round.state);
    assert_eq!(asked(&purse.round(params).await).questions, round.questions);
    ledger.assert_untouched();
}

// S-MRTR-11, S-MRTR-18
pub(crate) async fn an_answer_to_a_later_question_does_not_count_in_advance(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let none = json!({});
    let all: Value = json!({ "question-1": yes(), "question-2": yes(), "question-3": yes() });
    let mut round = purse.ask("refund_in_rounds", &none).await;
    for (text, next) in [("First?", "Second?"), ("Second?", "Third?")] {
        assert_eq!(round.texts(), [text]);
        let answer = purse
            .answer("refund_in_rounds", &none, &round.state, all.clone())
            .await;
        round = asked(&answer);
        assert_eq!(round.texts(), [next]);
        ledger.assert_untouched();
    }
    let answer = purse
        .answer("refund_in_rounds", &none, &round.state, all)
        .await;
    assert_eq!(done(&answer), "refunded");
    assert_eq!(ledger.payments(), [900]);
}

pub(crate) async fn a_question_that_has_changed_is_asked_anew(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let none = json!({});
    *ledger.left.lock().unwrap() = 10;
    let round = purse.ask("refund_all", &none).await;
    assert_eq!(round.texts(), ["Refund all 10 cents?"]);
    *ledger.left.lock().unwrap() = 1_000_000;
    let answer = purse.agree("refund_all", &none, &round).await;
    let round = asked(&answer);
    assert_eq!(
        round.texts(),
        ["Refund all 1000000 cents?"],
        "a yes to 10 is no yes to a million"
    );
    ledger.assert_untouched();
    assert_eq!(
        done(&purse.agree("refund_all", &none, &round).await),
        "refunded 1000000"
    );
    assert_eq!(ledger.payments(), [1_000_000]);
}

// S-MRTR-04, S-MRTR-15
pub(crate) async fn two_questions_at_once_need_two_answers(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let none = json!({});
    let both = purse.ask("refund_pair", &none).await;
    assert_eq!(
        both.texts(),
        ["Does the customer agree?", "Does the shop agree?"],
        "in one round"
    );

    // One of two: only the other one is asked for again.
    let (first, second) = (&both.questions[0].0, &both.questions[1].0);
    let half = purse
        .answer("refund_pair", &none, &both.state, json!({ first: yes() }))
        .await;
    let half = asked(&half);
    assert_eq!(half.texts(), ["Does the shop agree?"]);
    ledger.assert_untouched();

    // One yes and one no is a no.
    let mixed = json!({ first: yes(), second: { "action": "decline" } });
    let answer = purse.answer("refund_pair", &none, &both.state, mixed).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    ledger.assert_untouched();

    assert_eq!(
        done(&purse.agree("refund_pair", &none, &half).await),
        "refunded"
    );
    assert_eq!(
        done(&purse.agree("refund_pair", &none, &both).await),
        "refunded"
    );
    assert_eq!(ledger.payments(), [700], "both ways are the same call");
}
