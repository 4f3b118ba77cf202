//! `#[prompt]`: functions that people start by name.

use std::sync::Arc;

use mcp_server::core::transport::Principal;
use mcp_server::core::types::Icon;
use mcp_server::serde_json::{Value, json};
use mcp_server::test::{Client, TestClient};
use mcp_server::{
    Assistant, Choice, Ctx, PromptResult, Result, ResultExt as _, Scalar, Server, State, User,
    prompt, prompts, server,
};

use crate::client;

/// Order id, such as A-1042.
#[derive(Clone, Debug, Scalar)]
#[scalar(pattern = r"^[A-Z]-\d{4}$")]
struct OrderId(String);

/// Tone of voice.
#[derive(Choice)]
enum Tone {
    Formal,
    Friendly,
}

fn icon() -> Icon {
    Icon::new("https://example.com/reply.png")
}

fn is_clerk(who: Option<&Principal>) -> bool {
    who.is_some_and(|who| who.subject() == "clerk")
}

struct Desk {
    shop: &'static str,
}

#[server(groups = [back])]
impl Desk {
    /// Draft a reply to the customer.
    #[prompt(title = "Draft a reply", icon = icon(), meta = [("example.com/tier", "gold"), ("example.com/rank", 1)])]
    fn draft_reply(
        &self,
        order_id: OrderId,
        /// How it should sound.
        tone: Tone,
        #[arg(default = 3, min = 1)] sentences: u8,
    ) -> String {
        format!("{}: {tone} about {order_id} in {sentences}", self.shop)
    }

    /// Two voices.
    #[prompt(name = "two-voices", timeout = "5s")]
    async fn voices(
        self: Arc<Self>,
        #[arg(rename = "topic")] _about: &str,
    ) -> Result<(User<String>, Assistant<&'static str>)> {
        Ok((User(format!("What of {_about}?")), Assistant("Let me see:")))
    }

    #[prompt(undocumented, blocking)]
    fn blocks() -> &'static str {
        "on a thread of its own"
    }

    /// For the staff.
    #[prompt(visible_when = is_clerk)]
    fn staff(&self, ctx: Ctx) -> String {
        format!("as {}", ctx.name())
    }
}

#[server(group = back)]
impl Desk {
    /// Close the day, after the user has agreed.
    #[prompt]
    async fn close(&self, ctx: &Ctx) -> PromptResult {
        ctx.confirm("Close the day?").await;
        PromptResult::new().describe("The end").user("Sum it up.")
    }

    /// Nobody is there.
    #[prompt]
    fn nobody(&self, name: &str) -> Result<String> {
        None::<String>.or_hint(format!("no {name}"), "ask for somebody else")
    }
}

async fn listed(client: &Client) -> Vec<Value> {
    let listed = client.request("prompts/list", json!({})).await.unwrap();
    listed["prompts"].as_array().unwrap().clone()
}

async fn get(client: &Client, name: &str, arguments: Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    client.request("prompts/get", params).await.unwrap()
}

