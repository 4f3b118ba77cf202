//! `resources/read`, and the part of `resources/list` that authors list.

use mcp_core::call::ReadResource;
use mcp_core::{Error, ErrorKind};
use serde_json::json;

use super::run::run;
use super::settle::{Settled, finish, settle};
use super::{Answer, CallFacts, Ended, Flow};
use crate::error::Blame;
use crate::input::Driven;
use crate::uri::check_uri;

/// Serves one `resources/read` (specification, "Resources: Reading resources").
pub(super) async fn read(
    facts: Box<CallFacts>,
    call: &ReadResource,
    flow: impl FnOnce(&CallFacts) -> Result<Flow, Error>,
) -> Result<Ended, Error> {
    let uri = &*call.uri;
    let (resource, variables) = facts
        .server
        .registry
        .resource(uri, facts.principal())
        .unwrap_or_else(|| Err(Error::resource_not_found(uri)))?;
    let signature = &resource.common.signature;
    // A URI whose variables are not of their types names nothing.
    let variables = signature
        .accept_texts(variables)
        .map_err(|why| nothing_at(uri, &why))?;
    let flow = flow(&facts)?;
    let (server, trust) = (facts.server.clone(), facts.origin.trust);
    let (driven, _) = run(
        facts,
        &resource.common,
        &resource.run,
        variables.into(),
        flow,
    )
    .await;
    if let Driven::Finished(Err(error)) = &driven
        && matches!(error.blame(), Blame::NotFound)
    {
        return Err(Error::resource_not_found(uri));
    }
    Ok(match settle(&server, &signature.name, trust, driven)? {
        // Nothing at all would say that the resource does not exist.
        Settled::Finished(result) if result.is_empty() => {
            return Err(Error::resource_not_found(uri));
        }
        Settled::Finished(result) => {
            let hint = resource.hint(&result, &server.description.caching);
            let result = result.into_wire(uri, resource.mime());
            Ended::Answer(Answer::Resource(result, hint))
        }
        Settled::Suspended(suspended) => Ended::Suspended(suspended),
        Settled::Lacking(missing) => Ended::Lacking(missing),
    })
}

fn nothing_at(uri: &str, why: &str) -> Error {
    Error::new(
        ErrorKind::ResourceNotFound,
        format!("Resource not found: {why}"),
    )
    .with_data(json!({ "uri": uri }))
}

/// A URI that is none would break the whole list for strict clients.
fn is_sound(family: &str, uri: &str) -> bool {
    let sound = check_uri(uri);
    if let Err(why) = &sound {
        tracing::error!(family, uri, why, "a listed resource is left out");
    }
    sound.is_ok()
}

/// Asks every family that lists its members for them, in order. One that
/// fails, panics or takes too long is left out: what the others have is still
/// there, and the operator finds the cause in the log.
pub(super) async fn list_members(facts: Box<CallFacts>) -> Result<Ended, Error> {
    let shelf = facts.server.registry.templates.shelf();
    let who = facts.principal();
    let families: Vec<_> = shelf.visible(who).cloned().collect();
    let mut members = Vec::new();
    let _speaking = facts.speaking();
    for family in families {
        let Some(lister) = &family.list else { continue };
        let ctx = facts.list_ctx().at(&family.common.place);
        let name = &*family.common.signature.name;
        let limit = family.common.timeout.or(facts.server.limits.call);
        match finish(&facts, name, limit, async { lister.list(ctx).await }).await {
            Ok(listed) => members.extend(listed.into_iter().filter(|one| is_sound(name, &one.uri))),
            Err(why) => tracing::error!(family = name, %why, "its members are left out of a list"),
        }
    }
    Ok(Ended::Answer(Answer::Listed(members)))
}
