//! What moves in the sessions of an exchange channel, kept only while there
//! is something to keep.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mcp_core::transport::{Principal, SessionGone};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::session::{Nonce, gone, now};
use super::{Session, Traffic};
use crate::input::KeyRing;

/// Most sessions with something to keep, and most ended ids remembered.
const MOST: usize = 100_000;

/// How many sessions are kept before expired ones are looked for.
const SWEEP: usize = 1024;

/// How many subscribed sessions are forgotten at a time: enough for one more URI.
const FEW: usize = 64;

/// The mutable parts of the sessions of an exchange channel.
///
/// Bounded: a session stands here only while a request of it runs or a
/// question is open, or after it chose a log level or subscribed to something,
/// and then until its id expires; an ended one as long.
pub(crate) struct Sessions {
    lifetime: Duration,
    live: Mutex<Live>,
    ended: Mutex<HashMap<Nonce, u64>>,
    /// Tells who waits for the end of sessions that one comes sooner.
    sooner: Arc<Notify>,
}

impl Sessions {
    pub(crate) fn new(lifetime: Duration) -> Self {
        Self {
            lifetime,
            live: Mutex::default(),
            ended: Mutex::default(),
            sooner: Arc::default(),
        }
    }

    pub(crate) fn lifetime(&self) -> Duration {
        self.lifetime
    }

    /// Opens a session id.
    ///
    /// # Errors
    ///
    /// [`SessionGone`] for whatever reason; the log says which.
    pub(crate) fn open(
        &self,
        keys: &KeyRing,
        id: &str,
        principal: Option<&Principal>,
    ) -> Result<Session, SessionGone> {
        let mut session = Session::unseal(keys, id, principal)?;
        if lock(&self.ended).contains_key(&session.nonce) {
            return Err(gone("ended"));
        }
        session.traffic = self.traffic(&session);
        Ok(session)
    }

    /// The mutable part of a session: the kept one, so that its requests see
    /// each other, or a new one.
    fn traffic(&self, session: &Session) -> Arc<Traffic> {
        let mut live = lock(&self.live);
        if let Some(kept) = live.kept.get(&session.nonce) {
            return Arc::clone(&kept.traffic);
        }
        let forgotten = live.make_room();
        let traffic = Arc::clone(&session.traffic);
        let kept = Kept {
            traffic: Arc::clone(&traffic),
            until: session.until(),
        };
        live.kept.insert(session.nonce, kept);
        drop(live);
        // Hooks of the author run here, outside of the lock.
        forgotten.iter().for_each(Kept::end);
        traffic
    }

    /// Ends the sessions whose ids have expired, as [`Sessions::expire`] does.
    /// Says when the next one expires that is subscribed to something, if
    /// there is one.
    pub(super) fn sweep(&self) -> Option<Instant> {
        let mut live = lock(&self.live);
        let expired = live.take_expired();
        let subscribed = live.kept.values();
        let subscribed = subscribed.filter(|kept| kept.traffic.subscribes());
        let next = subscribed.map(|kept| kept.until).min();
        live.awaited = next;
        drop(live);
        // Hooks of the author run here, outside of the lock.
        expired.iter().for_each(Kept::end);
        next
    }

    /// Notes that a session is subscribed to something, which has to end with
    /// it; says what its watcher has to do.
    pub(super) fn await_end(&self, session: &Session) -> Awaiting {
        let mut live = lock(&self.live);
        let Some(until) = live.kept.get(&session.nonce).map(|kept| kept.until) else {
            // It has ended meanwhile.
            return Awaiting::Goes;
        };
        match live.awaited {
            None => {
                live.awaited = Some(until);
                Awaiting::Begins
            }
            Some(next) if until < next => {
                live.awaited = Some(until);
                Awaiting::Sooner
            }
            Some(_) => Awaiting::Goes,
        }
    }

    /// Nobody waits for the end of a session any more.
    pub(super) fn await_nothing(&self) {
        lock(&self.live).awaited = None;
    }

    pub(super) fn sooner(&self) -> &Arc<Notify> {
        &self.sooner
    }

    /// Forgets a few sessions that are subscribed to something and do nothing
    /// at the moment, so that others can subscribe. `false` where there are none.
    pub(crate) fn forget_subscribers(&self) -> bool {
        let forgotten = lock(&self.live).take_unused(FEW, |kept| kept.traffic.subscribes());
        if !forgotten.is_empty() {
            tracing::warn!("sessions lost their subscriptions: there are too many");
        }
        !forgotten.is_empty()
    }

    /// Forgets a session that has nothing to keep. Called when a connection
    /// to it closes.
    pub(crate) fn release(&self, session: &Session) {
        let mut live = lock(&self.live);
        // Two: the table's own and the closing connection's.
        let last = live
            .kept
            .get(&session.nonce)
            .is_some_and(|kept| Arc::strong_count(&kept.traffic) <= 2 && kept.traffic.is_idle());
        if last {
            live.kept.remove(&session.nonce);
        }
    }

