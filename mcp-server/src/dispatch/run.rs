//! Runs the handler of an item, whatever it serves.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde_json::{Map, Value};

use super::CallFacts;
use crate::call::Call;
use crate::context::{Ctx, Inner};
use crate::error::Result;
use crate::handler::Run;
use crate::input::{self, Driven, Flow};
use crate::item::Common;
use crate::validate::Repair;
use crate::voice::Voice;

/// Arguments that fit, and what was repaired to that end.
#[derive(Default)]
pub(super) struct Accepted {
    pub(super) arguments: Map<String, Value>,
    pub(super) repairs: Vec<Repair>,
}

impl From<Map<String, Value>> for Accepted {
    fn from(arguments: Map<String, Value>) -> Self {
        Self {
            arguments,
            repairs: Vec::new(),
        }
    }
}

/// Runs a handler with checked arguments, to whatever end; says what was
/// repaired.
pub(super) async fn run<Out>(
    facts: Box<CallFacts>,
    common: &Common,
    handler: &Run<Out>,
    accepted: Accepted,
    flow: Flow,
) -> (Driven<Result<Out>>, Vec<Repair>) {
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
        place: common.place.clone(),
        server,
        flow,
        repairs: Mutex::new(accepted.repairs),
    }));
    trace.bind(&ctx.0);
    let _alive = common.heartbeat.map(|every| ctx.heartbeat(every));
    let call = Call::new(
        ctx.clone(),
        accepted.arguments,
        Arc::clone(&common.signature),
    );
    let handler = handler(call);
    let driven = input::drive(ctx.clone(), handler, limit).await;
    (driven, ctx.0.take_repairs())
}
