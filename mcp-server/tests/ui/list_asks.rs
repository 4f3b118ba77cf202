//! Lists and suggestions are answered at once: what makes them cannot ask.
// S-MRTR-02

use mcp_server::{Completing, ListCtx, ListedResource, Prompt, Resource};

fn main() {
    Prompt::new("draft").arg::<String>("tone", |tone| {
        tone.complete(|asked: Completing| async move {
            asked.ctx().confirm("Suggest?").await;
            ["formal"]
        })
    });
    Resource::new("orders://{id}").list(|ctx: ListCtx| async move {
        let _ = ctx.elicit::<Option<mcp_server::core::JsonObject>>("Which?").await;
        Ok::<Vec<ListedResource>, mcp_server::Error>(Vec::new())
    });
}
