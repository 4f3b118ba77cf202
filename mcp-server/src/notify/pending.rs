//! What has gathered for one listener.

use std::collections::{BTreeSet, VecDeque};

use super::event::Event;

/// Most resources kept for one listener. A client names those it wants, and
/// is limited in how many; but below one of them there may be any number.
const URIS: usize = 4096;

/// Most notifications of extensions kept for one listener.
const EXTENSIONS: usize = 1024;

/// Events as a set, but for those of extensions, where each one counts.
#[derive(Debug, Default)]
pub(super) struct Pending {
    tools: bool,
    prompts: bool,
    resources: bool,
    updated: BTreeSet<String>,
    /// Only [`Event::Extension`].
    extensions: VecDeque<Event>,
    /// How many were dropped since the last batch.
    dropped: usize,
}

impl Pending {
    pub(super) fn is_empty(&self) -> bool {
        !(self.tools || self.prompts || self.resources)
            && self.updated.is_empty()
            && self.extensions.is_empty()
    }

    /// Adds an event after the others.
    pub(super) fn add(&mut self, event: &Event) {
        match event {
            Event::ToolsChanged => self.tools = true,
            Event::PromptsChanged => self.prompts = true,
            Event::ResourcesChanged => self.resources = true,
            Event::ResourceUpdated { uri } if self.updated.contains(uri) => {}
            Event::ResourceUpdated { .. } if self.updated.len() == URIS => self.dropped += 1,
            Event::ResourceUpdated { uri } => drop(self.updated.insert(uri.clone())),
            Event::Extension { .. } => {
                if self.extensions.len() == EXTENSIONS {
                    self.extensions.pop_front();
                    self.dropped += 1;
                }
                self.extensions.push_back(event.clone());
            }
        }
    }

    /// Adds a batch before the others: it was taken earlier.
    pub(super) fn put_back(&mut self, batch: Vec<Event>) {
        for event in batch.into_iter().rev() {
            match event {
                Event::Extension { .. } if self.extensions.len() == EXTENSIONS => self.dropped += 1,
                Event::Extension { .. } => self.extensions.push_front(event),
                event => self.add(&event),
            }
        }
    }

    /// Takes all of it: lists first, then resources by URI, then extensions.
    pub(super) fn take(&mut self) -> Vec<Event> {
        let Self {
            tools,
            prompts,
            resources,
            updated,
            extensions,
            dropped,
        } = std::mem::take(self);
        if dropped > 0 {
            tracing::warn!(dropped, "a listener fetched its events too slowly");
        }
        let lists = [
            (tools, Event::ToolsChanged),
            (prompts, Event::PromptsChanged),
            (resources, Event::ResourcesChanged),
        ];
        let lists = lists
            .into_iter()
            .filter_map(|(is, event)| is.then_some(event));
        let updated = updated
            .into_iter()
            .map(|uri| Event::ResourceUpdated { uri });
        lists.chain(updated).chain(extensions).collect()
    }
}