    /// Ends a session: its id opens no more, its requests are cancelled.
    pub(crate) fn end(&self, session: &Session) {
        let mut ended = lock(&self.ended);
        if ended.len() >= MOST {
            let now = now();
            ended.retain(|_, expires| *expires > now);
        }
        if ended.len() >= MOST {
            // Rather forget the one that expires first than grow without bound.
            if let Some(first) = ended
                .iter()
                .min_by_key(|(_, expires)| **expires)
                .map(|(nonce, _)| *nonce)
            {
                ended.remove(&first);
            }
        }
        ended.insert(session.nonce, session.expires);
        drop(ended);
        self.expire(session);
        session.traffic.in_flight().cancel_all();
    }

    /// Nothing can be asked or told in a session any more. What runs goes on:
    /// there is an answer to give.
    pub(super) fn expire(&self, session: &Session) {
        session.traffic.close();
        let kept = lock(&self.live).kept.remove(&session.nonce);
        drop(kept);
    }

    /// How many sessions are kept at the moment.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> usize {
        lock(&self.live).kept.len()
    }
}

/// What an end that has to be waited for means to who waits.
pub(super) enum Awaiting {
    /// It is the first one.
    Begins,
    /// It is before what is waited for.
    Sooner,
    /// It is after that.
    Goes,
}

/// The sessions that stand here, by their nonces.
#[derive(Default)]
struct Live {
    kept: HashMap<Nonce, Kept>,
    /// How many there may be before those whose ids have expired are looked for.
    sweep: usize,
    /// Until when somebody waits to sweep.
    awaited: Option<Instant>,
}

struct Kept {
    traffic: Arc<Traffic>,
    /// When its id expires.
    until: Instant,
}

impl Kept {
    fn end(&self) {
        self.traffic.close();
    }

    /// Whether nobody is connected, and nothing runs.
    fn is_unused(&self) -> bool {
        Arc::strong_count(&self.traffic) == 1 && self.traffic.is_quiet()
    }
}

impl Live {
    /// Makes room for one more. What is returned is to be ended outside of the
    /// lock.
    ///
    /// Where nothing has expired, one is forgotten that has chosen a log level
    /// or subscribed to something and does nothing at the moment: losing that
    /// is harmless. One that is not found has a request that runs, and those
    /// are bounded elsewhere.
    fn make_room(&mut self) -> Vec<Kept> {
        let mut forgotten = Vec::new();
        if self.kept.len() >= self.sweep {
            forgotten = self.take_expired();
            // Twice as many before the next time: a sweep costs as much as what
            // came since the last one.
            self.sweep = (self.kept.len() * 2).clamp(SWEEP, MOST);
        }
        if self.kept.len() >= MOST {
            forgotten.append(&mut self.take_unused(1, |_| true));
        }
        forgotten
    }

    fn take_expired(&mut self) -> Vec<Kept> {
        let now = Instant::now();
        let expired = self.kept.extract_if(|_, kept| kept.until <= now);
        expired.map(|(_, kept)| kept).collect()
    }

    fn take_unused(&mut self, most: usize, which: impl Fn(&Kept) -> bool) -> Vec<Kept> {
        let found = self.kept.iter();
        let found = found.filter(|(_, kept)| kept.is_unused() && which(kept));
        let nonces: Vec<_> = found.take(most).map(|(nonce, _)| *nonce).collect();
        let taken = nonces.iter().filter_map(|nonce| self.kept.remove(nonce));
        taken.collect()
    }
}

