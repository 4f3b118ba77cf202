//! Places of streams that listen: so many in all, and so many for each caller.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::caller::Key;

/// The places there are, and who has them.
pub(crate) struct Listening {
    room: Arc<Semaphore>,
    places: u32,
    per_caller: u32,
    callers: Arc<Callers>,
}

/// How many places each caller has; none that has none.
#[derive(Default)]
struct Callers(Mutex<HashMap<Key, u32>>);

/// A place, until it is dropped.
pub(crate) struct Place {
    /// Counts it among all.
    pub(crate) permit: OwnedSemaphorePermit,
    /// Counts it among its caller's.
    pub(crate) seat: Option<Seat>,
}

/// One of the places of a caller, until it is dropped.
pub(crate) struct Seat {
    callers: Arc<Callers>,
    key: Key,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// All are taken; so many there are.
    All(u32),
    /// The caller has as many as one may have.
    Caller(u32),
}

impl Listening {
    pub(crate) fn new(places: u32, per_caller: u32) -> Self {
        Self {
            room: Arc::new(Semaphore::new(places as usize)),
            places,
            per_caller,
            callers: Arc::default(),
        }
    }

    /// A place for one more stream of this caller.
    pub(crate) fn place(&self, caller: Option<Key>) -> Result<Place, Full> {
        let seat = match caller {
            Some(key) => Some(self.seat(key).ok_or(Full::Caller(self.per_caller))?),
            None => None,
        };
        let permit = Arc::clone(&self.room).try_acquire_owned();
        let permit = permit.map_err(|_| Full::All(self.places))?;
        Ok(Place { permit, seat })
    }

    fn seat(&self, key: Key) -> Option<Seat> {
        let mut callers = self.callers.lock();
        let taken = callers.get(&key).copied().unwrap_or_default();
        if taken >= self.per_caller {
            return None;
        }
        callers.insert(key.clone(), taken + 1);
        drop(callers);
        Some(Seat {
            callers: Arc::clone(&self.callers),
            key,
        })
    }

    /// Resolves when nobody listens.
    pub(crate) async fn empty(&self) {
        let _all = self.room.acquire_many(self.places).await;
    }
}

impl Callers {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut callers = self.callers.lock();
        if let Some(taken) = callers.get_mut(&self.key) {
            *taken -= 1;
            if *taken == 0 {
                callers.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(places: &Listening, caller: &str) -> Result<Place, Full> {
        places.place(Some(Key::Principal(caller.to_owned())))
    }

    fn full(places: &Listening, caller: &str) -> Option<Full> {
        place(places, caller).err()
    }

    #[test]
    fn nobody_takes_the_places_of_others() {
        let places = Listening::new(3, 2);
        let held = [place(&places, "ada"), place(&places, "ada")];
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(full(&places, "ada"), Some(Full::Caller(2)));
        let other = place(&places, "bob");
        assert!(other.is_ok());
        assert_eq!(full(&places, "bob"), Some(Full::All(3)));
        drop(other);
        assert_eq!(full(&places, "ada"), Some(Full::Caller(2)));
        drop(held);
        assert_eq!(full(&places, "ada"), None);
        assert!(places.callers.lock().is_empty(), "nobody is remembered");
    }

    #[test]
    fn who_cannot_be_told_apart_shares_what_there_is() {
        let places = Listening::new(2, 1);
        let held = [places.place(None), places.place(None)];
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(places.place(None).err(), Some(Full::All(2)));
    }
}
