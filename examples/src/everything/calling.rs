//! What a tool may know of the call, besides its arguments. None of it is seen by the client, or asked of it.

use mcp_server::{Ctx, HeaderMap, tool};

/// Say who calls: what a client says of itself, and whom the transport knows.
#[tool(read_only)]
pub(super) fn test_caller(ctx: Ctx) -> String {
    let caller = ctx.principal().map_or("nobody known", |who| who.subject());
    format!("Called with {} by {caller}.", ctx.client().name)
}

/// Say which languages the HTTP client wants; over stdio there are no headers.
#[tool(read_only)]
pub(super) fn test_headers(HeaderMap(headers): HeaderMap) -> String {
    let wanted = headers.get("accept-language");
    format!("Languages: {}", wanted.unwrap_or("not said"))
}

/// Say what the client sent along in `_meta`.
#[tool(read_only)]
pub(super) fn test_request_meta(ctx: Ctx) -> String {
    let meta = ctx.meta();
    let tier = meta.get("example.com/tier").and_then(|tier| tier.as_str());
    format!("Tier: {}", tier.unwrap_or("not said"))
}
