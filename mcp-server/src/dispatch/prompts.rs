//! `prompts/get`.

use mcp_core::Error;
use mcp_core::call::GetPrompt;

use super::run::run;
use super::settle::{Settled, settle};
use super::{Answer, CallFacts, Ended, Flow};

/// Serves one `prompts/get` (specification, "Prompts: Getting a prompt").
pub(super) async fn get(
    facts: Box<CallFacts>,
    call: &GetPrompt,
    flow: impl FnOnce(&CallFacts) -> Result<Flow, Error>,
) -> Result<Ended, Error> {
    let prompts = &facts.server.registry.prompts;
    let prompt = prompts
        .find(&call.name, facts.principal())
        .ok_or_else(|| Error::unknown_prompt(&call.name))?;
    let signature = &prompt.common.signature;
    let arguments = signature.read_texts(call.arguments.as_ref())?;
    let flow = flow(&facts)?;
    let (server, trust) = (facts.server.clone(), facts.origin.trust);
    let (driven, _) = run(facts, &prompt.common, &prompt.run, arguments.into(), flow).await;
    Ok(match settle(&server, &signature.name, trust, driven)? {
        Settled::Finished(result) => {
            let mut result = result.into_wire();
            let description = &prompt.wire.description;
            result.description = result.description.or_else(|| description.clone());
            Ended::Answer(Answer::Prompt(result))
        }
        Settled::Suspended(suspended) => Ended::Suspended(suspended),
        Settled::Lacking(missing) => Ended::Lacking(missing),
    })
}
