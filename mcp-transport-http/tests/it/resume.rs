//! Streams that are read on after their connection broke.

use std::time::Duration;

use axum::body::Body;
use http::{Method, Response};
use http_body_util::BodyExt;
use mcp_transport_http::Endpoint;
use tokio::time::Instant;

use crate::client::{Answer, Call, chunk, open_session, open_session_as, said};
use crate::engine::Engine;

/// Reads on after an event.
async fn resume(endpoint: &Endpoint, session: &str, id: &str) -> Response<Body> {
    let call = Call::get(session).with("last-event-id", id);
    call.open(endpoint).await
}

/// Opens the stream of a call, and reads the first chunk that has an id.
async fn begin(endpoint: &Endpoint, session: &str, tool: &str) -> (Body, String) {
    let response = Call::legacy_tool(session, tool).open(endpoint).await;
    let mut body = response.into_body();
    let mut events = said(&mut body).await;
    let id = events.remove(0).id.expect("an id");
    (body, id)
}

// S-HTTPL-15
#[tokio::test]
async fn event_ids_are_unique_in_a_session() {
    let endpoint = Engine::new().endpoint();
    let session = open_session(&endpoint).await;
    let mut ids = Vec::new();
    for tool in ["talk", "talk", "talk_at_once"] {
        let answer = Call::legacy_tool(&session, tool).send(&endpoint).await;
        let stream = answer.stream();
        assert!(stream.iter().all(|event| event.id.is_some()), "{stream:?}");
        ids.extend(answer.ids());
    }
    assert_eq!(ids.len(), 5 + 5 + 3);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 13);
}

// S-HTTPL-07, S-HTTPM-15
#[tokio::test]
async fn only_those_of_2025_11_25_begin_with_an_event_without_data() {
    let endpoint = Engine::new().endpoint();
    for (version, events, primed) in [
        ("2025-03-26", 4, false),
        ("2025-06-18", 4, false),
        ("2025-11-25", 5, true),
    ] {
        let session = open_session_as(&endpoint, version).await;
        let answer = Call::legacy_tool(&session, "talk").send(&endpoint).await;
        let stream = answer.stream();
        assert_eq!(stream.len(), events, "{version}");
        assert_eq!(stream[0].data.is_empty(), primed, "{version}");
        assert!(stream.iter().all(|event| event.retry.is_none()));
        assert_eq!(answer.ids().len(), events);
    }
    let modern = Call::modern_tool("talk")
        .with("last-event-id", "p1.1-1")
        .send(&endpoint)
        .await;
    assert_eq!(modern.ids().len(), 0);
    assert_eq!(modern.events().len(), 4);
}

// S-HTTPL-10, S-HTTPL-16, S-CANC-09
#[tokio::test(start_paused = true)]
async fn the_answer_is_fetched_after_a_disconnect() {
    for version in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let engine = Engine::new();
        let endpoint = engine.endpoint();
        let session = open_session_as(&endpoint, version).await;
        let (mut body, mut id) = begin(&endpoint, &session, "talk_slow").await;
        if version == "2025-11-25" {
            let said = said(&mut body).await.remove(0);
            id = said.id.expect("an id");
        }
        drop(body);
        tokio::time::sleep(Duration::from_secs(50)).await;
        engine.release.notify_one();
        engine.until("finished").await;
        tokio::time::sleep(Duration::from_secs(200)).await;
        let answer = Answer::read(resume(&endpoint, &session, &id).await).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.events().len(), 1, "{version}: what was missed");
        assert_eq!(answer.events()[0]["result"]["text"], "done");
        let last = answer.ids().remove(0);
        // Nothing was missed, and the client is told not to come back.
        let rest = Answer::read(resume(&endpoint, &session, &last).await).await;
        assert_eq!((rest.status.as_u16(), rest.body.as_str()), (204, ""));
    }
}

// S-HTTPL-16
#[tokio::test(start_paused = true)]
async fn a_stream_goes_on_where_it_is_read_on() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let (body, primed) = begin(&endpoint, &session, "talk_slow").await;
    drop(body);
    let mut body = resume(&endpoint, &session, &primed).await.into_body();
    assert!(chunk(&mut body).await.contains("\"progress\":1"));
    // Being read, it is under no limit of time.
    tokio::time::sleep(Duration::from_secs(600)).await;
    engine.release.notify_one();
    let rest = Answer::read(Response::new(body)).await;
    assert!(rest.body.contains("\"text\":\"done\""), "{rest:?}");
    assert!(!engine.saw("dropped"));
}

// S-HTTPL-16
#[tokio::test(start_paused = true)]
async fn whoever_reads_on_takes_the_place_of_a_connection_that_only_seems_open() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let (mut stale, id) = begin(&endpoint, &session, "talk_slow").await;
    let fresh = resume(&endpoint, &session, &id).await;
    assert!(stale.frame().await.is_none());
    drop(stale);
    engine.release.notify_one();
    assert_eq!(Answer::read(fresh).await.events().len(), 2);
    assert!(!engine.saw("dropped"));
}

