//! One `tools/call`, from its parameters to its bytes.

use std::sync::Arc;
use std::time::SystemTime;

use mcp_core::call::{Call, CallTool};
use mcp_core::era::modern::encode;
use mcp_core::era::{ModernClaim, expected_len, modern};
use mcp_core::transport::{Accepted, Exchange, Principal, Reply};
use mcp_core::{Error, Method, RequestId};

use super::{VERSION, peer};
use crate::connection::Link;
use crate::dispatch::{self, CallFacts, Ended};
use crate::era::{Request, written};
use crate::input::{Binding, Earlier, Flow};

pub(super) fn call_tool(link: &Arc<Link>, request: Request, claim: ModernClaim) -> Accepted {
    let call = match modern::decode(&Method::ToolsCall, &request.params) {
        Ok(Call::CallTool(call)) => call,
        Ok(_) => return answer(&request.id, &Error::internal("Internal error")),
        Err(error) => return answer(&request.id, &error),
    };
    let (cancel, place) = match link.enter(&request.id, None) {
        Ok(entered) => entered,
        Err(error) => return answer(&request.id, &error),
    };
    let facts = Box::new(CallFacts {
        server: Arc::clone(&link.server),
        peer: peer(claim),
        origin: Arc::clone(&link.origin),
        outlet: request.outlet,
        progress_token: request.progress_token,
        params: request.params,
        cancel: cancel.clone(),
    });
    let link = Arc::clone(link);
    let id = request.id;
    Accepted::Request(Exchange::run(async move {
        let _place = place;
        link.until_cancelled(&cancel, serve(&link, &id, facts, call))
            .await
    }))
}

fn answer(id: &RequestId, error: &Error) -> Accepted {
    Accepted::Request(Exchange::ready(Reply::error(Some(id), error, VERSION)))
}

async fn serve(link: &Link, id: &RequestId, facts: Box<CallFacts>, mut call: CallTool) -> Reply {
    let keys = link.server.keys.ring();
    let stamp = &link.server.description.stamp;
    let (state, responses) = (call.request_state.take(), call.input_responses.take());
    let principal = link.origin.principal.as_ref().map(Principal::key);
    // What the state of a call is bound to: it is worthless for any other
    // call, caller or server.
    let binding = Binding {
        method: "tools/call",
        name: &call.name,
        arguments: call.arguments.as_deref(),
        principal: principal.as_deref(),
        audience: &link.server.description.identity.name,
    };
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
    let answer = match dispatch::call_tool(facts, &call, open_flow).await {
        Ok(Ended::Result(result)) => {
            let length = expected_len(&result);
            return written(id, VERSION, length, |out| {
                encode::tool_result(out, &result, stamp)
            });
        }
        Ok(Ended::Suspended(suspended)) => suspended.seal(keys, &binding, SystemTime::now()),
        Ok(Ended::Lacking(missing)) => Err(Error::missing_capability(&missing)),
        Err(error) => Err(error),
    };
    match answer {
        Ok(required) => written(id, VERSION, ASKING, |out| {
            encode::input_required(out, &required, stamp)
        }),
        Err(error) => Reply::error(Some(id), &error, VERSION),
    }
}

/// How many bytes a question takes with its state, usually.
const ASKING: usize = 2048;
