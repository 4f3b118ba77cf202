//! `tools/call`.

use bytes::Bytes;
use mcp_core::Error;
use mcp_core::call::CallTool;
use mcp_core::types::{CallToolResult, ClientCapabilities};
use serde_json::{Map, Value, json};

use super::run::{Accepted, run};
use super::{Answer, CallFacts, Ended, Flow, failure};
use crate::contained::contain;
use crate::input::Driven;
use crate::oversize::Bound;
use crate::reading;
use crate::respond::ToolResult;
use crate::tool::Definition;
use crate::trace::Trace;
use crate::validate::{Repair, Violations};

/// Serves one call.
///
/// `flow` opens the flow of questions once the arguments are known to be
/// good; it decides how answers arrive.
///
/// # Errors
///
/// Protocol errors only: an unknown tool, broken arguments, a broken flow,
/// and those a handler asked for.
pub(super) async fn call(
    facts: Box<CallFacts>,
    call: &CallTool,
    flow: impl FnOnce(&CallFacts) -> Result<Flow, Error>,
) -> Result<Ended, Error> {
    let trace = facts.trace.clone();
    let tools = &facts.server.registry.tools;
    let tool = tools
        .find(&call.name, facts.principal())
        .ok_or_else(|| Error::unknown_tool(&call.name))?;
    let (accepted, warning) = match check(&tool, call.arguments.as_ref())? {
        Ok(accepted) => accepted,
        Err(refusal) => {
            trace.tool_failed();
            return Ok(Ended::Answer(Answer::Tool(refusal)));
        }
    };
    let flow = match able(&tool, flow(&facts)?) {
        Ok(flow) => flow,
        Err(missing) => return Ok(Ended::Lacking(missing)),
    };
    let (server, origin) = (facts.server.clone(), facts.origin.clone());
    let trust = origin.trust;
    let (driven, repairs) = run(facts, &tool.common, &tool.run, accepted, flow).await;
    let name = &*tool.common.signature.name;
    let ended = match driven {
        Driven::Finished(Ok(result)) => {
            let result = checked(&tool, result, server.check_results);
            let result = match tool.max_result.or(server.limits.result) {
                None => result,
                Some(limit) => {
                    let bound = Bound {
                        tool: name,
                        limit,
                        hint: tool.max_result_hint.as_deref(),
                        spill: server.spill.as_ref(),
                        who: origin.principal.as_ref(),
                    };
                    bound.apply(result)
                }
            };
            if result.is_error {
                trace.tool_failed();
            }
            Ended::Answer(Answer::Tool(result))
        }
        Driven::Finished(Err(error)) => match error.violations() {
            Some(violations) => {
                trace.tool_failed();
                Ended::Answer(Answer::Tool(refusal(name, violations)))
            }
            None => failed(&trace, &failure::words(&server, name, trust, &error)?),
        },
        Driven::Suspended(suspended) => Ended::Suspended(suspended),
        Driven::Lacking(missing) => Ended::Lacking(missing),
        Driven::Refused(why) => failed(&trace, &why),
        Driven::TimedOut(limit) => failed(&trace, &failure::timed_out(name, limit)),
        Driven::Panicked(payload) => failed(&trace, &failure::panicked(name, &*payload)),
        Driven::Failed(error) => return Err(error),
    };
    Ok(told(name, ended, repairs, warning))
}

/// The flow, unless the tool always asks and the client cannot; then what is
/// missing.
fn able(tool: &Definition, flow: Flow) -> Result<Flow, ClientCapabilities> {
    match tool.requires_elicitation {
        true => flow.require_elicitation().map(|()| flow),
        false => Ok(flow),
    }
}

