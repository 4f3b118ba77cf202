//! The ladder a request climbs, from its head to its message.

use std::convert::Infallible;
use std::error::Error as StdError;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::response::Response;
use bytes::Bytes;
use http::request::Parts;
use http::{Method, Request};
use http_body::Body;
use mcp_core::era::Claim;
use mcp_core::transport::{Incoming, Origin, Principal};

use crate::caller::Caller;
use crate::endpoint::{Endpoint, Shared};
use crate::guard::body;
use crate::guard::media::{self, Accepts};
use crate::header::{self, RequestHeaders, Single};
use crate::listening::Full;
use crate::refusal::Refusal;
use crate::{legacy, modern};

/// A message and what came with it.
pub(crate) struct Post {
    pub(crate) shared: Arc<Shared>,
    pub(crate) headers: Arc<RequestHeaders>,
    pub(crate) origin: Origin,
    pub(crate) caller: Caller,
    pub(crate) accepts: Accepts,
    pub(crate) incoming: Incoming,
}

impl<B> tower::Service<Request<B>> for Endpoint
where
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let shared = Arc::clone(&self.shared);
        Box::pin(async move {
            Ok(answer(shared, request)
                .await
                .unwrap_or_else(Refusal::into_response))
        })
    }
}

async fn answer<B>(shared: Arc<Shared>, request: Request<B>) -> Result<Response, Refusal>
where
    B: Body<Data = Bytes>,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let (parts, body) = request.into_parts();
    shared.guard.check(&parts)?;
    match parts.method {
        Method::POST => post(shared, parts, body).await,
        Method::GET => legacy::listen(shared, parts),
        Method::DELETE => legacy::end_session(&shared, parts),
        _ => Err(Refusal::method_not_allowed(ALLOW)),
    }
}

async fn post<B>(shared: Arc<Shared>, parts: Parts, body: B) -> Result<Response, Refusal>
where
    B: Body<Data = Bytes>,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    media::require_json(&parts.headers)?;
    let accepts = Accepts::read(&parts.headers)?;
    let frame = receive(&shared, body).await?;
    let (headers, origin, caller) = origin(parts);
    if Incoming::is_batch(&frame)
        && let Some(connection) = legacy::batching(&shared, &headers, &origin)?
    {
        return legacy::answer_batch(shared, connection, &headers, accepts, &frame).await;
    }
    let incoming = Incoming::parse(frame, declared(&headers))?;
    let post = Post {
        shared,
        headers,
        origin,
        caller,
        accepts,
        incoming,
    };
    match post.incoming.claim() {
        Claim::Modern(_) => modern::answer(post).await,
        Claim::Handshake | Claim::Unclaimed => legacy::answer(post).await,
    }
}

/// Reads a message, within the bounds of the endpoint.
pub(crate) async fn receive<B>(shared: &Shared, body: B) -> Result<Bytes, Refusal>
where
    B: Body<Data = Bytes>,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let frame = {
        let _room = shared.gate.read().ok_or_else(busy)?;
        body::read(body, shared.limits.body, shared.limits.body_timeout).await?
    };
    // Asked after the last wait, so that no message slips in behind a stop.
    if shared.gate.is_open() {
        Ok(frame)
    } else {
        Err(stopping())
    }
}

/// The methods that are served: GET and DELETE to sessions only.
pub(crate) const ALLOW: &str = "POST, GET, DELETE";

pub(crate) fn busy() -> Refusal {
    Refusal::unavailable("Too many requests at once")
}

pub(crate) fn crowded(full: Full) -> Refusal {
    Refusal::unavailable(match full {
        Full::All(most) => format!("Too many streams listen at once: at most {most} may"),
        Full::Caller(most) => {
            format!("Too many streams of one caller listen at once: at most {most} may")
        }
    })
}

pub(crate) fn stopping() -> Refusal {
    Refusal::unavailable("The server is shutting down")
}

/// Moves what the engine may know of a request out of its head, and what
/// tells its caller from others.
pub(crate) fn origin(parts: Parts) -> (Arc<RequestHeaders>, Origin, Caller) {
    let headers = Arc::new(RequestHeaders(parts.headers));
    let mut origin = Origin::exchange().with_headers(headers.clone());
    if let Some(principal) = parts.extensions.get::<Principal>() {
        origin = origin.with_principal(principal.clone());
    }
    (headers, origin, Caller::new(parts.extensions))
}

/// The version that speaks for a message which does not say its own. A
/// session has settled that already.
fn declared(headers: &RequestHeaders) -> Option<&str> {
    if headers.0.contains_key(&header::SESSION_ID) {
        return None;
    }
    match header::single(&headers.0, &header::PROTOCOL_VERSION) {
        Single::Value(version) => Some(version),
        Single::Absent | Single::Malformed => None,
    }
}
