//! What is listed, what is refused, and what each kind of value becomes.

use std::borrow::Cow;

use mcp_core::types::{
    ContentBlock, EmbeddedResource, PromptMessage, ResourceContents, ResourceLink,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::probe::AskPrompt as _;
use super::{Assistant, IntoPrompt, Prompt, PromptBuilder, PromptResult, User};
use crate::error::{Error, Result};
use crate::handler::Respond;
use crate::respond::probe::{Certain as _, Probe};
use crate::{Args, Audio, Image, Text};

fn listed(prompt: PromptBuilder) -> Value {
    let prompt = prompt.get(|_| unreachable!("it is only listed"));
    serde_json::to_value(prompt.define().expect("a prompt").wire).expect("JSON")
}

fn faults(prompt: Prompt) -> Vec<String> {
    prompt.define().err().unwrap_or_default()
}

/// Order id, such as A-1042.
///
/// Found on the invoice.
#[derive(Deserialize, JsonSchema)]
struct OrderId(#[expect(dead_code, reason = "only the schema is wanted")] String);

/// S-PROM-03
#[test]
fn a_list_says_what_to_ask_a_person_for() {
    let prompt = Prompt::new("draft_reply")
        .title("Draft a reply")
        .describe("Draft a reply to the customer.")
        .icon(mcp_core::types::Icon::new("data:,"))
        .meta("example.com/order", 1)
        .arg::<OrderId>("order_id", |id| id)
        .arg::<u8>("days", |days| days.describe("How long ago").max(30))
        .arg::<Option<String>>("city", |city| city)
        .arg::<String>("also", |also| also.default("nothing"));
    assert_eq!(
        listed(prompt),
        json!({
            "name": "draft_reply",
            "title": "Draft a reply",
            "description": "Draft a reply to the customer.",
            "arguments": [
                { "name": "order_id", "description": "Order id, such as A-1042.", "required": true },
                { "name": "days", "description": "How long ago", "required": true },
                { "name": "city", "required": false },
                { "name": "also", "description": "Default \"nothing\".", "required": false },
            ],
            "icons": [{ "src": "data:," }],
            "_meta": { "example.com/order": 1 },
        })
    );
    assert_eq!(listed(Prompt::new("bare")), json!({ "name": "bare" }));
}

#[test]
fn long_docs_of_a_type_are_cut_between_words() {
    struct Long;
    impl JsonSchema for Long {
        fn schema_name() -> Cow<'static, str> {
            "Long".into()
        }
        fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
            schemars::json_schema!({ "type": "string", "description": "wörd ".repeat(100) })
        }
    }
    impl<'de> Deserialize<'de> for Long {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            String::deserialize(deserializer).map(|_| Self)
        }
    }
    let prompt = listed(Prompt::new("p").arg::<Long>("x", |x| x));
    let description = prompt["arguments"][0]["description"]
        .as_str()
        .expect("words");
    assert!(description.ends_with("wörd…"), "{description}");
    assert_eq!(description.chars().count(), 300);
}

#[test]
fn a_struct_of_all_arguments_is_listed_by_its_fields() {
    #[derive(Deserialize, JsonSchema)]
    struct Query {
        /// Where to.
        city: String,
        days: Option<u8>,
    }
    let prompt = Prompt::new("plan")
        .handler(async |Args(query): Args<Query>| format!("{} {:?}", query.city, query.days));
    let wire = prompt.define().expect("a prompt").wire;
    assert_eq!(
        serde_json::to_value(wire.arguments).expect("JSON"),
        json!([
            { "name": "city", "description": "Where to.", "required": true },
            { "name": "days", "description": "From 0 to 255.", "required": false },
        ])
    );
}

#[test]
fn every_fault_is_reported_when_the_server_is_built() {
    let prompt = |name: &'static str| Prompt::new(name).handler(async || "x");
    assert_eq!(faults(prompt(" ")), ["it has no name"]);
    assert_eq!(faults(prompt("a\nb")), [r"its name contains '\n'"]);
    let both = Prompt::new("")
        .arg::<String>("x", |x| x.pattern("("))
        .handler(async |_: String, _: u8| "x");
    assert_eq!(faults(both).len(), 2);
}

fn written(result: Result<PromptResult>) -> Value {
    match result {
        Ok(result) => serde_json::to_value(result.into_wire()).expect("JSON"),
        Err(error) => json!(format!(
            "{:?} {error}",
            matches!(error.blame(), crate::error::Blame::Public(_))
        )),
    }
}

