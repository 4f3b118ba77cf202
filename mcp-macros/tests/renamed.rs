//! A user who renamed the dependency: `mcp_server` is no name here.

use framework::serde_json::json;
use framework::test::TestClient;
use framework::{Choice, Ctx, Form, IntoServer, Scalar, server, tool, tools};

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
}