// S-HTTPL-17, S-HTTPL-33
#[tokio::test]
async fn nobody_reads_on_what_was_not_theirs() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let other = open_session(&endpoint).await;
    let said = Call::legacy_tool(&session, "talk").send(&endpoint).await;
    let ids = said.ids();
    for id in &ids {
        let foreign = Answer::read(resume(&endpoint, &other, id).await).await;
        assert_eq!(
            (foreign.status.as_u16(), foreign.code()),
            (400, Some(-32600))
        );
        assert!(!foreign.body.contains("done"));
        assert_eq!(resume(&endpoint, "dead", id).await.status(), 404);
    }
    let (stream, _) = ids[0].split_once('-').unwrap();
    for id in [
        format!("{stream}-99"),
        format!("{stream}-"),
        format!("{stream}--1"),
        format!("g{}-0", &stream[1..]),
        format!("{stream}f-0"),
        "p1.1-0".to_owned(),
        "17".to_owned(),
        "é".to_owned(),
        "p-0".to_owned(),
        "x1.1-0".to_owned(),
        "p1.1-99999999999999999999".to_owned(),
        "q".repeat(5000),
    ] {
        let answer = Answer::read(resume(&endpoint, &session, &id).await).await;
        assert_eq!(answer.status, 400, "{id}");
    }
}

// S-HTTPL-06, S-HTTPL-08
#[tokio::test(start_paused = true)]
async fn a_client_that_polls_is_sent_away_and_fetches_the_answer() {
    for (tool, said) in [("poll", 0), ("poll_talk", 1)] {
        let engine = Engine::new();
        let endpoint = engine.endpoint();
        let session = open_session(&endpoint).await;
        let before = Instant::now();
        let sent = Call::legacy_tool(&session, tool).send(&endpoint).await;
        assert_eq!(before.elapsed(), Duration::ZERO, "while the request runs");
        let stream = sent.stream();
        assert_eq!(stream.len(), 1 + said + 1, "{stream:?}");
        assert_eq!(stream[0].data, "");
        let retry = stream[1 + said].retry.expect("when to come back");
        assert!((1..=5000).contains(&retry));
        let last = sent.ids().pop().unwrap();
        tokio::time::sleep(Duration::from_millis(retry)).await;
        engine.release.notify_one();
        let fetched = Answer::read(resume(&endpoint, &session, &last).await).await;
        let events = fetched.events();
        assert_eq!(events[0]["params"]["progress"], 2);
        assert_eq!(events[1]["result"]["text"], "done");
        assert!(!engine.saw("dropped"));
    }
}

// S-HTTPL-06
#[tokio::test(start_paused = true)]
async fn nobody_else_is_sent_away() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session_as(&endpoint, "2025-06-18").await;
    let polling = open_session(&endpoint).await;
    let kept = engine.builder().max_replay(0).build().unwrap();
    let json = Call::legacy_tool(&polling, "poll").with("accept", "application/json");
    for (endpoint, call) in [
        (&endpoint, Call::legacy_tool(&session, "poll")),
        (&endpoint, Call::modern_tool("poll")),
        (&endpoint, json),
        (&kept, Call::legacy_tool(&polling, "poll")),
    ] {
        let (answer, ()) = tokio::join!(call.send(endpoint), async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            engine.release.notify_one();
        });
        assert!(answer.body.contains("done"), "{answer:?}");
        assert!(!answer.body.contains("retry:"));
    }
}

/// Clients come back until they have an answer, and a cancelled request has none.
#[tokio::test(start_paused = true)]
async fn a_stream_that_ended_without_an_answer_is_not_asked_for_again() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let answer = Call::legacy_tool(&session, "panic").send(&endpoint).await;
    let last = answer.ids().pop().unwrap();
    assert_eq!(resume(&endpoint, &session, &last).await.status(), 204);
    let missed = &answer.ids()[0];
    assert_eq!(resume(&endpoint, &session, missed).await.status(), 200);
}

#[tokio::test(start_paused = true)]
async fn what_ended_is_kept_for_a_while() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let ended = Call::legacy_tool(&session, "talk").send(&endpoint).await;
    let id = ended.ids().remove(0);
    tokio::time::sleep(Duration::from_secs(299)).await;
    assert_eq!(resume(&endpoint, &session, &id).await.status(), 200);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(resume(&endpoint, &session, &id).await.status(), 400);
}

// S-HTTPL-21
#[tokio::test]
async fn nothing_is_kept_of_a_session_that_ended() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let session = open_session(&endpoint).await;
    let id = Call::legacy_tool(&session, "talk")
        .send(&endpoint)
        .await
        .ids()
        .remove(0);
    let delete = Call::bare(Method::DELETE).with("mcp-session-id", &session);
    assert_eq!(delete.send(&endpoint).await.status, 204);
    assert_eq!(resume(&endpoint, &session, &id).await.status(), 404);
}

#[tokio::test(start_paused = true)]
async fn what_is_kept_is_bounded() {
    let engine = Engine::new();
    // Room for one stream of 257 events, and not for two.
    let endpoint = engine.builder().max_replay(50_000).build().unwrap();
    let session = open_session(&endpoint).await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        let flood = Call::legacy_tool(&session, "flood").send(&endpoint).await;
        assert_eq!(flood.events().len(), 257, "whoever reads gets everything");
        ids.push(flood.ids().remove(0));
    }
    let mut kept = Vec::new();
    for id in &ids {
        let again = resume(&endpoint, &session, id).await;
        kept.push(again.status() == 200);
    }
    assert_eq!(kept, [false, false, false, true], "the oldest go first");
}

#[tokio::test]
async fn nothing_is_kept_where_that_is_switched_off() {
    let engine = Engine::new();
    let endpoint = engine.builder().max_replay(0).build().unwrap();
    let session = open_session(&endpoint).await;
    let answer = Call::legacy_tool(&session, "talk").send(&endpoint).await;
    assert_eq!((answer.events().len(), answer.ids().len()), (4, 0));
    let first = Call::get(&session).open(&endpoint).await;
    let second = Call::get(&session).open(&endpoint).await;
    assert_eq!(Answer::read(first).await.events().len(), 0, "one at a time");
    assert_eq!(second.status(), 200);
}
