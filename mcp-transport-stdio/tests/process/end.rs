//! The end of the process.

use std::process::Command;
use std::time::Duration;

use libtest_mimic::Trial;
use serde_json::json;

use crate::child::{Child, End};
use crate::fake::request;
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        test(
            "an_empty_input_ends_it_at_once",
            an_empty_input_ends_it_at_once,
        ),
        test("the_end_of_the_input_drains", the_end_of_the_input_drains),
        test(
            "a_blocking_handler_does_not_outlive_the_drain",
            blocking_outlives_no_drain,
        ),
        test(
            "an_offloaded_handler_does_not_outlive_the_drain",
            offloaded_outlives_no_drain,
        ),
        test(
            "a_stuck_runtime_does_not_outlive_a_signal",
            stuck_outlives_no_signal,
        ),
        test("a_signal_lets_requests_end", a_signal_lets_requests_end),
        test(
            "a_second_signal_ends_it_at_once",
            a_second_signal_ends_it_at_once,
        ),
        test(
            "a_closed_output_ends_it_quietly",
            a_closed_output_ends_it_quietly,
        ),
    ];
    trials.push(test("it_can_be_stopped_with_the_input_open", stopped));
    trials.push(test(
        "only_one_can_read_the_input",
        only_one_can_read_the_input,
    ));
    for signal in ["TERM", "INT", "HUP"] {
        trials.push(Trial::test(
            format!("{signal}_ends_it_with_the_input_open"),
            move || {
                ends_by_signal(signal);
                Ok(())
            },
        ));
    }
    trials
}

pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .arg(format!("-{name}"))
        .arg(child.id().to_string())
        .status();
    assert!(sent.unwrap().success());
}

/// A server that has begun to serve.
pub(crate) fn ready(kind: &str) -> Child {
    let mut child = Child::start(kind);
    child.send(&request("ready", "echo", json!({})));
    assert_eq!(child.message()["id"], "ready");
    child
}

fn assert_orderly(end: &End, limit: Duration) {
    assert_ended(end, limit);
    assert_eq!(end.output, "");
}

/// As [`assert_orderly`], whatever was still said.
pub(crate) fn assert_ended(end: &End, limit: Duration) {
    assert_eq!(end.status.code(), Some(0), "{}", end.errors);
    assert!(end.took < limit, "took {:?}", end.took);
}

fn an_empty_input_ends_it_at_once() {
    let mut child = Child::start("plain");
    child.close_input();
    let end = child.end();
    assert_orderly(&end, Duration::from_secs(1));
    assert!(
        end.errors.contains("ended: EndOfInput, 0 abandoned"),
        "{}",
        end.errors
    );
}

fn the_end_of_the_input_drains() {
    let mut child = ready("plain");
    for id in 0..40 {
        child.send(&request(id, "sleep", json!({"ms": 300})));
    }
    child.close_input();
    let end = child.end();
    assert_eq!(end.status.code(), Some(0));
    assert_eq!(end.output.lines().count(), 40);
}

fn ends_by_signal(name: &str) {
    let child = ready("plain");
    signal(&child, name);
    let end = child.end();
    assert_orderly(&end, Duration::from_secs(1));
    assert!(
        end.errors.contains("ended: Signal, 0 abandoned"),
        "{}",
        end.errors
    );
}

fn a_signal_lets_requests_end() {
    let mut child = ready("plain");
    child.send(&request(1, "sleep", json!({"ms": 400})));
    child.send(&request(2, "never", json!({})));
    child.send(&request(3, "ping", json!({})));
    assert_eq!(child.message()["id"], 3);
    signal(&child, "TERM");
    assert_eq!(child.message()["id"], 1);
    let end = child.end();
    assert_orderly(&end, Duration::from_secs(2));
    assert!(
        end.errors.contains("ended: Signal, 1 abandoned"),
        "{}",
        end.errors
    );
}

fn blocking_outlives_no_drain() {
    outlives_no_drain("block");
}

fn offloaded_outlives_no_drain() {
    outlives_no_drain("offload");
}

fn outlives_no_drain(method: &str) {
    let mut child = ready("short");
    child.send(&request(1, method, json!({"ms": 60_000})));
    child.close_input();
    assert_orderly(&child.end(), Duration::from_secs(3));
}

fn stuck_outlives_no_signal() {
    let mut child = ready("one-thread");
    child.send(&request(1, "block", json!({"ms": 60_000})));
    child.send(&request(2, "ping", json!({})));
    assert_eq!(child.message()["id"], 2);
    signal(&child, "TERM");
    assert_orderly(&child.end(), Duration::from_secs(2));
}

fn a_second_signal_ends_it_at_once() {
    let mut child = ready("plain");
    child.send(&request(1, "never", json!({})));
    child.send(&request(2, "ping", json!({})));
    assert_eq!(child.message()["id"], 2);
    signal(&child, "TERM");
    std::thread::sleep(Duration::from_millis(100));
    assert!(!child.has_ended(), "it drains");
    signal(&child, "TERM");
    let end = child.end();
    assert_eq!(end.status.code(), Some(143), "{}", end.errors);
    assert!(end.took < Duration::from_millis(500), "{:?}", end.took);
}

fn a_closed_output_ends_it_quietly() {
    let mut child = ready("patient");
    child.send(&request(1, "never", json!({})));
    child.close_output();
    child.send(&request(2, "ping", json!({})));
    let end = child.end();
    assert_orderly(&end, Duration::from_secs(2));
    assert!(end.errors.contains("ended: PeerGone"), "{}", end.errors);
    assert!(!end.errors.contains("panicked"), "{}", end.errors);
}

fn stopped() {
    let mut child = Child::start("stopping");
    child.send(&request(1, "sleep", json!({"ms": 500})));
    assert_eq!(child.message()["id"], 1, "what runs is answered");
    let end = child.end();
    assert_orderly(&end, Duration::from_secs(1));
    assert!(
        end.errors.contains("ended: Stopped, 0 abandoned"),
        "{}",
        end.errors
    );
}

fn only_one_can_read_the_input() {
    let mut child = Child::start("twice");
    child.send(&request(1, "echo", json!({})));
    assert_eq!(child.message()["id"], 1);
    child.close_input();
    let end = child.end();
    assert_orderly(&end, Duration::from_secs(1));
    assert!(
        end.errors.contains("meanwhile: resource busy"),
        "{}",
        end.errors
    );
    assert_eq!(
        end.errors.matches("ended: EndOfInput").count(),
        2,
        "{}",
        end.errors
    );
}
