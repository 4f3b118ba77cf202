//! Runs the handler of an item, whatever it serves.

use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value};

use super::CallFacts;
use crate::call::Call;
use crate::context::{Ctx, Inner};
use crate::error::Result;
use crate::handler::Run;
use crate::input::{self, Driven, Flow};
use crate::item::Common;
use crate::voice::Voice;

/// Runs a handler with checked arguments, to whatever end.
pub(super) async fn run<Out>(
    facts: Box<CallFacts>,
    common: &Common,
    handler: &Run<Out>,
    arguments: Map<String, Value>,
    flow: Flow,
) -> Driven<Result<Out>> {
    let CallFacts {
        server,
        peer,
        origin,
        outlet,
        progress_token,
        params,
        cancel,
        trace,
    } = *facts;
    let limit = common.timeout.or(server.limits.call);
    let least = peer.log_level.filter(|_| server.description.logging);
    let voice = Voice::new(outlet, cancel.clone(), peer.version, progress_token, least);
    let ctx = Ctx(Arc::new(Inner {
        name: Arc::clone(&common.signature.name),
        peer,
        origin,
        voice,
        params,
        cancel,
        deadline: limit.map(|limit| Instant::now() + limit),
        states: common.states.clone(),
        server,
        flow,
    }));
    trace.bind(&ctx);
    let _alive = common.heartbeat.map(|every| ctx.heartbeat(every));
    let call = Call::new(ctx.clone(), arguments, Arc::clone(&common.signature));
    let handler = handler(call);
    input::drive(ctx, handler, limit).await
}
