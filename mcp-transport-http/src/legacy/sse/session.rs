//! One client's stream, and the work that is done for it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::response::Response;
use http::StatusCode;
use mcp_core::transport::{
    Accepted, Connection, Exchange, Incoming, Origin, Principal, Reply, SessionGone,
};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinSet;

use super::super::sessions::gone;
use crate::caller::Key;
use crate::endpoint::Shared;
use crate::listening::{Place, Seat};
use crate::refusal::Refusal;
use crate::reply::{Talk, empty, json};
use crate::service;

/// What counts a request as long as it runs or listens.
type Room = (OwnedSemaphorePermit, Option<Seat>);

/// A session, as long as its stream.
pub(super) struct Session {
    connection: Arc<dyn Connection>,
    talk: Arc<Talk>,
    principal: Option<Principal>,
    caller: Option<Key>,
    /// Requests that run; none once the session ends.
    work: Mutex<Option<JoinSet<()>>>,
}

impl Session {
    pub(super) fn new(
        connection: Arc<dyn Connection>,
        origin: &Origin,
        caller: Option<Key>,
        talk: &Arc<Talk>,
    ) -> Self {
        Self {
            connection,
            talk: Arc::clone(talk),
            principal: origin.principal.clone(),
            caller,
            work: Mutex::new(Some(JoinSet::new())),
        }
    }

    /// Whether the caller is who opened it.
    pub(super) fn is_of(&self, origin: &Origin) -> bool {
        self.principal == origin.principal
    }

    /// Takes a message.
    ///
    /// # Errors
    ///
    /// 503 where too much goes on, or waits for the client to read it; 404
    /// where the session has just ended.
    pub(super) fn take(&self, shared: &Shared, incoming: Incoming) -> Result<Response, Refusal> {
        let id = incoming.id().cloned();
        if self.talk.is_full() {
            return Err(service::busy().to(id.as_ref()));
        }
        let connection = Arc::clone(&self.connection);
        let (exchange, room) = match connection.accept(incoming, self.talk.clone()) {
            Accepted::Done => return Ok(accepted()),
            Accepted::Rejected(reply) if id.is_some() => return Ok(self.answer(Some(reply))),
            // The stream has no word for a notification.
            Accepted::Rejected(reply) => return Ok(json(StatusCode::BAD_REQUEST, reply.frame)),
            Accepted::Request(exchange) => {
                let permit = shared.gate.run().ok_or_else(service::busy);
                (exchange, permit.map(|permit| (permit, None)))
            }
            Accepted::Listening(exchange) => {
                let place = shared.listen(self.caller.clone());
                (exchange, place.map(|place| (place.permit, place.seat)))
            }
        };
        let exchange = match exchange.into_ready() {
            Ok(reply) => return Ok(self.answer(reply)),
            Err(exchange) => exchange,
        };
        let room = room.map_err(|refusal| refusal.to(id.as_ref()))?;
        let mut work = self.work();
        let work = work.as_mut().ok_or_else(|| gone(SessionGone))?;
        // What has ended is let go of here, so that it does not pile up.
        while work.try_join_next().is_some() {}
        work.spawn(run(exchange, Arc::clone(&self.talk), room));
        Ok(accepted())
    }

    fn answer(&self, reply: Option<Reply>) -> Response {
        if let Some(reply) = reply {
            self.talk.insist(reply.frame);
        }
        accepted()
    }

    /// Tells what belongs to no request, and ends with the stream. When the
    /// engine ends first, requests that run have until the gate closes.
    pub(super) async fn run(self: Arc<Self>, shared: Arc<Shared>, key: Box<str>, _place: Place) {
        let ending = Ending {
            session: self,
            shared,
            key,
        };
        let Ending {
            session, shared, ..
        } = &ending;
        let told = Arc::clone(&session.connection).listen(session.talk.clone());
        let over = async {
            tokio::select! {
                () = shared.gate.closed() => {}
                () = session.talk.gone() => {}
            }
        };
        tokio::select! {
            biased;
            () = over => {}
            () = async {
                told.await;
                if let Some(mut work) = ending.retire() {
                    while work.join_next().await.is_some() {}
                }
            } => {}
        }
    }

    fn work(&self) -> MutexGuard<'_, Option<JoinSet<()>>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn accepted() -> Response {
    empty(StatusCode::ACCEPTED)
}

async fn run(exchange: Exchange, talk: Arc<Talk>, _room: Room) {
    if let Some(reply) = exchange.await {
        talk.insist(reply.frame);
    }
}

/// Ends a session, even where the engine panics.
struct Ending {
    session: Arc<Session>,
    shared: Arc<Shared>,
    key: Box<str>,
}

impl Ending {
    /// Takes no more messages, and hands out the work that runs.
    fn retire(&self) -> Option<JoinSet<()>> {
        if let Some(desk) = &self.shared.sse {
            desk.sessions().remove(&*self.key);
        }
        self.session.work().take()
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        // Dropping the work cancels it.
        drop(self.retire());
        self.session.connection.close();
        self.session.talk.end(None);
    }
}
