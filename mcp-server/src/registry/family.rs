//! Items of one kind, in the order of registration.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use bytes::Bytes;
use mcp_core::ProtocolVersion;
use mcp_core::transport::Principal;

use crate::item::Item;

/// Items of one kind. Readers see one state or the next, never a mixture.
pub(crate) struct Family<T> {
    shelf: RwLock<Arc<Shelf<T>>>,
    /// Whether there ever was an item: a family that lost its last one is
    /// still offered.
    offered: AtomicBool,
}

/// One state of a family.
pub(crate) struct Shelf<T> {
    places: Vec<Place<T>>,
    /// Positions in `places`, by key: a look-up is a handful of comparisons.
    by_key: Vec<usize>,
    /// The whole list, written once for each revision.
    written: [OnceLock<Bytes>; ProtocolVersion::ALL.len()],
}

struct Place<T> {
    item: Arc<T>,
    enabled: bool,
}

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        Self {
            item: Arc::clone(&self.item),
            enabled: self.enabled,
        }
    }
}

impl<T> Clone for Shelf<T> {
    fn clone(&self) -> Self {
        Self {
            places: self.places.clone(),
            by_key: self.by_key.clone(),
            // The lists are about to change.
            written: Default::default(),
        }
    }
}

impl<T> Default for Family<T> {
    fn default() -> Self {
        Self {
            shelf: RwLock::default(),
            offered: AtomicBool::new(false),
        }
    }
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            by_key: Vec::new(),
            written: Default::default(),
        }
    }
}

impl<T: Item> Family<T> {
    /// The present state.
    pub(crate) fn shelf(&self) -> Arc<Shelf<T>> {
        Arc::clone(&self.shelf.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The item of this key, where `who` may know of it.
    pub(crate) fn find(&self, key: &str, who: Option<&Principal>) -> Option<Arc<T>> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        let item = Arc::clone(shelf.get(key)?);
        // The author's rule may change what is offered.
        drop(shelf);
        item.common().is_visible_to(who).then_some(item)
    }

    /// Whether the family is offered at all.
    pub(crate) fn is_offered(&self) -> bool {
        self.offered.load(Ordering::Acquire)
    }

    /// Offers the family, whether there is an item or not.
    pub(crate) fn offer(&self) {
        self.offered.store(true, Ordering::Release);
    }

    /// Adds an item.
    ///
    /// # Errors
    ///
    /// The item that has the key already, or is its twin, for a message that
    /// names both.
    pub(crate) fn add(&self, item: T) -> Result<(), Arc<T>> {
        self.change(|shelf| {
            if let Some(twin) = shelf.all().find(|known| known.is_twin(&item)) {
                return Err(Arc::clone(twin));
            }
            match shelf.place(item.key()) {
                Ok(place) => return Err(Arc::clone(&shelf.places[shelf.by_key[place]].item)),
                Err(place) => shelf.by_key.insert(place, shelf.places.len()),
            }
            shelf.places.push(Place {
                item: Arc::new(item),
                enabled: true,
            });
            Ok(())
        })?;
        self.offer();
        Ok(())
    }

    /// Takes an item away. `false` where there is none.
    pub(crate) fn remove(&self, key: &str) -> bool {
        self.change(|shelf| {
            let place = shelf.place(key).map_err(|_| ())?;
            let index = shelf.by_key.remove(place);
            shelf.places.remove(index);
            let later = shelf.by_key.iter_mut().filter(|other| **other > index);
            later.for_each(|other| *other -= 1);
            Ok::<_, ()>(())
        })
        .is_ok()
    }

    /// Shows or hides an item. `false` where there is none, or nothing changed.
    pub(crate) fn enable(&self, key: &str, enabled: bool) -> bool {
        self.change(|shelf| {
            let place = shelf.place(key).map_err(|_| ())?;
            let place = &mut shelf.places[shelf.by_key[place]];
            let before = std::mem::replace(&mut place.enabled, enabled);
            if before == enabled { Err(()) } else { Ok(()) }
        })
        .is_ok()
    }

    /// Changes the state: a copy of it where somebody still reads it, so that
    /// many changes in a row cost as much as they change. A change that fails
    /// must not have done anything.
    fn change<E>(&self, change: impl FnOnce(&mut Shelf<T>) -> Result<(), E>) -> Result<(), E> {
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        let shelf = Arc::make_mut(&mut *shelf);
        change(shelf)?;
        shelf.written = Default::default();
        Ok(())
    }
}

impl<T: Item> Shelf<T> {
    fn place(&self, key: &str) -> Result<usize, usize> {
        // Shorter ones first: few comparisons have to look at letters.
        self.by_key
            .binary_search_by_key(&(key.len(), key), |&index| {
                let known = self.places[index].item.key();
                (known.len(), known)
            })
    }

