//! One connection: decides once per message which era serves it, and keeps
//! what is in flight.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::{Arc, PoisonError, RwLock};
use std::task::Poll;

use bytes::Bytes;
use mcp_core::era::{Claim, Field, Params};
use mcp_core::transport::{
    Accepted, Channel, Connection, Exchange, Incoming, Kind, Origin, Outlet, Reply,
};
use mcp_core::{Error, Method, ProtocolVersion, RequestId};

use crate::abandon::Abandonable;
use crate::cancel::{Cancel, first_of};
use crate::contained::contain;
use crate::era::{self, Legacy, Request, Session};
use crate::in_flight::{InFlight, Place};
use crate::list_ctx::ListCtx;
use crate::server::{RootsHook, Shared};
use crate::trace::{Slot, Subject, Trace};

/// A byte stream, a session named by a request, or a request on its own.
pub(crate) struct Link {
    pub(crate) server: Arc<Shared>,
    pub(crate) origin: Arc<Origin>,
    /// The session that is open here; on a stream, `initialize` opens it.
    session: RwLock<Option<Arc<Session>>>,
    /// Requests that can be cancelled by their id, which is unique on a stream.
    in_flight: Arc<InFlight>,
    /// Fires when the byte stream has ended.
    pub(crate) closing: Cancel,
    /// Fires when the transport stops.
    pub(crate) stopping: Cancel,
}

impl Link {
    pub(crate) fn open(server: Arc<Shared>, origin: Origin, stopping: Cancel) -> Self {
        let closing = match origin.channel {
            Channel::Stream => Cancel::armed(),
            Channel::Exchange => Cancel::default(),
        };
        Self {
            server,
            origin: Arc::new(origin),
            session: RwLock::new(None),
            in_flight: Arc::default(),
            closing,
            stopping,
        }
    }

    pub(crate) fn resume(
        server: Arc<Shared>,
        origin: Origin,
        stopping: Cancel,
        session: Session,
    ) -> Self {
        let link = Self::open(server, origin, stopping);
        link.open_session(session);
        link
    }

    /// Opens a session. A second `initialize` on a stream starts a new one:
    /// hosts re-initialise after they were disabled and enabled again.
    pub(crate) fn open_session(&self, session: Session) {
        let mut slot = self.session.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(earlier) = slot.replace(Arc::new(session)) {
            earlier.traffic.close();
        }
    }

