//! What a server offers at this moment.
//!
//! One [`Family`] for each kind of item. A family may change while the server
//! runs: the new state is swapped in first, then the change is told.

mod admit;
mod family;
mod handle;

use std::sync::Arc;

use mcp_core::Error;
use mcp_core::transport::Principal;
use serde_json::{Map, Value};

pub(crate) use family::Family;
pub use handle::{Handle, Prompts, Resources, Tools};

use crate::item::Item as _;
use crate::prompt::PromptDef;
use crate::resource::ResourceDef;
use crate::tool::Definition;

/// Everything that is offered.
#[derive(Default)]
pub(crate) struct Registry {
    pub(crate) tools: Family<Definition>,
    pub(crate) prompts: Family<PromptDef>,
    /// Resources at fixed URIs.
    pub(crate) resources: Family<ResourceDef>,
    /// Resources at every URI that a template describes.
    pub(crate) templates: Family<ResourceDef>,
}

/// A resource, and the variables of the URI it was found by.
pub(crate) type Found = (Arc<ResourceDef>, Map<String, Value>);

impl Registry {
    /// Whether there is anything.
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(crate) fn is_offered(&self) -> bool {
        self.tools.is_offered() || self.prompts.is_offered() || self.has_resources()
    }

    /// Whether there are resources of any kind.
    pub(crate) fn has_resources(&self) -> bool {
        self.resources.is_offered() || self.templates.is_offered()
    }

    /// Whether a family that `who` may know of lists its members.
    pub(crate) fn lists_members(&self, who: Option<&Principal>) -> bool {
        let shelf = self.templates.shelf();
        shelf.visible(who).any(|family| family.list.is_some())
    }

    /// Whether a family lists its members for anybody.
    pub(crate) fn may_list_members(&self) -> bool {
        let shelf = self.templates.shelf();
        shelf.enabled().any(|family| family.list.is_some())
    }

    /// What a URI means to `who`: the resource at exactly this URI, else the
    /// family whose template says most about it.
    ///
    /// The inner error is -32602 for a URI that is malformed where a template
    /// has a variable.
    pub(crate) fn resource(
        &self,
        uri: &str,
        who: Option<&Principal>,
    ) -> Option<Result<Found, Error>> {
        if let Some(resource) = self.resources.find(uri, who) {
            return Some(Ok((resource, Map::new())));
        }
        let shelf = self.templates.shelf();
        let mut malformed = None;
        let mut best: Option<Found> = None;
        for family in shelf.visible(who) {
            match family.template.matches(uri) {
                None => {}
                Some(Err(fault)) => malformed = malformed.or(Some(fault)),
                Some(Ok(variables)) => {
                    let better = best.as_ref().is_none_or(|(known, _)| {
                        family.template.precedence() < known.template.precedence()
                    });
                    if better {
                        let text = |(name, value): (&str, String)| (name.to_owned(), value.into());
                        let variables = variables.into_iter().map(text).collect();
                        best = Some((Arc::clone(family), variables));
                    }
                }
            }
        }
        best.map(Ok)
            .or_else(|| malformed.map(|fault| Err(fault.into_error(uri))))
    }

    /// Whether a URI means something, but nothing that `who` may know of.
    pub(crate) fn hides(&self, uri: &str, who: Option<&Principal>) -> bool {
        let fixed = self.resources.shelf();
        let families = self.templates.shelf();
        let meant = fixed.get(uri).into_iter();
        let families = families.enabled();
        let mut meant = meant
            .chain(families.filter(|family| family.template.matches(uri).is_some()))
            .peekable();
        meant.peek().is_some() && meant.all(|one| !one.common().is_visible_to(who))
    }

    /// What `ref/resource` of a completion means: a template as it is
    /// listed, a URI that one describes, or a fixed URI.
    pub(crate) fn completed(&self, uri: &str, who: Option<&Principal>) -> Option<Arc<ResourceDef>> {
        self.templates
            .find(uri, who)
            .or_else(|| Some(self.resource(uri, who)?.ok()?.0))
    }
}
