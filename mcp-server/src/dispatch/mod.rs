//! The one path of a call: route, validate, extract, handle, respond.
//!
//! Neutral: nothing here knows how the question of a handler travels or how
//! a result is written. The caller says so with a [`Flow`] and an [`Ended`].

mod completion;
mod extension;
mod failure;
mod prompts;
mod resources;
mod run;
mod settle;
mod tools;

use std::sync::Arc;

use mcp_core::call::Call;
use mcp_core::era::Params;
use mcp_core::transport::{Origin, Outlet, Principal};
use mcp_core::types::{
    CacheHint, CallToolResult, ClientCapabilities, Completion, GetPromptResult, ProgressToken,
    ReadResourceResult, Resource,
};
use mcp_core::{Error, Meta};

use crate::cancel::Cancel;
use crate::context::Peer;
use crate::extension::ExtensionResult;
use crate::input::{Flow, Suspended};
use crate::list_ctx::ListCtx;
use crate::server::Shared;
use crate::trace::Trace;
use crate::voice::Voice;

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
    pub(crate) trace: Trace,
}

impl CallFacts {
    fn principal(&self) -> Option<&Principal> {
        self.origin.principal.as_ref()
    }

    /// Lets the client hear what handlers log that cannot ask.
    fn speaking(&self) -> Speaking {
        let least = self.peer.log_level;
        let least = least.filter(|_| self.server.description.logging);
        let (outlet, cancel) = (Arc::clone(&self.outlet), self.cancel.clone());
        let voice = Voice::new(outlet, cancel, self.peer.version, None, least);
        let voice = Arc::new(voice);
        self.trace.bind(&voice);
        Speaking(voice)
    }

    /// What handlers may know that cannot ask.
    fn list_ctx(&self) -> ListCtx {
        ListCtx::new(
            self.peer.clone(),
            Arc::clone(&self.origin),
            self.params.clone(),
            Arc::clone(&self.server),
        )
    }
}

/// The voice of handlers that cannot ask, until it is dropped: before their
/// answer is written.
struct Speaking(Arc<Voice>);

impl Drop for Speaking {
    fn drop(&mut self) {
        self.0.finish();
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
    Extension(ExtensionResult),
}

impl Answer {
    /// The metadata of results that have some of their own.
    fn meta(&mut self) -> Option<&mut Meta> {
        Some(match self {
            Self::Tool(result) => result.meta.get_or_insert_default(),
            Self::Prompt(result) => result.meta.get_or_insert_default(),
            Self::Resource(result, _) => result.meta.get_or_insert_default(),
            Self::Completion(_) | Self::Listed(_) | Self::Extension(_) => return None,
        })
    }
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
        call if extension::take_part(&facts, call) => {
            Box::pin(serve_extended(facts, call, flow)).await
        }
        Call::CallTool(call) => tools::call(facts, call, flow).await,
        // Boxed: the future of a tool's call must not grow with theirs.
        Call::GetPrompt(call) => Box::pin(prompts::get(facts, call, flow)).await,
        Call::ReadResource(call) => Box::pin(resources::read(facts, call, flow)).await,
        Call::Complete(call) => Box::pin(completion::complete(facts, call)).await,
        Call::ListResources(_) => Box::pin(resources::list_members(facts)).await,
        Call::Extension { method, params } => {
            Box::pin(extension::call(facts, method, params)).await
        }
        _ => Err(Error::internal("Internal error")),
    }
}

/// Serves a call in which extensions take part that its client declares.
async fn serve_extended(
    facts: Box<CallFacts>,
    call: &Call,
    flow: impl FnOnce(&CallFacts) -> Result<Flow, Error>,
) -> Result<Ended, Error> {
    if let Call::CallTool(call) = call
        && let Some(result) = extension::in_place_of(&facts, call)
    {
        return Ok(Ended::Answer(Answer::Extension(result)));
    }
    let (server, client) = (
        Arc::clone(&facts.server),
        Arc::clone(&facts.peer.capabilities),
    );
    let request = facts.params.meta().unwrap_or_default();
    let ended = match call {
        Call::CallTool(call) => tools::call(facts, call, flow).await,
        Call::GetPrompt(call) => prompts::get(facts, call, flow).await,
        Call::ReadResource(call) => resources::read(facts, call, flow).await,
        _ => Err(Error::internal("Internal error")),
    };
    let mut answer = match ended? {
        Ended::Answer(answer) => answer,
        asked => return Ok(asked),
    };
    if let Some(meta) = answer.meta() {
        for extension in server.extensions.declared(&client) {
            extension.stamp(&request, meta);
        }
    }
    Ok(Ended::Answer(answer))
}