/// A lock whose guarded code cannot panic half-way: maps and counters.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use mcp_core::ProtocolVersion;
    use mcp_core::types::{ClientCapabilities, LoggingLevel};
    use serde_json::Value;

    use super::*;
    use crate::notify::{Hooks, Hub};

    const LIFETIME: Duration = Duration::from_secs(60);

    fn opened() -> (Sessions, KeyRing, String) {
        let (sessions, keys) = (Sessions::new(LIFETIME), KeyRing::random());
        let mut session = Session::none(ProtocolVersion::V2025_06_18);
        session.nonce = [7; 16];
        session.expires = now() + LIFETIME.as_secs();
        let id = session.seal(&keys, None).expect("sealed");
        (sessions, keys, id)
    }

    // S-HTTPL-19
    #[test]
    fn an_id_is_the_session_and_an_idle_one_costs_nothing() {
        let (sessions, keys, id) = opened();
        assert!(id.bytes().all(|byte| byte.is_ascii_graphic()));
        assert_eq!(sessions.kept(), 0);
        let session = sessions.open(&keys, &id, None).expect("ours");
        assert_eq!(session.version, ProtocolVersion::V2025_06_18);
        assert_eq!(sessions.kept(), 1);
        sessions.release(&session);
        assert_eq!(sessions.kept(), 0);
    }

    #[test]
    fn what_moves_is_shared_and_kept() {
        let (sessions, keys, id) = opened();
        let one = sessions.open(&keys, &id, None).expect("ours");
        let two = sessions.open(&keys, &id, None).expect("ours");
        assert!(Arc::ptr_eq(&one.traffic, &two.traffic));
        one.traffic.set_log_level(LoggingLevel::Debug);
        drop(two);
        sessions.release(&one);
        drop(one);
        assert_eq!(sessions.kept(), 1);
        let again = sessions.open(&keys, &id, None).expect("ours");
        assert_eq!(again.log_level(), Some(LoggingLevel::Debug));
    }

    // S-HTTPL-21, S-HTTPL-33, S-SEC-03
    #[test]
    fn an_id_opens_for_its_principal_until_it_ends() {
        let (sessions, keys, id) = opened();
        let somebody = Principal::new("issuer", "somebody", "client");
        assert!(sessions.open(&keys, &id, Some(&somebody)).is_err());
        assert!(sessions.open(&KeyRing::random(), &id, None).is_err());
        let mut tampered = id.clone().into_bytes();
        tampered[40] ^= 1;
        let tampered = String::from_utf8_lossy(&tampered).into_owned();
        assert!(sessions.open(&keys, &tampered, None).is_err());
        let session = sessions.open(&keys, &id, None).expect("ours");
        sessions.end(&session);
        assert!(sessions.open(&keys, &id, None).is_err());
        assert_eq!(sessions.kept(), 0);
    }

    #[test]
    fn an_id_stays_short_whatever_a_client_declares() {
        let (_, keys, id) = opened();
        let mut session = Session::none(ProtocolVersion::V2025_11_25);
        let mut declared = ClientCapabilities::default();
        for number in 0..200 {
            let setting = Value::String("x".repeat(10_000));
            declared
                .extensions
                .insert(format!("com.example/{number}"), setting.clone());
            declared.experimental.insert(format!("e{number}"), setting);
        }
        session.capabilities = Arc::new(declared);
        let long = session.seal(&keys, None).expect("sealed");
        assert!(long.len() < 1024, "{} bytes", long.len());
        assert!(id.len() < 360, "{} bytes", id.len());
    }

    fn keep(live: &mut Live, number: u8, until: Instant) -> Arc<Traffic> {
        let traffic = Arc::new(Traffic::default());
        let kept = Kept {
            traffic: Arc::clone(&traffic),
            until,
        };
        live.kept.insert([number; 16], kept);
        traffic
    }

    fn later() -> Instant {
        Instant::now() + LIFETIME
    }

    fn numbers(live: &Live) -> Vec<u8> {
        let mut numbers: Vec<_> = live.kept.keys().map(|nonce| nonce[0]).collect();
        numbers.sort_unstable();
        numbers
    }

    #[test]
    fn a_running_request_is_never_forgotten() {
        let mut live = Live::default();
        let busy = keep(&mut live, 1, later());
        let question = busy.open_question("ask".into());
        drop(busy);
        keep(&mut live, 2, later());
        assert_eq!(live.take_unused(1, |_| true).len(), 1);
        assert_eq!(live.take_unused(1, |_| true).len(), 0);
        assert_eq!(numbers(&live), [1]);
        drop(question);
    }

    #[test]
    fn what_has_expired_is_forgotten_connected_or_not() {
        let mut live = Live::default();
        keep(&mut live, 1, later());
        keep(&mut live, 2, Instant::now());
        let _connected = keep(&mut live, 3, Instant::now());
        assert_eq!(live.make_room().len(), 2);
        assert_eq!(numbers(&live), [1]);
        keep(&mut live, 4, Instant::now());
        assert!(live.make_room().is_empty(), "not each time");
        live.sweep = 0;
        assert_eq!(live.make_room().len(), 1);
        assert_eq!(numbers(&live), [1]);
    }

    #[test]
    fn subscribers_nobody_serves_make_room_for_others() {
        let (sessions, _, _) = opened();
        let hub = Hub::new(Hooks::default(), None);
        let served = {
            let mut live = lock(&sessions.live);
            keep(&mut live, 1, later());
            assert!(keep(&mut live, 2, later()).subscribe(&hub, "a:b", 1));
            keep(&mut live, 3, later())
        };
        assert!(served.subscribe(&hub, "a:b", 1));
        assert!(sessions.forget_subscribers());
        assert_eq!(numbers(&lock(&sessions.live)), [1, 3]);
        assert_eq!(hub.listeners("a:b"), 1);
        assert!(!sessions.forget_subscribers());
    }

    #[test]
    fn an_ended_session_subscribes_to_nothing() {
        let hub = Hub::new(Hooks::default(), None);
        let traffic = Traffic::default();
        traffic.close();
        assert!(!traffic.subscribe(&hub, "a:b", 1));
        assert_eq!(hub.listeners("a:b"), 0);
    }

    // S-HTTPL-23, S-SEC-02
    #[test]
    fn an_expired_id_opens_no_more() {
        let (sessions, keys, _) = opened();
        let mut session = Session::none(ProtocolVersion::V2025_06_18);
        session.expires = now() - 1;
        let id = session.seal(&keys, None).expect("sealed");
        assert!(sessions.open(&keys, &id, None).is_err());
    }
}
