//! Questions that nobody may be asked are found before they go out.

use mcp_core::ErrorKind;
use mcp_core::types::{
    BooleanSchema, CreateMessageRequest, JsonObject, Role, SamplingCapability, SamplingContent,
    SamplingMessage, SingleSelectSchema, StringSchema, ToolUseContent,
};

use super::*;

async fn fault(handler: impl AsyncFnOnce(Ctx)) -> String {
    let mut client = Client::new();
    let sampling = SamplingCapability::new(true, false);
    client.capabilities = Arc::new(
        ClientCapabilities::new()
            .with_elicitation(ElicitationCapability::new(true, true))
            .with_sampling(sampling),
    );
    let driven = client.call(handler).await;
    let Driven::Failed(error) = driven else {
        panic!("{driven:?}")
    };
    assert_eq!(error.kind(), ErrorKind::Internal);
    error.message().to_owned()
}

// S-ELIC-13
#[tokio::test]
async fn a_form_that_starts_with_what_it_would_refuse() {
    let choices = ["a", "b"].map(str::to_owned).to_vec();
    let form =
        FormSchema::new().with_required("tone", SingleSelectSchema::new(choices).with_default("c"));
    let said = fault(async |ctx: Ctx| drop(ctx.elicit_form("Which?", form).await)).await;
    assert_eq!(
        said,
        "the question `question-1` cannot be asked: The default of `tone` must be one of `a`, `b`."
    );
}

// S-ELIC-18
#[tokio::test]
async fn a_form_that_asks_for_a_secret() {
    for name in ["password", "apiKey", "card_number"] {
        let form = FormSchema::new()
            .with_required("user", StringSchema::new())
            .with_required(name, StringSchema::new());
        let said = fault(async |ctx: Ctx| drop(ctx.elicit_form("Sign in", form).await)).await;
        assert!(said.contains(&format!("`{name}` sounds like")), "{said}");
        assert!(
            said.contains("open_url") && !said.contains("`user`"),
            "{said}"
        );
    }
    // What is ticked tells nothing.
    let form = FormSchema::new().with_required("accept_cookies", BooleanSchema::new());
    let client = Client::new();
    let driven = client.call(async |ctx: Ctx| drop(ctx.elicit_form("Cookies?", form).await));
    assert!(!matches!(driven.await, Driven::Failed(_)));
}

// S-ELIC-19, S-ELIC-20
#[tokio::test]
async fn a_page_whose_address_is_not_safe() {
    for (url, why) in [
        (
            "http://shop.example/",
            "neither https nor http on this machine",
        ),
        (
            "https://me:secret@shop.example/",
            "a user name or a password",
        ),
        ("shop.example", "no URL"),
    ] {
        let said = fault(async |ctx: Ctx| drop(ctx.open_url(url, "Go").key("page").await)).await;
        assert!(said.contains("`page`") && said.contains(why), "{said}");
        assert!(!said.contains("secret"), "{said}");
    }
}

// S-SAMP-05, S-SAMP-06
#[tokio::test]
#[expect(deprecated, reason = "clients still offer it")]
async fn a_conversation_that_no_model_can_go_on_with() {
    let used = SamplingContent::ToolUse(ToolUseContent::new("1", "add", JsonObject::new()));
    let request = CreateMessageRequest::new([SamplingMessage::new(Role::Assistant, [used])], 100);
    let said = fault(async |ctx: Ctx| drop(ctx.sample(request).await)).await;
    assert!(
        said.contains("The use `1` of a tool has no result"),
        "{said}"
    );
}
