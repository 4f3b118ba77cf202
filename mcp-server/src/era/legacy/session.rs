//! A session's fixed part, sealed into its id, and its mutable part, kept
//! only while there is something to keep.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use data_encoding::BASE64URL_NOPAD;
use mcp_core::ProtocolVersion;
use mcp_core::era::legacy::Initialize;
use mcp_core::transport::{Principal, SessionGone};
use mcp_core::types::{ClientCapabilities, Implementation, LoggingLevel};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::Traffic;
use crate::context::Peer;
use crate::input::{KeyRing, Purpose};

/// Longest client name and version kept in a session id, in characters.
const NAME: usize = 64;

/// Most extensions kept in a session id, by name alone.
const EXTENSIONS: usize = 16;

/// Most sessions with something to keep, and most ended ids remembered.
const MOST: usize = 100_000;

/// How many sessions are kept before expired ones are looked for.
const SWEEP: usize = 1024;

/// How many subscribed sessions are forgotten at a time: enough for one more URI.
const FEW: usize = 64;

/// What `initialize` fixed for good, and what has changed since.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) version: ProtocolVersion,
    pub(crate) capabilities: Arc<ClientCapabilities>,
    pub(crate) info: Option<Bytes>,
    pub(crate) traffic: Arc<Traffic>,
    /// Names the session among those of an exchange channel; a stream has
    /// only its own.
    nonce: Nonce,
    expires: u64,
}

type Nonce = [u8; 16];

/// The fixed part, as it stands in a sealed session id. Short names: the id
/// travels in a header with every request.
#[derive(Serialize, Deserialize)]
struct Sealed {
    #[serde(rename = "v")]
    version: String,
    #[serde(rename = "c")]
    capabilities: ClientCapabilities,
    #[serde(rename = "i")]
    info: Option<Implementation>,
    /// As base64.
    #[serde(rename = "n")]
    nonce: String,
    /// Seconds since 1970.
    #[serde(rename = "e")]
    expires: u64,
    /// Whose session it is, as a digest: the id opens for nobody else.
    #[serde(rename = "p")]
    owner: String,
}

impl Session {
    /// The session that an `initialize` opens.
    pub(crate) fn new(initialize: Initialize, lifetime: Duration) -> Self {
        let mut nonce = Nonce::default();
        if let Err(error) = getrandom::fill(&mut nonce) {
            tracing::error!(%error, "no randomness for a session id");
        }
        Self {
            version: initialize.version,
            capabilities: Arc::new(initialize.capabilities),
            info: initialize.client_info,
            traffic: Arc::default(),
            nonce,
            expires: now().saturating_add(lifetime.as_secs()),
        }
    }

    /// A request of its own on an exchange channel, without any session.
    pub(crate) fn none(version: ProtocolVersion) -> Self {
        Self {
            version,
            capabilities: Arc::default(),
            info: None,
            traffic: Arc::default(),
            nonce: Nonce::default(),
            expires: u64::MAX,
        }
    }

    /// The id that carries the session: visible ASCII, worthless to anybody
    /// but the principal it was issued to.
    ///
    /// # Errors
    ///
    /// When it cannot be sealed.
    pub(crate) fn seal(
        &self,
        keys: &KeyRing,
        principal: Option<&Principal>,
    ) -> Result<String, mcp_core::Error> {
        let info = self
            .info
            .as_deref()
            .and_then(|raw| serde_json::from_slice::<Implementation>(raw).ok());
        let sealed = Sealed {
            version: self.version.as_str().to_owned(),
            capabilities: essential(&self.capabilities),
            info: info.map(|info| Implementation::new(cut(&info.name), cut(&info.version))),
            nonce: BASE64URL_NOPAD.encode(&self.nonce),
            expires: self.expires,
            owner: owner(principal),
        };
        let plain = serde_json::to_vec(&sealed).map_err(|error| {
            tracing::error!(%error, "a session id could not be written");
            mcp_core::Error::internal("Internal error")
        })?;
        Ok(keys.seal(Purpose::Session, &plain))
    }
}

