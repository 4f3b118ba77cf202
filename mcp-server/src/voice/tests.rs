//! What is heard of a call, and when. The clock is tokio's, and stands still.
#![expect(deprecated, reason = "clients still ask for log messages")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use mcp_core::transport::{Accepted, Connection, Incoming, Origin, Outlet};
use mcp_core::types::LoggingLevel;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::{Choice, Ctx, Limits, Server, Tool};

/// Everything a client hears of one call, with the milliseconds since it began.
struct Heard {
    begin: Instant,
    frames: Mutex<Vec<(u64, Value)>>,
}

impl Outlet for Heard {
    fn send(&self, frame: Bytes) -> bool {
        let frame = serde_json::from_slice(&frame).expect("JSON");
        let at = self.begin.elapsed().as_millis();
        self.frames
            .lock()
            .expect("no panic")
            .push((at.try_into().expect("soon"), frame));
        true
    }
}

impl Heard {
    fn begin() -> Arc<Self> {
        Arc::new(Self {
            begin: Instant::now(),
            frames: Mutex::default(),
        })
    }

    fn all(&self) -> Vec<(u64, Value)> {
        self.frames.lock().expect("no panic").clone()
    }

    /// When which progress was told.
    fn progress(&self) -> Vec<(u64, f64)> {
        let told = self.all().into_iter().map(|(at, frame)| {
            assert_eq!(frame["method"], "notifications/progress");
            (at, frame["params"]["progress"].as_f64().expect("a number"))
        });
        told.collect()
    }
}

fn tool<F, Fut>(run: F) -> Tool
where
    F: Fn(Ctx) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    Tool::new("work")
        .describe("Work.")
        .handler(move |ctx: Ctx| {
            let run = run.clone();
            async move {
                run(ctx).await;
                "done"
            }
        })
}

fn connect(tool: Tool) -> Arc<dyn Connection> {
    let server = Server::new("test", "1").logging().tool(tool);
    let limits = Limits::default().with_cancel_grace(Duration::from_secs(1));
    let server = server.limits(limits).build().expect("sound");
    server.service().connect(Origin::stream())
}

fn start(
    link: &Arc<dyn Connection>,
    heard: &Arc<Heard>,
    meta: &Value,
) -> mcp_core::transport::Exchange {
    let mut own = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let members = own.as_object_mut().expect("an object");
    members.extend(meta.as_object().expect("an object").clone());
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "work", "_meta": own } });
    let incoming = Incoming::parse(call.to_string().into(), None).expect("a message");
    match Arc::clone(link).accept(incoming, Arc::clone(heard) as Arc<dyn Outlet>) {
        Accepted::Request(exchange) => exchange,
        _ => panic!("a request"),
    }
}

/// Runs a call to its answer.
async fn run<F, Fut>(meta: Value, work: F) -> Arc<Heard>
where
    F: Fn(Ctx) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    let (link, heard) = (connect(tool(work)), Heard::begin());
    let reply = start(&link, &heard, &meta).await.expect("an answer");
    assert_eq!(reply.code, None);
    heard
}

fn token() -> Value {
    json!({ "progressToken": "t" })
}

// S-PROG-03, S-PROG-06
#[tokio::test(start_paused = true)]
async fn many_values_become_few_and_the_last_is_told() {
    let heard = run(token(), async |ctx: Ctx| {
        let progress = ctx.progress(1000);
        for value in 1..=1000 {
            progress.set(f64::from(value), None);
            sleep(Duration::from_millis(1)).await;
        }
    })
    .await;
    let told = heard.progress();
    assert!(told.is_sorted_by(|one, two| one.1 < two.1), "{told:?}");
    assert!((10..=20).contains(&told.len()), "{told:?}");
    // After the burst a tenth of a second lies between two.
    let even = told[8..told.len() - 1].windows(2);
    assert!(
        even.into_iter().all(|two| two[1].0 - two[0].0 >= 100),
        "{told:?}"
    );
    assert_eq!(told.last().map(|last| last.1), Some(1000.0));
}

#[tokio::test(start_paused = true)]
async fn the_last_of_a_burst_is_told_while_the_handler_waits() {
    let heard = run(token(), async |ctx: Ctx| {
        let progress = ctx.progress(None);
        for value in 1..=20 {
            progress.set(f64::from(value), Some("busy"));
        }
        sleep(Duration::from_secs(10)).await;
    })
    .await;
    let told = heard.progress();
    assert_eq!(told.len(), 9, "{told:?}");
    assert_eq!(told.last(), Some(&(100, 20.0)));
}

#[tokio::test(start_paused = true)]
async fn what_another_thread_reports_is_told_in_time() {
    let heard = run(token(), async |ctx: Ctx| {
        let progress = ctx.progress(None);
        sleep(Duration::from_millis(5)).await;
        let thread = std::thread::spawn(move || {
            for value in 1..=20 {
                progress.set(f64::from(value), None);
            }
        });
        thread.join().expect("no panic");
        sleep(Duration::from_secs(10)).await;
    })
    .await;
    assert_eq!(heard.progress().last().map(|last| last.1), Some(20.0));
    assert!(heard.progress().last().is_some_and(|last| last.0 < 1000));
}

