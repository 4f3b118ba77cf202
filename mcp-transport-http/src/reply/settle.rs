//! One body or a stream: decided by what happens first.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::Response;
use http::StatusCode;
use mcp_core::transport::{Exchange, Reply};
use mcp_core::{Error, ProtocolVersion, RequestId};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep;

use super::events::Events;
use super::talk::{Reader, Talk};
use super::{Binding, Disconnect, batch, empty, json, with_session};
use super::{Name, Session, Sort};
use crate::endpoint::Shared;
use crate::guard::media::Accepts;
use crate::listening::Seat;

/// How long a request of a session may go on once its client has hung up.
///
/// A client that lost its network has not cancelled, so what it asked to be
/// done is done where that takes no longer. One that can read on does so within
/// seconds, and then has the whole time again.
const DETACHED: Duration = Duration::from_secs(60);

/// A request under way.
pub(super) struct Flight {
    pub(super) exchange: Exchange,
    pub(super) talk: Arc<Talk>,
    pub(super) shared: Arc<Shared>,
    pub(super) subject: Subject,
    /// Counts the request until it is over.
    pub(super) permit: OwnedSemaphorePermit,
    /// Counts it among those of its caller, where it listens.
    pub(super) seat: Option<Seat>,
    /// The session it belongs to, where its stream can be read on.
    pub(super) session: Option<Session>,
}

/// What is to be answered.
pub(super) enum Subject {
    Request(RequestId),
    Batch(Vec<RequestId>),
}

/// Awaits the answer; what the handler does meanwhile decides its form.
pub(super) async fn settle(
    flight: Flight,
    accepts: Accepts,
    binding: &'static Binding,
) -> Response {
    let mut held = Held {
        flight: Some(flight),
        disconnect: binding.disconnect,
    };
    let shared = Arc::clone(&held.flight().shared);
    // Most requests are answered in one go: no timer is set for them.
    let first = poll_fn(|cx| Poll::Ready(held.poll_next(cx))).await;
    let next = match first {
        Poll::Ready(next) => next,
        Poll::Pending => tokio::select! {
            biased;
            next = poll_fn(|cx| held.poll_next(cx)) => next,
            () = sleep(shared.limits.keep_alive), if accepts.events => Next::Silence,
            () = shared.gate.closed() => Next::Closed,
        },
    };
    match next {
        Next::Reply(reply) => {
            let Flight { talk, session, .. } = held.take();
            answer(reply, talk, &shared, accepts, binding, session.as_ref())
        }
        Next::Spoken => held.stream().into_response(),
        // The first comment leaves at once.
        Next::Silence => held.stream().at_once().into_response(),
        Next::Closed => {
            let reply = held.take().subject.stopped();
            json(StatusCode::SERVICE_UNAVAILABLE, reply.frame)
        }
    }
}

/// Begins the stream of a request that listens as soon as it runs: its answer
/// comes when it ends, and what it says must not wait for that.
pub(super) async fn listen(
    flight: Flight,
    accepts: Accepts,
    binding: &'static Binding,
) -> Response {
    let mut held = Held {
        flight: Some(flight),
        disconnect: binding.disconnect,
    };
    match poll_fn(|cx| Poll::Ready(held.poll_next(cx))).await {
        Poll::Ready(Next::Reply(reply)) => {
            let Flight {
                talk,
                shared,
                session,
                ..
            } = held.take();
            answer(reply, talk, &shared, accepts, binding, session.as_ref())
        }
        // Where nothing has been said yet, a comment shows that it runs.
        _ => held.stream().at_once().into_response(),
    }
}

/// Answers with what was there before the response began.
pub(super) fn answer(
    reply: Option<Reply>,
    talk: Arc<Talk>,
    shared: &Shared,
    accepts: Accepts,
    binding: &Binding,
    session: Option<&Session>,
) -> Response {
    let Some(Reply {
        frame,
        code,
        session: opened,
        ..
    }) = reply
    else {
        // Cancelled: there is nothing to say to a client that has gone on.
        talk.close();
        return empty(StatusCode::ACCEPTED);
    };
    let status = code.map_or(StatusCode::OK, binding.answered);
    // A status other than 200 matters more than what was said before it,
    // and errors are JSON whatever the client prefers.
    let one_body = status != StatusCode::OK || (accepts.json && talk.is_silent());
    let response = if one_body {
        talk.close();
        json(status, frame)
    } else {
        let (events, name) = begin(&talk, shared, session);
        talk.end(Some(frame));
        if let Some(name) = name {
            shared.replay.end(name);
        }
        events.into_response()
    };
    with_session(response, opened)
}