fn owner(principal: Option<&Principal>) -> String {
    let key = principal.map(Principal::key).unwrap_or_default();
    BASE64URL_NOPAD.encode(&Sha256::digest(key))
}

/// What a server can act on, and no more: an id travels in a header with
/// every request, and a client may declare whatever it likes.
fn essential(declared: &ClientCapabilities) -> ClientCapabilities {
    let mut capabilities = declared.clone();
    capabilities.experimental.clear();
    capabilities.extensions = std::mem::take(&mut capabilities.extensions)
        .into_iter()
        .filter(|(name, _)| name.len() <= NAME)
        .take(EXTENSIONS)
        .map(|(name, _)| (name, Value::Object(Map::new())))
        .collect();
    capabilities
}

fn cut(text: &str) -> String {
    text.chars().take(NAME).collect()
}

fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

/// The mutable parts of the sessions of an exchange channel.
///
/// Bounded: a session stands here only while a request of it runs or a
/// question is open, or after it chose a log level or subscribed to something,
/// and then until its id expires; an ended one as long.
pub(crate) struct Sessions {
    lifetime: Duration,
    live: Mutex<Live>,
    ended: Mutex<HashMap<Nonce, u64>>,
}

impl Sessions {
    pub(crate) fn new(lifetime: Duration) -> Self {
        Self {
            lifetime,
            live: Mutex::default(),
            ended: Mutex::default(),
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
        let gone = |why: &str| {
            tracing::debug!(why, "session refused");
            SessionGone
        };
        let plain = keys
            .open(Purpose::Session, id)
            .map_err(|unopened| gone(&unopened.to_string()))?;
        let sealed: Sealed = serde_json::from_slice(&plain).map_err(|_| gone("of another make"))?;
        let version = sealed
            .version
            .parse()
            .map_err(|_| gone("of a version no longer served"))?;
        if sealed.owner != owner(principal) {
            return Err(gone("of another principal"));
        }
        if sealed.expires <= now() {
            return Err(gone("expired"));
        }
        let nonce = BASE64URL_NOPAD.decode(sealed.nonce.as_bytes()).ok();
        let nonce = nonce
            .and_then(|nonce| Nonce::try_from(nonce).ok())
            .ok_or_else(|| gone("of another make"))?;
        if lock(&self.ended).contains_key(&nonce) {
            return Err(gone("ended"));
        }
        Ok(Session {
            version,
            capabilities: Arc::new(sealed.capabilities),
            info: sealed
                .info
                .and_then(|info| serde_json::to_vec(&info).ok())
                .map(Into::into),
            traffic: self.traffic(nonce, sealed.expires),
            nonce,
            expires: sealed.expires,
        })
    }

    /// The mutable part of a session: the kept one, so that its requests see
    /// each other, or a new one.
    fn traffic(&self, nonce: Nonce, expires: u64) -> Arc<Traffic> {
        let mut live = lock(&self.live);
        if let Some(kept) = live.kept.get(&nonce) {
            return Arc::clone(&kept.traffic);
        }
        let forgotten = live.make_room();
        let traffic = Arc::new(Traffic::default());
        let kept = Kept {
            traffic: Arc::clone(&traffic),
            expires,
        };
        live.kept.insert(nonce, kept);
        drop(live);
        // Hooks of the author run here, outside of the lock.
        drop(forgotten);
        traffic
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
        session.traffic.close();
        session.traffic.in_flight().cancel_all();
        let kept = lock(&self.live).kept.remove(&session.nonce);
        drop(kept);
    }

    /// How many sessions are kept at the moment.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> usize {
        lock(&self.live).kept.len()
    }
}

/// The sessions that stand here, by their nonces.
#[derive(Default)]
struct Live {
    kept: HashMap<Nonce, Kept>,
    /// How many there may be before those whose ids have expired are looked for.
    sweep: usize,
}

