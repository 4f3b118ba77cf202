//! A client may repeat itself; money does not.

use serde_json::{Value, json};
use tests::Via;

use super::ledger::Ledger;
use super::purse::{Purse, arguments, asked, done};

// S-MRTR-10, S-MRTR-19
pub(crate) async fn a_round_that_is_repeated_pays_once(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let round = purse.ask("refund_order", &arguments()).await;
    for _ in 0..5 {
        assert_eq!(
            done(&purse.agree("refund_order", &arguments(), &round).await),
            "refunded 500"
        );
    }
    assert_eq!(ledger.attempts.count(), 5, "each repetition ran");
    assert_eq!(ledger.payments(), [500], "under one key");
}

// S-MRTR-10, S-MRTR-18, S-MRTR-19
pub(crate) async fn every_round_may_be_repeated_in_any_order(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let none = json!({});
    let mut rounds: Vec<(String, Value)> = Vec::new();
    let mut round = purse.ask("refund_in_rounds", &none).await;
    loop {
        rounds.push((round.state.clone(), round.yes()));
        let answer = purse.agree("refund_in_rounds", &none, &round).await;
        if answer["result"]["resultType"] == "complete" {
            break;
        }
        round = asked(&answer);
    }
    assert_eq!(rounds.len(), 3);
    assert_eq!(ledger.payments(), [900]);

    // Every round again, forwards and backwards; and the way that each of them opens, to its end.
    for (state, yes) in rounds.iter().chain(rounds.iter().rev()) {
        let mut answer = purse
            .answer("refund_in_rounds", &none, state, yes.clone())
            .await;
        while answer["result"]["resultType"] == "input_required" {
            let round = asked(&answer);
            answer = purse.agree("refund_in_rounds", &none, &round).await;
        }
        assert_eq!(done(&answer), "refunded");
    }
    assert_eq!(ledger.attempts.count(), 7);
    assert_eq!(
        ledger.payments(),
        [900],
        "one call has one key, in every round and every repetition"
    );
}

pub(crate) async fn two_calls_are_two_payments(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let one = purse.ask("refund_order", &arguments()).await;
    let two = purse.ask("refund_order", &arguments()).await;
    purse.agree("refund_order", &arguments(), &one).await;
    purse.agree("refund_order", &arguments(), &two).await;
    assert_eq!(ledger.payments(), [500, 500]);
}
