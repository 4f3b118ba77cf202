//! Questions over one or several rounds. Each body reads as if it waited for its answers; where the client repeats the
//! call with them, it runs again from the top and finds them there.

use mcp_server::{Ctx, Form, prompt, resource, tool};
use tokio::join;

use super::deprecated::{client_roots, greeting};

/// Who the user is.
#[derive(Form)]
struct Name {
    name: String,
}

/// What the user likes.
#[derive(Form)]
struct Color {
    color: String,
}

/// Whether to go on.
#[derive(Form)]
struct Ok {
    ok: bool,
}

/// Ask for a name. The answer is harmless, so a client may bring it along with the first call.
#[tool(read_only)]
pub(super) async fn test_input_required_result_elicitation(ctx: Ctx) -> String {
    let Name { name } = ctx
        .elicit("What is your name?")
        .key("user_name")
        .unsealed()
        .await;
    format!("Hello, {name}!")
}

/// Ask once; the state that travels with the question shows that it was asked.
#[tool(read_only)]
pub(super) async fn test_input_required_result_request_state(ctx: Ctx) -> String {
    let Ok { ok } = ctx.elicit("Please confirm").key("confirm").await;
    format!("state-ok, and the user said {ok}")
}

/// Ask once; state that was tampered with is refused before the body runs.
#[tool(read_only)]
pub(super) async fn test_input_required_result_tampered_state(ctx: Ctx) -> &'static str {
    ctx.confirm("Please confirm").key("confirm").await;
    "The state came back as it was sent."
}

/// Ask twice, one question after the other.
#[tool(read_only)]
pub(super) async fn test_input_required_result_multi_round(ctx: Ctx) -> String {
    let Name { name } = ctx.elicit("Step 1: What is your name?").key("step1").await;
    let Color { color } = ctx
        .elicit("Step 2: What is your favorite color?")
        .key("step2")
        .await;
    format!("{name} likes {color}.")
}

/// Ask the user, the client's model and the client at once.
#[tool(read_only)]
pub(super) async fn test_input_required_result_multiple_inputs(ctx: Ctx) -> String {
    let (name, greeting, roots) = join!(user_name(&ctx), greeting(&ctx), client_roots(&ctx));
    format!("{greeting} {name} works in {roots}.")
}

/// Ask only what the client can answer.
#[tool(read_only)]
pub(super) async fn test_input_required_result_capabilities(ctx: Ctx) -> String {
    let name = async {
        match ctx.can_elicit() {
            true => user_name(&ctx).await,
            false => "you".to_owned(),
        }
    };
    let greeting = async {
        match ctx.client_capabilities().sampling.is_some() {
            true => greeting(&ctx).await,
            false => "Hello".to_owned(),
        }
    };
    let (greeting, name) = join!(greeting, name);
    format!("{greeting}, {name}!")
}

async fn user_name(ctx: &Ctx) -> String {
    let Name { name } = ctx.elicit("What is your name?").key("user_name").await;
    name
}

/// What a prompt is about.
#[derive(Form)]
struct Context {
    context: String,
}

/// A prompt may ask as well.
#[prompt]
pub(super) async fn test_input_required_result_prompt(ctx: Ctx) -> String {
    let question = ctx.elicit("What context should the prompt use?");
    let Context { context } = question.key("user_context").await;
    format!("Answer in the context of {context}.")
}

/// And so may a resource.
#[resource("test://after-a-question", mime = "text/plain")]
pub(super) async fn after_a_question(ctx: Ctx) -> &'static str {
    ctx.confirm("May it be read?").await;
    "It may be read."
}