// S-PROG-01, S-PROG-07
#[tokio::test(start_paused = true)]
async fn without_a_token_nothing_is_told() {
    let heard = run(json!({}), async |ctx: Ctx| {
        let _alive = ctx.heartbeat(Duration::from_secs(1));
        ctx.progress(3).step("one").await;
        ctx.progress(None).set(2.0, None);
        sleep(Duration::from_secs(5)).await;
    })
    .await;
    assert_eq!(heard.all(), []);
}

// S-PROG-02, S-PROG-03, S-PROG-04
#[tokio::test(start_paused = true)]
async fn only_greater_numbers_are_told() {
    let heard = run(json!({ "progressToken": 7 }), async |ctx: Ctx| {
        let progress = ctx.progress(1.0);
        for value in [0.2, 0.2, 0.1, f64::NAN, f64::INFINITY, 0.5] {
            progress.set(value, Some("mixing"));
        }
    })
    .await;
    assert_eq!(heard.progress(), [(0, 0.2), (0, 0.5)]);
    for (_, frame) in heard.all() {
        let params = &frame["params"];
        assert_eq!(params["progressToken"], 7);
        assert_eq!(params["total"], 1);
        assert_eq!(params["message"], "mixing");
    }
}

#[tokio::test(start_paused = true)]
async fn a_heartbeat_tells_that_the_call_is_alive() {
    let heard = run(token(), async |ctx: Ctx| {
        let alive = ctx.heartbeat(Duration::from_secs(3));
        sleep(Duration::from_secs(10)).await;
        drop(alive);
        sleep(Duration::from_secs(10)).await;
    })
    .await;
    assert_eq!(
        heard.progress(),
        [(3000, 0.000_001), (6000, 0.000_002), (9000, 0.000_003)]
    );
    for (_, frame) in heard.all() {
        assert!(frame["params"].get("total").is_none(), "{frame}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_tool_has_a_heartbeat_of_its_own() {
    let work = Tool::new("work").describe("Work.");
    let work = work
        .heartbeat(Duration::from_secs(4))
        .handler(async || sleep(Duration::from_secs(9)).await);
    let (link, heard) = (connect(work), Heard::begin());
    start(&link, &heard, &token()).await.expect("an answer");
    let at: Vec<_> = heard.progress().into_iter().map(|told| told.0).collect();
    assert_eq!(at, [4000, 8000]);
}

#[tokio::test(start_paused = true)]
async fn a_heartbeat_never_gets_ahead_of_real_steps() {
    let heard = run(token(), async |ctx: Ctx| {
        let _alive = ctx.heartbeat(Duration::from_secs(2));
        let progress = ctx.progress(2);
        sleep(Duration::from_secs(1)).await;
        progress.step("one").await;
        sleep(Duration::from_secs(3)).await;
        progress.step("two").await;
    })
    .await;
    assert_eq!(
        heard.progress(),
        [(1000, 1.0), (3000, 1.000_001), (4000, 2.0)]
    );
    assert_eq!(heard.all()[1].1["params"]["total"], 2, "as it was told");
}

#[derive(Debug)]
enum Phase {
    Build,
    Test,
    Publish,
}

impl Choice for Phase {
    const VARIANTS: &'static [Self] = &[Self::Build, Self::Test, Self::Publish];

    fn as_str(&self) -> &'static str {
        match self {
            Self::Build => "build",
            Self::Test => "test",
            Self::Publish => "publish",
        }
    }

    fn title(&self) -> &'static str {
        match self {
            Self::Build => "Build it",
            Self::Test => "Test it",
            Self::Publish => "Publish it",
        }
    }

    fn description(&self) -> &'static str {
        ""
    }

    fn find(_name: &str) -> Option<Self> {
        None
    }
}

