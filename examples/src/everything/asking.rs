//! Forms for the user, and what a tool does with a yes, a no, or nothing.

use mcp_server::core::{
    BooleanSchema, EnumOption, FormSchema, LegacyTitledEnumSchema, MultiSelectSchema, NumberSchema,
    PrimitiveSchema, SingleSelectSchema, StringSchema,
};
use mcp_server::{Answer, Ctx, Form, Result, tool};
use serde::Serialize;
use serde_json::Number;

/// Who the user is.
#[derive(Form, Serialize)]
struct Contact {
    /// User's response
    username: String,
    /// User's email address
    email: String,
}

/// Ask the user with a form made of a struct.
#[tool]
pub(super) async fn test_elicitation(
    ctx: Ctx,
    /// What the user reads.
    message: String,
) -> Result<String> {
    let answer: Answer<Contact> = ctx.elicit(message).await;
    Ok(format!("User response: {}", outcome(&answer)?))
}

/// Ask with a form that is filled in already.
#[tool]
pub(super) async fn test_elicitation_sep1034_defaults(ctx: Ctx) -> Result<String> {
    let status = ["active", "inactive", "pending"]
        .map(str::to_owned)
        .to_vec();
    let mut score = NumberSchema::new();
    score.default = Number::from_f64(95.5);
    let form = FormSchema::new()
        .with_required("name", StringSchema::new().with_default("John Doe"))
        .with_required(
            "age",
            PrimitiveSchema::Integer(NumberSchema::new().with_default(30)),
        )
        .with_required("score", PrimitiveSchema::Number(score))
        .with_required(
            "status",
            SingleSelectSchema::new(status).with_default("active"),
        )
        .with_required("verified", BooleanSchema::new().with_default(true));
    let answer = ctx
        .elicit_form("Please check your details", form)
        .outcome()
        .await;
    Ok(format!("Elicitation completed: {}", outcome(&answer)?))
}

/// Ask for choices, in every form that the specification has for them.
#[tool]
pub(super) async fn test_elicitation_sep1330_enums(ctx: Ctx) -> Result<String> {
    let plain = ["option1", "option2", "option3"]
        .map(str::to_owned)
        .to_vec();
    let with_titles = titled([
        ("value1", "First Option"),
        ("value2", "Second Option"),
        ("value3", "Third Option"),
    ]);
    let with_names = titled([
        ("opt1", "Option One"),
        ("opt2", "Option Two"),
        ("opt3", "Option Three"),
    ]);
    let form = FormSchema::new()
        .with_optional("untitledSingle", SingleSelectSchema::new(plain.clone()))
        .with_optional("titledSingle", SingleSelectSchema::new(with_titles.clone()))
        .with_optional("legacyEnum", LegacyTitledEnumSchema::new(with_names))
        .with_optional("untitledMulti", MultiSelectSchema::new(plain))
        .with_optional("titledMulti", MultiSelectSchema::new(with_titles));
    let answer = ctx.elicit_form("Please choose", form).outcome().await;
    Ok(format!("Elicitation completed: {}", outcome(&answer)?))
}

/// Report progress, then ask: the question ends the stream or travels on it, as the client's revision has it.
#[tool]
pub(super) async fn test_streaming_elicitation(ctx: Ctx) -> &'static str {
    ctx.progress(2.0).step("Asking").await;
    ctx.confirm("Go on?").await;
    ctx.progress(2.0).step("Asked").await;
    "The user said yes."
}

/// Values with the words that people read in their place.
fn titled(options: [(&str, &str); 3]) -> Vec<EnumOption> {
    options
        .map(|(value, title)| EnumOption::new(value, title))
        .to_vec()
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
