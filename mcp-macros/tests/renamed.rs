//! A user who renamed the dependency: `mcp_server` is no name here.

use framework::serde_json::json;
use framework::test::TestClient;
use framework::{
    Choice, Completing, Completion, Ctx, Form, IntoServer, ListCtx, ListedResource, Scalar, Server,
    prompt, prompts, resource, resources, server, tool, tools,
};

#[derive(Scalar)]
#[scalar(crate = framework, len = 1..)]
struct Id(String);

#[derive(Choice)]
#[choice(crate = framework)]
enum Size {
    Small,
}

#[derive(Form)]
#[form(crate = ::framework)]
struct Address {
    #[form(len = 2..)]
    city: String,
}

/// Greet.
#[tool(crate = framework)]
fn greet(id: &Id, #[arg(default = "small")] size: Size) -> String {
    format!("{} {size}", **id)
}

/// Ask.
#[prompt(crate = framework)]
fn ask(#[arg(complete = ids)] id: Id) -> String {
    format!("What of {id}?")
}

fn ids(q: &Completing) -> Completion {
    q.matching(["x"])
}

/// Read.
#[resource("thing://{id}", crate = framework, private, list = things)]
fn read(id: Id) -> String {
    format!("This of {id}.")
}

async fn things(_: &ListCtx) -> Vec<ListedResource> {
    vec![ListedResource::new("thing://x", "x")]
}

impl Clone for Id {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

struct Shop;

#[server(crate = framework, groups = [more])]
impl Shop {
    /// Ship.
    #[tool(confirm = "Ship {id}?")]
    async fn ship(&self, ctx: &Ctx, id: Id) -> String {
        let address: Address = ctx.elicit("Where to?").await;
        format!("{id} to {}", address.city)
    }
}

#[server(crate = framework, group = more)]
impl Shop {
    /// Wait.
    #[tool(blocking)]
    fn wait(&self) {}
}

async fn text(
    server: impl IntoServer,
    tool: &str,
    arguments: framework::serde_json::Value,
) -> String {
    let client = TestClient::new(server)
        .answer("Ship*", json!({ "confirm": true }))
        .answer("Where*", json!({ "city": "Bern" }))
        .connect()
        .await;
    client.call(tool, arguments).await.expect("a result").text()
}

#[tokio::test]
async fn macros_find_the_runtime_where_they_are_told() {
    assert_eq!(
        text(tools![greet], "greet", json!({ "id": "x" })).await,
        "x small"
    );
    assert_eq!(text(Shop, "ship", json!({ "id": "x" })).await, "x to Bern");
    assert_eq!(text(Shop, "wait", json!({})).await, "ok");

    let server = Server::new("renamed", "1.0.0")
        .prompts(prompts![ask])
        .resources(resources![read]);
    let client = TestClient::new(server).connect().await;
    let params = json!({ "name": "ask", "arguments": { "id": "x" } });
    let asked = client
        .request("prompts/get", params)
        .await
        .expect("a prompt");
    assert_eq!(asked["messages"][0]["content"]["text"], "What of x?");
    let params = json!({ "uri": "thing://x" });
    let read = client
        .request("resources/read", params)
        .await
        .expect("contents");
    assert_eq!(read["contents"][0]["text"], "This of x.");
}
