//! An engine whose tools do one thing each.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use mcp_core::era::{Claim, Field};
use mcp_core::header::MirroredHeader;
use mcp_core::jsonrpc::write;
use mcp_core::transport::{
    Accepted, Channel, Connection, Exchange, Incoming, Kind, Origin, Outlet, Principal, Reply,
    Service, SessionGone,
};
use mcp_core::{ClientCapabilities, Error, Method, ProtocolVersion, RequestId};
use mcp_transport_http::{Builder, Endpoint};
use serde_json::{Value, json};
use tokio::sync::{Notify, oneshot, watch};

/// What the engine has seen, and what holds its handlers up.
#[derive(Default)]
pub(crate) struct Engine {
    sessions: Mutex<HashMap<String, ProtocolVersion>>,
    opened: AtomicUsize,
    question: Mutex<Option<oneshot::Sender<Bytes>>>,
    events: Mutex<Vec<String>>,
    changed: Notify,
    /// Lets one `slow` handler go on.
    pub(crate) release: Notify,
    /// Who listens, and what they are told.
    pub(crate) news: News,
}

/// What listeners are told: each message once to each of them.
pub(crate) struct News(watch::Sender<Bulletin>);

#[derive(Clone, Default)]
struct Bulletin {
    told: Vec<u64>,
    stopped: bool,
    ended: HashSet<String>,
}

impl Default for News {
    fn default() -> Self {
        Self(watch::Sender::new(Bulletin::default()))
    }
}

impl News {
    pub(crate) fn tell(&self, n: u64) {
        self.0.send_modify(|news| news.told.push(n));
    }

    /// Says everything from now on, until the end that the stop of the
    /// service or of `session` brings.
    async fn read(&self, outlet: &dyn Outlet, session: Option<&str>) {
        let mut news = self.0.subscribe();
        let mut read = news.borrow_and_update().told.len();
        loop {
            let now = news.borrow_and_update().clone();
            for n in &now.told[read..] {
                outlet.send(progress(*n));
            }
            read = now.told.len();
            if now.stopped || session.is_some_and(|session| now.ended.contains(session)) {
                return;
            }
            news.changed().await.expect("the engine lives");
        }
    }
}

impl Engine {
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    pub(crate) fn builder(self: &Arc<Self>) -> Builder {
        Endpoint::builder(Arc::new(EngineService(self.clone())))
    }

    pub(crate) fn endpoint(self: &Arc<Self>) -> Endpoint {
        self.builder().build().expect("defaults are valid")
    }

    pub(crate) fn note(&self, event: impl Into<String>) {
        self.events.lock().unwrap().push(event.into());
        self.changed.notify_waiters();
    }

    pub(crate) fn saw(&self, event: &str) -> bool {
        self.events.lock().unwrap().iter().any(|seen| seen == event)
    }

    /// How often an event was seen.
    pub(crate) fn count(&self, event: &str) -> usize {
        let events = self.events.lock().unwrap();
        events.iter().filter(|seen| *seen == event).count()
    }

    /// Waits for an event.
    pub(crate) async fn until(&self, event: &str) {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if self.saw(event) {
                return;
            }
            changed.await;
        }
    }
}

impl Service for EngineService {
    fn stop(&self) {
        self.0.note("stopped");
        self.0.news.0.send_modify(|news| news.stopped = true);
    }

    fn connect(&self, origin: Origin) -> Arc<dyn Connection> {
        Arc::new(Link {
            engine: self.0.clone(),
            session: None,
            origin,
        })
    }

    fn resume(&self, session: &str, origin: Origin) -> Result<Arc<dyn Connection>, SessionGone> {
        let sessions = self.0.sessions.lock().unwrap();
        let version = *sessions.get(session).ok_or(SessionGone)?;
        Ok(Arc::new(Link {
            engine: self.0.clone(),
            session: Some((session.to_owned(), version)),
            origin,
        }))
    }

    fn end_session(&self, session: &str, _: &Origin) -> Result<(), SessionGone> {
        if self.0.sessions.lock().unwrap().remove(session).is_some() {
            self.0.news.0.send_modify(|news| {
                news.ended.insert(session.to_owned());
            });
            Ok(())
        } else {
            Err(SessionGone)
        }
    }

    fn stateless_versions(&self) -> &[ProtocolVersion] {
        &[ProtocolVersion::V2026_07_28]
    }

    fn mirrored_headers(&self, tool: &str, _: &Origin) -> Option<Arc<[MirroredHeader]>> {
        (tool == "mirrors").then(|| {
            Arc::from([
                MirroredHeader::new("Region", ["region".to_owned()]),
                MirroredHeader::new("Count", ["nested".to_owned(), "count".to_owned()]),
            ])
        })
    }
}

