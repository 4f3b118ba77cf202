//! What a server offers from the start, what it tells of changes, and whom.

use super::ServerBuilder;
use crate::list_ctx::ListCtx;
use crate::notify::{EventBus, Hook};
use crate::place::Place;
use crate::registry::Registry;

/// What an author does when a client's root folders have changed.
pub(crate) struct RootsHook {
    /// As whose it is called.
    pub(crate) place: Place,
    pub(crate) run: Box<dyn Fn(ListCtx) + Send + Sync>,
}

impl ServerBuilder {
    /// Offers tools from the start, though there may be none yet: one that a
    /// [`Handle`](crate::Handle) adds later is told to clients that were there
    /// before. Default: a family is offered from its first item on, and who
    /// came earlier was never promised to hear of it.
    pub fn offers_tools(mut self) -> Self {
        self.offered.tools = true;
        self
    }

    /// Offers prompts from the start: see [`offers_tools`](Self::offers_tools).
    pub fn offers_prompts(mut self) -> Self {
        self.offered.prompts = true;
        self
    }

    /// Offers resources from the start: see
    /// [`offers_tools`](Self::offers_tools).
    pub fn offers_resources(mut self) -> Self {
        self.offered.resources = true;
        self
    }

    /// Whether clients are told when a list changes (`listChanged`).
    /// Default: yes.
    pub fn list_changes(mut self, told: bool) -> Self {
        self.list_changes = told;
        self
    }

    /// Whether clients can ask to be told when a resource changes
    /// (`subscribe`). Default: yes.
    pub fn subscriptions(mut self, offered: bool) -> Self {
        self.subscriptions = offered;
        self
    }

    /// Called with a URI when the first client begins to listen for that
    /// resource: time to watch a file, say. Must not block. Of several hooks
    /// each is called.
    pub fn on_subscribe(mut self, hook: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.hooks.on_subscribe.push(Hook::new(hook));
        self
    }

    /// Called with a URI when the last client that listened for that resource
    /// has gone: it unsubscribed, its connection or its listening ended, or its
    /// session did (`DELETE`, or after [`Limits::session`](crate::Limits::session)).
    /// Must not block. Of several hooks each is called.
    pub fn on_unsubscribe(mut self, hook: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.hooks.on_unsubscribe.push(Hook::new(hook));
        self
    }

    /// Called when a client says that its root folders have changed (until
    /// 2025-11-25): time to forget what was asked with
    /// [`Ctx::roots`](crate::Ctx::roots). Must not block. Deprecated by the
    /// specification (SEP-2577), as roots are.
    pub fn on_roots_changed(mut self, hook: impl Fn(ListCtx) + Send + Sync + 'static) -> Self {
        self.on_roots_changed.push(RootsHook {
            place: Place::default(),
            run: Box::new(hook),
        });
        self
    }

    /// Shares events with other replicas of the server. Default: this process
    /// alone.
    pub fn event_bus(mut self, bus: impl EventBus) -> Self {
        self.bus = Some(Box::new(bus));
        self
    }
}

/// Families that are offered without any item.
#[derive(Clone, Copy, Default)]
pub(super) struct Offered {
    tools: bool,
    prompts: bool,
    resources: bool,
}

impl Offered {
    /// What either of two servers offers.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            tools: self.tools || other.tools,
            prompts: self.prompts || other.prompts,
            resources: self.resources || other.resources,
        }
    }

    pub(super) fn of(self, registry: &Registry) {
        if self.tools {
            registry.tools.offer();
        }
        if self.prompts {
            registry.prompts.offer();
        }
        if self.resources {
            registry.resources.offer();
        }
    }
}