/// By the builder's way and by that of expansions, which must agree.
macro_rules! check {
    ($value:expr, $json:tt) => {{
        fn inferred<T: Respond<PromptResult, Via>, Via>(value: T) -> Result<PromptResult> {
            value.respond()
        }
        let expected = json!($json);
        assert_eq!(written(inferred($value)), expected);
        let value = $value;
        let probe = Probe::of(&value);
        let probed = match probe.split(value) {
            Ok(value) => (&&&&&probe.success()).kind().outcome(value),
            Err(error) => Err(error),
        };
        assert_eq!(written(probed), expected);
    }};
}

fn said(role: &str, text: &str) -> Value {
    json!({ "role": role, "content": { "type": "text", "text": text } })
}

/// S-PROM-04
#[test]
fn text_is_one_message_of_the_user_and_roles_are_said() {
    let (hi, ho) = (said("user", "hi"), said("assistant", "ho"));
    check!("hi", { "messages": [hi] });
    check!("hi".to_owned(), { "messages": [hi] });
    check!(Cow::Borrowed("hi"), { "messages": [hi] });
    check!(Box::<str>::from("hi"), { "messages": [hi] });
    check!(Text("hi"), { "messages": [hi] });
    check!(User("hi"), { "messages": [hi] });
    check!(Assistant("ho".to_owned()), { "messages": [ho] });
    check!((User("hi"), Assistant("ho")), { "messages": [hi, ho] });
    check!(("hi", Assistant("ho"), "hi".to_owned()), { "messages": [hi, ho, hi] });
    check!(vec![PromptMessage::user("hi"), Assistant("ho").into()], { "messages": [hi, ho] });
    check!(vec![User("hi")], { "messages": [hi] });
    check!(Vec::<PromptMessage>::new(), { "messages": [] });
}

/// S-PROM-08, S-PROM-09, S-PROM-10
#[test]
fn images_sounds_resources_and_links_are_content() {
    check!(Image::new(b"\x89PNG\r\n\x1a\n"), {
        "messages": [{ "role": "user", "content": {
            "type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png",
        } }],
    });
    check!(Assistant(Audio::new([0], "audio/wav")), {
        "messages": [{ "role": "assistant", "content": {
            "type": "audio", "data": "AA==", "mimeType": "audio/wav",
        } }],
    });
    let contents = || ResourceContents::text("a://b", "c").with_mime_type("text/plain");
    check!((EmbeddedResource::new(contents()), ResourceLink::new("a://b", "b")), {
        "messages": [
            { "role": "user", "content": {
                "type": "resource",
                "resource": { "uri": "a://b", "mimeType": "text/plain", "text": "c" },
            } },
            { "role": "user", "content": { "type": "resource_link", "uri": "a://b", "name": "b" } },
        ],
    });
    check!(ContentBlock::text("hi"), { "messages": [said("user", "hi")] });
}

#[test]
fn a_result_under_full_control_has_words_and_meta() {
    let result = || {
        PromptResult::new()
            .describe("About one order.")
            .user("hi")
            .assistant("ho")
            .message(PromptMessage::user("hi"))
            .meta("example.com/n", 2)
    };
    let whole = json!({
        "description": "About one order.",
        "messages": [said("user", "hi"), said("assistant", "ho"), said("user", "hi")],
        "_meta": { "example.com/n": 2 },
    });
    check!(result(), whole);
    let collected: PromptResult = [PromptMessage::user("hi")].into_iter().collect();
    assert_eq!(
        written(collected.into_prompt()),
        json!({ "messages": [said("user", "hi")] })
    );
}

#[test]
fn the_first_description_of_several_stays() {
    let parts = || {
        (
            "hi",
            PromptResult::new().describe("first").user("hi"),
            PromptResult::new().describe("second"),
        )
    };
    check!(parts(), {
        "description": "first",
        "messages": [said("user", "hi"), said("user", "hi")],
    });
}

#[test]
fn failures_are_told_by_their_type() {
    check!(Ok::<_, std::fmt::Error>("hi"), { "messages": [said("user", "hi")] });
    check!(Err::<&str, _>("no such order"), "true no such order");
    check!(Err::<&str, _>(Error::opaque("disk")), "false disk");
    let mixed = || (User("hi"), Err::<&str, _>("late"));
    check!(mixed(), "true late");
}

#[test]
fn handlers_are_functions_of_arguments_and_extractors() {
    let prompt = Prompt::new("plan")
        .arg::<u8>("days", |days| days)
        .handler(async |_: crate::Ctx, days: u8| (User(days.to_string()), Assistant("Well,")));
    assert!(faults(prompt).is_empty());
    let prompt = Prompt::new("plan").handler(async |_: u8| "x");
    assert_eq!(
        faults(prompt),
        ["its handler takes 1 arguments, and 0 are described with `.arg(…)`"]
    );
}
