//! `#[arg(complete = …)]`: suggestions while people type.

use std::sync::Arc;

use mcp_server::serde_json::{Value, json};
use mcp_server::test::Client;
use mcp_server::{Choice, Completing, Completion, Result, Server, prompt, prompts, server};

use crate::client;

#[derive(Choice)]
enum Tone {
    Formal,
    Friendly,
}

struct Shop {
    orders: Vec<&'static str>,
}

impl Shop {
    fn new() -> Self {
        Self {
            orders: vec!["A-1", "A-2", "B-1"],
        }
    }
}

fn currencies(q: &Completing) -> Completion {
    q.matching(["EUR", "USD"])
}

fn sides(q: &Completing) -> Completion {
    q.matching(["left", "right"])
}

#[server(groups = [more])]
impl Shop {
    /// All ways to name a completer.
    #[prompt]
    fn ask(
        &self,
        #[arg(complete = Self::open_orders)] order: &str,
        tone: Tone,
        #[arg(complete = Self::sizes)] size: String,
        #[arg(complete = Self::shared, len = 1..)] shared: String,
        #[arg(complete = Self::elsewhere)] elsewhere: String,
        #[arg(complete = currencies)] currency: String,
        #[arg(complete = |q: &Completing| q.matching(["left", "right"]))] side: String,
        plain: Option<String>,
    ) -> String {
        format!("{order} {tone} {size} {shared} {elsewhere} {currency} {side} {plain:?}")
    }

    async fn open_orders(&self, q: &Completing) -> Result<Vec<String>, String> {
        let customer = q.argument("customer").unwrap_or("");
        match q.value() {
            "!" => Err("out of order".to_owned()),
            typed => Ok(self
                .orders
                .iter()
                .filter(|order| order.starts_with(typed))
                .map(|order| format!("{order}{customer}"))
                .collect()),
        }
    }

    fn sizes() -> [&'static str; 2] {
        ["small", "large"]
    }

    async fn shared(self: Arc<Self>, q: Completing) -> Completion {
        q.matching(self.orders.iter())
    }

    /// An order of a customer.
    #[resource("orders://{customer}/{order}")]
    fn order(
        &self,
        customer: String,
        #[arg(complete = Self::open_orders)] order: String,
    ) -> String {
        format!("{order} of {customer}")
    }

    /// A note to an order.
    #[resource("notes://{order}", complete = Self::open_orders)]
    fn note(order: String) -> String {
        order
    }

    /// A part of a shelf.
    #[resource("shelves://{shelf}/{side}/{size}", complete = [("side", sides), ("size", Self::sizes)])]
    fn shelf(shelf: u8, #[arg(len = 1..)] side: String, size: String) -> String {
        format!("{shelf} {side} {size}")
    }
}

#[server(group = more)]
impl Shop {
    /// Here is a tool, and what the other block completes with.
    #[tool]
    fn count(&self) -> usize {
        self.orders.len()
    }

    async fn elsewhere(&self, _: &Completing) -> Vec<usize> {
        vec![self.orders.len()]
    }
}

async fn complete(client: &Client, reference: Value, argument: &str, typed: &str) -> Value {
    let params = json!({
        "ref": reference,
        "argument": { "name": argument, "value": typed },
        "context": { "arguments": { "customer": "7" } },
    });
    let result = client.request("completion/complete", params).await;
    result.unwrap_or_else(|error| panic!("{argument}: {error}"))["completion"]["values"].clone()
}

#[tokio::test]
async fn every_way_to_name_a_completer_leads_to_it() {
    let client = client(Shop::new()).await;
    for (argument, typed, expected) in [
        ("order", "A", json!(["A-17", "A-27"])),
        ("tone", "fri", json!(["friendly"])),
        ("size", "", json!(["small", "large"])),
        ("shared", "b", json!(["B-1"])),
        ("elsewhere", "", json!(["3"])),
        ("currency", "eu", json!(["EUR"])),
        ("side", "r", json!(["right"])),
        ("plain", "x", json!([])),
    ] {
        let ask = json!({ "type": "ref/prompt", "name": "ask" });
        assert_eq!(
            complete(&client, ask, argument, typed).await,
            expected,
            "{argument}"
        );
    }
}

#[tokio::test]
async fn variables_of_templates_complete_as_well() {
    let client = client(Shop::new()).await;
    let order = json!({ "type": "ref/resource", "uri": "orders://{customer}/{order}" });
    assert_eq!(
        complete(&client, order, "order", "B").await,
        json!(["B-17"])
    );
}

#[tokio::test]
async fn a_template_may_name_what_completes_its_variables() {
    let client = client(Shop::new()).await;
    let note = json!({ "type": "ref/resource", "uri": "notes://{order}" });
    assert_eq!(complete(&client, note, "order", "B").await, json!(["B-17"]));
    let shelf = json!({ "type": "ref/resource", "uri": "shelves://{shelf}/{side}/{size}" });
    for (variable, typed, expected) in [
        ("shelf", "", json!([])),
        ("side", "l", json!(["left"])),
        ("size", "", json!(["small", "large"])),
    ] {
        let values = complete(&client, shelf.clone(), variable, typed).await;
        assert_eq!(values, expected, "{variable}");
    }
}

#[tokio::test]
async fn a_completer_may_fail() {
    let client = client(Shop::new()).await;
    let params = json!({
        "ref": { "type": "ref/prompt", "name": "ask" },
        "argument": { "name": "order", "value": "!" },
    });
    client
        .request("completion/complete", params)
        .await
        .unwrap_err();
}

/// Where to?
#[prompt]
async fn travel(#[arg(complete = cities)] city: String) -> String {
    format!("To {city}!")
}

async fn cities(q: &Completing) -> Completion {
    q.matching(["Oslo", "Riga", "Rome"])
}

#[tokio::test]
async fn a_function_that_stands_alone_names_another() {
    let client = client(Server::new("travel", "1.0.0").prompts(prompts![travel])).await;
    let reference = json!({ "type": "ref/prompt", "name": "travel" });
    assert_eq!(
        complete(&client, reference, "city", "r").await,
        json!(["Riga", "Rome"])
    );
}
