//! `completion/complete`.

use mcp_core::Error;
use mcp_core::call::Complete;
use mcp_core::types::CompletionReference;

use super::settle::finish;
use super::{Answer, CallFacts, Ended};
use crate::completion::{Completing, complete as complete_argument};
use crate::item::Common;

/// Serves one `completion/complete` (specification, "Completion").
pub(super) async fn complete(facts: Box<CallFacts>, call: &Complete) -> Result<Ended, Error> {
    let registry = &facts.server.registry;
    let who = facts.principal();
    match &call.reference {
        CompletionReference::Prompt { name, .. } => {
            let prompt = registry.prompts.find(name, who);
            let prompt = prompt.ok_or_else(|| Error::unknown_prompt(name))?;
            of(&facts, &prompt.common, call).await
        }
        CompletionReference::Resource { uri } => {
            let resource = registry.completed(uri, who);
            let resource = resource.ok_or_else(|| Error::unknown_template(uri))?;
            of(&facts, &resource.common, call).await
        }
        _ => Err(Error::invalid_params(
            "ref must be ref/prompt or ref/resource",
        )),
    }
}

async fn of(facts: &CallFacts, common: &Common, call: &Complete) -> Result<Ended, Error> {
    let signature = &common.signature;
    let ctx = facts.list_ctx().at(&common.place);
    let argument = &call.argument;
    let completing = Completing::new(argument.value.clone(), call.context.clone(), ctx);
    let name = &*signature.name;
    let limit = common.timeout.or(facts.server.limits.call);
    let _speaking = facts.speaking();
    let completed = complete_argument(signature, &argument.name, completing);
    let completion = finish(facts, name, limit, completed).await?;
    Ok(Ended::Answer(Answer::Completion(completion)))
}