/// Lets connections share the engine.
struct EngineService(Arc<Engine>);

struct Link {
    engine: Arc<Engine>,
    session: Option<(String, ProtocolVersion)>,
    origin: Origin,
}

impl Connection for Link {
    fn accept(self: Arc<Self>, incoming: Incoming, outlet: Arc<dyn Outlet>) -> Accepted {
        let version = match incoming.claim() {
            Claim::Modern(claim) if claim.version.as_str() != "2026-07-28" => {
                let served = [ProtocolVersion::V2026_07_28];
                let error = Error::unsupported_version(claim.version.as_str(), &served);
                return rejected(incoming.id(), &error);
            }
            Claim::Modern(_) => ProtocolVersion::V2026_07_28,
            Claim::Handshake | Claim::Unclaimed => ProtocolVersion::V2025_11_25,
        };
        let homeless = matches!(incoming.claim(), Claim::Unclaimed)
            && self.session.is_none()
            && self.origin.channel == Channel::Exchange;
        let target = incoming.target_name();
        let initialized = incoming
            .params()
            .get(Field::ProtocolVersion)
            .and_then(|version| version.trim_matches('"').parse().ok());
        let (kind, ..) = incoming.into_parts();
        match kind {
            Kind::Notification { method } => {
                self.engine.note(format!("notified {}", method.as_str()));
                if homeless {
                    return rejected(None, &Error::invalid_request("no session"));
                }
                Accepted::Done
            }
            Kind::Response { outcome, .. } => {
                if let Some(asker) = self.engine.question.lock().unwrap().take() {
                    let _ = asker.send(outcome.unwrap_or_default());
                }
                Accepted::Done
            }
            Kind::Request { id, .. } if homeless => {
                rejected(Some(&id), &Error::invalid_request("no session"))
            }
            Kind::Request {
                id,
                method: Method::Initialize,
            } if version.has_handshake() => {
                let session = format!(
                    "session-{}",
                    self.engine.opened.fetch_add(1, Ordering::Relaxed)
                );
                let version = initialized.unwrap_or(ProtocolVersion::V2025_11_25);
                let mut sessions = self.engine.sessions.lock().unwrap();
                sessions.insert(session.clone(), version);
                Accepted::Request(Exchange::ready(
                    result(&id, &json!({ "protocolVersion": version.as_str() }))
                        .with_session(session),
                ))
            }
            Kind::Request {
                id,
                method: Method::ToolsCall,
            } => match target {
                Ok(Some(tool)) => Accepted::Request(self.call(&tool, id, version, outlet)),
                Ok(None) => unreachable!("tools/call has a target"),
                Err(error) => {
                    Accepted::Request(Exchange::ready(Reply::error(Some(&id), &error, version)))
                }
            },
            Kind::Request {
                id,
                method: Method::Listen,
            } => {
                let engine = self.engine.clone();
                outlet.send(write::notification(
                    "notifications/subscriptions/acknowledged",
                    None,
                ));
                Accepted::Listening(Exchange::run(async move {
                    let mut noted = Noted(engine.clone(), false);
                    engine.note("listening");
                    engine.news.read(&*outlet, None).await;
                    noted.1 = true;
                    Some(result(&id, &json!({ "text": "the end" })))
                }))
            }
            Kind::Request { id, method } if method.as_str() == "reject/me" => {
                rejected(Some(&id), &Error::method_not_found(method.as_str()))
            }
            Kind::Request { id, method } => {
                let error = Error::method_not_found(method.as_str());
                Accepted::Request(Exchange::ready(Reply::error(Some(&id), &error, version)))
            }
        }
    }

    fn listen(self: Arc<Self>, outlet: Arc<dyn Outlet>) -> Exchange {
        Exchange::run(async move {
            let mut noted = Noted(self.engine.clone(), false);
            self.engine.note("listening");
            self.engine
                .news
                .read(&*outlet, self.session.as_ref().map(|(id, _)| &**id))
                .await;
            noted.1 = true;
            None
        })
    }

    fn version(&self) -> Option<ProtocolVersion> {
        self.session.as_ref().map(|(_, version)| *version)
    }

    fn close(&self) {
        self.engine.note("closed");
    }
}