struct Kept {
    traffic: Arc<Traffic>,
    expires: u64,
}

impl Kept {
    /// Whether nobody is connected, and nothing runs.
    fn is_unused(&self) -> bool {
        Arc::strong_count(&self.traffic) == 1 && self.traffic.is_quiet()
    }
}

impl Live {
    /// Makes room for one more. What is returned is to be dropped outside of
    /// the lock.
    ///
    /// Where nothing has expired, one is forgotten that has chosen a log level
    /// or subscribed to something and does nothing at the moment: losing that
    /// is harmless. One that is not found has a request that runs, and those
    /// are bounded elsewhere.
    fn make_room(&mut self) -> Vec<Kept> {
        let mut forgotten = Vec::new();
        if self.kept.len() >= self.sweep {
            let now = now();
            forgotten = self.take_unused(usize::MAX, |kept| kept.expires <= now);
            // Twice as many before the next time: a sweep costs as much as what
            // came since the last one.
            self.sweep = (self.kept.len() * 2).clamp(SWEEP, MOST);
        }
        if self.kept.len() >= MOST {
            forgotten.append(&mut self.take_unused(1, |_| true));
        }
        forgotten
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

impl Session {
    /// What the session is called in traces: the same for all its requests,
    /// and of no use to anybody who reads it. The id opens the session, so it
    /// is nobody's to read.
    pub(crate) fn name(&self) -> Option<String> {
        let named = self.nonce != Nonce::default();
        named.then(|| data_encoding::HEXLOWER.encode(&self.nonce))
    }

    /// Resolves when the session's id is worth nothing any more.
    pub(super) async fn expired(&self) {
        tokio::time::sleep(Duration::from_secs(self.expires.saturating_sub(now()))).await;
    }

    /// What is known of the client.
    pub(crate) fn peer(&self) -> Peer {
        Peer {
            version: self.version,
            capabilities: Arc::clone(&self.capabilities),
            info: self.info.clone(),
            log_level: self.log_level(),
        }
    }

    /// The least level of log messages the client asked for.
    pub(crate) fn log_level(&self) -> Option<LoggingLevel> {
        self.traffic.log_level()
    }
}

#[cfg(test)]
mod tests {
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

    fn keep(live: &mut Live, number: u8, expires: u64) -> Arc<Traffic> {
        let traffic = Arc::new(Traffic::default());
        let kept = Kept {
            traffic: Arc::clone(&traffic),
            expires,
        };
        live.kept.insert([number; 16], kept);
        traffic
    }

    fn numbers(live: &Live) -> Vec<u8> {
        let mut numbers: Vec<_> = live.kept.keys().map(|nonce| nonce[0]).collect();
        numbers.sort_unstable();
        numbers
    }

    #[test]
    fn a_running_request_is_never_forgotten() {
        let mut live = Live::default();
        let busy = keep(&mut live, 1, u64::MAX);
        let question = busy.open_question("ask".into());
        drop(busy);
        keep(&mut live, 2, u64::MAX);
        assert_eq!(live.take_unused(1, |_| true).len(), 1);
        assert_eq!(live.take_unused(1, |_| true).len(), 0);
        assert_eq!(numbers(&live), [1]);
        drop(question);
    }

    #[test]
    fn what_has_expired_is_forgotten_unless_it_is_connected() {
        let mut live = Live::default();
        keep(&mut live, 1, u64::MAX);
        keep(&mut live, 2, now() - 1);
        let connected = keep(&mut live, 3, now() - 1);
        drop(live.make_room());
        assert_eq!(numbers(&live), [1, 3]);
        drop(connected);
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
            keep(&mut live, 1, u64::MAX);
            assert!(keep(&mut live, 2, u64::MAX).subscribe(&hub, "a:b", 1));
            keep(&mut live, 3, u64::MAX)
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
