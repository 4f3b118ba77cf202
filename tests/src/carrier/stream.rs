//! A byte stream, served by the stdio transport.

use mcp_core::transport::Origin;
use mcp_server::Server;
use mcp_transport_stdio::{Options, serve_on};
use serde_json::Value;
use tokio::io::{AsyncWriteExt as _, DuplexStream, WriteHalf, duplex, split};

use super::Mailbox;
use crate::{Lines, soon};

/// As large as a pipe.
const PIPE: usize = 64 * 1024;

/// The host's end.
pub(super) struct Stream {
    writer: WriteHalf<DuplexStream>,
}

impl Stream {
    pub(super) fn open(
        server: &Server,
        sender: Mailbox,
        origin: Origin,
        stopped: impl Future<Output = ()> + Send + 'static,
    ) -> Self {
        let (ours, theirs) = duplex(PIPE);
        let (reader, writer) = split(theirs);
        tokio::spawn(serve_on(
            &*server.service(),
            reader,
            writer,
            Options::new().origin(origin).stop_when(stopped),
        ));
        let (reader, writer) = split(ours);
        tokio::spawn(async move {
            let mut lines = Lines::new(reader, tokio::io::sink());
            while let Some(message) = lines.next().await {
                if !sender.put(message) {
                    break;
                }
            }
        });
        Self { writer }
    }

    pub(super) async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        soon(self.writer.write_all(line.as_bytes()))
            .await
            .expect("the server reads");
    }
}
