//! Forms for the user, and what a tool does with a yes, a no, or nothing.

use mcp_server::{Answer, Choice, Ctx, Form, Result, tool};
use serde::Serialize;

use super::deprecated::old_choice;

/// Who the user is.
#[derive(Form, Serialize)]
struct Contact {
    /// User's response
    username: String,
    /// User's email address
    email: String,
}

/// Ask the user with a form made of a struct.
#[tool(read_only)]
pub(super) async fn test_elicitation(
    ctx: Ctx,
    /// What the user reads.
    message: String,
) -> Result<String> {
    let answer: Answer<Contact> = ctx.elicit(message).await;
    Ok(format!("User response: {}", outcome(&answer)?))
}

/// How an account stands.
#[derive(Choice)]
enum Standing {
    #[choice(title = "active")]
    Active,
    #[choice(title = "inactive")]
    Inactive,
    #[choice(title = "pending")]
    Pending,
}

/// What is known of the user.
#[derive(Form, Serialize)]
struct Details {
    #[form(default = "John Doe")]
    name: String,
    #[form(default = 30)]
    age: i64,
    #[form(default = 95.5)]
    score: f64,
    #[form(default = Standing::Active)]
    status: Standing,
    #[form(default = true)]
    verified: bool,
}

/// Ask with a form that is filled in already.
#[tool(read_only)]
pub(super) async fn test_elicitation_sep1034_defaults(ctx: Ctx) -> Result<String> {
    let answer: Answer<Details> = ctx.elicit("Please check your details").await;
    Ok(format!("Elicitation completed: {}", outcome(&answer)?))
}

/// A choice that people read as it is written.
#[derive(Choice)]
enum Untitled {
    #[choice(title = "option1")]
    Option1,
    #[choice(title = "option2")]
    Option2,
    #[choice(title = "option3")]
    Option3,
}

/// A choice that people read in other words.
#[derive(Choice)]
enum Titled {
    #[choice(title = "First Option")]
    Value1,
    #[choice(title = "Second Option")]
    Value2,
    #[choice(title = "Third Option")]
    Value3,
}

/// One of several, or any number of them.
#[derive(Form)]
#[expect(dead_code, reason = "the answer is shown as it came")]
struct Choices {
    #[form(rename = "untitledSingle")]
    untitled_single: Option<Untitled>,
    #[form(rename = "titledSingle")]
    titled_single: Option<Titled>,
    #[form(rename = "untitledMulti")]
    untitled_multi: Vec<Untitled>,
    #[form(rename = "titledMulti")]
    titled_multi: Vec<Titled>,
}

/// Ask for choices, in every form that the specification has for them; of the old one no Rust type is made.
#[tool(read_only)]
pub(super) async fn test_elicitation_sep1330_enums(ctx: Ctx) -> Result<String> {
    let form = Choices::schema().with_optional("legacyEnum", old_choice());
    let answer = ctx.elicit_form("Please choose", form).outcome().await;
    Ok(format!("Elicitation completed: {}", outcome(&answer)?))
}

/// Report progress, then ask: the question ends the stream or travels on it, as the client's revision has it.
#[tool(read_only)]
pub(super) async fn test_streaming_elicitation(ctx: Ctx) -> &'static str {
    ctx.progress(2).step("Asking").await;
    ctx.confirm("Go on?").await;
    ctx.progress(2).step("Asked").await;
    "The user said yes."
}

/// What the user did and, after a yes, what the form says.
fn outcome(answer: &Answer<impl Serialize>) -> Result<String> {
    Ok(match answer {
        Answer::Accepted(content) => {
            format!("action=accept, content={}", serde_json::to_string(content)?)
        }
        Answer::Declined => "action=decline".to_owned(),
        Answer::Cancelled => "action=cancel".to_owned(),
    })
}
