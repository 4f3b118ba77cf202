//! One body or a stream: decided by what happens first.

use std::future::{pending, poll_fn, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::Response;
use http::StatusCode;
use mcp_core::transport::{Exchange, Reply};
use mcp_core::{Error, ProtocolVersion, RequestId};
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::events::Events;
use super::talk::Talk;
use super::{Binding, Disconnect, empty, json, with_session};
use crate::endpoint::Shared;
use crate::guard::media::Accepts;

/// How long a request of a session may go on once its client has hung up.
///
/// A client that lost its network has not cancelled, so what it asked to be
/// done is done where that takes no longer. More would serve nobody: streams
/// cannot be resumed here, so the answer can no longer be fetched.
const DETACHED: Duration = Duration::from_secs(60);

/// A request under way.
pub(super) struct Flight {
    pub(super) exchange: Exchange,
    pub(super) talk: Arc<Talk>,
    pub(super) shared: Arc<Shared>,
    pub(super) id: RequestId,
    /// Counts the request until it is over.
    pub(super) permit: OwnedSemaphorePermit,
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
    let interval = shared.limits.keep_alive;
    // Most requests are answered in one go: no timer is set for them.
    let first = poll_fn(|cx| Poll::Ready(held.poll_next(cx))).await;
    let next = match first {
        Poll::Ready(next) => next,
        Poll::Pending => tokio::select! {
            biased;
            next = poll_fn(|cx| held.poll_next(cx)) => next,
            () = tokio::time::sleep(interval), if accepts.events => Next::Silence,
            () = shared.gate.closed() => Next::Closed,
        },
    };
    match next {
        Next::Reply(reply) => {
            let talk = held.take().talk;
            answer(reply, talk, &shared, accepts, binding)
        }
        Next::Spoken => held.stream(interval),
        // The first comment leaves at once.
        Next::Silence => held.stream(Duration::ZERO),
        Next::Closed => {
            let reply = stopped(&held.take().id);
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
            let Flight { talk, shared, .. } = held.take();
            answer(reply, talk, &shared, accepts, binding)
        }
        // Where nothing has been said yet, a comment shows that it runs.
        _ => held.stream(Duration::ZERO),
    }
}

/// Answers with what was there before the response began.
pub(super) fn answer(
    reply: Option<Reply>,
    talk: Arc<Talk>,
    shared: &Shared,
    accepts: Accepts,
    binding: &Binding,
) -> Response {
    let Some(Reply {
        frame,
        code,
        session,
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
        talk.end(Some(frame));
        let interval = shared.limits.keep_alive;
        Events::new(talk, interval, interval).into_response()
    };
    with_session(response, session)
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
    fn stream(&mut self, silence: Duration) -> Response {
        let flight = self.take();
        let interval = flight.shared.limits.keep_alive;
        let events = Events::new(Arc::clone(&flight.talk), silence, interval);
        match self.disconnect {
            Disconnect::Cancels => events.cancelling(flight.depart(pending())),
            Disconnect::Detaches => {
                let (listening, gone) = oneshot::channel();
                flight.depart(async move {
                    // Nothing is ever sent: the end with the stream is dropped.
                    let _ = gone.await;
                });
                events.listening(listening)
            }
        }
        .into_response()
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
            flight.depart(ready(()));
        }
    }
}

impl Flight {
    /// Goes on in a task, which ends the talk with the answer.
    ///
    /// Once the client has `gone`, it gives its place back to requests that
    /// somebody waits for, and has until [`DETACHED`] to end.
    fn depart(self, gone: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
        // Ends the talk even where the exchange panics or is aborted.
        struct Ending(Arc<Talk>);
        impl Drop for Ending {
            fn drop(&mut self) {
                self.0.end(None);
            }
        }
        let task = async move {
            let ending = Ending(Arc::clone(&self.talk));
            let Self {
                mut exchange,
                shared,
                id,
                permit,
                ..
            } = self;
            let reply = tokio::select! {
                biased;
                reply = &mut exchange => reply,
                () = shared.gate.closed() => Some(stopped(&id)),
                () = gone => {
                    detached(exchange, &shared, permit).await;
                    None
                }
            };
            ending.0.end(reply.map(|reply| reply.frame));
        };
        tokio::spawn(task).abort_handle()
    }
}

/// Lets a request go on that nobody waits for, if there is room, but not for
/// ever. Dropping it is its cancellation.
async fn detached(exchange: Exchange, shared: &Shared, permit: OwnedSemaphorePermit) {
    let Some(_detached) = shared.gate.detach() else {
        tracing::debug!("a request is dropped: its client is gone, as are those of many others");
        return;
    };
    drop(permit);
    tokio::select! {
        biased;
        ended = timeout(DETACHED, exchange) => if ended.is_err() {
            tracing::debug!(after = ?DETACHED, "a request is dropped: its client is gone");
        },
        () = shared.gate.closed() => {}
    }
}

/// The answer to a request that outlived the grace period.
fn stopped(id: &RequestId) -> Reply {
    let error = Error::internal("The server is shutting down");
    Reply::error(Some(id), &error, ProtocolVersion::LATEST)
}
