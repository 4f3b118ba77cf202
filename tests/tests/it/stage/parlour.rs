//! A parlour: everybody who is there is asked, the user, the model and the client itself.

use mcp_server::core::{CreateMessageRequest, SamplingContent, SamplingMessage};
use mcp_server::{Ctx, server};
use serde_json::value::to_raw_value;
use tokio::join;

use super::Probe;

/// Who watches those who wait.
pub(crate) struct Parlour(pub(crate) Probe);

#[server]
impl Parlour {
    /// Ask the model.
    #[tool(read_only)]
    async fn consult(ctx: Ctx) -> String {
        words(&ctx, question("What is the weather?")).await
    }

    /// Ask the model, which may look out of the window.
    #[tool(read_only)]
    async fn look_out(ctx: Ctx) -> String {
        let schema = to_raw_value(&serde_json::json!({ "type": "object" })).expect("JSON");
        let window = mcp_server::core::types::Tool::new("window", schema);
        words(
            &ctx,
            question("What is the weather?").with_tools(vec![window]),
        )
        .await
    }

    /// Ask the client where it is.
    #[tool(read_only)]
    async fn locate(ctx: Ctx) -> String {
        places(&ctx).await
    }

    /// Ask everybody at once, as far as there is a way to ask them.
    #[tool(read_only)]
    async fn gather(ctx: Ctx) -> String {
        let consent = async {
            if ctx.can_elicit() {
                ctx.confirm("Shall we begin?").await;
            }
        };
        let greeting = words(&ctx, question("Greet us."));
        let ((), greeting, places) = join!(consent, greeting, places(&ctx));
        format!("{greeting} from {places}")
    }

    /// Doze, until somebody has heard it.
    #[tool(read_only, heartbeat = "1s")]
    async fn doze(&self) -> &'static str {
        self.0.heard.reaches(1).await;
        "awake"
    }
}

fn question(text: &str) -> CreateMessageRequest {
    CreateMessageRequest::new([SamplingMessage::user(text)], 50)
}

async fn words(ctx: &Ctx, request: CreateMessageRequest) -> String {
    let answer = ctx.sample(request).await;
    let words = answer.content.iter().filter_map(|block| match block {
        SamplingContent::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    words.collect()
}

async fn places(ctx: &Ctx) -> String {
    let roots = ctx.roots().await;
    let names: Vec<_> = roots.into_iter().map(|root| root.uri).collect();
    names.join(", ")
}
