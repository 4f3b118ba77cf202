//! Several messages in one POST, which only sessions of 2025-03-26 may send
//! (specification of 2025-03-26, "Base protocol: Batching").

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::response::Response;
use bytes::Bytes;
use http::StatusCode;
use mcp_core::jsonrpc::{Fault, write};
use mcp_core::transport::{Accepted, Connection, Exchange, Incoming, Reply};
use mcp_core::{ProtocolVersion, RequestId};
use tokio::sync::OwnedSemaphorePermit;

use super::Session;
use super::settle::{self, Flight, Subject};
use super::{Binding, empty, json, talk_for};
use crate::endpoint::Shared;
use crate::guard::media::Accepts;
use crate::refusal::Refusal;
use crate::service::busy;

/// What was found out about the messages of a batch so far.
#[derive(Default)]
struct Batch {
    slots: Vec<Slot>,
    ids: Vec<RequestId>,
    permit: Option<OwnedSemaphorePermit>,
    /// Why a notification or an answer was not taken, which has no answer.
    refused: Option<Bytes>,
    /// Whether any message was read.
    sound: bool,
}

/// A place in the array of answers.
enum Slot {
    Answered(Bytes),
    Running(Exchange),
    /// Cancelled: nothing is said of it.
    Silent,
}

/// Hands the messages of a batch to the engine, in order, and answers its
/// requests with one array.
pub(crate) async fn deliver(
    shared: Arc<Shared>,
    connection: Arc<dyn Connection>,
    messages: Vec<Result<Incoming, Fault>>,
    accepts: Accepts,
    binding: &'static Binding,
    session: Option<Session>,
) -> Response {
    let talk = Arc::new(talk_for(&shared, accepts, session.as_ref()));
    let mut batch = Batch::default();
    for message in messages {
        match message {
            Ok(incoming) => {
                let id = incoming.id().cloned();
                let accepted = Arc::clone(&connection).accept(incoming, talk.clone());
                batch.add(&shared, id, accepted);
            }
            Err(fault) => batch.refuse(Refusal::from(fault)),
        }
    }
    let Batch {
        slots,
        ids,
        permit,
        refused,
        sound,
    } = batch;
    if slots.is_empty() {
        return match refused {
            Some(frame) => json(StatusCode::BAD_REQUEST, frame),
            None => empty(StatusCode::ACCEPTED),
        };
    }
    let mut answers = Answers(slots);
    let Some(permit) = permit else {
        // Nothing runs: each answer is there.
        let reply = answers.take();
        return match reply {
            Some(reply) if !sound => json(StatusCode::BAD_REQUEST, reply.frame),
            reply => settle::answer(reply, talk, &shared, accepts, binding, session.as_ref()),
        };
    };
    let exchange = Exchange::run(async move { poll_fn(|cx| answers.poll(cx)).await });
    let flight = Flight {
        exchange,
        talk,
        shared,
        subject: Subject::Batch(ids),
        permit,
        seat: None,
        session,
    };
    settle::settle(flight, accepts, binding).await
}

impl Batch {
    fn add(&mut self, shared: &Shared, id: Option<RequestId>, accepted: Accepted) {
        self.sound = true;
        let Some(id) = id else {
            if let Accepted::Rejected(reply) = accepted {
                self.refused = Some(reply.frame);
            }
            return;
        };
        let slot = match accepted {
            Accepted::Rejected(reply) => Slot::Answered(reply.frame),
            Accepted::Done => Slot::Silent,
            Accepted::Request(exchange) | Accepted::Listening(exchange) => {
                match exchange.into_ready() {
                    Ok(Some(reply)) => Slot::Answered(reply.frame),
                    Ok(None) => Slot::Silent,
                    Err(exchange) => match shared.gate.run() {
                        Some(permit) => {
                            self.count(permit);
                            Slot::Running(exchange)
                        }
                        // Dropping the exchange cancels it.
                        None => Slot::Answered(busy().to(Some(&id)).into_frame()),
                    },
                }
            }
        };
        self.ids.push(id);
        self.slots.push(slot);
    }

    /// What is no message is answered as well, with an error of its own.
    fn refuse(&mut self, refusal: Refusal) {
        self.slots.push(Slot::Answered(refusal.into_frame()));
    }

    fn count(&mut self, permit: OwnedSemaphorePermit) {
        match &mut self.permit {
            Some(permits) => permits.merge(permit),
            None => self.permit = Some(permit),
        }
    }
}

/// The answers of a batch, in the order of its requests.
struct Answers(Vec<Slot>);

impl Answers {
    /// Each request runs on while others are waited for.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Reply>> {
        let mut running = false;
        for slot in &mut self.0 {
            if let Slot::Running(exchange) = slot {
                match Pin::new(exchange).poll(cx) {
                    Poll::Ready(Some(reply)) => *slot = Slot::Answered(reply.frame),
                    Poll::Ready(None) => *slot = Slot::Silent,
                    Poll::Pending => running = true,
                }
            }
        }
        if running {
            Poll::Pending
        } else {
            Poll::Ready(self.take())
        }
    }

    fn take(&mut self) -> Option<Reply> {
        let answered = |slot| match slot {
            Slot::Answered(frame) => Some(frame),
            Slot::Running(_) | Slot::Silent => None,
        };
        let frames: Vec<_> = self.0.drain(..).filter_map(answered).collect();
        (!frames.is_empty()).then(|| Reply::result(write::batch(&frames)))
    }
}

/// The answer to a batch that outlived the grace period.
pub(super) fn stopped(ids: &[RequestId], error: &mcp_core::Error) -> Bytes {
    let frame = |id| write::error(Some(id), error, ProtocolVersion::LATEST);
    write::batch(&ids.iter().map(frame).collect::<Vec<_>>())
}
