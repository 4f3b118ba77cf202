//! `tools/call`.

use std::sync::Arc;

use bytes::Bytes;
use mcp_core::Error;
use mcp_core::call::CallTool;
use mcp_core::era::Params;
use mcp_core::transport::{Origin, Outlet};
use mcp_core::types::{CallToolResult, ClientCapabilities, ProgressToken};
use serde_json::{Map, Value};

use super::failure;
use crate::call::Call;
use crate::cancel::Cancel;
use crate::context::{Ctx, Inner, Peer};
use crate::input::{self, Driven, Flow, Suspended};
use crate::respond::ToolResult;
use crate::server::Shared;
use crate::tool::Definition;

/// What is known of a call besides what it calls. Boxed where it is passed
/// on: every future that holds it would grow by its size, several times over.
pub(crate) struct CallFacts {
    pub(crate) server: Arc<Shared>,
    pub(crate) peer: Peer,
    pub(crate) origin: Arc<Origin>,
    pub(crate) outlet: Arc<dyn Outlet>,
    pub(crate) progress_token: Option<ProgressToken>,
    pub(crate) params: Params,
    pub(crate) cancel: Cancel,
}

/// How a call ended.
pub(crate) enum Ended {
    /// With a result, good or bad.
    Result(CallToolResult),
    /// With questions that the client has to answer first.
    Suspended(Suspended),
    /// With a question that the client cannot pass on.
    Lacking(ClientCapabilities),
}

/// Serves one call.
///
/// `flow` opens the flow of questions once the arguments are known to be
/// good; it decides how answers arrive.
///
/// # Errors
///
/// Protocol errors only: an unknown tool, broken arguments, a broken flow,
/// and those a handler asked for.
pub(crate) async fn call_tool(
    facts: Box<CallFacts>,
    call: &CallTool,
    flow: impl FnOnce(&CallFacts) -> Result<Flow, Error>,
) -> Result<Ended, Error> {
    let tool = facts
        .server
        .router
        .tool(&call.name)
        .ok_or_else(|| Error::unknown_tool(&call.name))?;
    let tool = Arc::clone(tool);
    let arguments = match check(&tool, call.arguments.as_ref())? {
        Ok(arguments) => arguments,
        Err(refusal) => return Ok(Ended::Result(failure::text(&refusal))),
    };
    let flow = flow(&facts)?;
    if let (true, Err(missing)) = (tool.requires_elicitation, flow.require_elicitation()) {
        return Ok(Ended::Lacking(missing));
    }
    run(facts, tool, arguments, flow).await
}

/// Reads and validates the arguments. The inner error is for the model.
fn check(
    tool: &Definition,
    raw: Option<&Bytes>,
) -> Result<Result<Map<String, Value>, String>, Error> {
    let mut arguments: Value = match raw {
        Some(raw) => serde_json::from_slice(raw).map_err(Error::parse)?,
        None => Value::Object(Map::new()),
    };
    if let Err(violations) = tool.input.accept(&mut arguments) {
        return Ok(Err(violations.describe(&tool.name)));
    }
    match arguments {
        Value::Object(members) => Ok(Ok(members)),
        _ => Err(Error::invalid_params("arguments must be an object")),
    }
}

async fn run(
    facts: Box<CallFacts>,
    tool: Arc<Definition>,
    arguments: Map<String, Value>,
    flow: Flow,
) -> Result<Ended, Error> {
    let CallFacts {
        server,
        peer,
        origin,
        outlet,
        progress_token,
        params,
        cancel,
    } = *facts;
    let limit = tool.timeout.or(server.limits.call);
    let trust = origin.trust;
    let ctx = Ctx(Arc::new(Inner {
        name: Arc::clone(&tool.name),
        peer,
        origin,
        outlet,
        progress_token,
        params,
        cancel,
        deadline: limit.map(|limit| std::time::Instant::now() + limit),
        state: Arc::clone(&server.states),
        flow,
        progress: Default::default(),
    }));
    let handler = (tool.run)(Call::new(ctx.clone(), arguments, Arc::clone(&tool)));
    let driven = input::drive(ctx, handler, limit).await;
    let name = &*tool.name;
    Ok(match driven {
        Driven::Finished(Ok(result)) => Ended::Result(checked(&tool, result)),
        Driven::Finished(Err(error)) => {
            Ended::Result(failure::result_of(&server, name, trust, &error)?)
        }
        Driven::Suspended(suspended) => Ended::Suspended(suspended),
        Driven::Lacking(missing) => Ended::Lacking(missing),
        Driven::Refused(why) => Ended::Result(failure::text(&why)),
        Driven::TimedOut(limit) => Ended::Result(failure::text(&format!(
            "{name} timed out after {} s",
            limit.as_secs_f64()
        ))),
        Driven::Panicked(payload) => Ended::Result(failure::panicked(name, &*payload)),
        Driven::Failed(error) => return Err(error),
    })
}

/// Checks a result against a hand-written output schema. With such a schema
/// a good result has structured content, and it matches
/// (specification, "Tools: Output schema").
fn checked(tool: &Definition, result: ToolResult) -> CallToolResult {
    let result = result.into_wire();
    let Some(validator) = tool.output.as_ref().filter(|_| !result.is_error) else {
        return result;
    };
    let Some(structured) = &result.structured_content else {
        return failure::broken(
            &tool.name,
            "no structured content, though an output schema is published",
        );
    };
    let value: Value = match serde_json::from_str(structured.get()) {
        Ok(value) => value,
        Err(error) => return failure::broken(&tool.name, &error.to_string()),
    };
    match validator.check(&value) {
        Ok(()) => result,
        Err(violations) => failure::broken(
            &tool.name,
            &violations.under("It does not match the output schema:"),
        ),
    }
}