/// Begins a stream; one that can be read on has a name.
fn begin(talk: &Arc<Talk>, shared: &Shared, session: Option<&Session>) -> (Events, Option<Name>) {
    let events = Events::new(
        Arc::clone(talk),
        Reader::default(),
        shared.limits.keep_alive,
    );
    let Some(session) = session.filter(|_| !shared.replay.is_off()) else {
        return (events, None);
    };
    let name = shared.replay.open(session.id(), Sort::Post, talk);
    let events = events.named(name);
    let events = if session.polls() {
        events.primed()
    } else {
        events
    };
    (events, Some(name))
}

/// What happens first.
enum Next {
    /// The answer is there; none for a request that was cancelled.
    Reply(Option<Reply>),
    /// The handler speaks.
    Spoken,
    /// Neither for a whole interval.
    Silence,
    /// The grace period is over.
    Closed,
}

/// A flight whose response has not begun: what happens to it when the client
/// hangs up is decided when this is dropped.
struct Held {
    flight: Option<Flight>,
    disconnect: Disconnect,
}

impl Held {
    fn flight(&mut self) -> &mut Flight {
        self.flight
            .as_mut()
            .expect("taken when the response begins")
    }

    fn take(&mut self) -> Flight {
        self.flight.take().expect("a response begins once")
    }

    /// The answer wins over what was said right before it.
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Next> {
        let Flight { exchange, talk, .. } = self.flight();
        match Pin::new(exchange).poll(cx) {
            Poll::Ready(reply) => Poll::Ready(Next::Reply(reply)),
            Poll::Pending => talk.poll_spoken(cx).map(|()| Next::Spoken),
        }
    }

    /// Begins the stream while the request goes on in a task of its own.
    fn stream(&mut self) -> Events {
        let flight = self.take();
        let (events, name) = begin(&flight.talk, &flight.shared, flight.session.as_ref());
        flight.depart(self.disconnect, name);
        events
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let Some(flight) = self.flight.take() else {
            return;
        };
        flight.talk.close();
        // Otherwise dropping the exchange is the cancellation.
        if self.disconnect == Disconnect::Detaches && tokio::runtime::Handle::try_current().is_ok()
        {
            flight.depart(self.disconnect, None);
        }
    }
}

/// Ends a talk even where its exchange panics.
struct Ending {
    talk: Arc<Talk>,
    shared: Arc<Shared>,
    name: Option<Name>,
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.talk.end(None);
        if let Some(name) = self.name {
            self.shared.replay.end(name);
        }
    }
}

impl Flight {
    /// Goes on in a task, which ends the talk with the answer.
    fn depart(self, disconnect: Disconnect, name: Option<Name>) {
        let ending = Ending {
            talk: Arc::clone(&self.talk),
            shared: Arc::clone(&self.shared),
            name,
        };
        tokio::spawn(async move {
            let reply = match disconnect {
                Disconnect::Cancels => self.attached().await,
                Disconnect::Detaches => self.detachable().await,
            };
            ending.talk.end(reply.map(|reply| reply.frame));
        });
    }

    /// Goes on as long as the client reads.
    async fn attached(mut self) -> Option<Reply> {
        tokio::select! {
            biased;
            reply = &mut self.exchange => reply,
            () = self.shared.gate.closed() => Some(self.subject.stopped()),
            () = self.talk.gone() => None,
        }
    }

    /// Goes on whether or not the client reads, but not for ever. While it
    /// does not, the request gives its place back to those that somebody
    /// waits for. Dropping the exchange is its cancellation.
    async fn detachable(self) -> Option<Reply> {
        let Self {
            mut exchange,
            talk,
            shared,
            subject,
            mut permit,
            seat: _seat,
            ..
        } = self;
        loop {
            tokio::select! {
                biased;
                reply = &mut exchange => return reply,
                () = shared.gate.closed() => return Some(subject.stopped()),
                () = talk.gone() => {}
            }
            let Some(detached) = shared.gate.detach(&permit) else {
                tracing::debug!(
                    "a request is dropped: its client is gone, as are those of many others"
                );
                return None;
            };
            drop(permit);
            tokio::select! {
                biased;
                reply = &mut exchange => return reply,
                () = shared.gate.closed() => return Some(subject.stopped()),
                () = talk.back() => {}
                () = sleep(DETACHED) => {
                    tracing::debug!(after = ?DETACHED, "a request is dropped: its client is gone");
                    return None;
                }
            }
            permit = shared.gate.attach(detached);
        }
    }
}

impl Subject {
    /// The answer to what outlived the grace period.
    fn stopped(&self) -> Reply {
        let error = Error::internal("The server is shutting down");
        match self {
            Self::Request(id) => Reply::error(Some(id), &error, ProtocolVersion::LATEST),
            Self::Batch(ids) => Reply::result(batch::stopped(ids, &error)),
        }
    }
}
