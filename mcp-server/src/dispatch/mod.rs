//! The one path of a call: route, validate, extract, handle, respond.
//!
//! Neutral: nothing here knows how the question of a handler travels or how
//! a result is written. The caller says so with a [`Flow`] and an [`Ended`].

mod completion;
mod failure;
mod prompts;
mod resources;
mod run;
mod settle;
mod tools;

use std::sync::Arc;

use mcp_core::Error;
use mcp_core::call::Call;
use mcp_core::era::Params;
use mcp_core::transport::{Origin, Outlet, Principal};
use mcp_core::types::{
    CacheHint, CallToolResult, ClientCapabilities, Completion, GetPromptResult, ProgressToken,
    ReadResourceResult, Resource,
};

use crate::cancel::Cancel;
use crate::context::Peer;
use crate::input::{Flow, Suspended};
use crate::list_ctx::ListCtx;
use crate::server::Shared;

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

impl CallFacts {
    fn principal(&self) -> Option<&Principal> {
        self.origin.principal.as_ref()
    }

    /// What handlers may know that cannot ask.
    fn list_ctx(&self) -> ListCtx {
        ListCtx::new(
            self.peer.clone(),
            Arc::clone(&self.origin),
            self.params.clone(),
            Arc::clone(&self.server.states),
        )
    }
}

/// How a call ended.
pub(crate) enum Ended {
    /// With a result, good or bad.
    Answer(Answer),
    /// With questions that the client has to answer first.
    Suspended(Suspended),
    /// With a question that the client cannot pass on.
    Lacking(ClientCapabilities),
}

/// The result of a call.
pub(crate) enum Answer {
    Tool(CallToolResult),
    Prompt(GetPromptResult),
    Resource(ReadResourceResult, CacheHint),
    Completion(Completion),
    /// Members of families, as their authors list them.
    Listed(Vec<Resource>),
}

/// Serves one call.
///
/// `flow` opens the flow of questions once the arguments are known to be
/// good; it decides how answers arrive. Calls that cannot ask have none.
///
/// # Errors
///
/// Protocol errors only: something unknown, broken arguments, a broken flow,
/// and those a handler asked for.
pub(crate) async fn serve(
    facts: Box<CallFacts>,
    call: &Call,
    flow: impl FnOnce(&CallFacts) -> Result<Flow, Error>,
) -> Result<Ended, Error> {
    match call {
        Call::CallTool(call) => tools::call(facts, call, flow).await,
        // Boxed: the future of a tool's call must not grow with theirs.
        Call::GetPrompt(call) => Box::pin(prompts::get(facts, call, flow)).await,
        Call::ReadResource(call) => Box::pin(resources::read(facts, call, flow)).await,
        Call::Complete(call) => Box::pin(completion::complete(facts, call)).await,
        Call::ListResources(_) => Box::pin(resources::list_members(facts)).await,
        _ => Err(Error::internal("Internal error")),
    }
}
