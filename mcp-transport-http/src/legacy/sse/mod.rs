//! HTTP+SSE, the transport of 2024-11-05 (specification of 2024-11-05,
//! "Transports: HTTP with SSE"). Deprecated.
//!
//! A GET opens a stream, which names the path that messages are posted to;
//! whatever we say comes on that stream. To the engine this is a byte stream:
//! one connection, a session of its own, over when the client hangs up.

mod session;

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::Router;
use axum::body::Body;
use axum::extract::OriginalUri;
use axum::response::Response;
use http::request::Parts;
use http::{Method, Request};
use mcp_core::transport::{Channel, Incoming, SessionGone};

use super::sessions::gone;
use crate::endpoint::{Endpoint, Shared};
use crate::guard::media::{self, Accepts};
use crate::refusal::Refusal;
use crate::reply::{Events, Reader, Talk};
use crate::service;
use session::Session;

/// The parameter that names the session in the path of messages.
const PARAMETER: &str = "session";

/// The sessions of an endpoint, and where they are found.
pub(crate) struct Desk {
    stream: Box<str>,
    messages: Box<str>,
    sessions: Mutex<HashMap<Box<str>, Arc<Session>>>,
}

impl Desk {
    pub(crate) fn new(stream: &str, messages: &str) -> Self {
        Self {
            stream: stream.into(),
            messages: messages.into(),
            sessions: Mutex::default(),
        }
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<Box<str>, Arc<Session>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds the paths of an endpoint's desk, if it has one.
pub(crate) fn mount<S>(router: Router<S>, endpoint: &Endpoint) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let Some(desk) = &endpoint.shared.sse else {
        return router;
    };
    let serves = |streams, messages| Counter {
        shared: Arc::clone(&endpoint.shared),
        streams,
        messages,
    };
    if desk.stream == desk.messages {
        return router.route_service(&desk.stream, serves(true, true));
    }
    router
        .route_service(&desk.stream, serves(true, false))
        .route_service(&desk.messages, serves(false, true))
}

/// What is served at one path.
#[derive(Clone)]
struct Counter {
    shared: Arc<Shared>,
    streams: bool,
    messages: bool,
}

impl tower::Service<Request<Body>> for Counter {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let counter = self.clone();
        Box::pin(async move {
            Ok(counter
                .answer(request)
                .await
                .unwrap_or_else(Refusal::into_response))
        })
    }
}

impl Counter {
    async fn answer(self, request: Request<Body>) -> Result<Response, Refusal> {
        let (parts, body) = request.into_parts();
        self.shared.guard.check(&parts)?;
        match parts.method {
            Method::GET if self.streams => open(self.shared, parts),
            Method::POST if self.messages => post(self.shared, parts, body).await,
            _ => Err(Refusal::method_not_allowed(self.allow())),
        }
    }

    fn allow(&self) -> &'static str {
        match (self.streams, self.messages) {
            (true, true) => "GET, POST",
            (true, false) => "GET",
            (false, _) => "POST",
        }
    }
}

/// Opens a session and its stream, which begins with where to post.
fn open(shared: Arc<Shared>, parts: Parts) -> Result<Response, Refusal> {
    if !Accepts::read(&parts.headers).is_ok_and(|accepts| accepts.events) {
        return Err(media::needs_events());
    }
    if !shared.gate.is_open() {
        return Err(service::stopping());
    }
    let Some(desk) = &shared.sse else {
        return Err(gone(SessionGone));
    };
    let prefix = prefix(&parts, desk).to_owned();
    let (_, mut origin, caller) = service::origin(parts);
    let caller = caller.key();
    let place = shared.listen(caller.clone())?;
    let key = key()?;
    let endpoint = format!("{prefix}{}?{PARAMETER}={key}", desk.messages);
    origin.channel = Channel::Stream;
    let talk = Arc::new(Talk::new());
    let session = Arc::new(Session::new(
        shared.engine.connect(origin.clone()),
        &origin,
        caller,
        &talk,
    ));
    desk.sessions().insert(key.clone(), Arc::clone(&session));
    let interval = shared.limits.keep_alive;
    tokio::spawn(session.run(Arc::clone(&shared), key, place));
    let events = Events::new(talk, Reader::default(), interval);
    Ok(events.beginning("endpoint", &endpoint).into_response())
}

/// Under which path the router is nested, if it is.
fn prefix<'a>(parts: &'a Parts, desk: &Desk) -> &'a str {
    let original = parts.extensions.get::<OriginalUri>();
    let path = original.map_or_else(|| parts.uri.path(), |uri| uri.0.path());
    path.strip_suffix(&*desk.stream).unwrap_or_default()
}

/// Nobody can guess it, and whoever has it may speak for the session.
fn key() -> Result<Box<str>, Refusal> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the system has no randomness");
        Refusal::unavailable("No session can be opened")
    })?;
    let mut key = String::with_capacity(32);
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(key, "{byte:02x}");
    }
    Ok(key.into())
}

/// Takes a message; whatever is said to it comes on the stream.
async fn post(shared: Arc<Shared>, parts: Parts, body: Body) -> Result<Response, Refusal> {
    media::require_json(&parts.headers)?;
    let query = parts.uri.query().unwrap_or_default().to_owned();
    let (_, origin, _) = service::origin(parts);
    let find = || {
        let key = query.split('&').find_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            (name == PARAMETER).then_some(value)
        })?;
        let session = shared.sse.as_ref()?.sessions().get(key).map(Arc::clone)?;
        session.is_of(&origin).then_some(session)
    };
    // Before the body is read, so that only clients of ours have that done.
    if find().is_none() {
        return Err(gone(SessionGone));
    }
    let frame = service::receive(&shared, body).await?;
    let session = find().ok_or_else(|| gone(SessionGone))?;
    let incoming = Incoming::parse(frame, None)?;
    session.take(&shared, incoming)
}
