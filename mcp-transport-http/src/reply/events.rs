//! Server-sent events (WHATWG HTML, "Server-sent events").

use std::convert::Infallible;
use std::fmt::Write as _;
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
use tokio::time::{Instant, Sleep};

use super::ring::Run;
use super::talk::{Reader, Said, Talk};
use crate::header;

/// A comment: keeps connections open and means nothing to clients.
const COMMENT: &[u8] = b":\n\n";

/// How long a client that is sent away shall stay away, in milliseconds.
const RETRY: &[u8] = b"retry: 500\n\n";

/// The body of a stream: what is said, until the answer.
pub(crate) struct Events {
    talk: Arc<Talk>,
    reader: Reader,
    /// Under which name its events can be referred to.
    name: Option<Box<str>>,
    /// What is written before anything else.
    prelude: Option<Bytes>,
    interval: Duration,
    silence: Pin<Box<Sleep>>,
    over: bool,
}

impl Events {
    /// Reads a talk; a comment comes after each `interval` without a message.
    pub(crate) fn new(talk: Arc<Talk>, reader: Reader, interval: Duration) -> Self {
        Self {
            talk,
            reader,
            name: None,
            prelude: None,
            interval,
            silence: Box::pin(tokio::time::sleep(interval)),
            over: false,
        }
    }

    /// The first comment comes at once, if nothing has been said.
    pub(crate) fn at_once(mut self) -> Self {
        self.silence.as_mut().reset(Instant::now());
        self
    }

    /// Gives each event an id.
    pub(crate) fn named(mut self, name: impl ToString) -> Self {
        self.name = Some(name.to_string().into());
        self
    }

    /// Begins with an event that has an id and no data: a client that loses
    /// the connection right after it can read on already. Others than those
    /// of 2025-11-25 take its data for a message.
    pub(crate) fn primed(mut self) -> Self {
        if let Some(name) = &self.name {
            self.prelude = Some(format!("id: {name}-0\ndata:\n\n").into());
        }
        self
    }

    /// Begins with an event of another sort than a message.
    #[cfg(feature = "legacy-sse")]
    pub(crate) fn beginning(mut self, event: &str, data: &str) -> Self {
        self.prelude = Some(format!("event: {event}\ndata: {data}\n\n").into());
        self
    }

    pub(crate) fn into_response(self) -> Response {
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

    fn write(&self, run: &Run) -> Bytes {
        let name = self.name.as_deref();
        let overhead = 24 + name.map_or(0, |name| name.len() + 12);
        let length = run.frames.iter().map(|frame| frame.len() + overhead).sum();
        let mut chunk = Vec::with_capacity(length);
        let mut id = String::new();
        for (number, frame) in (run.first..).zip(&run.frames) {
            if let Some(name) = name {
                id.clear();
                // Writing to a string cannot fail.
                let _ = writeln!(id, "id: {name}-{number}");
                chunk.extend_from_slice(id.as_bytes());
            }
            write(&mut chunk, frame);
        }
        Bytes::from(chunk)
    }
}

impl http_body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.over {
            return Poll::Ready(None);
        }
        let chunk = if let Some(prelude) = self.prelude.take() {
            prelude
        } else {
            match self.talk.poll_read(self.reader, cx) {
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Ready(Some(Said::Frames(run))) => self.write(&run),
                Poll::Ready(Some(Said::ComeBack)) => {
                    self.over = true;
                    Bytes::from_static(RETRY)
                }
                Poll::Pending => {
                    std::task::ready!(self.silence.as_mut().poll(cx));
                    Bytes::from_static(COMMENT)
                }
            }
        };
        let next = Instant::now() + self.interval;
        self.silence.as_mut().reset(next);
        Poll::Ready(Some(Ok(Frame::data(chunk))))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.talk.leave(self.reader);
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
