//! What sealed state is good for: this call, of this caller, at this server, untouched.

use serde_json::{Value, json};
use tests::Via;

use super::ledger::Ledger;
use super::purse::{Purse, arguments, call, done, refused};

// S-MRTR-08
pub(crate) async fn tampered_state_is_refused_whatever_byte_it_is(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let arguments = arguments();
    let round = purse.ask("refund_order", &arguments).await;
    let state = round.state.as_str();
    assert!(state.is_ascii(), "each byte below is a character");

    let mut bent: Vec<String> = Vec::new();
    for at in 0..state.len() {
        // Another letter of the same alphabet: only the seal can tell.
        let other = if &state[at..=at] == "A" { "B" } else { "A" };
        bent.push(format!("{}{other}{}", &state[..at], &state[at + 1..]));
    }
    bent.extend(
        (0..state.len())
            .step_by(7)
            .map(|end| state[..end].to_owned()),
    );
    bent.extend(
        ["A", "=", "==", " ", "\n", "\0", "é", ".", "%41"].map(|more| format!("{state}{more}")),
    );
    bent.extend(["A", " ", "v1.", "\u{feff}"].map(|more| format!("{more}{state}")));
    bent.push(format!("{state}{state}"));
    bent.push(state.chars().rev().collect());
    bent.push(state.to_ascii_uppercase());
    bent.push(state.to_ascii_lowercase());
    bent.push("A".repeat(state.len()));
    bent.push("A".repeat(100_000));
    for bent in bent.iter().filter(|bent| *bent != state) {
        refused(
            &purse
                .answer("refund_order", &arguments, bent, round.yes())
                .await,
        );
    }
    for no_text in [json!(5), json!({}), json!([state]), json!(true)] {
        let mut params = call("refund_order", &arguments);
        params["requestState"] = no_text;
        params["inputResponses"] = round.yes();
        assert_eq!(purse.round(params).await["error"]["code"], -32602);
    }
    ledger.assert_untouched();
    assert_eq!(
        done(&purse.agree("refund_order", &arguments, &round).await),
        "refunded 500"
    );
}

// S-MRTR-09, S-MRTR-20
pub(crate) async fn state_is_good_for_the_same_arguments_only(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let round = purse.ask("refund_order", &arguments()).await;
    for other in [
        json!({ "order_id": "A-1042", "amount_cents": 501 }),
        json!({ "order_id": "A-1042", "amount_cents": 50_000 }),
        json!({ "order_id": "A-1043", "amount_cents": 500 }),
        json!({ "order_id": "A-1042 ", "amount_cents": 500 }),
    ] {
        refused(&purse.agree("refund_order", &other, &round).await);
    }
    ledger.assert_untouched();
    let turned: Value =
        serde_json::from_str(r#"{"amount_cents":500,"order_id":"A-1042"}"#).unwrap();
    assert_eq!(
        done(&purse.agree("refund_order", &turned, &round).await),
        "refunded 500"
    );
}

// S-MRTR-09, S-MRTR-20
pub(crate) async fn state_is_good_for_the_same_tool_only(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    // The same question, under another name.
    let round = purse.ask("refund_other", &arguments()).await;
    refused(&purse.agree("refund_order", &arguments(), &round).await);
    ledger.assert_untouched();
}

// S-MRTR-09, S-SEC-01, S-SEC-03, S-ELIC-21
pub(crate) async fn state_is_good_for_the_same_caller_only(via: Via) {
    let ledger = Ledger::default();
    let server = ledger.shop("shop").build().unwrap();
    let arguments = arguments();
    let callers = [None, Some("alice"), Some("bob")];
    for owner in callers {
        let mut purse = Purse::open_as(via, &server, owner).await;
        let round = purse.ask("refund_order", &arguments).await;
        for thief in callers.into_iter().filter(|thief| *thief != owner) {
            let mut other = Purse::open_as(via, &server, thief).await;
            refused(&other.agree("refund_order", &arguments, &round).await);
        }
        assert_eq!(ledger.attempts.count(), ledger.payments().len());
        // The owner may go on, also over another connection.
        let mut purse = Purse::open_as(via, &server, owner).await;
        assert_eq!(
            done(&purse.agree("refund_order", &arguments, &round).await),
            "refunded 500"
        );
    }
    assert_eq!(ledger.payments(), [500, 500, 500]);
}

pub(crate) async fn state_is_good_for_the_same_server_only(via: Via) {
    let ledger = Ledger::default();
    let arguments = arguments();
    let round = {
        let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
        purse.ask("refund_order", &arguments).await
    };
    // Another key under the same name; another name with the same key.
    let other_key = ledger
        .shop_with_key("shop", "another secret of some length")
        .build()
        .unwrap();
    let other_name = ledger.shop("warehouse").build().unwrap();
    for server in [other_key, other_name] {
        let mut purse = Purse::open(via, &server).await;
        refused(&purse.agree("refund_order", &arguments, &round).await);
    }
    ledger.assert_untouched();
}

// S-MRTR-12, S-HTTPM-45
pub(crate) async fn a_replica_with_the_same_key_goes_on(via: Via) {
    let ledger = Ledger::default();
    let arguments = arguments();
    let mut one = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let mut two = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let round = one.ask("refund_order", &arguments).await;
    assert_eq!(
        done(&two.agree("refund_order", &arguments, &round).await),
        "refunded 500"
    );
    assert_eq!(
        done(&one.agree("refund_order", &arguments, &round).await),
        "refunded 500"
    );
    assert_eq!(ledger.payments(), [500], "one call, wherever it is served");
}

// S-ELIC-22
pub(crate) async fn state_tells_the_client_nothing(via: Via) {
    let ledger = Ledger::default();
    let mut purse = Purse::open(via, &ledger.shop("shop").build().unwrap()).await;
    let one = purse.ask("refund_order", &arguments()).await.state;
    let two = purse.ask("refund_order", &arguments()).await.state;
    assert_ne!(one, two);
    let plain = data_encoding::BASE64URL_NOPAD
        .decode(one.as_bytes())
        .unwrap_or_else(|_| one.into_bytes());
    for word in ["bound", "expires", "memory", "question", "Refund", "seed"] {
        let found = plain
            .windows(word.len())
            .any(|window| window == word.as_bytes());
        assert!(!found, "{word:?} can be read");
    }
}
