//! What the specification is about to drop is marked, with the reason and the date.
// S-DEP-01, S-LOG-11

#![deny(deprecated)]

use mcp_server::{Ctx, Server};
use mcp_server::core::{EnumOption, IncludeContext, LegacyTitledEnumSchema};
use mcp_server::deprecated::{CreateMessageRequest, LoggingLevel};

async fn asks(ctx: Ctx) {
    let request = CreateMessageRequest::new([], 1).with_include_context(IncludeContext::AllServers);
    ctx.sample(request).await;
    ctx.roots().await;
    ctx.log(LoggingLevel::Info, "said");
    let _ = Server::new("talkative", "1").logging();
    let _ = LegacyTitledEnumSchema::new([EnumOption::new("a", "A")]);
}

fn main() {}