/// The one text of a prompt with one message.
async fn text(client: &Client, name: &str, arguments: Value) -> String {
    let result = get(client, name, arguments).await;
    assert_eq!(
        result["messages"].as_array().map(Vec::len),
        Some(1),
        "{result}"
    );
    assert_eq!(result["messages"][0]["role"], "user");
    result["messages"][0]["content"]["text"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn the_signature_is_what_people_fill_in() {
    let client = client(Desk { shop: "Shop" }).await;
    let prompts = listed(&client).await;
    assert_eq!(
        prompts[0],
        json!({
            "name": "draft_reply",
            "title": "Draft a reply",
            "description": "Draft a reply to the customer.",
            "icons": [{ "src": "https://example.com/reply.png" }],
            "arguments": [
                { "name": "order_id", "description": "Order id, such as A-1042.", "required": true },
                { "name": "tone", "description": "How it should sound.", "required": true },
                { "name": "sentences", "description": "From 1 to 255. Default 3.", "required": false },
            ],
            "_meta": { "example.com/tier": "gold", "example.com/rank": 1 },
        })
    );
    let names: Vec<&Value> = prompts.iter().map(|prompt| &prompt["name"]).collect();
    assert_eq!(
        names,
        ["draft_reply", "two-voices", "blocks", "close", "nobody"]
    );
    assert_eq!(prompts[1]["arguments"][0]["name"], "topic");
    assert!(prompts[2].get("description").is_none(), "{}", prompts[2]);
}

#[tokio::test]
async fn arguments_are_read_by_their_types() {
    let client = client(Desk { shop: "Shop" }).await;
    let arguments = json!({ "order_id": "A-1042", "tone": "formal", "sentences": "2" });
    assert_eq!(
        text(&client, "draft_reply", arguments).await,
        "Shop: formal about A-1042 in 2"
    );
    let arguments = json!({ "order_id": "A-1042", "tone": "friendly" });
    assert_eq!(
        text(&client, "draft_reply", arguments).await,
        "Shop: friendly about A-1042 in 3"
    );
    let wrong =
        json!({ "name": "draft_reply", "arguments": { "order_id": "A-1042", "tone": "rude" } });
    let error = client.request("prompts/get", wrong).await.unwrap_err();
    assert!(error.to_string().contains("tone"), "{error}");
}

#[tokio::test]
async fn every_result_becomes_messages() {
    let client = client(Desk { shop: "Shop" }).await;
    let voices = get(&client, "two-voices", json!({ "topic": "rain" })).await;
    assert_eq!(
        voices["messages"],
        json!([
            { "role": "user", "content": { "type": "text", "text": "What of rain?" } },
            { "role": "assistant", "content": { "type": "text", "text": "Let me see:" } },
        ])
    );
    assert_eq!(
        text(&client, "blocks", json!({})).await,
        "on a thread of its own"
    );
    let params = json!({ "name": "nobody", "arguments": { "name": "Zoe" } });
    let error = client.request("prompts/get", params).await.unwrap_err();
    assert!(error.to_string().contains("no Zoe"), "{error}");
}

#[tokio::test]
async fn a_prompt_of_another_block_may_ask() {
    let client = TestClient::new(Desk { shop: "Shop" })
        .answer("Close*", json!({ "confirm": true }))
        .connect()
        .await;
    assert_eq!(
        get(&client, "close", json!({})).await["description"],
        "The end"
    );
    assert_eq!(client.asked(), ["Close the day?"]);
}

#[tokio::test]
async fn a_prompt_is_seen_by_whom_it_is_for() {
    let clerk = TestClient::new(Desk { shop: "Shop" })
        .principal(Principal::new("https://example.com", "clerk", "app"))
        .connect()
        .await;
    assert!(
        listed(&clerk)
            .await
            .iter()
            .any(|prompt| prompt["name"] == "staff")
    );
    assert_eq!(text(&clerk, "staff", json!({})).await, "as staff");

    let guest = client(Desk { shop: "Shop" }).await;
    assert!(
        listed(&guest)
            .await
            .iter()
            .all(|prompt| prompt["name"] != "staff")
    );
    let params = json!({ "name": "staff", "arguments": {} });
    guest.request("prompts/get", params).await.unwrap_err();
}

/// Plan a journey.
#[prompt]
fn plan(State(city): State<&'static str>, days: u8) -> String {
    format!("{days} days in {city}")
}

mod travel {
    /// Pack for a journey.
    #[mcp_server::prompt(title = "Pack")]
    pub(super) async fn pack() -> Vec<mcp_server::User<&'static str>> {
        vec![mcp_server::User("What do I take along?")]
    }
}

#[tokio::test]
async fn functions_that_stand_alone_are_prompts_too() {
    assert_eq!(plan(State("Rome"), 2), "2 days in Rome"); // still a function
    let server = Server::new("travel", "1.0.0")
        .state("Rome")
        .prompts(prompts![plan, travel::pack]);
    let client = client(server).await;
    assert_eq!(
        text(&client, "plan", json!({ "days": "3" })).await,
        "3 days in Rome"
    );
    assert_eq!(
        text(&client, "pack", json!({})).await,
        "What do I take along?"
    );
}
