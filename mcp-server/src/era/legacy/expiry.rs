//! Ends sessions that are subscribed to something when their ids expire.
//!
//! Nobody else does so for a client that has vanished: it sends no `DELETE`,
//! and its subscriptions would be counted for as long as the server runs. One
//! task sees to all sessions of a server, while there are such: no request
//! waits for it, and a server without subscriptions has none.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::Session;
use super::sessions::Awaiting;
use crate::server::Shared;

/// Least time between two sweeps: each looks at every session that is kept.
const PAUSE: Duration = Duration::from_secs(1);

/// Sees to it that a session, which is subscribed to something, ends in time.
pub(super) fn watch(server: &Arc<Shared>, session: &Session) {
    // Without a runtime it ends when room is made for others.
    let Ok(runtime) = Handle::try_current() else {
        return;
    };
    match server.sessions.await_end(session) {
        Awaiting::Begins => {
            let watcher = Watcher(Arc::downgrade(server));
            runtime.spawn(watcher.run());
        }
        Awaiting::Sooner => server.sessions.sooner().notify_one(),
        Awaiting::Goes => {}
    }
}

/// Resolves when a session has expired, and is no more.
pub(super) async fn expired(server: &Shared, session: &Session) {
    sleep_until(session.until()).await;
    server.sessions.expire(session);
}

/// Does not keep the server alive.
struct Watcher(Weak<Shared>);

impl Watcher {
    async fn run(self) {
        while let Some((next, sooner)) = self.sweep() {
            let next = next.max(Instant::now() + PAUSE);
            // Woken early where a session ends before those that are known.
            let _ = timeout_at(next, sooner.notified()).await;
        }
    }

    fn sweep(&self) -> Option<(Instant, Arc<Notify>)> {
        let server = self.0.upgrade()?;
        let next = server.sessions.sweep()?;
        Some((next, Arc::clone(server.sessions.sooner())))
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // Also where a runtime ends that another one follows.
        if let Some(server) = self.0.upgrade() {
            server.sessions.await_nothing();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use bytes::Bytes;
    use mcp_core::ProtocolVersion;
    use mcp_core::transport::{Accepted, Connection, Incoming, Origin, Outlet, Reply, Service};
    use serde_json::{Value, json};
    use tokio::time::sleep;

    use super::super::session::now;
    use super::*;
    use crate::{Limits, Resource, Server};

    /// Seconds that a session lasts.
    const LIFETIME: u64 = 100;

    struct Deaf;

    impl Outlet for Deaf {
        fn send(&self, _: Bytes) -> bool {
            true
        }
    }

    /// A server, and what its last listeners left.
    fn server() -> (Server, &'static Mutex<Vec<String>>) {
        let left: &Mutex<Vec<String>> = Box::leak(Box::default());
        let desk = Resource::new("desk://{drawer}").arg::<String>("drawer", |drawer| drawer);
        let server = Server::new("office", "1")
            .resource(desk.handler(async |drawer: String| drawer))
            .on_unsubscribe(|uri| left.lock().expect("no panic").push(uri.to_owned()))
            .limits(Limits::default().with_session(Duration::from_secs(LIFETIME)));
        (server.build().expect("sound"), left)
    }

    async fn say(link: &Arc<dyn Connection>, message: &Value) -> Reply {
        let incoming = Incoming::parse(message.to_string().into(), None).expect("a message");
        let accepted = Arc::clone(link).accept(incoming, Arc::new(Deaf));
        let Accepted::Request(exchange) = accepted else {
            panic!("a request")
        };
        exchange.await.expect("an answer")
    }

    /// A session that is subscribed to a drawer, as its client has left it.
    async fn subscribed(service: &dyn Service, drawer: &str) -> String {
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "host", "version": "1" } } });
        let reply = say(&service.connect(Origin::exchange()), &hello).await;
        let session = reply.session.expect("a session");
        let subscribe = json!({ "jsonrpc": "2.0", "id": 2, "method": "resources/subscribe",
            "params": { "uri": format!("desk://{drawer}") } });
        let link = service.resume(&session, Origin::exchange());
        say(&link.expect("open"), &subscribe).await;
        session.into()
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_vanished_is_counted_until_its_session_expires() {
        let (server, left) = server();
        let service = server.service();
        subscribed(&*service, "a").await;
        sleep(Duration::from_secs(LIFETIME / 2)).await;
        subscribed(&*service, "b").await;
        let handle = server.handle();
        assert_eq!(
            (handle.listeners("desk://a"), handle.listeners("desk://b")),
            (1, 1)
        );
        sleep(Duration::from_secs(LIFETIME / 2 + 1)).await;
        assert_eq!(
            (handle.listeners("desk://a"), handle.listeners("desk://b")),
            (0, 1)
        );
        sleep(Duration::from_secs(LIFETIME / 2 + 1)).await;
        assert_eq!(handle.listeners("desk://b"), 0);
        assert_eq!(*left.lock().expect("no panic"), ["desk://a", "desk://b"]);
    }

    #[tokio::test(start_paused = true)]
    async fn an_end_before_those_that_are_waited_for_is_not_missed() {
        let server = Shared::bare();
        for (number, lifetime) in [(1, LIFETIME), (2, LIFETIME / 10)] {
            let mut session = Session::none(ProtocolVersion::V2025_06_18);
            session.nonce = [number; 16];
            session.expires = now() + lifetime;
            let keys = server.keys.ring();
            let id = session.seal(keys, None).expect("sealed");
            let session = server.sessions.open(keys, &id, None).expect("ours");
            let uri = format!("a:{number}");
            assert!(session.traffic.subscribe(&server.hub, &uri, 1));
            watch(&server, &session);
            // Waits for it already when the next one comes.
            tokio::task::yield_now().await;
        }
        sleep(Duration::from_secs(LIFETIME / 10 + 1)).await;
        assert_eq!(
            (server.hub.listeners("a:1"), server.hub.listeners("a:2")),
            (1, 0)
        );
        sleep(Duration::from_secs(LIFETIME)).await;
        assert_eq!(server.hub.listeners("a:1"), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn the_stream_of_a_session_ends_it_when_it_expires() {
        let (server, left) = server();
        let service = server.service();
        let session = subscribed(&*service, "a").await;
        let link = service.resume(&session, Origin::exchange()).expect("open");
        let told = link.listen(Arc::new(Deaf));
        assert!(told.await.is_none());
        assert_eq!(server.handle().listeners("desk://a"), 0);
        assert_eq!(*left.lock().expect("no panic"), ["desk://a"]);
    }
}
