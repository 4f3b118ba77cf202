//! Requests that can be cancelled by their id.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mcp_core::{Error, RequestId};

use crate::cancel::Cancel;

/// The requests in flight of one stream, or of one session over HTTP.
///
/// Over HTTP each request has an answer of its own, so two may carry one id;
/// a cancellation by that id then means neither.
#[derive(Debug, Default)]
pub(crate) struct InFlight(Mutex<HashMap<RequestId, Vec<Cancel>>>);

/// A request's place among those in flight; dropping it frees the id.
pub(crate) struct Place {
    table: Arc<InFlight>,
    id: RequestId,
    cancel: Cancel,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut table = self.table.lock();
        if let Some(entries) = table.get_mut(&self.id) {
            entries.retain(|entry| !entry.is(&self.cancel));
            if entries.is_empty() {
                table.remove(&self.id);
            }
        }
    }
}

impl InFlight {
    /// Enters a request.
    pub(crate) fn enter(table: &Arc<Self>, id: &RequestId) -> (Cancel, Option<Place>) {
        let cancel = Cancel::armed();
        table
            .lock()
            .entry(id.clone())
            .or_default()
            .push(cancel.clone());
        let place = Place {
            table: Arc::clone(table),
            id: id.clone(),
            cancel: cancel.clone(),
        };
        (cancel, Some(place))
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
        if table.lock().contains_key(id) {
            return Err(Error::invalid_request("request id already in use"));
        }
        Ok(Self::enter(table, id))
    }

    /// Cancels the one request that has the id; unknown and ambiguous ids
    /// are ignored (specification, "Cancellation").
    pub(crate) fn cancel(&self, id: &RequestId) -> bool {
        match self.lock().get(id).map(Vec::as_slice) {
            Some([only]) => {
                only.fire();
                true
            }
            _ => false,
        }
    }

    /// Cancels everything.
    pub(crate) fn cancel_all(&self) {
        self.lock().values().flatten().for_each(Cancel::fire);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Guards a map whose changes cannot panic half-way.
    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, Vec<Cancel>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_free_again_when_its_request_ends() {
        let table = Arc::new(InFlight::default());
        let id = RequestId::from(1);
        let first = InFlight::enter_alone(&table, &id).expect("free");
        assert!(InFlight::enter_alone(&table, &id).is_err());
        drop(first);
        assert!(table.is_empty());
        assert!(InFlight::enter_alone(&table, &id).is_ok());
    }

    #[test]
    fn an_ambiguous_id_cancels_nobody() {
        let table = Arc::new(InFlight::default());
        let id = RequestId::from("a");
        let (one, _one) = InFlight::enter(&table, &id);
        {
            let (two, _two) = InFlight::enter(&table, &id);
            assert!(!table.cancel(&id));
            assert!(!one.is_cancelled() && !two.is_cancelled());
        }
        assert!(table.cancel(&id));
        assert!(one.is_cancelled());
        assert!(!table.cancel(&RequestId::from("b")));
    }
}