    pub(crate) fn session(&self) -> Option<Arc<Session>> {
        self.session
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Whether an answer to a question could never find its way back.
    pub(crate) fn has_no_way_back(&self) -> bool {
        self.origin.channel == Channel::Exchange && self.server.policy == Legacy::Stateless
    }

    /// Enters a request among those in flight, so that it can be cancelled by
    /// its id. An exchange without a session is cancelled by dropping it alone.
    ///
    /// # Errors
    ///
    /// -32600 where the id is in use already on this stream: the two answers
    /// could not be told apart.
    pub(crate) fn enter(
        &self,
        id: &RequestId,
        session: Option<&Session>,
    ) -> Result<(Cancel, Option<Place>), Error> {
        match (self.origin.channel, session) {
            (Channel::Stream, _) => InFlight::enter_alone(&self.in_flight, id),
            (Channel::Exchange, Some(session)) => {
                Ok(InFlight::enter(session.traffic.in_flight(), id))
            }
            (Channel::Exchange, None) => Ok((Cancel::armed(), None)),
        }
    }

    /// Runs a request until it is cancelled, by its id or by dropping this;
    /// then its handler has a short time to clean up, and there is no answer.
    /// `held` goes once it has ended.
    ///
    /// The work is put where it stays at once: what merely waits for it is
    /// small, and is moved about.
    pub(crate) fn run(
        &self,
        cancel: Cancel,
        held: impl Send + 'static,
        work: impl Future<Output = Reply> + Send + 'static,
    ) -> Accepted {
        let grace = self.server.limits.cancel_grace;
        let mut work = Abandonable::new(work, cancel.clone(), grace);
        Accepted::Request(Exchange::run(async move {
            let _held = held;
            let finished = {
                let mut cancelled = pin!(cancel.cancelled());
                poll_fn(|cx| {
                    if let Poll::Ready(reply) = Pin::new(&mut work).poll(cx) {
                        return Poll::Ready(Some(reply));
                    }
                    cancelled.as_mut().poll(cx).map(|()| None)
                })
                .await
            };
            if finished.is_none() {
                // Boxed: every call would have room for it, and hardly one comes here.
                let _ = Box::pin(tokio::time::timeout(grace, work)).await;
            }
            finished.filter(|_| !cancel.is_cancelled())
        }))
    }

    fn accept_request(
        self: Arc<Self>,
        claim: Claim,
        declared: Option<ProtocolVersion>,
        request: Request,
    ) -> Accepted {
        match claim {
            Claim::Modern(claim) => era::accept_stateless(&self, request, claim),
            Claim::Handshake => era::accept_handshake(&self, &request),
            Claim::Unclaimed => match self.session_for(declared) {
                Some(session) => era::accept_in_session(&self, &session, request),
                None => self.refuse_unclaimed(&request),
            },
        }
    }

    /// Resolves when nothing can be told any more: the stream has ended, or
    /// the transport stops.
    pub(crate) async fn ended(&self) {
        first_of(self.closing.cancelled(), self.stopping.cancelled()).await;
    }

    /// The span of a message.
    fn trace(
        &self,
        id: Option<&RequestId>,
        method: &Method,
        params: &Params,
        claim: &Claim,
    ) -> Trace {
        let slot = (id.is_some() && self.is_heard(claim)).then(Slot::new);
        Trace::open(&self.server.propagation, slot, || {
            let session = match claim {
                Claim::Unclaimed => self.session(),
                Claim::Modern(_) | Claim::Handshake => None,
            };
            Subject {
                method,
                id,
                params,
                version: match claim {
                    Claim::Modern(claim) => Some(claim.version.as_str().to_owned()),
                    _ => session.as_ref().map(|session| session.version.to_string()),
                },
                session: session.and_then(|session| session.name()),
                origin: &self.origin,
                registry: &self.server.registry,
            }
        })
    }

    /// Whether the client wants to hear what its call logs.
    fn is_heard(&self, claim: &Claim) -> bool {
        let asked = || match claim {
            Claim::Modern(claim) => claim.log_level.is_some(),
            Claim::Unclaimed => {
                let session = self.session();
                session.is_some_and(|session| session.log_level().is_some())
            }
            Claim::Handshake => false,
        };
        cfg!(feature = "logging") && self.server.description.logging && asked()
    }

    /// The session a message belongs to that names nothing itself.
    fn session_for(&self, declared: Option<ProtocolVersion>) -> Option<Arc<Session>> {
        self.session().or_else(|| {
            self.has_no_way_back().then(|| {
                Arc::new(Session::none(
                    declared.unwrap_or(ProtocolVersion::V2025_03_26),
                ))
            })
        })
    }

    fn refuse_unclaimed(&self, request: &Request) -> Accepted {
        // `ping` may come at any time, also before `initialize`.
        if request.method == Method::Ping && self.server.policy != Legacy::Off {
            return era::accept_ping(request);
        }
        let needs_session =
            self.origin.channel == Channel::Exchange && self.server.policy == Legacy::Sealed;
        let error = match needs_session {
            true => Error::invalid_request(format!(
                "Mcp-Session-Id is missing: start with initialize, or name {} in _meta",
                ProtocolVersion::LATEST
            )),
            false => mcp_core::era::unclaimed_without_session(),
        };
        Accepted::Rejected(Reply::error(
            Some(&request.id),
            &error,
            ProtocolVersion::LATEST,
        ))
    }

    fn notified(&self, method: &Method, params: &Params) {
        match method {
            Method::Cancelled => self.cancel(params),
            // Early, late, twice or never: all the same to requests.
            Method::Initialized => {
                if let Some(session) = self.session() {
                    session.traffic.begin();
                }
            }
            Method::RootsListChanged => self.roots_changed(params),
            Method::Progress => {}
            other => tracing::debug!(method = other.as_str(), "notification ignored"),
        }
    }

    /// Tells the author that a client's root folders are others now.
    fn roots_changed(&self, params: &Params) {
        let hooks = &self.server.on_roots_changed;
        let Some(session) = self.session().filter(|_| !hooks.is_empty()) else {
            return;
        };
        let (peer, server) = (session.peer(), Arc::clone(&self.server));
        let ctx = ListCtx::new(peer, Arc::clone(&self.origin), params.clone(), server);
        for RootsHook { place, run } in hooks {
            let ctx = ctx.clone().at(place);
            contain("the hook for changed roots", || run(ctx));
        }
    }

    /// Unknown, finished and malformed ids are ignored (specification,
    /// "Cancellation").
    fn cancel(&self, params: &Params) {
        let Some(id) = params.get(Field::RequestId).and_then(RequestId::from_json) else {
            return;
        };
        let in_flight = match (self.origin.channel, self.session()) {
            (Channel::Exchange, Some(session)) => Arc::clone(session.traffic.in_flight()),
            _ => Arc::clone(&self.in_flight),
        };
        let reason = params
            .get(Field::Reason)
            .and_then(|reason| serde_json::from_str::<String>(reason).ok());
        if in_flight.cancel(&id, reason.as_deref()) {
            tracing::debug!(%id, reason, "request cancelled");
        }
    }

    fn answered(&self, id: Option<RequestId>, outcome: Result<Bytes, Bytes>) -> Accepted {
        match (self.session(), id) {
            (Some(session), Some(id)) => session.traffic.answer(&id, outcome),
            (Some(_), None) => {}
            (None, _) if self.origin.channel == Channel::Exchange => {
                let error = Error::invalid_request("a response needs a session");
                return Accepted::Rejected(Reply::error(None, &error, ProtocolVersion::LATEST));
            }
            (None, _) => tracing::debug!("a response without a session ignored"),
        }
        Accepted::Done
    }
}

impl Connection for Link {
    fn accept(self: Arc<Self>, incoming: Incoming, outlet: Arc<dyn Outlet>) -> Accepted {
        let declared = incoming.declared();
        let (kind, claim, params, progress_token) = incoming.into_parts();
        match kind {
            Kind::Request { id, method } => {
                let trace = self.trace(Some(&id), &method, &params, &claim);
                let request = Request {
                    id,
                    method,
                    params,
                    progress_token,
                    outlet,
                    trace: trace.clone(),
                };
                trace.within(|| self.accept_request(claim, declared, request))
            }
            Kind::Notification { method } => {
                let trace = self.trace(None, &method, &params, &claim);
                trace.within(|| {
                    self.notified(&method, &params);
                    Accepted::Done
                })
            }
            Kind::Response { id, outcome } => self.answered(id, outcome),
        }
    }

