//! What a tool must not return never passes in silence.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex};

use mcp_server::serde_json::{Value, json};
use mcp_server::test::assert_output_matches_schema;
use mcp_server::{Json, Server, ServerBuilder, Tool, ToolResult};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Level, Metadata, Subscriber};

use crate::{call, client, listed};

/// Errors that were logged on this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn listen() -> (Self, DefaultGuard) {
        let log = Self::default();
        let guard = tracing::subscriber::set_default(log.clone());
        (log, guard)
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, "{field}={value:?} ");
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        if *event.metadata().level() == Level::ERROR {
            let mut line = Line(String::new());
            event.record(&mut line);
            self.0.lock().unwrap().push(line.0);
        }
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

fn returning(value: Value) -> ServerBuilder {
    let schema = json!({
        "type": "object",
        "properties": { "n": { "type": "integer" } },
        "required": ["n"],
    });
    let tool = Tool::raw("raw", json!({ "type": "object" }))
        .describe("Return it.")
        .output_schema(schema)
        .call(move |_| {
            let value = value.clone();
            Box::pin(async move {
                match value {
                    Value::String(text) => Ok(ToolResult::text(text)),
                    Value::Null => Err(mcp_server::Error::public("not found")),
                    data => ToolResult::structured(&data),
                }
            })
        });
    Server::new("s", "1").tool(tool)
}

async fn answer(value: Value) -> Value {
    let client = client(returning(value)).await;
    call(&client, "raw", json!({})).await.raw().clone()
}

// P38
#[tokio::test]
async fn a_result_that_is_not_what_was_published_is_a_logged_error() {
    for (value, why) in [
        (json!({ "n": "five" }), "/n: must be"),
        (json!({}), "/n: missing"),
        (json!("text alone"), "no structured content"),
    ] {
        let (log, _guard) = Log::listen();
        let result = answer(value.clone()).await;
        assert_eq!(result["isError"], true, "{value}: {result}");
        assert!(
            result.get("structuredContent").is_none(),
            "{value}: {result}"
        );
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(!text.contains("/n"), "the model cannot repair it: {text}");
        let [line] = &log.take()[..] else {
            panic!("{value}: one error is logged");
        };
        assert!(
            line.contains(why) && line.contains("raw"),
            "{value}: {line}"
        );
    }
    let (log, _guard) = Log::listen();
    let good = answer(json!({ "n": 5 })).await;
    assert_eq!(good["structuredContent"], json!({ "n": 5 }));
    // P38: a failure has no data, and needs none.
    let failed = answer(Value::Null).await;
    assert_eq!(failed["isError"], true);
    assert_eq!(failed["content"][0]["text"], "not found");
    assert!(failed.get("structuredContent").is_none());
    assert_eq!(log.take(), [""; 0]);
}

/// Says of itself what is not true.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Lying {
    #[schemars(with = "String")]
    n: u32,
}

fn lying() -> ServerBuilder {
    let tool = Tool::new("lie")
        .describe("Return it.")
        .handler(async || Json(Lying { n: 5 }));
    Server::new("s", "1").tool(tool)
}

// P19, P38
#[tokio::test]
async fn a_type_that_does_not_write_what_it_says_is_a_logged_error() {
    for (server, checked) in [
        (lying(), true),
        (lying().check_results(true), true),
        (lying().check_results(false), false),
    ] {
        let (log, _guard) = Log::listen();
        let client = client(server).await;
        let result = call(&client, "lie", json!({})).await;
        assert_eq!(result.is_error(), checked, "{}", result.raw());
        let lines = log.take();
        match &lines[..] {
            [line] if checked => assert!(line.contains("/n: must be a string"), "{line}"),
            [] if !checked => assert_eq!(result.raw()["structuredContent"]["n"], 5),
            _ => panic!("{checked}: {lines:?}"),
        }
    }
}

// P19
#[test]
fn a_value_can_be_held_to_the_schema_of_its_type() {
    assert_output_matches_schema(&BTreeMap::from([("a", vec![Some(1.5), None])]));
    let fault = std::panic::catch_unwind(|| assert_output_matches_schema(&Lying { n: 5 }));
    let fault = fault.expect_err("it lies");
    let words = fault.downcast_ref::<String>().expect("words");
    assert!(words.contains("/n: must be a string"), "{words}");
}

// P38
#[tokio::test]
async fn what_is_no_number_is_refused_at_every_depth_and_logged() {
    let deep = |number: f64| BTreeMap::from([("a", vec![Some(number)])]);
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let tool = Tool::new("deep")
            .describe("Return it.")
            .handler(move || async move { Json(deep(number)) });
        let client = client(Server::new("s", "1").tool(tool)).await;
        assert!(listed(&client, "deep").await.get("outputSchema").is_some());
        let (log, _guard) = Log::listen();
        let result = call(&client, "deep", json!({})).await;
        assert!(result.is_error(), "{number}: {}", result.raw());
        assert!(result.raw().get("structuredContent").is_none());
        let lines = log.take();
        assert!(
            matches!(&lines[..], [line] if line.contains("JSON has no number")),
            "{number}: {lines:?}"
        );
    }
}
