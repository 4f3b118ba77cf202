//! One request inside a session.

use std::sync::Arc;

use mcp_core::call::Call;
use mcp_core::era::expected_len;
use mcp_core::era::legacy::{self, encode};
use mcp_core::transport::{Accepted, Exchange, Reply};
use mcp_core::types::{
    CallToolResult, ClientCapabilities, ContentBlock, ElicitationCapability, SamplingCapability,
};
use mcp_core::{Error, Method, ProtocolVersion, RequestId};

use super::ask::LiveCarrier;
use super::{Session, lifecycle, listen};
use crate::connection::Link;
use crate::context::Peer;
use crate::dispatch::{self, Answer, CallFacts, Ended};
use crate::era::{Request, listed, with_members, written};
use crate::input::Flow;

/// Takes one request of an open session.
pub(crate) fn accept(link: &Arc<Link>, session: &Arc<Session>, request: Request) -> Accepted {
    let version = session.version;
    if request.method != Method::Ping {
        session.traffic.begin();
    }
    let reply = match request.method {
        Method::Ping => Ok(lifecycle::ping(&request, version)),
        Method::SetLevel => lifecycle::set_level(link, session, &request),
        Method::Subscribe | Method::Unsubscribe => listen::subscribe(link, session, &request),
        ref method if link.server.offers(method) => return call(link, session, request),
        ref other => Err(Error::method_not_found(other.as_str())),
    };
    let reply = reply.unwrap_or_else(|error| Reply::error(Some(&request.id), &error, version));
    Accepted::Request(Exchange::ready(reply))
}

fn call(link: &Arc<Link>, session: &Arc<Session>, request: Request) -> Accepted {
    let version = session.version;
    let answer = |reply| Accepted::Request(Exchange::ready(reply));
    let refuse = |error: &Error| answer(Reply::error(Some(&request.id), error, version));
    let call = match legacy::decode(&request.method, &request.params) {
        Ok(call) => call,
        Err(error) => return refuse(&error),
    };
    let who = link.origin.principal.as_ref();
    if let Some(list) = link.server.list(&call, who, version) {
        return answer(listed(&request.id, list, version));
    }
    let (cancel, place) = match link.enter(&request.id, Some(session)) {
        Ok(entered) => entered,
        Err(error) => return refuse(&error),
    };
    let facts = Box::new(CallFacts {
        server: Arc::clone(&link.server),
        peer: Peer {
            capabilities: askable(session, link),
            ..session.peer()
        },
        origin: Arc::clone(&link.origin),
        outlet: request.outlet,
        progress_token: request.progress_token,
        params: request.params,
        cancel: cancel.clone(),
        trace: request.trace,
    });
    let work = serve(
        Arc::clone(link),
        Arc::clone(session),
        request.id,
        facts,
        call,
    );
    // The link goes last, and forgets a session that does nothing.
    let held = (place, Arc::clone(link));
    link.run(cancel, held, work)
}

/// What the client can be asked for. Without a session over HTTP an answer
/// could never find its way back.
fn askable(session: &Session, link: &Link) -> Arc<ClientCapabilities> {
    let declared = &session.capabilities;
    if link.has_no_way_back() {
        return Arc::default();
    }
    if session.version >= ProtocolVersion::V2025_11_25 {
        return Arc::clone(declared);
    }
    // Words that came later mean nothing yet: there are forms alone, from
    // 2025-06-18 on, and a model that takes no tools but any context.
    let mut known = (**declared).clone();
    known.elicitation = declared
        .elicitation
        .filter(|_| session.version >= ProtocolVersion::V2025_06_18)
        .map(|_| ElicitationCapability::FORM);
    known.sampling = declared
        .sampling
        .map(|_| SamplingCapability::new(false, true));
    match known == **declared {
        true => Arc::clone(declared),
        false => Arc::new(known),
    }
}

async fn serve(
    link: Arc<Link>,
    session: Arc<Session>,
    id: RequestId,
    facts: Box<CallFacts>,
    call: Call,
) -> Reply {
    let version = session.version;
    let opened = dispatch::serve(facts, &call, |facts| {
        let carrier = LiveCarrier::new(&session, facts);
        Ok(Flow::live(
            Arc::clone(&facts.peer.capabilities),
            Arc::new(carrier),
        ))
    });
    let answer = match opened.await {
        Ok(Ended::Answer(answer)) => Ok(answer),
        Ok(Ended::Lacking(missing)) => lacking(&call, &missing),
        // A live flow waits for its answers and never suspends.
        Ok(Ended::Suspended(_)) => Err(Error::internal("Internal error")),
        Err(error) => Err(error),
    };
    match answer {
        Ok(answer) => write(&link, &id, &call, &answer, version),
        Err(error) => Reply::error(Some(&id), &error, version),
    }
}

fn write(
    link: &Link,
    id: &RequestId,
    call: &Call,
    answer: &Answer,
    version: ProtocolVersion,
) -> Reply {
    match answer {
        Answer::Tool(result) => written(id, version, expected_len(result), |out| {
            encode::tool_result(out, result, version)
        }),
        Answer::Prompt(result) => written(id, version, USUAL, |out| {
            encode::prompt_result(out, result, version)
        }),
        Answer::Resource(result, _) => written(id, version, USUAL, |out| {
            encode::read_result(out, result, version)
        }),
        Answer::Completion(completion) => written(id, version, USUAL, |out| {
            encode::completion(out, completion)
        }),
        Answer::Extension(result) => written(id, version, USUAL, |out| {
            encode::extension_result(out, &result.members)
        }),
        Answer::Listed(members) => with_members(link, id, call, members, version),
    }
}

/// These revisions have no code for a missing capability; plain words tell
/// the model how to go on.
fn lacking(call: &Call, missing: &ClientCapabilities) -> Result<Answer, Error> {
    let what = match (&missing.elicitation, &missing.sampling, &missing.roots) {
        (Some(modes), ..) if modes.url => "send its user to a page (elicitation in URL mode)",
        (Some(_), ..) => "ask its user a question (elicitation)",
        (_, Some(extras), _) if extras.tools => "give its model tools (sampling with tools)",
        (_, Some(extras), _) if extras.context => "add its context (sampling with context)",
        (_, Some(_), _) => "run a prompt for the server (sampling)",
        (_, _, Some(_)) => "name its root folders (roots)",
        _ => "do something that is needed here",
    };
    let text = format!(
        "This needs a client that can {what}, and this client did not declare it. Use another client, or do without."
    );
    if !matches!(call, Call::CallTool(_)) {
        return Err(Error::internal(text));
    }
    let mut result = CallToolResult::new(vec![ContentBlock::text(text)]);
    result.is_error = true;
    Ok(Answer::Tool(result))
}

/// How many bytes results take whose length nobody reckons.
const USUAL: usize = 512;
