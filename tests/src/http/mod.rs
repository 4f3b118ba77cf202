//! HTTP/1.1 on a socket, written and read by hand: a client that sends what it is told and shows what it gets.
//!
//! Libraries for HTTP correct their callers; here a header may be missing, doubled or wrong, and a connection may be cut
//! in the middle.

mod body;
mod connection;
mod request;
mod response;

use std::net::SocketAddr;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

pub use connection::Connection;
pub use request::Request;
pub use response::{Event, Response};

use crate::soon;

/// Sends one request on a connection of its own and reads the head of the answer. Dropping the response cuts the
/// connection.
///
/// # Panics
///
/// When the server cannot be reached, or does not answer in HTTP/1.1.
pub async fn send(address: SocketAddr, request: &Request) -> Response {
    let stream = connect(address, request).await;
    soon(Response::from_stream(stream)).await
}

/// Sends one request on a connection of its own and does not wait.
///
/// # Panics
///
/// When the server cannot be reached.
pub async fn connect(address: SocketAddr, request: &Request) -> TcpStream {
    let mut stream = soon(TcpStream::connect(address)).await.expect("it listens");
    stream.set_nodelay(true).expect("a socket");
    // A server that refuses by the head alone may close before the body is sent.
    let _ = soon(stream.write_all(&request.to_bytes(address))).await;
    stream
}
