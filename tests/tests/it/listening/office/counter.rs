//! Where people come in.

use mcp_server::{Ctx, Result, server};

use super::Office;
use crate::stage::tool;

#[server(group = counter)]
impl Office {
    /// Take somebody on, who is a tool from then on.
    #[tool]
    fn hire(&self, ctx: Ctx, name: String) -> Result<&'static str> {
        ctx.server().tools().add(tool(name))?;
        Ok("hired")
    }

    /// Let somebody go.
    #[tool]
    fn dismiss(&self, ctx: Ctx, name: &str) -> bool {
        ctx.server().tools().remove(name)
    }
}
