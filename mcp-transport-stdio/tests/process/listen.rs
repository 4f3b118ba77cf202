//! Requests that listen, in a process that ends.

use std::time::Duration;

use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::child::{Child, End};
use crate::end::{assert_ended, ready, signal};
use crate::fake::request;
use crate::test;
use crate::wire::messages;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        test(
            "the_end_of_the_input_ends_what_listens",
            the_end_of_the_input_ends_what_listens,
        ),
        test(
            "what_listens_and_does_not_end_keeps_no_process",
            what_does_not_end_keeps_no_process,
        ),
        test(
            "a_second_signal_waits_for_nothing_that_listens",
            a_second_signal_waits_for_nothing,
        ),
        test(
            "a_closed_output_ends_what_listens",
            a_closed_output_ends_what_listens,
        ),
        test(
            "a_blocked_runtime_holds_up_no_acknowledgement",
            a_blocked_runtime_holds_up_no_acknowledgement,
        ),
    ];
    for name in ["TERM", "INT", "HUP"] {
        trials.push(Trial::test(
            format!("{name}_ends_what_listens_in_order"),
            move || {
                ends_in_order_by(name);
                Ok(())
            },
        ));
    }
    trials
}

/// A server that has acknowledged two requests that listen.
fn listening(kind: &str, params: &Value) -> Child {
    let mut child = ready(kind);
    for id in 1..=2 {
        child.send(&request(id, "listen", params.clone()));
        let acknowledged = child.message();
        assert_eq!(acknowledged["method"], "acknowledged");
        assert_eq!(acknowledged["params"]["of"], id);
    }
    child
}

/// Each was told first that it is over, then its result.
fn assert_goodbyes(end: &End) {
    let said = messages(&end.output);
    assert_eq!(said.len(), 4, "{said:?}");
    for id in 1..=2 {
        let cancelled = said.iter().position(|message| {
            message["method"] == "notifications/cancelled" && message["params"]["of"] == id
        });
        let result = said
            .iter()
            .position(|message| message["id"] == id && message["result"].is_object());
        assert!(cancelled.is_some() && cancelled < result, "{said:?}");
    }
}

fn the_end_of_the_input_ends_what_listens() {
    let mut child = listening("patient", &json!({}));
    child.close_input();
    let end = child.end();
    assert_ended(&end, Duration::from_secs(1));
    assert_goodbyes(&end);
    assert!(
        end.errors.contains("ended: EndOfInput, 0 abandoned"),
        "{}",
        end.errors
    );
}

fn ends_in_order_by(name: &str) {
    let child = listening("patient", &json!({}));
    signal(&child, name);
    let end = child.end();
    assert_ended(&end, Duration::from_secs(1));
    assert_goodbyes(&end);
    assert!(
        end.errors.contains("ended: Signal, 0 abandoned"),
        "{}",
        end.errors
    );
}

fn what_does_not_end_keeps_no_process() {
    let mut child = listening("patient", &json!({"stubborn": true}));
    child.close_input();
    let end = child.end();
    assert_ended(&end, Duration::from_secs(2));
    assert_eq!(end.output, "");
    assert!(end.errors.contains("0 abandoned"), "{}", end.errors);
}

fn a_second_signal_waits_for_nothing() {
    let mut child = listening("plain", &json!({}));
    child.send(&request(3, "never", json!({})));
    child.send(&request(4, "ping", json!({})));
    assert_eq!(child.message()["id"], 4);
    signal(&child, "INT");
    for _ in 0..4 {
        child.message();
    }
    assert!(!child.has_ended(), "the other request drains");
    signal(&child, "INT");
    let end = child.end();
    assert_eq!(end.status.code(), Some(130), "{}", end.errors);
    assert!(end.took < Duration::from_millis(500), "{:?}", end.took);
}

fn a_closed_output_ends_what_listens() {
    let mut child = listening("patient", &json!({}));
    child.close_output();
    child.send(&request(3, "ping", json!({})));
    let end = child.end();
    assert_ended(&end, Duration::from_secs(1));
    assert!(end.errors.contains("ended: PeerGone"), "{}", end.errors);
}

fn a_blocked_runtime_holds_up_no_acknowledgement() {
    let mut child = ready("one-thread");
    child.send(&request(1, "block", json!({"ms": 60_000})));
    child.send(&request(2, "listen", json!({})));
    let acknowledged = child.message();
    assert_eq!(acknowledged["params"]["of"], 2);
    signal(&child, "TERM");
    assert_ended(&child.end(), Duration::from_secs(2));
}