    fn listen(self: Arc<Self>, outlet: Arc<dyn Outlet>) -> Exchange {
        era::listen(&self, outlet)
    }

    fn version(&self) -> Option<ProtocolVersion> {
        self.session().map(|session| session.version)
    }

    fn close(&self) {
        self.closing.fire();
        if let Some(session) = self.session() {
            session.traffic.close();
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let named = self.origin.channel == Channel::Exchange;
        if let Some(session) = self.session().filter(|_| named) {
            self.server.sessions.release(&session);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use serde_json::{Value, json};

    use super::*;
    use crate::{Ctx, Limits, Server, Tool};

    #[derive(Default)]
    struct Frames(Mutex<Vec<Value>>);

    impl Outlet for Frames {
        fn send(&self, frame: Bytes) -> bool {
            let frame = serde_json::from_slice(&frame).expect("JSON");
            self.0.lock().expect("no panic").push(frame);
            true
        }
    }

    fn accept(link: &Arc<dyn Connection>, frames: &Arc<Frames>, message: &Value) -> Accepted {
        let incoming = Incoming::parse(message.to_string().into(), None).expect("a message");
        Arc::clone(link).accept(incoming, Arc::clone(frames) as Arc<dyn Outlet>)
    }

    #[tokio::test]
    async fn a_yes_to_a_cancelled_call_is_none() {
        let paid = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&paid);
        let pay = Tool::new("pay").describe("Pay.").handler(move |ctx: Ctx| {
            let counter = Arc::clone(&counter);
            async move {
                ctx.confirm("Pay?").await;
                counter.fetch_add(1, Ordering::SeqCst);
                "paid"
            }
        });
        let limits = Limits::default().with_cancel_grace(Duration::from_millis(100));
        let server = Server::new("bank", "1").tool(pay).limits(limits);
        let link = server
            .build()
            .expect("sound")
            .service()
            .connect(Origin::stream());
        let frames = Arc::new(Frames::default());
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": { "elicitation": {} } } });
        accept(&link, &frames, &hello);
        let call = json!({ "jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": { "name": "pay" } });
        let Accepted::Request(exchange) = accept(&link, &frames, &call) else {
            panic!("a request")
        };
        let running = tokio::spawn(exchange);
        let question = loop {
            if let Some(question) = frames.0.lock().expect("no panic").first() {
                break question["id"].clone();
            }
            tokio::task::yield_now().await;
        };
        let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": { "requestId": 5 } });
        accept(&link, &frames, &cancelled);
        let yes = json!({ "jsonrpc": "2.0", "id": question, "result": {
            "action": "accept", "content": { "confirm": true } } });
        accept(&link, &frames, &yes);
        assert!(running.await.expect("no panic").is_none(), "no answer");
        assert_eq!(paid.load(Ordering::SeqCst), 0);
    }

    // S-CANC-13
    #[tokio::test]
    async fn a_handler_is_told_why_it_is_cancelled() {
        let (said, heard) = tokio::sync::oneshot::channel();
        let said = Mutex::new(Some(said));
        let wait = Tool::new("wait")
            .describe("Wait.")
            .handler(move |ctx: Ctx| {
                let said = said.lock().expect("no panic").take().expect("one call");
                async move {
                    assert_eq!(ctx.cancel_reason(), None);
                    ctx.cancelled().await;
                    said.send(ctx.cancel_reason().map(str::to_owned))
                        .expect("heard");
                }
            });
        let server = Server::new("test", "1").tool(wait);
        let server = server.build().expect("sound").service();
        let link = server.connect(Origin::stream());
        let frames = Arc::new(Frames::default());
        let call = json!({ "jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {
            "name": "wait", "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {} } } });
        let Accepted::Request(exchange) = accept(&link, &frames, &call) else {
            panic!("a request")
        };
        let running = tokio::spawn(exchange);
        tokio::task::yield_now().await;
        let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": { "requestId": 5, "reason": "The \"user\" is gone" } });
        accept(&link, &frames, &cancelled);
        let reason = heard.await.expect("said");
        assert_eq!(reason.as_deref(), Some("The \"user\" is gone"));
        assert!(running.await.expect("no panic").is_none(), "no answer");
    }

    // S-ROOT-03
    #[tokio::test]
    async fn an_author_is_told_that_roots_have_changed() {
        let told = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&told);
        let server = Server::new("files", "1").on_roots_changed(move |ctx| {
            assert_eq!(ctx.client().name, "host");
            counter.fetch_add(1, Ordering::SeqCst);
            panic!("contained");
        });
        let server = server.build().expect("sound").service();
        let link = server.connect(Origin::stream());
        let frames = Arc::new(Frames::default());
        let changed = json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" });
        accept(&link, &frames, &changed);
        assert_eq!(told.load(Ordering::SeqCst), 0, "no session, no client");
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "clientInfo": { "name": "host", "version": "1" },
            "capabilities": { "roots": { "listChanged": true } } } });
        accept(&link, &frames, &hello);
        accept(&link, &frames, &changed);
        assert_eq!(told.load(Ordering::SeqCst), 1);
    }
}
