//! Server-sent events (WHATWG HTML, "Server-sent events").

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http_body::Frame;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;
use tokio::time::{Instant, Sleep};

use super::talk::Talk;
use crate::header;

/// A comment: keeps connections open and means nothing to clients.
const COMMENT: &[u8] = b":\n\n";

/// The body of a stream: what is said, until the answer.
pub(super) struct Events {
    talk: Arc<Talk>,
    interval: Duration,
    silence: Pin<Box<Sleep>>,
    /// Aborted when the client hangs up.
    cancels: Option<AbortHandle>,
    /// Dropped when the client hangs up.
    _listening: Option<oneshot::Sender<Infallible>>,
}

impl Events {
    /// Reads a talk; the first comment comes after `silence`, later ones
    /// after each `interval` without a message.
    pub(super) fn new(talk: Arc<Talk>, silence: Duration, interval: Duration) -> Self {
        Self {
            talk,
            interval,
            silence: Box::pin(tokio::time::sleep(silence)),
            cancels: None,
            _listening: None,
        }
    }

    /// Aborts a task when the client hangs up.
    pub(super) fn cancelling(mut self, task: AbortHandle) -> Self {
        self.cancels = Some(task);
        self
    }

    /// Tells the receiver when the client hangs up, by dropping this end.
    pub(super) fn listening(mut self, listening: oneshot::Sender<Infallible>) -> Self {
        self._listening = Some(listening);
        self
    }

    pub(super) fn into_response(self) -> Response {
        let mut response = Response::new(Body::new(self));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        // Proxies that compress would hold events back.
        headers.insert(
            CACHE_CONTROL,
            HeaderValue::from_static("no-cache, no-transform"),
        );
        headers.insert(&header::ACCEL_BUFFERING, HeaderValue::from_static("no"));
        response
    }
}

impl http_body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let chunk = match self.talk.poll_frames(cx) {
            Poll::Ready(None) => return Poll::Ready(None),
            Poll::Ready(Some(frames)) => {
                let mut chunk =
                    Vec::with_capacity(frames.iter().map(|frame| frame.len() + 24).sum());
                for frame in &frames {
                    write(&mut chunk, frame);
                }
                Bytes::from(chunk)
            }
            Poll::Pending => {
                std::task::ready!(self.silence.as_mut().poll(cx));
                Bytes::from_static(COMMENT)
            }
        };
        let next = Instant::now() + self.interval;
        self.silence.as_mut().reset(next);
        Poll::Ready(Some(Ok(Frame::data(chunk))))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.talk.close();
        if let Some(task) = &self.cancels {
            task.abort();
        }
    }
}

/// Writes one message as one event with one `data` line.
///
/// Both the `event` line and the space after `data:` may be left out by the
/// standard; clients exist that need them.
fn write(out: &mut Vec<u8>, frame: &[u8]) {
    out.extend_from_slice(b"event: message\ndata: ");
    let start = out.len();
    out.extend_from_slice(frame);
    // A line break in JSON text is whitespace between tokens, never data.
    for byte in &mut out[start..] {
        if matches!(*byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
    out.extend_from_slice(b"\n\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line() {
        let mut out = Vec::new();
        write(&mut out, b"{\"a\":\r\n1}");
        assert_eq!(out, b"event: message\ndata: {\"a\":  1}\n\n");
    }
}
