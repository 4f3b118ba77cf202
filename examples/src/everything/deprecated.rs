//! What the specification deprecates (SEP-2577): the client's model and its root folders. Here because clients still
//! offer them; new servers do better with a model provider's API, and with folders as arguments. And an old way to write
//! a choice into a form, which no Rust type is turned into.
#![expect(deprecated, reason = "shows what is deprecated")]

use mcp_server::core::{
    CreateMessageRequest, CreateMessageResult, EnumOption, LegacyTitledEnumSchema, SamplingContent,
    SamplingMessage,
};
use mcp_server::{Ctx, tool};

/// Ask the client's model.
#[tool(read_only)]
pub(super) async fn test_sampling(
    ctx: Ctx,
    /// What the model reads.
    prompt: String,
) -> String {
    let answer = ctx
        .sample(CreateMessageRequest::new(
            [SamplingMessage::user(prompt)],
            100,
        ))
        .await;
    format!("LLM response: {}", text(&answer))
}

/// Ask the model of a client that may have none: then the call is refused.
#[tool(read_only)]
pub(super) async fn test_missing_capability(ctx: Ctx) -> String {
    let request = CreateMessageRequest::new([SamplingMessage::user("Say hello.")], 20);
    text(&ctx.sample(request).await)
}

/// Ask the client's model under a name.
#[tool(read_only)]
pub(super) async fn test_input_required_result_sampling(ctx: Ctx) -> String {
    let question = SamplingMessage::user("What is the capital of France?");
    text(
        &ctx.sample(CreateMessageRequest::new([question], 100))
            .key("capital_question")
            .await,
    )
}

/// Ask for the client's root folders.
#[tool(read_only)]
pub(super) async fn test_input_required_result_list_roots(ctx: Ctx) -> String {
    format!("The client works in {}.", client_roots(&ctx).await)
}

/// A greeting from the client's model.
pub(super) async fn greeting(ctx: &Ctx) -> String {
    let request = CreateMessageRequest::new([SamplingMessage::user("Generate a greeting")], 50);
    text(&ctx.sample(request).key("greeting").await)
}

/// The client's root folders, by name.
pub(super) async fn client_roots(ctx: &Ctx) -> String {
    let roots = ctx.roots().key("client_roots").await;
    let names: Vec<_> = roots
        .into_iter()
        .map(|root| root.name.unwrap_or(root.uri))
        .collect();
    names.join(", ")
}

/// A choice with titles as forms had it before 2025-11-25.
pub(super) fn old_choice() -> LegacyTitledEnumSchema {
    LegacyTitledEnumSchema::new([
        EnumOption::new("opt1", "Option One"),
        EnumOption::new("opt2", "Option Two"),
        EnumOption::new("opt3", "Option Three"),
    ])
}

/// The words of a model's answer.
fn text(answer: &CreateMessageResult) -> String {
    let words = answer.content.iter().filter_map(|block| match block {
        SamplingContent::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    words.collect()
}