    /// The item of this key, where somebody may know of it.
    pub(crate) fn get(&self, key: &str) -> Option<&Arc<T>> {
        let place = &self.places[self.by_key[self.place(key).ok()?]];
        place.enabled.then_some(&place.item)
    }

    /// Everything, shown or not.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<T>> {
        self.places.iter().map(|place| &place.item)
    }

    /// What `who` may know of, in the order of registration.
    pub(crate) fn visible<'a>(
        &'a self,
        who: Option<&'a Principal>,
    ) -> impl Iterator<Item = &'a Arc<T>> {
        self.enabled()
            .filter(move |item| item.common().is_visible_to(who))
    }

    /// What somebody may know of, in the order of registration.
    pub(crate) fn enabled(&self) -> impl Iterator<Item = &Arc<T>> {
        let enabled = self.places.iter().filter(|place| place.enabled);
        enabled.map(|place| &place.item)
    }

    /// Whether the list depends on who asks.
    pub(crate) fn is_conditional(&self) -> bool {
        let mut places = self.places.iter();
        places.any(|place| place.item.common().visible.is_some())
    }

    /// Where the whole list is kept in the words of a revision.
    pub(crate) fn written(&self, version: ProtocolVersion) -> &OnceLock<Bytes> {
        let earlier = ProtocolVersion::ALL.iter();
        &self.written[earlier.take_while(|&&known| known != version).count()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tool;
    use crate::reading::Reading;
    use crate::tool::Definition;

    fn tool(name: &'static str) -> Definition {
        let tool = Tool::new(name).describe("Work.").handler(async || "done");
        tool.define(&Reading::default()).expect("sound")
    }

    fn names(shelf: &Shelf<Definition>) -> Vec<&str> {
        shelf.enabled().map(|tool| tool.key()).collect()
    }

    #[test]
    fn readers_keep_what_they_read_and_others_cost_no_copy() {
        let family = Family::default();
        family.add(tool("a")).expect("new");
        let at = Arc::as_ptr(&family.shelf());
        family.add(tool("b")).expect("new");
        assert_eq!(Arc::as_ptr(&family.shelf()), at, "nobody read it");
        let before = family.shelf();
        let slot = before.written(ProtocolVersion::LATEST);
        slot.get_or_init(|| Bytes::from_static(b"[]"));
        assert!(family.remove("a"));
        assert_eq!(names(&before), ["a", "b"]);
        let after = family.shelf();
        assert_eq!(names(&after), ["b"]);
        assert!(after.written(ProtocolVersion::LATEST).get().is_none());
    }

    #[test]
    fn a_change_that_fails_changes_nothing() {
        let family = Family::default();
        family.add(tool("a")).expect("new");
        let first = family.add(tool("a")).expect_err("there already");
        assert_eq!(first.key(), "a");
        assert!(!family.remove("b") && !family.enable("b", false));
        assert!(!family.enable("a", true), "as it is");
        assert_eq!(names(&family.shelf()), ["a"]);
        assert!(family.find("a", None).is_some());
    }
}
