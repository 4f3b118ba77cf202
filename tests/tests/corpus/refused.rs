//! Types that are refused when the server is built, with what helps.

use mcp_server::test::TestClient;
use mcp_server::{Args, Json, SchemaProfile, Server, ServerBuilder, Tool, ToolBuilder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

fn take() -> ToolBuilder {
    Tool::new("take").describe("Take it.")
}

/// What is said of a tool when its server is built.
fn fault(tool: Tool) -> String {
    let server = Server::new("corpus", "1").tool(tool).build();
    server.map(drop).expect_err("refused").to_string()
}

/// As people write it who come from JavaScript.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
struct Kebab {
    max_results: u8,
}

#[test]
fn names_that_some_api_refuses_are_refused_with_the_remedy() {
    let whole = take().handler(async |Args(value): Args<Kebab>| Json(value));
    let one = take().arg::<Kebab>("value", |value| value);
    let one = one.handler(async |value: Kebab| Json(value));
    for tool in [whole, one] {
        let fault = fault(tool);
        for part in [
            "take",
            "`max-results` is refused by model APIs",
            "say to `max_results`",
            "SchemaProfile::Full",
        ] {
            assert!(fault.contains(part), "{fault}");
        }
    }
}

#[tokio::test]
async fn the_full_profile_takes_any_name() {
    let tool = take().schema_profile(SchemaProfile::Full);
    let tool = tool.handler(async |Args(value): Args<Kebab>| Json(value));
    let server = Server::new("corpus", "1").tool(tool);
    let client = TestClient::new(server).connect().await;
    let tools = client.tools().await.expect("a list");
    assert!(tools[0]["inputSchema"]["properties"]["max-results"].is_object());
}

#[test]
fn names_of_arguments_are_refused_alike() {
    let server = |name: &'static str| -> ServerBuilder {
        let tool = take().arg::<u8>(name, |value| value);
        Server::new("corpus", "1").tool(tool.handler(async |value: u8| Json(value)))
    };
    assert!(server("order_id").build().is_ok());
    let fault = server("order.id").build().map(drop).expect_err("refused");
    assert!(fault.to_string().contains("say to `order_id`"), "{fault}");
}

// P01
#[test]
fn variants_that_cannot_be_one_object_are_refused_as_the_whole() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Number(u8),
        Text(String),
    }
    let fault = fault(take().handler(async |Args(value): Args<Adjacent>| Json(value)));
    assert!(fault.contains("give `c` different types"), "{fault}");
}
