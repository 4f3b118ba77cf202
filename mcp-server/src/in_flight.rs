//! Requests that can be cancelled by their id.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mcp_core::{Error, RequestId};

use crate::cancel::Cancel;

/// The requests in flight of one stream, or of one session over HTTP.
///
/// Over HTTP each request has an answer of its own, so two may carry one id;
/// a cancellation by that id then means neither.
///
/// A list: there are a few dozen at most, and one that is walked costs less
/// than a table that is kept.
#[derive(Debug, Default)]
pub(crate) struct InFlight(Mutex<Vec<Entry>>);

#[derive(Debug)]
struct Entry {
    id: RequestId,
    cancel: Cancel,
}

/// A request's place among those in flight; dropping it frees the id.
pub(crate) struct Place {
    table: Arc<InFlight>,
    cancel: Cancel,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut entries = self.table.lock();
        if let Some(index) = entries
            .iter()
            .position(|entry| entry.cancel.is(&self.cancel))
        {
            entries.swap_remove(index);
        }
    }
}

impl InFlight {
    /// Enters a request.
    pub(crate) fn enter(table: &Arc<Self>, id: &RequestId) -> (Cancel, Option<Place>) {
        Self::push(table, &mut table.lock(), id)
    }

    /// Enters a request whose id must be its own.
    ///
    /// # Errors
    ///
    /// -32600 where it is in use.
    pub(crate) fn enter_alone(
        table: &Arc<Self>,
        id: &RequestId,
    ) -> Result<(Cancel, Option<Place>), Error> {
        let mut entries = table.lock();
        if entries.iter().any(|entry| entry.id == *id) {
            return Err(Error::invalid_request("request id already in use"));
        }
        Ok(Self::push(table, &mut entries, id))
    }

    fn push(
        table: &Arc<Self>,
        entries: &mut Vec<Entry>,
        id: &RequestId,
    ) -> (Cancel, Option<Place>) {
        let cancel = Cancel::armed();
        entries.push(Entry {
            id: id.clone(),
            cancel: cancel.clone(),
        });
        let place = Place {
            table: Arc::clone(table),
            cancel: cancel.clone(),
        };
        (cancel, Some(place))
    }

    /// Cancels the one request that has the id, which is free again at once:
    /// nobody waits for its answer any more, and none will come. Unknown and
    /// ambiguous ids are ignored (specification, "Cancellation").
    pub(crate) fn cancel(&self, id: &RequestId, reason: Option<&str>) -> bool {
        let mut entries = self.lock();
        let mut named = entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.id == *id);
        match (named.next(), named.next()) {
            (Some((only, _)), None) => {
                let cancel = entries.swap_remove(only).cancel;
                match reason {
                    Some(reason) => cancel.fire_because(reason),
                    None => cancel.fire(),
                }
                true
            }
            _ => false,
        }
    }

    /// Cancels everything.
    pub(crate) fn cancel_all(&self) {
        self.lock().iter().for_each(|entry| entry.cancel.fire());
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Guards a list whose changes cannot panic half-way.
    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // S-ENV-04
    #[test]
    fn an_id_is_free_again_when_its_request_ends() {
        let table = Arc::new(InFlight::default());
        let id = RequestId::from(1);
        let first = InFlight::enter_alone(&table, &id).expect("free");
        assert!(InFlight::enter_alone(&table, &id).is_err());
        drop(first);
        assert!(table.is_empty());
        let cancelled = InFlight::enter_alone(&table, &id).expect("free again");
        assert!(table.cancel(&id, None));
        assert!(
            InFlight::enter_alone(&table, &id).is_ok(),
            "although it runs"
        );
        assert!(cancelled.0.is_cancelled());
    }

    // S-CANC-06
    #[test]
    fn an_ambiguous_id_cancels_nobody() {
        let table = Arc::new(InFlight::default());
        let id = RequestId::from("a");
        let (one, _one) = InFlight::enter(&table, &id);
        {
            let (two, _two) = InFlight::enter(&table, &id);
            assert!(!table.cancel(&id, None));
            assert!(!one.is_cancelled() && !two.is_cancelled());
        }
        assert!(table.cancel(&id, None));
        assert!(one.is_cancelled());
        assert!(!table.cancel(&RequestId::from("b"), None));
    }
}
