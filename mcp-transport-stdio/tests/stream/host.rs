//! The other end of the stream.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use mcp_core::transport::Outlet;
use mcp_transport_stdio::{Ended, Options, serve_on};
use serde_json::Value;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex, split,
};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::fake::{Fake, Seen};

pub(crate) struct Host {
    pub(crate) seen: Arc<Seen>,
    pub(crate) writer: Option<WriteHalf<DuplexStream>>,
    pub(crate) reader: BufReader<ReadHalf<DuplexStream>>,
    pub(crate) serving: JoinHandle<io::Result<Ended>>,
}

/// Nothing a test waits for may take this long.
pub(crate) async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(20), what)
        .await
        .expect("in time")
}

impl Host {
    pub(crate) fn start(options: Options) -> Self {
        let (ours, theirs) = duplex(64 * 1024);
        let (reader, writer) = split(theirs);
        let fake = Fake::default();
        let serving = tokio::spawn(serve_on(&fake, reader, writer, options));
        let (reader, writer) = split(ours);
        Self {
            seen: fake.0,
            writer: Some(writer),
            reader: BufReader::new(reader),
            serving,
        }
    }

    pub(crate) async fn send(&mut self, line: impl AsRef<[u8]>) {
        let writer = self.writer.as_mut().expect("not taken");
        soon(writer.write_all(line.as_ref()))
            .await
            .expect("written");
    }

    pub(crate) async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = soon(self.reader.read_line(&mut line)).await.expect("read");
        (read > 0).then_some(line)
    }

    pub(crate) async fn message(&mut self) -> Value {
        let line = self.line().await.expect("a message, not the end");
        assert!(line.ends_with('\n'), "a whole line: {line}");
        serde_json::from_str(&line).expect("JSON")
    }

    /// The id of the next answer.
    pub(crate) async fn id(&mut self) -> Value {
        self.message().await["id"].take()
    }

    /// The way for what belongs to no request.
    pub(crate) async fn unasked(&self) -> Arc<dyn Outlet> {
        until(|| self.seen.unasked.lock().unwrap().is_some()).await;
        self.seen.unasked.lock().unwrap().clone().expect("open")
    }

    pub(crate) async fn end_input(&mut self) {
        let writer = self.writer.as_mut().expect("not taken");
        writer.shutdown().await.expect("shut");
    }

    /// Everything that still comes.
    pub(crate) async fn rest(&mut self) -> Vec<Value> {
        let mut messages = Vec::new();
        while let Some(line) = self.line().await {
            messages.push(serde_json::from_str(&line).expect("JSON"));
        }
        messages
    }

    pub(crate) async fn ended(self) -> Ended {
        soon(self.serving)
            .await
            .expect("no panic")
            .expect("no error")
    }
}

/// Waits until `holds`.
pub(crate) async fn until(holds: impl Fn() -> bool) {
    soon(async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    })
    .await;
}
