//! One JSON body or a stream of events.

use std::time::Duration;

use http_body_util::BodyExt;
use tower::ServiceExt;

use crate::client::{Call, open_session};
use crate::engine::Engine;

// S-HTTPM-07
#[tokio::test]
async fn a_silent_handler_answers_with_one_body() {
    let endpoint = Engine::new().endpoint();
    for tool in ["echo", "soon"] {
        let answer = Call::modern_tool(tool).send(&endpoint).await;
        assert_eq!(answer.json()["result"]["text"], "done", "{tool}");
    }
}

// S-HTTPM-07, S-HTTPM-13, S-HTTPM-14, S-HTTPL-04, S-HTTPL-05
#[tokio::test]
async fn a_talking_handler_answers_with_a_stream_that_ends() {
    let endpoint = Engine::new().endpoint();
    let session = open_session(&endpoint).await;
    for call in [
        Call::modern_tool("talk"),
        Call::legacy_tool(&session, "talk"),
    ] {
        let answer = call.send(&endpoint).await;
        assert_eq!(answer.status, 200);
        assert_eq!(
            answer.header("cache-control"),
            Some("no-cache, no-transform")
        );
        assert_eq!(answer.header("x-accel-buffering"), Some("no"));
        let events = answer.events();
        let said: Vec<_> = events
            .iter()
            .map(|event| event["params"]["progress"].as_u64())
            .collect();
        assert_eq!(said, [Some(1), Some(2), Some(3), None]);
        assert_eq!(events[3]["id"], 7);
        assert_eq!(events[3]["result"]["text"], "done");
    }
}

#[tokio::test]
async fn what_is_said_right_before_the_answer_is_kept() {
    let answer = Call::modern_tool("talk_at_once")
        .send(&Engine::new().endpoint())
        .await;
    assert_eq!(answer.events().len(), 2);
}

// S-HTTPM-09
#[tokio::test]
async fn a_client_that_takes_json_only_gets_the_answer_only() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let answer = Call::modern_tool("talk")
        .with("accept", "application/json")
        .send(&endpoint)
        .await;
    assert_eq!(answer.json()["result"]["text"], "done");
    engine.release.notify_one();
    let answer = Call::modern_tool("talk_slow")
        .with("accept", "application/json")
        .send(&endpoint)
        .await;
    assert_eq!(answer.json()["result"]["text"], "done");
    assert!(engine.saw("delivered false"), "the handler is told");
}

// S-HTTPM-09
#[tokio::test]
async fn a_client_that_takes_events_only_gets_events() {
    let endpoint = Engine::new().endpoint();
    let events = |tool| Call::modern_tool(tool).with("accept", "text/event-stream");
    let answer = events("echo").send(&endpoint).await.events();
    assert_eq!(answer.len(), 1);
    assert_eq!(answer[0]["result"]["text"], "done");
    assert_eq!(events("soon").send(&endpoint).await.events().len(), 1);
    assert_eq!(
        events("unknown").send(&endpoint).await.events()[0]["error"]["code"],
        -32602
    );
    assert_eq!(
        events("needs").send(&endpoint).await.code(),
        Some(-32021),
        "a refusal is JSON"
    );
}

#[tokio::test]
async fn line_breaks_in_a_message_do_not_break_the_event() {
    let call = Call::modern_tool("broken_lines").with("accept", "text/event-stream");
    let events = call.send(&Engine::new().endpoint()).await.events();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["id"], 7);
}

#[tokio::test]
async fn a_flood_is_bounded_and_the_answer_comes_through() {
    let engine = Engine::new();
    let answer = Call::modern_tool("flood").send(&engine.endpoint()).await;
    assert!(engine.saw("delivered 256"));
    let events = answer.events();
    assert_eq!(events.len(), 257);
    assert_eq!(events[256]["result"]["text"], "done");
}

// What a client chooses, such as a progress token of megabytes, is in each frame.
#[tokio::test]
async fn a_flood_is_bounded_in_bytes() {
    let engine = Engine::new();
    let answer = Call::modern_tool("wide_flood")
        .send(&engine.endpoint())
        .await;
    assert!(engine.saw("delivered 4"));
    let events = answer.events();
    assert_eq!(events.len(), 5);
    assert_eq!(events[4]["result"]["text"], "done");
}

// S-HTTPL-06
#[tokio::test(start_paused = true)]
async fn a_long_silence_becomes_a_stream_of_comments() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let before = tokio::time::Instant::now();
    let response = endpoint
        .oneshot(Call::modern_tool("slow").request())
        .await
        .unwrap();
    assert_eq!(before.elapsed().as_secs(), 15);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut body = response.into_body();
    for expected in [15, 30, 45] {
        let frame = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(
            (&frame[..], before.elapsed().as_secs()),
            (&b":\n\n"[..], expected)
        );
    }
    engine.release.notify_one();
    let rest = body.collect().await.unwrap().to_bytes();
    assert!(rest.starts_with(b"event: message\ndata: {"));
    assert!(engine.saw("finished"));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_takes_json_only_waits_in_silence() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let call = Call::modern_tool("slow").with("accept", "application/json");
    let (answer, ()) = tokio::join!(call.send(&endpoint), async {
        tokio::time::sleep(Duration::from_secs(100)).await;
        engine.release.notify_one();
    });
    assert_eq!(answer.json()["result"]["text"], "done");
}

#[tokio::test(start_paused = true)]
async fn comments_follow_what_was_said() {
    let engine = Engine::new();
    let endpoint = engine
        .builder()
        .keep_alive(Duration::from_secs(2))
        .build()
        .unwrap();
    let response = endpoint
        .oneshot(Call::modern_tool("talk_slow").request())
        .await
        .unwrap();
    let before = tokio::time::Instant::now();
    let mut body = response.into_body();
    let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
    assert!(first.starts_with(b"event: message\n"));
    assert_eq!(
        before.elapsed(),
        Duration::ZERO,
        "the first message is not held back"
    );
    let second = body.frame().await.unwrap().unwrap().into_data().unwrap();
    assert_eq!(
        (&second[..], before.elapsed().as_secs()),
        (&b":\n\n"[..], 2)
    );
}

#[tokio::test(start_paused = true)]
async fn what_another_task_says_begins_the_stream() {
    let engine = Engine::new();
    let response = engine
        .endpoint()
        .oneshot(Call::modern_tool("talk_elsewhere").request());
    let before = tokio::time::Instant::now();
    let (response, ()) = tokio::join!(response, async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        engine.release.notify_one();
    });
    let first = response.unwrap().into_body().frame().await;
    assert!(
        first
            .unwrap()
            .unwrap()
            .into_data()
            .unwrap()
            .starts_with(b"event")
    );
    assert_eq!(before.elapsed(), Duration::from_secs(1));
}

#[tokio::test]
async fn a_handler_that_panics_ends_its_stream() {
    let answer = Call::modern_tool("panic")
        .send(&Engine::new().endpoint())
        .await;
    assert_eq!(answer.events().len(), 1, "what was said, and then the end");
}

// S-HTTPM-44
#[tokio::test]
async fn a_slow_reader_does_not_slow_the_handler() {
    let engine = Engine::new();
    let endpoint = engine.endpoint();
    let response = endpoint
        .oneshot(Call::modern_tool("talk_slow").request())
        .await
        .unwrap();
    engine.release.notify_one();
    // Nobody has read a byte of the body yet.
    engine.until("finished").await;
    let body = response.into_body().collect().await.unwrap().to_bytes();
    assert!(body.ends_with(b"\n\n"));
}
