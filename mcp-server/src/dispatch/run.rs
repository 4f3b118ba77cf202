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
    } = *facts;
    let limit = common.timeout.or(server.limits.call);
    let ctx = Ctx(Arc::new(Inner {
        name: Arc::clone(&common.signature.name),
        peer,
        origin,
        outlet,
        progress_token,
        params,
        cancel,
        deadline: limit.map(|limit| Instant::now() + limit),
        states: common.states.clone(),
        server,
        flow,
        progress: Default::default(),
    }));
    let call = Call::new(ctx.clone(), arguments, Arc::clone(&common.signature));
    let handler = handler(call);
    input::drive(ctx, handler, limit).await
}
