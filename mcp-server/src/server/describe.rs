//! What a server says of itself: one description for `server/discover` and
//! `initialize`, and the lists, each written once.

use std::sync::OnceLock;

use bytes::Bytes;
use mcp_core::ProtocolVersion;
use mcp_core::era::modern::encode::Stamp;
use mcp_core::types::{CacheHint, Implementation, ListChanged, ServerCapabilities};

use super::Shared;
use crate::era;

/// Identity, capabilities and instructions.
pub(crate) struct Description {
    pub(crate) identity: Implementation,
    pub(crate) instructions: Option<String>,
    pub(crate) capabilities: ServerCapabilities,
    pub(crate) list_hint: CacheHint,
    pub(crate) stamp: Stamp,
    pub(crate) discover: OnceLock<Bytes>,
}

impl Description {
    pub(super) fn new(
        identity: Implementation,
        instructions: Option<String>,
        logging: bool,
        anonymous: bool,
        list_hint: CacheHint,
    ) -> serde_json::Result<Self> {
        let stamp = match anonymous {
            true => Stamp::anonymous(),
            false => Stamp::new(&identity)?,
        };
        // The list never changes while the server runs, so `listChanged` is not promised.
        let mut capabilities = ServerCapabilities::default();
        capabilities.tools = Some(ListChanged::default());
        capabilities.logging = logging;
        Ok(Self {
            identity,
            instructions,
            capabilities,
            list_hint,
            stamp,
            discover: OnceLock::new(),
        })
    }
}

impl Shared {
    /// The result of `tools/list` in the words of a revision.
    pub(crate) fn tool_list(&self, version: ProtocolVersion) -> serde_json::Result<Bytes> {
        let shelf = self.registry.tools.shelf();
        let slot = shelf.written(version);
        if let Some(list) = slot.get() {
            return Ok(list.clone());
        }
        let tools: Vec<_> = shelf.visible(None).map(|tool| &tool.wire).collect();
        let list = era::write_tool_list(&tools, version, &self.description)?;
        Ok(slot.get_or_init(|| list).clone())
    }
}
