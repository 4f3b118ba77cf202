//! The one path of a call: route, validate, extract, handle, respond.
//!
//! Neutral: nothing here knows how the question of a handler travels or how
//! a result is written. The caller says so with a [`Flow`] and an [`Ended`].

mod failure;
mod run;
mod tools;

use std::sync::Arc;

use mcp_core::era::Params;
use mcp_core::transport::{Origin, Outlet, Principal};
use mcp_core::types::{CallToolResult, ClientCapabilities, ProgressToken};

use crate::cancel::Cancel;
use crate::context::Peer;
use crate::input::{Flow, Suspended};
use crate::server::Shared;

pub(crate) use tools::call_tool;

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
}

/// How a call ended.
pub(crate) enum Ended {
    /// With a result, good or bad.
    Result(CallToolResult),
    /// With questions that the client has to answer first.
    Suspended(Suspended),
    /// With a question that the client cannot pass on.
    Lacking(ClientCapabilities),
}
