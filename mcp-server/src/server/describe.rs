//! What a server says of itself: one description for `server/discover` and
//! `initialize`.

use mcp_core::Method;
use mcp_core::era::modern::encode::Stamp;
use mcp_core::types::{
    Implementation, ListChanged, ResourcesCapability, ServerCapabilities, SubscriptionFilter,
};

use super::Shared;
use crate::caching::Caching;
use crate::completion;
use crate::item::Item as _;

/// Identity, instructions and promises.
pub(crate) struct Description {
    pub(crate) identity: Implementation,
    pub(crate) instructions: Option<String>,
    /// How long and for whom results hold.
    pub(crate) caching: Caching,
    pub(crate) stamp: Stamp,
    /// Whether clients are told when a list changes.
    pub(crate) list_changes: bool,
    /// Whether clients are told when a resource changes.
    pub(crate) subscriptions: bool,
    pub(crate) logging: bool,
}

impl Shared {
    /// What is offered at this moment. A family is offered from its first
    /// item on, and for good.
    pub(crate) fn capabilities(&self) -> ServerCapabilities {
        let Description {
            list_changes,
            subscriptions,
            logging,
            ..
        } = self.description;
        let registry = &self.registry;
        let changes = |offered: bool| offered.then(|| ListChanged::new(list_changes));
        let mut capabilities = ServerCapabilities::new()
            .with_logging(logging)
            .with_completions(self.completes())
            .with_extensions(self.extensions.settings());
        capabilities.tools = changes(registry.tools.is_offered());
        capabilities.prompts = changes(registry.prompts.is_offered());
        capabilities.resources = registry
            .has_resources()
            .then(|| ResourcesCapability::new(subscriptions, list_changes));
        capabilities
    }

    /// Whether a method belongs to what is offered (specification, "Error
    /// codes": a capability that is not declared is no method).
    pub(crate) fn offers(&self, method: &Method) -> bool {
        let registry = &self.registry;
        match method {
            Method::ToolsList | Method::ToolsCall => registry.tools.is_offered(),
            Method::PromptsList | Method::PromptsGet => registry.prompts.is_offered(),
            Method::ResourcesList | Method::ResourceTemplatesList | Method::ResourcesRead => {
                registry.has_resources()
            }
            Method::CompletionComplete => self.completes(),
            _ => false,
        }
    }

    /// The changes of lists that clients can be told of.
    pub(crate) fn news(&self) -> SubscriptionFilter {
        let told = self.description.list_changes;
        let registry = &self.registry;
        let mut news = SubscriptionFilter::default();
        news.tools_list_changed = told && registry.tools.is_offered();
        news.prompts_list_changed = told && registry.prompts.is_offered();
        news.resources_list_changed = told && registry.has_resources();
        news
    }

    /// Whether anything can be completed.
    fn completes(&self) -> bool {
        let registry = &self.registry;
        let (prompts, templates) = (registry.prompts.shelf(), registry.templates.shelf());
        let mut prompts = prompts.all().map(|prompt| prompt.common());
        let mut templates = templates.all().map(|family| family.common());
        prompts.any(|item| completion::is_served(&item.signature))
            || templates.any(|item| completion::is_served(&item.signature))
    }
}
