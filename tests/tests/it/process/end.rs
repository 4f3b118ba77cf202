//! How a process ends: with status 0, in time, and with every answer it owes.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::json;

use super::{call, chatty, forever, list, signal};

/// Requests to end are obeyed within this time on an idle machine, and this machine may be busy.
const SOON: Duration = Duration::from_secs(5);

// S-STDIO-08, S-INIT-17
#[tokio::test]
async fn an_empty_input_ends_it() {
    let mut child = chatty();
    child.lines.end_input().await;
    let end = child.end().await;
    assert_eq!(end.status.code(), Some(0), "{end:?}");
    assert!(end.took < SOON, "{end:?}");
}

// S-STDIO-08
#[tokio::test]
async fn everything_that_was_asked_before_the_end_is_answered() {
    let mut child = chatty();
    let text: String = (1..=40)
        .map(|id| format!("{}\n", call(id, "dawdle", json!({ "millis": 40 - id }))))
        .collect();
    child.lines.send_raw(text.as_bytes()).await;
    child.lines.end_input().await;
    let answers = child.lines.rest().await;
    let ids: BTreeSet<_> = answers.iter().map(|answer| answer["id"].as_i64()).collect();
    assert_eq!((answers.len(), ids.len()), (40, 40), "each exactly once");
    assert!(answers.iter().all(|answer| answer["result"].is_object()));
    assert_eq!(child.end().await.status.code(), Some(0));
}

// S-STDIO-09
#[tokio::test]
async fn a_signal_ends_it_although_the_input_is_open() {
    for name in ["TERM", "INT", "HUP"] {
        let mut child = chatty();
        child.lines.exchange(&list(1)).await;
        signal(&child, name);
        let end = child.end().await;
        assert_eq!(end.status.code(), Some(0), "{name}: {end:?}");
        assert!(end.took < SOON, "{name}: {end:?}");
    }
}

#[tokio::test]
async fn a_signal_ends_it_although_calls_run() {
    for tool in ["dawdle", "hog"] {
        let mut child = chatty();
        match tool {
            "dawdle" => child.lines.send(&forever(1)).await,
            other => child.lines.send(&call(1, other, json!({}))).await,
        }
        child.lines.exchange(&list(2)).await;
        signal(&child, "TERM");
        let end = child.end().await;
        assert_eq!(end.status.code(), Some(0), "{tool}: {end:?}");
        assert!(end.took < SOON, "{tool}: {end:?}");
    }
}
