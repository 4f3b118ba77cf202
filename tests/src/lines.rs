//! Newline-framed messages over any byte stream.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};

use crate::soon;

/// A client of a byte stream: the host's end of a pipe.
///
/// What it reads must be whole messages and nothing else; anything more fails the test.
pub struct Lines<R, W> {
    reader: BufReader<R>,
    writer: Option<W>,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Lines<R, W> {
    /// Reads from one end, writes to the other.
    pub fn new(reader: R, writer: W) -> Self {
        Self {
            reader: BufReader::new(reader),
            writer: Some(writer),
        }
    }

    /// Writes one message.
    pub async fn send(&mut self, message: &Value) {
        self.send_raw(format!("{message}\n").as_bytes()).await;
    }

    /// Writes whatever it is given, in one go.
    ///
    /// # Panics
    ///
    /// When the other end does not take it, or the input was ended.
    pub async fn send_raw(&mut self, bytes: &[u8]) {
        let writer = self.writer.as_mut().expect("the input is open");
        let write = async {
            writer.write_all(bytes).await?;
            writer.flush().await
        };
        soon(write).await.expect("the server reads");
    }

    /// The next message; `None` at the end of the stream.
    ///
    /// # Panics
    ///
    /// When a line is no message.
    pub async fn next(&mut self) -> Option<Value> {
        let mut line = Vec::new();
        let read = soon(self.reader.read_until(b'\n', &mut line)).await;
        if read.expect("readable") == 0 {
            return None;
        }
        let shown = String::from_utf8_lossy(&line);
        assert!(line.ends_with(b"\n"), "half a line: {shown:?}");
        let message: Value = serde_json::from_slice(&line)
            .unwrap_or_else(|error| panic!("{error}: {shown:?} is no message"));
        let messages = match message.as_array() {
            Some(several) => several.as_slice(),
            None => std::slice::from_ref(&message),
        };
        for message in messages {
            assert_eq!(message["jsonrpc"], "2.0", "{message}");
        }
        Some(message)
    }

    /// The next message.
    ///
    /// # Panics
    ///
    /// At the end of the stream.
    pub async fn expect(&mut self) -> Value {
        self.next().await.expect("one more message")
    }

    /// Sends a request and gives back the answer, which must be the next message.
    pub async fn exchange(&mut self, request: &Value) -> Value {
        self.send(request).await;
        let answer = self.expect().await;
        assert_eq!(answer["id"], request["id"], "{answer}");
        answer
    }

    /// Closes the input; what is still to come can be read.
    pub async fn end_input(&mut self) {
        if let Some(mut writer) = self.writer.take() {
            // A peer that has gone already has no input to end.
            let _ = writer.shutdown().await;
        }
    }

    /// Everything until the stream ends.
    pub async fn rest(&mut self) -> Vec<Value> {
        let mut messages = Vec::new();
        while let Some(message) = self.next().await {
            messages.push(message);
        }
        messages
    }

    /// The two ends, for who uses them apart.
    ///
    /// # Panics
    ///
    /// When the input was ended.
    pub fn into_parts(self) -> (BufReader<R>, W) {
        (self.reader, self.writer.expect("the input is open"))
    }
}
