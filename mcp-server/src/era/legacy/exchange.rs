//! One request inside a session.

use std::sync::Arc;

use mcp_core::call::{Call, CallTool};
use mcp_core::era::expected_len;
use mcp_core::era::legacy::{self, encode};
use mcp_core::transport::{Accepted, Exchange, Reply};
use mcp_core::types::{CallToolResult, ClientCapabilities, ContentBlock};
use mcp_core::{Error, Method, ProtocolVersion, RequestId};

use super::ask::LiveCarrier;
use super::{Session, lifecycle};
use crate::connection::Link;
use crate::context::Peer;
use crate::dispatch::{self, CallFacts, Ended};
use crate::era::{Request, list_tools, written};
use crate::input::Flow;

/// Takes one request of an open session.
pub(crate) fn accept(link: &Arc<Link>, session: &Arc<Session>, request: Request) -> Accepted {
    let version = session.version;
    let reply = match request.method {
        Method::Ping => Ok(lifecycle::ping(&request, version)),
        Method::SetLevel => lifecycle::set_level(link, session, &request),
        Method::ToolsList => Ok(tools_list(link, &request, version)),
        Method::ToolsCall => return call_tool(link, session, request),
        ref other => Err(Error::method_not_found(other.as_str())),
    };
    let reply = reply.unwrap_or_else(|error| Reply::error(Some(&request.id), &error, version));
    Accepted::Request(Exchange::ready(reply))
}

fn tools_list(link: &Link, request: &Request, version: ProtocolVersion) -> Reply {
    let decoded = legacy::decode(&request.method, &request.params);
    list_tools(&link.server, &request.id, decoded, version)
}

fn call_tool(link: &Arc<Link>, session: &Arc<Session>, request: Request) -> Accepted {
    let version = session.version;
    let refuse = |error: &Error| {
        Accepted::Request(Exchange::ready(Reply::error(
            Some(&request.id),
            error,
            version,
        )))
    };
    let call = match legacy::decode(&request.method, &request.params) {
        Ok(Call::CallTool(call)) => call,
        Ok(_) => return refuse(&Error::internal("Internal error")),
        Err(error) => return refuse(&error),
    };
    let (cancel, place) = match link.enter(&request.id, Some(session)) {
        Ok(entered) => entered,
        Err(error) => return refuse(&error),
    };
    let facts = Box::new(CallFacts {
        server: Arc::clone(&link.server),
        peer: Peer {
            version,
            capabilities: askable(session, link),
            info: session.info.clone(),
            log_level: session.log_level(),
        },
        origin: Arc::clone(&link.origin),
        outlet: request.outlet,
        progress_token: request.progress_token,
        params: request.params,
        cancel: cancel.clone(),
    });
    let (link, session, id) = (Arc::clone(link), Arc::clone(session), request.id);
    Accepted::Request(Exchange::run(async move {
        let reply = link
            .until_cancelled(&cancel, serve(&session, &id, facts, call))
            .await;
        // Before the link goes, which forgets a session that does nothing.
        drop(place);
        reply
    }))
}

/// What the client can be asked for. Without a session over HTTP an answer
/// could never find its way back; before 2025-06-18 there is no elicitation.
fn askable(session: &Session, link: &Link) -> Arc<ClientCapabilities> {
    if link.has_no_way_back() {
        return Arc::default();
    }
    if session.version < ProtocolVersion::V2025_06_18 && session.capabilities.elicitation.is_some()
    {
        let mut capabilities = (*session.capabilities).clone();
        capabilities.elicitation = None;
        return Arc::new(capabilities);
    }
    Arc::clone(&session.capabilities)
}

async fn serve(
    session: &Arc<Session>,
    id: &RequestId,
    facts: Box<CallFacts>,
    call: CallTool,
) -> Reply {
    let version = session.version;
    let opened = dispatch::call_tool(facts, &call, |facts| {
        let carrier = LiveCarrier::new(session, facts);
        Ok(Flow::live(
            Arc::clone(&facts.peer.capabilities),
            Arc::new(carrier),
        ))
    });
    let result = match opened.await {
        Ok(Ended::Result(result)) => result,
        Ok(Ended::Lacking(missing)) => lacking(&missing),
        // A live flow waits for its answers and never suspends.
        Ok(Ended::Suspended(_)) => {
            return Reply::error(Some(id), &Error::internal("Internal error"), version);
        }
        Err(error) => return Reply::error(Some(id), &error, version),
    };
    written(id, version, expected_len(&result), |out| {
        encode::tool_result(out, &result, version)
    })
}

/// These revisions have no code for a missing capability; plain words tell
/// the model how to go on.
fn lacking(missing: &ClientCapabilities) -> CallToolResult {
    let what = match (&missing.elicitation, &missing.sampling, &missing.roots) {
        (Some(_), ..) => "ask its user a question (elicitation)",
        (_, Some(_), _) => "run a prompt for the server (sampling)",
        (_, _, Some(_)) => "name its root folders (roots)",
        _ => "do something this tool needs",
    };
    let text = format!(
        "This tool needs a client that can {what}, and this client did not declare it. Use another client, or another tool."
    );
    let mut result = CallToolResult::new(vec![ContentBlock::text(text)]);
    result.is_error = true;
    result
}
