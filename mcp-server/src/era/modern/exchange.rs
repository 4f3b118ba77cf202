//! One `tools/call`, from its parameters to its bytes.

use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use mcp_core::call::{Call, CallTool};
use mcp_core::era::modern::encode;
use mcp_core::era::{ModernClaim, modern};
use mcp_core::transport::{Accepted, Exchange, Principal, Reply};
use mcp_core::types::InputRequired;
use mcp_core::{Error, Method, RequestId};

use super::{VERSION, peer};
use crate::connection::Link;
use crate::dispatch::{self, CallFacts, Ended};
use crate::era::{Request, written};
use crate::input::{Binding, Earlier, Flow, Suspended};

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
    let facts = CallFacts {
        server: Arc::clone(&link.server),
        peer: peer(claim),
        origin: Arc::clone(&link.origin),
        outlet: request.outlet,
        progress_token: request.progress_token,
        params: request.params,
        cancel: cancel.clone(),
    };
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

async fn serve(link: &Link, id: &RequestId, facts: CallFacts, call: CallTool) -> Reply {
    let asking = Asking {
        link,
        tool: call.name.clone(),
        arguments: call.arguments.clone(),
        principal: link.origin.principal.as_ref().map(Principal::key),
    };
    let stamp = &link.server.description.stamp;
    match dispatch::call_tool(facts, call, |facts, call| asking.open_flow(facts, call)).await {
        Ok(Ended::Result(result)) => {
            written(id, VERSION, |out| encode::tool_result(out, &result, stamp))
        }
        Ok(Ended::Suspended(suspended)) => match asking.put_aside(suspended) {
            Ok(required) => written(id, VERSION, |out| {
                encode::input_required(out, &required, stamp)
            }),
            Err(error) => Reply::error(Some(id), &error, VERSION),
        },
        Ok(Ended::Lacking(missing)) => {
            Reply::error(Some(id), &Error::missing_capability(&missing), VERSION)
        }
        Err(error) => Reply::error(Some(id), &error, VERSION),
    }
}

/// What the state of a call is bound to: it is worthless for any other call,
/// caller or server.
struct Asking<'a> {
    link: &'a Link,
    tool: String,
    arguments: Option<Bytes>,
    principal: Option<String>,
}

impl Asking<'_> {
    /// Opens the state that came back with the answers, if any did.
    fn open_flow(&self, facts: &CallFacts, call: &mut CallTool) -> Result<Flow, Error> {
        let capabilities = Arc::clone(&facts.peer.capabilities);
        let (state, responses) = (call.request_state.take(), call.input_responses.take());
        if state.is_none() && responses.is_none() {
            return Ok(Flow::replay(capabilities, None));
        }
        let keys = self.link.server.keys.ring();
        let earlier = Earlier::open(
            keys,
            &self.binding(),
            state.as_deref(),
            responses,
            SystemTime::now(),
        )?;
        Ok(Flow::replay(capabilities, earlier))
    }

    /// Seals what the next round needs.
    fn put_aside(&self, suspended: Suspended) -> Result<InputRequired, Error> {
        suspended.seal(
            self.link.server.keys.ring(),
            &self.binding(),
            SystemTime::now(),
        )
    }

    fn binding(&self) -> Binding<'_> {
        Binding {
            method: "tools/call",
            name: &self.tool,
            arguments: self.arguments.as_deref(),
            principal: self.principal.as_deref(),
            audience: &self.link.server.description.identity.name,
        }
    }
}