/// Tells what was made of the arguments: the client in the result, the
/// operator in the log.
fn told(tool: &str, mut ended: Ended, mut repairs: Vec<Repair>, warning: Option<String>) -> Ended {
    if let Some(warning) = warning {
        tracing::info!(tool, warning, "arguments were ignored");
        if let Ended::Answer(Answer::Tool(result)) = &mut ended {
            reading::append(result, warning);
        }
    }
    repairs.retain(|repair| repair.path.len() <= LONGEST_PATH);
    if !repairs.is_empty() {
        tracing::info!(tool, ?repairs, "arguments were repaired");
        if let Ended::Answer(Answer::Tool(result)) = &mut ended {
            let repairs = repairs.iter().map(|repair| {
                json!({ "path": repair.path, "sent": repair.sent, "readAs": repair.read_as })
            });
            let meta = result.meta.get_or_insert_default();
            meta.insert(REPAIRS.to_owned(), repairs.collect());
        }
    }
    ended
}

/// Key of a result's `_meta`: what was repaired in the arguments.
const REPAIRS: &str = "mcp-server/repairs";

/// Key of a failure's `_meta`: what is wrong with the arguments.
const PROBLEMS: &str = "mcp-server/problems";

/// A failure that the model reads.
fn failed(trace: &Trace, words: &str) -> Ended {
    trace.tool_failed();
    Ended::Answer(Answer::Tool(failure::text(words)))
}

/// Reads and validates the arguments; says what of them was ignored. The
/// inner error is for the model.
fn check(
    tool: &Definition,
    raw: Option<&Bytes>,
) -> Result<Result<(Accepted, Option<String>), CallToolResult>, Error> {
    let mut arguments: Value = match raw {
        Some(raw) => serde_json::from_slice(raw).map_err(Error::parse)?,
        None => Value::Object(Map::new()),
    };
    let signature = &tool.common.signature;
    tool.strays.drop_ignored(&signature.input, &mut arguments);
    let repairs = match signature.input.accept(&mut arguments) {
        Ok(repairs) => repairs,
        Err(violations) => {
            // An author's type judges: what of it panics ends nothing else.
            let violations = violations.fitting_if(|fit| {
                contain("reading arguments", || signature.reads(fit)).unwrap_or(false)
            });
            return Ok(Err(refusal(&signature.name, &violations)));
        }
    };
    match arguments {
        Value::Object(mut arguments) => {
            let warning = tool.strays.drop_unknown(&signature.input, &mut arguments);
            Ok(Ok((Accepted { arguments, repairs }, warning)))
        }
        _ => Err(Error::invalid_params("arguments must be an object")),
    }
}

/// What is wrong with the arguments: in words for the model, and as data for
/// clients that want it.
fn refusal(tool: &str, violations: &Violations) -> CallToolResult {
    let mut result = failure::text(&violations.describe_with_example(tool));
    let short = violations.iter().filter(|it| it.path.len() <= LONGEST_PATH);
    let problems = short.map(|violation| {
        json!({
            "path": violation.path,
            "keyword": violation.keyword,
            "expected": violation.expected,
        })
    });
    let meta = result.meta.get_or_insert_default();
    meta.insert(PROBLEMS.to_owned(), problems.take(MOST_PROBLEMS).collect());
    result
}

/// Most problems that are told as data.
const MOST_PROBLEMS: usize = 50;

/// Bytes of a path that is told as data. A pointer cannot be cut, and one made of a hundred long
/// keys would come back with each problem below it.
const LONGEST_PATH: usize = 1_024;

/// Holds a good result to the output schema, one that was `derived` where the
/// server is told to.
fn checked(tool: &Definition, result: ToolResult, derived: bool) -> CallToolResult {
    let result = result.into_wire();
    let output = tool.output.as_ref();
    let output = output.filter(|it| !result.is_error && (derived || !it.is_derived()));
    let Some(promise) = output else {
        return result;
    };
    let published = tool.wire.output_schema.as_deref();
    match promise.hold(published, result.structured_content.as_ref()) {
        Ok(()) => result,
        Err(why) => failure::broken(&tool.common.signature.name, &why),
    }
}
