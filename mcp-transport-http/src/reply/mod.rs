//! Answers: one JSON body, or a stream of events.
//!
//! A message is handed to the engine, and its exchange is awaited where the
//! response is ([`settle`]). If the answer comes in silence, it is the body.
//! If the handler speaks first, or the silence lasts, a stream begins
//! ([`events`]) and the exchange goes on in a task of its own, so that a
//! client which reads slowly does not slow the handler. What it says goes
//! through a [`talk`], which keeps it in a [`ring`] within a [`budget`] where
//! the client may come back for it; a [`replay`] knows where each is kept.

pub(crate) mod batch;
mod budget;
mod events;
mod named;
mod replay;
mod ring;
mod settle;
mod talk;

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, StatusCode};
use mcp_core::ErrorCode;
use mcp_core::transport::{Accepted, Connection, Incoming, Reply};

use crate::caller::Caller;
use crate::endpoint::Shared;
use crate::guard::media::{self, Accepts};
use crate::header;
use crate::refusal::Refusal;
use crate::service::busy;
use settle::{Flight, Subject};

pub(crate) use budget::Budget;
pub(crate) use events::Events;
pub(crate) use named::Session;
pub(crate) use replay::{Found, Name, Replay, Sort};
pub(crate) use talk::{Attended, Reader, Talk};

/// What differs between kinds of peers once a message is accepted.
pub(crate) struct Binding {
    /// What it means that the client hangs up.
    pub(crate) disconnect: Disconnect,
    /// The status of an answer that is an error.
    pub(crate) answered: fn(ErrorCode) -> StatusCode,
    /// The status of an error that came before dispatch.
    pub(crate) rejected: fn(ErrorCode) -> StatusCode,
}

/// What it means that the client hangs up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disconnect {
    /// It does not want the answer: the request is cancelled.
    Cancels,
    /// Nothing: the request goes on, for a while.
    Detaches,
}

/// Hands a message to the engine and answers with what comes back.
///
/// # Errors
///
/// 503 where the request has to run and too many do. One whose answer is
/// there already needs no place. The same where it listens and too many do, in
/// all or of its caller; 406 where the client takes no events.
pub(crate) async fn deliver(
    shared: Arc<Shared>,
    connection: Arc<dyn Connection>,
    incoming: Incoming,
    accepts: Accepts,
    binding: &'static Binding,
    session: Option<Session>,
    caller: &Caller,
) -> Result<Response, Refusal> {
    let Some(id) = incoming.id().cloned() else {
        return Ok(match connection.accept(incoming, Arc::new(Talk::mute())) {
            Accepted::Rejected(reply) => rejected(reply, binding),
            Accepted::Done | Accepted::Request(_) | Accepted::Listening(_) => {
                empty(StatusCode::ACCEPTED)
            }
        });
    };
    let talk = Arc::new(talk_for(&shared, accepts, session.as_ref()));
    match connection.accept(incoming, talk.clone()) {
        Accepted::Request(exchange) => {
            let exchange = match exchange.into_ready() {
                Ok(reply) => {
                    let session = session.as_ref();
                    return Ok(settle::answer(
                        reply, talk, &shared, accepts, binding, session,
                    ));
                }
                Err(exchange) => exchange,
            };
            // Where there is no room, dropping the exchange cancels it.
            let permit = shared.gate.run().ok_or_else(|| busy().to(Some(&id)))?;
            let flight = Flight {
                exchange,
                talk,
                shared,
                subject: Subject::Request(id),
                permit,
                seat: None,
                session,
            };
            Ok(settle::settle(flight, accepts, binding).await)
        }
        Accepted::Listening(exchange) => {
            if !accepts.events {
                return Err(media::needs_events().to(Some(&id)));
            }
            let place = shared.listen(caller.key());
            let place = place.map_err(|refusal| refusal.to(Some(&id)))?;
            let flight = Flight {
                exchange,
                talk,
                shared,
                subject: Subject::Request(id),
                permit: place.permit,
                seat: place.seat,
                session,
            };
            Ok(settle::listen(flight, accepts, binding).await)
        }
        Accepted::Rejected(reply) => Ok(rejected(reply, binding)),
        Accepted::Done => Ok(empty(StatusCode::ACCEPTED)),
    }
}

/// The outlet of a request.
fn talk_for(shared: &Shared, accepts: Accepts, session: Option<&Session>) -> Talk {
    match session {
        _ if !accepts.events => Talk::mute(),
        Some(session) if session.polls() && !shared.replay.is_off() => Talk::polling(),
        _ => Talk::new(),
    }
}

fn rejected(reply: Reply, binding: &Binding) -> Response {
    let status = reply.code.map_or(StatusCode::BAD_REQUEST, binding.rejected);
    json(status, reply.frame)
}

/// A response with one JSON body.
pub(crate) fn json(status: StatusCode, frame: Bytes) -> Response {
    let mut response = Response::new(Body::from(frame));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A response without a body.
pub(crate) fn empty(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// Names the session that an answer opens.
fn with_session(mut response: Response, session: Option<Box<str>>) -> Response {
    if let Some(session) = session {
        match HeaderValue::try_from(&*session) {
            Ok(value) => {
                response.headers_mut().insert(&header::SESSION_ID, value);
            }
            Err(_) => tracing::error!("the engine named a session that fits no header"),
        }
    }
    response
}
