//! One call, from its parameters to its bytes.

use std::sync::Arc;
use std::time::SystemTime;

use mcp_core::call::Call;
use mcp_core::era::modern::encode;
use mcp_core::era::{ModernClaim, expected_len, modern};
use mcp_core::transport::{Accepted, Exchange, Principal, Reply};
use mcp_core::types::{CacheHint, CacheScope, InputResponses};
use mcp_core::{Error, RequestId};

use super::{VERSION, peer};
use crate::connection::Link;
use crate::dispatch::{self, Answer, CallFacts, Ended};
use crate::era::{Request, listed, with_members, written};
use crate::input::{Binding, Earlier, Flow};

pub(super) fn accept(link: &Arc<Link>, request: Request, claim: ModernClaim) -> Accepted {
    let call = match modern::decode(&request.method, &request.params) {
        Ok(call) => call,
        Err(error) => return refuse(&request.id, &error),
    };
    let who = link.origin.principal.as_ref();
    if let Some(list) = link.server.list(&call, who, VERSION) {
        let reply = listed(&request.id, list, VERSION);
        return Accepted::Request(Exchange::ready(reply));
    }
    let (cancel, place) = match link.enter(&request.id, None) {
        Ok(entered) => entered,
        Err(error) => return refuse(&request.id, &error),
    };
    let facts = Box::new(CallFacts {
        server: Arc::clone(&link.server),
        peer: peer(claim),
        origin: Arc::clone(&link.origin),
        outlet: request.outlet,
        progress_token: request.progress_token,
        params: request.params,
        cancel: cancel.clone(),
        trace: request.trace,
    });
    let work = serve(Arc::clone(link), request.id, facts, call);
    link.run(cancel, place, work)
}

fn refuse(id: &RequestId, error: &Error) -> Accepted {
    Accepted::Request(Exchange::ready(Reply::error(Some(id), error, VERSION)))
}

/// The work of a request. A block, which has one place for what it is given:
/// an async function has two.
fn serve(
    link: Arc<Link>,
    id: RequestId,
    facts: Box<CallFacts>,
    mut call: Call,
) -> impl Future<Output = Reply> + Send + 'static {
    let (state, responses) = take_round(&mut call);
    async move {
        let keys = link.server.keys.ring();
        let answered = state.is_some() || responses.is_some();
        let owner = link.origin.principal.as_ref().map(Principal::key);
        let audience = &link.server.description.identity.name;
        let binding = binding(&call, owner.as_deref(), audience);
        let open_flow = |facts: &CallFacts| {
            let now = SystemTime::now;
            let earlier = match (&state, responses) {
                (None, None) => None,
                (state, responses) => {
                    Earlier::open(keys, &binding, state.as_deref(), responses, now())?
                }
            };
            Ok(Flow::replay(Arc::clone(&facts.peer.capabilities), earlier))
        };
        let asked = match dispatch::serve(facts, &call, open_flow).await {
            Ok(Ended::Answer(mut answer)) => {
                // What a user's answers went into is for them, and for now.
                if let (true, Answer::Resource(_, hint)) = (answered, &mut answer) {
                    *hint = CacheHint::new(0, CacheScope::Private);
                }
                return write(&link, &id, &call, &answer);
            }
            Ok(Ended::Suspended(suspended)) => suspended.seal(keys, &binding, SystemTime::now()),
            Ok(Ended::Lacking(missing)) => Err(Error::missing_capability(&missing)),
            Err(error) => Err(error),
        };
        match asked {
            Ok(required) => written(&id, VERSION, ASKING, |out| {
                encode::input_required(out, &required, &link.server.description.stamp)
            }),
            Err(error) => Reply::error(Some(&id), &error, VERSION),
        }
    }
}

fn write(link: &Link, id: &RequestId, call: &Call, answer: &Answer) -> Reply {
    let stamp = &link.server.description.stamp;
    match answer {
        Answer::Tool(result) => written(id, VERSION, expected_len(result), |out| {
            encode::tool_result(out, result, stamp)
        }),
        Answer::Prompt(result) => written(id, VERSION, USUAL, |out| {
            encode::prompt_result(out, result, stamp)
        }),
        Answer::Resource(result, hint) => written(id, VERSION, USUAL, |out| {
            encode::read_result(out, result, hint, stamp)
        }),
        Answer::Completion(completion) => written(id, VERSION, USUAL, |out| {
            encode::completion(out, completion, stamp)
        }),
        Answer::Extension(result) => written(id, VERSION, USUAL, |out| {
            let kind = result.kind.as_deref().unwrap_or("complete");
            encode::extension_result(out, kind, &result.members, stamp)
        }),
        Answer::Listed(members) => with_members(link, id, call, members, VERSION),
    }
}

/// Takes what an earlier round of the call left.
fn take_round(call: &mut Call) -> (Option<String>, Option<InputResponses>) {
    let (state, responses) = match call {
        Call::CallTool(call) => (&mut call.request_state, &mut call.input_responses),
        Call::GetPrompt(call) => (&mut call.request_state, &mut call.input_responses),
        Call::ReadResource(call) => (&mut call.request_state, &mut call.input_responses),
        _ => return (None, None),
    };
    (state.take(), responses.take())
}

/// What the state of a call is bound to: it is worthless for any other call,
/// caller or server.
fn binding<'a>(call: &'a Call, principal: Option<&'a str>, audience: &'a str) -> Binding<'a> {
    let (method, name, arguments) = match call {
        Call::CallTool(call) => ("tools/call", &*call.name, call.arguments.as_deref()),
        Call::GetPrompt(call) => ("prompts/get", &*call.name, call.arguments.as_deref()),
        Call::ReadResource(call) => ("resources/read", &*call.uri, None),
        _ => ("", "", None),
    };
    Binding {
        method,
        name,
        arguments,
        principal,
        audience,
    }
}

/// How many bytes a question takes with its state, usually.
const ASKING: usize = 2048;

/// How many bytes results take whose length nobody reckons.
const USUAL: usize = 512;
