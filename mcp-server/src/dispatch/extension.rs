//! Methods of extensions, and what extensions add to the core's.

use mcp_core::Error;
use mcp_core::call::{Call, CallTool};
use mcp_core::types::JsonObject;

use super::settle::finish;
use super::{Answer, CallFacts, Ended};
use crate::extension::ExtensionResult;

/// Serves a method of an extension.
pub(super) async fn call(
    facts: Box<CallFacts>,
    method: &str,
    params: &[u8],
) -> Result<Ended, Error> {
    let extensions = &facts.server.extensions;
    let extension = extensions
        .serving(method)
        .ok_or_else(|| Error::method_not_found(method))?;
    let params: JsonObject = match params {
        [] => JsonObject::new(),
        raw => serde_json::from_slice(raw)
            .map_err(|_| Error::invalid_params("params must be an object"))?,
    };
    let limit = facts.server.limits.call;
    let _speaking = facts.speaking();
    let called = extension.call(facts.list_ctx(), method, params);
    let result = finish(&facts, method, limit, called).await?;
    Ok(Ended::Answer(Answer::Extension(result)))
}

/// The answer of an extension in a tool's place.
pub(super) fn in_place_of(facts: &CallFacts, call: &CallTool) -> Option<ExtensionResult> {
    let ctx = facts.list_ctx();
    let mut declared = facts.server.extensions.declared(&facts.peer.capabilities);
    declared.find_map(|extension| extension.answer_call(&ctx, call))
}

/// Whether extensions take part in a request at all: never in sessions, whose
/// revisions know neither other kinds of results nor what is missing.
pub(super) fn take_part(facts: &CallFacts, call: &Call) -> bool {
    if facts.peer.version.has_handshake() {
        return false;
    }
    let asks = matches!(
        call,
        Call::CallTool(_) | Call::GetPrompt(_) | Call::ReadResource(_)
    );
    let mut declared = facts.server.extensions.declared(&facts.peer.capabilities);
    asks && declared.next().is_some()
}
