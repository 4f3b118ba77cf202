//! What the specification is about to drop is marked, with the reason and the date.
// S-DEP-01

#![deny(deprecated)]

use mcp_server::Ctx;
use mcp_server::core::{EnumOption, IncludeContext, LegacyTitledEnumSchema};
use mcp_server::deprecated::CreateMessageRequest;

async fn asks(ctx: Ctx) {
    let request = CreateMessageRequest::new([], 1).with_include_context(IncludeContext::AllServers);
    ctx.sample(request).await;
    ctx.roots().await;
    let _ = LegacyTitledEnumSchema::new([EnumOption::new("a", "A")]);
}

fn main() {}
