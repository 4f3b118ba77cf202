//! A connection that is kept.

use std::net::SocketAddr;

use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use super::{Request, Response};
use crate::soon;

/// One connection for many requests, one after the other.
pub struct Connection {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl Connection {
    /// Connects.
    ///
    /// # Panics
    ///
    /// When the server cannot be reached.
    pub async fn open(address: SocketAddr) -> Self {
        let stream = soon(TcpStream::connect(address)).await.expect("it listens");
        stream.set_nodelay(true).expect("a socket");
        Self {
            address,
            stream: Some(BufReader::new(stream)),
        }
    }

    /// Sends a request and reads the head of the answer. [`Connection::finish`] takes the answer back.
    ///
    /// # Panics
    ///
    /// When the answer before was not finished, or the server has closed the connection.
    pub async fn exchange(&mut self, request: &Request) -> Response {
        let mut stream = self.stream.take().expect("the answer before is finished");
        let bytes = request.to_bytes(self.address);
        soon(stream.write_all(&bytes))
            .await
            .expect("the connection is kept");
        soon(Response::from_reader(stream)).await
    }

    /// Reads an answer to its end; the connection is free for the next request.
    pub async fn finish(&mut self, response: Response) -> String {
        let (text, stream) = response.into_text().await;
        self.stream = Some(stream);
        text
    }
}
