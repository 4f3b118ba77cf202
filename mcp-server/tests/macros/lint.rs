//! What lint knows of a tool that a macro wrote.

use mcp_server::lint::Rule;
use mcp_server::{Ctx, Server, assert_lint_clean, tool, tools};

/// Delete everything.
#[tool(destructive)]
fn wipe() -> &'static str {
    "gone"
}

/// Delete everything, once the user has said so.
#[tool(destructive, confirm = "Delete everything?")]
fn confirm_and_wipe() -> &'static str {
    "gone"
}

/// Ask, then delete everything.
#[tool(destructive)]
async fn ask_and_wipe(ctx: Ctx) -> &'static str {
    ctx.confirm("Delete everything?").await;
    "gone"
}

#[test]
fn a_destructive_tool_asks_or_is_found() {
    assert_lint_clean!(tools![confirm_and_wipe]);
    assert_lint_clean!(tools![ask_and_wipe]);
    let server = Server::new("disk", "1").tools(tools![wipe, confirm_and_wipe, ask_and_wipe]);
    let lint = server.build().unwrap().lint();
    let found: Vec<_> = lint.complaints().collect();
    assert_eq!(found.len(), 1, "{lint}");
    assert_eq!(found[0].rule, Rule::DestructiveUnasked);
    assert_eq!(found[0].subject.to_string(), "tool wipe");
}

/// Say a number.
#[tool(read_only)]
fn number(#[arg(min = 1, max = 9)] n: u8) -> u8 {
    n
}

#[test]
fn an_argument_is_described_by_its_author_or_not_at_all() {
    let lint = Server::new("numbers", "1")
        .tools(tools![number])
        .build()
        .unwrap()
        .lint();
    let found = lint.of(Rule::ArgumentDescription).next();
    assert_eq!(
        found.map(|it| &*it.path),
        Some("/inputSchema/properties/n"),
        "{lint}"
    );
}