#[tokio::test(start_paused = true)]
async fn typed_steps_are_told_by_place_and_title() {
    let heard = run(token(), async |ctx: Ctx| {
        let steps = ctx.steps();
        steps.at(Phase::Build).await;
        steps.at(Phase::Publish).await;
        steps.at(Phase::Test).await;
    })
    .await;
    let told: Vec<_> = heard
        .all()
        .into_iter()
        .map(|(_, frame)| {
            let params = &frame["params"];
            (
                params["progress"].clone(),
                params["total"].clone(),
                params["message"].clone(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (json!(1), json!(3), json!("Build it")),
            (json!(3), json!(3), json!("Publish it"))
        ]
    );
}

// S-PROG-05, S-LOG-04
#[tokio::test(start_paused = true)]
async fn nothing_is_heard_after_the_answer() {
    let meta = json!({ "progressToken": "t", "io.modelcontextprotocol/logLevel": "debug" });
    let heard = run(meta, async |ctx: Ctx| {
        let progress = ctx.progress(None);
        progress.set(1.0, None);
        tokio::spawn(async move {
            let _alive = ctx.heartbeat(Duration::from_secs(1));
            sleep(Duration::from_secs(5)).await;
            progress.set(2.0, Some("late"));
            ctx.log(LoggingLevel::Error, "late");
        });
    })
    .await;
    sleep(Duration::from_secs(60)).await;
    assert_eq!(heard.progress(), [(0, 1.0)]);
}

// S-PROG-05
#[tokio::test(start_paused = true)]
async fn nothing_is_heard_after_a_cancellation() {
    let meta = json!({ "progressToken": "t", "io.modelcontextprotocol/logLevel": "debug" });
    let link = connect(tool(async |ctx: Ctx| {
        let progress = ctx.progress(None);
        progress.set(1.0, None);
        ctx.cancelled().await;
        progress.set(2.0, Some("cleaning up"));
        ctx.log(LoggingLevel::Error, "cleaning up");
    }));
    let heard = Heard::begin();
    let running = tokio::spawn(start(&link, &heard, &meta));
    sleep(Duration::from_secs(1)).await;
    let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": { "requestId": 1 } });
    let incoming = Incoming::parse(cancelled.to_string().into(), None).expect("a message");
    Arc::clone(&link).accept(incoming, Arc::clone(&heard) as Arc<dyn Outlet>);
    assert!(running.await.expect("no panic").is_none(), "no answer");
    assert_eq!(heard.progress(), [(0, 1.0)]);
}

// S-PROG-05: over HTTP, where hanging up is the cancellation.
#[tokio::test(start_paused = true)]
async fn nothing_is_heard_of_a_call_that_was_dropped() {
    let link = connect(tool(async |ctx: Ctx| {
        let progress = ctx.progress(None);
        progress.set(1.0, None);
        tokio::spawn(async move {
            sleep(Duration::from_secs(5)).await;
            progress.set(2.0, None);
        });
        std::future::pending().await
    }));
    let heard = Heard::begin();
    let running = tokio::spawn(start(&link, &heard, &token()));
    sleep(Duration::from_secs(1)).await;
    running.abort();
    sleep(Duration::from_secs(60)).await;
    assert_eq!(heard.progress(), [(0, 1.0)]);
}

// S-LOG-03, S-LOG-08
#[tokio::test(start_paused = true)]
async fn messages_are_told_from_the_level_on_that_the_client_asked_for() {
    for (index, least) in LoggingLevel::ALL.into_iter().enumerate() {
        let meta = json!({ "io.modelcontextprotocol/logLevel": least.as_str() });
        let heard = run(meta, async |ctx: Ctx| {
            for level in LoggingLevel::ALL {
                ctx.log(level, &json!({ "level": level.as_str() }));
            }
        })
        .await;
        let levels: Vec<_> = heard
            .all()
            .into_iter()
            .map(|(_, frame)| frame["params"]["level"].clone())
            .collect();
        let expected: Vec<_> = LoggingLevel::ALL[index..]
            .iter()
            .map(|l| l.as_str())
            .collect();
        assert_eq!(levels, expected);
        for (_, frame) in heard.all() {
            assert_eq!(frame["method"], "notifications/message");
            assert_eq!(frame["params"]["data"]["level"], frame["params"]["level"]);
        }
    }
}

// S-LOG-10
#[tokio::test(start_paused = true)]
async fn a_call_that_says_too_much_is_told_in_part() {
    let meta = json!({ "io.modelcontextprotocol/logLevel": "debug" });
    let heard = run(meta, async |ctx: Ctx| {
        for number in 0..1000 {
            ctx.log(LoggingLevel::Info, &number);
        }
        sleep(Duration::from_secs(1)).await;
        ctx.log(LoggingLevel::Info, "later");
        ctx.log(LoggingLevel::Info, &"x".repeat(100_000));
    })
    .await;
    let data: Vec<_> = heard
        .all()
        .into_iter()
        .map(|(_, frame)| frame["params"]["data"].clone())
        .collect();
    assert_eq!(data.len(), 103);
    assert_eq!(data[..100], (0..100).map(Value::from).collect::<Vec<_>>());
    assert_eq!(data[100], "900 messages left out: too long, or too many");
    assert_eq!(data[101], "later");
    assert_eq!(
        data[102],
        "1 message left out: too long, or one of too many"
    );
}

// S-LOG-01
#[tokio::test]
async fn a_server_that_offers_no_logging_logs_nothing() {
    let work = tool(async |ctx: Ctx| ctx.log(LoggingLevel::Emergency, "fire"));
    let server = Server::new("test", "1").tool(work).build().expect("sound");
    let (link, heard) = (server.service().connect(Origin::stream()), Heard::begin());
    let meta = json!({ "io.modelcontextprotocol/logLevel": "debug" });
    start(&link, &heard, &meta).await.expect("an answer");
    assert_eq!(heard.all(), []);
}
