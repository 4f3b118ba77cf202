//! Questions to a client, asked while the call waits.

use std::future::Future;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use mcp_core::era::legacy::encode;
use mcp_core::jsonrpc::write;
use mcp_core::transport::Outlet;
use mcp_core::types::InputRequest;
use mcp_core::{ErrorCode, RequestId};
use serde_json::json;
use serde_json::value::RawValue;
use tracing::Instrument as _;

use super::{Session, Traffic};
use crate::cancel::Cancel;
use crate::dispatch::CallFacts;
use crate::input::{Asked, Carrier, Unanswered};
use crate::trace::{Propagation, Question};

/// Sends each question on the stream of the call that asks, and waits for
/// the answer wherever the client posts it.
#[derive(Clone)]
pub(super) struct LiveCarrier {
    session: Arc<Session>,
    outlet: Arc<dyn Outlet>,
    /// The call's own: who cancels it withdraws its questions.
    cancel: Cancel,
    limit: Duration,
    propagation: Propagation,
}

impl LiveCarrier {
    pub(super) fn new(session: &Arc<Session>, facts: &CallFacts) -> Self {
        Self {
            session: Arc::clone(session),
            outlet: Arc::clone(&facts.outlet),
            cancel: facts.cancel.clone(),
            limit: facts.server.limits.question,
            propagation: facts.server.propagation.clone(),
        }
    }
}

impl LiveCarrier {
    async fn wait(
        &self,
        id: RequestId,
        request: &InputRequest,
        question: &Question,
    ) -> Result<Box<RawValue>, Unanswered> {
        let (session, outlet) = (&self.session, &*self.outlet);
        let trace = question.trace.as_ref();
        let frame = encode::input_request(&id, request, trace, session.version)
            .map_err(|error| Unanswered::Failed(error.to_string()))?;
        let answer = session
            .traffic
            .open_question(id.clone())
            .filter(|_| !self.cancel.is_cancelled())
            .ok_or(Unanswered::Gone)?;
        let open = Open {
            traffic: &session.traffic,
            outlet,
            id,
        };
        if !outlet.send(frame) {
            return Err(Unanswered::Gone);
        }
        let answer = unless_cancelled(&self.cancel, tokio::time::timeout(self.limit, answer));
        let answer = answer.await.ok_or(Unanswered::Gone)?;
        let outcome = answer.map_err(|_| Unanswered::TimedOut(self.limit))?;
        open.settled();
        match outcome.map_err(|_| Unanswered::Gone)? {
            Ok(result) => read(&result).map_err(Unanswered::Failed),
            Err(error) => {
                let Refusal { code, message } = refusal(&error);
                question.refused(ErrorCode(code), &message);
                Err(Unanswered::Failed(message))
            }
        }
    }
}

impl Carrier for LiveCarrier {
    fn ask(&self, request: InputRequest) -> Asked {
        let (carrier, id) = (self.clone(), fresh_id());
        let (method, version) = (request.method(), self.session.version);
        let question = Question::open(&self.propagation, method.as_str(), &id, version);
        let span = question.span.clone();
        let asked = async move {
            let answer = carrier.wait(id, &request, &question).await;
            match &answer {
                Err(Unanswered::TimedOut(_)) => question.timed_out(),
                Err(Unanswered::Gone) => question.gone(),
                Ok(_) | Err(Unanswered::Failed(_)) => {}
            }
            answer
        };
        Box::pin(asked.instrument(span))
    }

    fn completed(&self, elicitation_id: &str) {
        // On the stream of the call: no other client may hear of it.
        if let Some(frame) = encode::elicitation_complete(elicitation_id, self.session.version) {
            self.outlet.send(frame);
        }
    }
}

/// What comes of a future, unless the call is cancelled before or just then:
/// a "yes" to a call that nobody wants any more is none.
async fn unless_cancelled<F: Future>(cancel: &Cancel, work: F) -> Option<F::Output> {
    let mut work = std::pin::pin!(work);
    let mut cancelled = std::pin::pin!(cancel.cancelled());
    std::future::poll_fn(|cx| match cancelled.as_mut().poll(cx) {
        Poll::Ready(()) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(cx).map(Some),
    })
    .await
    .filter(|_| !cancel.is_cancelled())
}

/// A question that is open: whoever stops waiting tells the client so
/// (specification until 2025-11-25, "Timeouts").
struct Open<'a> {
    traffic: &'a Traffic,
    outlet: &'a dyn Outlet,
    id: RequestId,
}

impl Open<'_> {
    /// The answer is there: dropping this says nothing any more.
    fn settled(self) {
        self.traffic.drop_question(&self.id);
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        if self.traffic.drop_question(&self.id) {
            let params = json!({ "requestId": self.id, "reason": "no longer needed" }).to_string();
            self.outlet.send(write::notification(
                "notifications/cancelled",
                Some(params.as_bytes()),
            ));
        }
    }
}

/// An id that no question of this session had before, on any replica.
fn fresh_id() -> RequestId {
    let mut bytes = [0; 12];
    if let Err(error) = getrandom::fill(&mut bytes) {
        tracing::error!(%error, "no randomness for a question's id");
    }
    format!("ask-{}", data_encoding::HEXLOWER.encode(&bytes)).into()
}

fn read(raw: &Bytes) -> Result<Box<RawValue>, String> {
    serde_json::from_slice(raw).map_err(|error| error.to_string())
}

/// The client's error object.
#[derive(serde::Deserialize)]
struct Refusal {
    code: i64,
    message: String,
}

fn refusal(raw: &Bytes) -> Refusal {
    serde_json::from_slice(raw).unwrap_or_else(|_| Refusal {
        code: ErrorCode::INTERNAL_ERROR.0,
        message: "the client failed to answer".to_owned(),
    })
}
