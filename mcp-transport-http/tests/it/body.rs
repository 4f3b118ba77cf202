//! Bodies: how long, how slow, in how many pieces.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http_body::Frame;
use tokio::io::AsyncWriteExt;
use tower::ServiceExt;

use crate::client::{Answer, Call, Socket, serve};
use crate::engine::Engine;

/// A body in pieces, without a stated length.
struct Pieces {
    piece: Bytes,
    left: usize,
    taken: Arc<AtomicUsize>,
    /// Never ends, and never says more, after the last piece.
    hangs: bool,
}

impl http_body::Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.left == 0 {
            return if self.hangs {
                Poll::Pending
            } else {
                Poll::Ready(None)
            };
        }
        self.left -= 1;
        self.taken.fetch_add(self.piece.len(), Ordering::Relaxed);
        Poll::Ready(Some(Ok(Frame::data(self.piece.clone()))))
    }
}

fn pieces(call: Call, body: Pieces) -> http::Request<Body> {
    call.request().map(|_| Body::new(body))
}

// S-SEC-16
#[tokio::test]
async fn the_limit_is_four_mebibytes_unless_set() {
    let engine = Engine::new();
    let padded = |length: usize| {
        let mut call = Call::modern_tool("echo");
        let missing = length - call.body.len();
        call.body.push_str(&" ".repeat(missing));
        call
    };
    let limit = 4 * 1024 * 1024;
    assert_eq!(padded(limit).send(&engine.endpoint()).await.status, 200);
    let answer = padded(limit + 1).send(&engine.endpoint()).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (413, Some(-32600)));
    assert!(
        answer.json()["error"]["message"]
            .as_str()
            .unwrap()
            .contains("4194304")
    );
    assert!(answer.json().get("id").is_none());
    let small = engine.builder().max_body(1000).build().unwrap();
    assert_eq!(padded(1000).send(&small).await.status, 200);
    assert_eq!(padded(1001).send(&small).await.status, 413);
}

#[tokio::test]
async fn an_endless_body_is_not_read_to_its_end() {
    let taken = Arc::new(AtomicUsize::new(0));
    let body = Pieces {
        piece: Bytes::from(vec![b' '; 64 * 1024]),
        left: usize::MAX,
        taken: taken.clone(),
        hangs: false,
    };
    let request = pieces(Call::modern_tool("echo"), body);
    let answer = Answer::read(Engine::new().endpoint().oneshot(request).await.unwrap()).await;
    assert_eq!(answer.status, 413);
    assert!(taken.load(Ordering::Relaxed) <= 4 * 1024 * 1024 + 64 * 1024);
}

#[tokio::test]
async fn a_body_in_pieces_is_put_together() {
    let call = Call::modern_tool("echo");
    let bytes = Bytes::from(call.body.clone());
    let halves = [bytes.slice(..9), bytes.slice(9..)].map(Ok::<_, Infallible>);
    let stream = futures_util::stream::iter(halves);
    let request = call.request().map(|_| Body::from_stream(stream));
    let answer = Answer::read(Engine::new().endpoint().oneshot(request).await.unwrap()).await;
    assert_eq!(answer.status, 200);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_come_is_given_up() {
    let body = Pieces {
        piece: Bytes::from_static(b"{"),
        left: 1,
        taken: Arc::default(),
        hangs: true,
    };
    let before = tokio::time::Instant::now();
    let request = pieces(Call::modern_tool("echo"), body);
    let answer = Answer::read(Engine::new().endpoint().oneshot(request).await.unwrap()).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (408, Some(-32600)));
    assert_eq!(before.elapsed(), Duration::from_secs(30));
}

// S-SEC-16
#[tokio::test(start_paused = true)]
async fn bodies_that_hang_are_bounded_in_number() {
    let endpoint = Engine::new().builder().max_in_flight(1).build().unwrap();
    let hanging = Pieces {
        piece: Bytes::new(),
        left: 0,
        taken: Arc::default(),
        hangs: true,
    };
    let hanging = tokio::spawn(
        endpoint
            .clone()
            .oneshot(pieces(Call::modern_tool("echo"), hanging)),
    );
    tokio::task::yield_now().await;
    let refused = Call::modern_tool("echo").send(&endpoint).await;
    assert_eq!(refused.status, 503);
    assert_eq!(hanging.await.unwrap().unwrap().status(), 408);
    assert_eq!(
        Call::modern_tool("echo").send(&endpoint).await.status,
        200,
        "there is room again"
    );
}

#[tokio::test]
async fn a_chunked_body_over_the_limit_is_refused_on_the_wire() {
    let engine = Engine::new();
    let bound = engine
        .builder()
        .max_body(1024)
        .bind("127.0.0.1:0")
        .await
        .unwrap();
    let address = bound.local_addr();
    let (_stop, _served) = serve(bound);
    let mut socket = Socket::open(address).await;
    let head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                transfer-encoding: chunked\r\n\r\n";
    socket.0.write_all(head.as_bytes()).await.unwrap();
    for _ in 0..5 {
        socket
            .0
            .write_all(format!("100\r\n{}\r\n", " ".repeat(256)).as_bytes())
            .await
            .unwrap();
    }
    socket.until("HTTP/1.1 413").await;
}

#[tokio::test]
async fn a_body_that_says_it_is_too_long_is_not_waited_for() {
    let engine = Engine::new();
    let bound = engine.builder().bind("127.0.0.1:0").await.unwrap();
    let address = bound.local_addr();
    let (_stop, _served) = serve(bound);
    let mut socket = Socket::open(address).await;
    let head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                content-length: 4194305\r\n\r\n";
    socket.0.write_all(head.as_bytes()).await.unwrap();
    socket.until("HTTP/1.1 413").await;
}
