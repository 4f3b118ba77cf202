//! The lists of what is offered, each written once where it is the same for
//! everybody.

use bytes::Bytes;
use mcp_core::call::{Call, Page};
use mcp_core::era::Listed;
use mcp_core::transport::Principal;
use mcp_core::types::{CacheHint, Cursor, Resource};
use mcp_core::{Error, ProtocolVersion};

use super::Shared;
use crate::caching::Cached;
use crate::era;
use crate::item::Item;
use crate::page;
use crate::registry::Family;

impl Shared {
    /// Answers a list at once. `None` where handlers have to be asked for
    /// members first, and for calls that are no lists.
    pub(crate) fn list(
        &self,
        call: &Call,
        who: Option<&Principal>,
        version: ProtocolVersion,
    ) -> Option<Result<Bytes, Error>> {
        let registry = &self.registry;
        let asked = |page, kind| Asked::new(page, who, version, kind);
        match call {
            Call::ListTools(page) => Some(self.listed(
                &registry.tools,
                |tool| Some(&tool.wire),
                asked(page, Cached::Tools),
            )),
            Call::ListPrompts(page) => Some(self.listed(
                &registry.prompts,
                |prompt| Some(&prompt.wire),
                asked(page, Cached::Prompts),
            )),
            Call::ListResourceTemplates(page) => Some(self.listed(
                &registry.templates,
                |family| family.family(),
                asked(page, Cached::Templates),
            )),
            Call::ListResources(page) if !registry.lists_members(who) => {
                let asked = Asked {
                    // Somebody else may see a family that lists its members.
                    for_everybody: !registry.may_list_members(),
                    ..asked(page, Cached::Resources)
                };
                Some(self.listed(&registry.resources, |one| one.fixed(), asked))
            }
            _ => None,
        }
    }

    /// `resources/list` where families list their members: those come last.
    ///
    /// # Errors
    ///
    /// -32602 for a cursor that leads nowhere.
    pub(crate) fn list_with_members(
        &self,
        members: &[Resource],
        page: &Page,
        who: Option<&Principal>,
        version: ProtocolVersion,
    ) -> Result<Bytes, Error> {
        let shelf = self.registry.resources.shelf();
        let fixed = shelf.visible(who).filter_map(|one| one.fixed());
        let all: Vec<_> = fixed.chain(members).map(|one| (&*one.uri, one)).collect();
        let asked = Asked::new(page, who, version, Cached::Resources);
        self.write(&all, &asked, &self.description.caching.members())
    }

    fn listed<T: Item, W: Listed + 'static>(
        &self,
        family: &Family<T>,
        wire: fn(&T) -> Option<&W>,
        asked: Asked<'_>,
    ) -> Result<Bytes, Error> {
        let shelf = family.shelf();
        let for_everybody = !shelf.is_conditional() && asked.for_everybody;
        let whole = self.page_size.is_none() && asked.page.cursor.is_none() && for_everybody;
        let slot = shelf.written(asked.version);
        if let Some(list) = slot.get().filter(|_| whole) {
            return Ok(list.clone());
        }
        let hint = self.description.caching.list(asked.kind, for_everybody);
        let visible: Vec<(&str, &W)> = shelf
            .visible(asked.who)
            .filter_map(|item| Some((item.key(), wire(item)?)))
            .collect();
        let list = self.write(&visible, &asked, &hint)?;
        Ok(match whole {
            true => slot.get_or_init(|| list).clone(),
            false => list,
        })
    }

    /// Writes one page of items, each with its key.
    fn write<W: Listed>(
        &self,
        items: &[(&str, &W)],
        asked: &Asked<'_>,
        hint: &CacheHint,
    ) -> Result<Bytes, Error> {
        let cursor = asked.page.cursor.as_deref();
        let list = W::KIND.member();
        let (items, next) = page::cut(list, items, |(key, _)| key, cursor, self.page_size)?;
        let items = items.iter().map(|(_, wire)| *wire);
        let next = next.as_ref().map(Cursor::as_str);
        era::write_list(items, next, hint, asked.version, &self.description).map_err(|error| {
            tracing::error!(%error, "a list could not be written");
            Error::internal("Internal error")
        })
    }
}

/// Who wants which part of a list, in the words of which revision.
struct Asked<'a> {
    page: &'a Page,
    who: Option<&'a Principal>,
    version: ProtocolVersion,
    kind: Cached,
    /// Whether everybody gets the same, as far as other families decide that.
    for_everybody: bool,
}

impl<'a> Asked<'a> {
    fn new(
        page: &'a Page,
        who: Option<&'a Principal>,
        version: ProtocolVersion,
        kind: Cached,
    ) -> Self {
        Self {
            page,
            who,
            version,
            kind,
            for_everybody: true,
        }
    }
}