impl Link {
    fn call(
        &self,
        tool: &str,
        id: RequestId,
        version: ProtocolVersion,
        outlet: Arc<dyn Outlet>,
    ) -> Exchange {
        let engine = self.engine.clone();
        let text = json!({ "text": "done" });
        if tool.starts_with("poll") {
            let talks = tool == "poll_talk";
            return Exchange::run(async move {
                if talks {
                    outlet.send(progress(1));
                }
                outlet.release();
                let reply = slow(engine, id, text).await;
                outlet.send(progress(2));
                reply
            });
        }
        let wide = Arc::clone(&outlet);
        let shout = move || wide.send(Bytes::from(format!("\"{}\"", "x".repeat(300_000))));
        let say = move |n: u64| outlet.send(progress(n));
        match tool {
            "echo" => Exchange::ready(result(&id, &text)),
            "mirrors" => Exchange::ready(result(&id, &text)),
            "who" => {
                let headers = self.origin.headers.as_ref().expect("HTTP has headers");
                let who = json!({
                    "subject": self.origin.principal.as_ref().map(Principal::subject),
                    "agent": headers.get("user-agent"),
                });
                Exchange::ready(result(&id, &who))
            }
            "refuse" => Exchange::ready(Reply::error(
                Some(&id),
                &Error::invalid_params("no"),
                version,
            )),
            "fail" => Exchange::ready(Reply::error(Some(&id), &Error::internal("broken"), version)),
            "needs" => Exchange::run(async move {
                say(1);
                let error = Error::missing_capability(&ClientCapabilities::default());
                Some(Reply::error(Some(&id), &error, version))
            }),
            "soon" => Exchange::run(async move {
                tokio::task::yield_now().await;
                Some(result(&id, &text))
            }),
            "slow" => Exchange::run(slow(engine, id, text)),
            "cancelled" => Exchange::run(async move {
                tokio::task::yield_now().await;
                None
            }),
            "talk" => Exchange::run(async move {
                say(1);
                say(2);
                tokio::task::yield_now().await;
                say(3);
                Some(result(&id, &text))
            }),
            "talk_at_once" => Exchange::run(async move {
                say(1);
                Some(result(&id, &text))
            }),
            "talk_slow" => Exchange::run(async move {
                engine.note(format!("delivered {}", say(1)));
                slow(engine, id, text).await
            }),
            "talk_elsewhere" => Exchange::run(async move {
                tokio::spawn(async move {
                    engine.release.notified().await;
                    say(1);
                });
                std::future::pending().await
            }),
            "flood" => Exchange::run(async move {
                let delivered = (0..10_000).filter(|n| say(*n)).count();
                engine.note(format!("delivered {delivered}"));
                tokio::task::yield_now().await;
                Some(result(&id, &text))
            }),
            "wide_flood" => Exchange::run(async move {
                let delivered = (0..1000).filter(|_| shout()).count();
                engine.note(format!("delivered {delivered}"));
                tokio::task::yield_now().await;
                Some(result(&id, &text))
            }),
            "broken_lines" => Exchange::ready(Reply::result(Bytes::from(format!(
                "{{\"jsonrpc\":\"2.0\",\n\"id\":{id},\r\n\"result\":{{}}}}"
            )))),
            "panic" => Exchange::run(async move {
                say(1);
                tokio::task::yield_now().await;
                panic!("a handler that the engine did not contain")
            }),
            "ask" => Exchange::run(async move {
                let (asker, answer) = oneshot::channel();
                *engine.question.lock().unwrap() = Some(asker);
                assert!(say(0), "the question is delivered");
                let answer = answer.await.expect("answered");
                let answer: Value = serde_json::from_slice(&answer).expect("JSON");
                Some(result(&id, &json!({ "answer": answer })))
            }),
            other => {
                let error = Error::unknown_tool(other);
                Exchange::ready(Reply::error(Some(&id), &error, version))
            }
        }
    }
}

/// Notes what became of a handler.
struct Noted(Arc<Engine>, bool);

impl Drop for Noted {
    fn drop(&mut self) {
        self.0.note(if self.1 { "finished" } else { "dropped" });
    }
}

/// Waits for [`Engine::release`], and notes what became of it.
async fn slow(engine: Arc<Engine>, id: RequestId, text: Value) -> Option<Reply> {
    let mut noted = Noted(engine.clone(), false);
    engine.note("started");
    engine.release.notified().await;
    noted.1 = true;
    Some(result(&id, &text))
}

fn progress(n: u64) -> Bytes {
    let params = json!({ "progressToken": 1, "progress": n }).to_string();
    write::notification("notifications/progress", Some(params.as_bytes()))
}

fn result(id: &RequestId, value: &Value) -> Reply {
    let frame = write::response(id, |out| serde_json::to_writer(out, value));
    Reply::result(frame.expect("plain JSON"))
}

fn rejected(id: Option<&RequestId>, error: &Error) -> Accepted {
    Accepted::Rejected(Reply::error(id, error, ProtocolVersion::LATEST))
}
