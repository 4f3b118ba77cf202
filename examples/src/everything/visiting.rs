//! Pages that the user is sent to, for what the client must not see: passwords, keys, payments.

use mcp_server::{Ctx, tool};

/// Send the user to a page, and go on once the user has agreed.
#[tool(read_only)]
pub(super) async fn test_elicitation_sep1036_url(ctx: Ctx) -> &'static str {
    let page = format!("https://example.com/sign-in?flow={}", ctx.flow_id());
    ctx.open_url(page, "Please sign in.").await;
    "You were sent to the page."
}

/// Say that what was to be done at the page is done, to clients that wait for it.
#[tool(read_only)]
pub(super) async fn test_elicitation_sep1036_complete(ctx: Ctx) -> &'static str {
    let visit = ctx.open_url("https://example.com/pay", "Please pay.").await;
    // Here the tool waits for the page's own handler to say so.
    visit.complete();
    "You have paid."
}

/// Do without a page where the client opens none.
#[tool(read_only)]
pub(super) async fn test_page_or_form(ctx: Ctx) -> &'static str {
    match ctx.can_open_url() {
        true => drop(
            ctx.open_url("https://example.com/terms", "Please agree.")
                .await,
        ),
        false => {
            ctx.confirm("Do you agree to https://example.com/terms?")
                .await
        }
    }
    "You have agreed."
}
