//! The body of a response, piece by piece (RFC 9112, sections 6 and 7).

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::net::TcpStream;

/// Reads as the head of the response says.
pub(super) struct Body {
    reader: BufReader<TcpStream>,
    framing: Framing,
}

pub(super) enum Framing {
    /// So many bytes are left.
    Length(usize),
    /// Pieces that tell their length, the last of which is empty.
    Chunks,
    /// Nothing is left.
    Ended,
}

impl Body {
    pub(super) fn new(reader: BufReader<TcpStream>, framing: Framing) -> Self {
        Self { reader, framing }
    }

    pub(super) fn into_reader(self) -> BufReader<TcpStream> {
        self.reader
    }

    /// The next piece; `None` after the end.
    pub(super) async fn next(&mut self) -> Option<Vec<u8>> {
        match self.framing {
            Framing::Ended => None,
            Framing::Length(length) => {
                self.framing = Framing::Ended;
                (length > 0).then_some(())?;
                Some(self.exactly(length).await)
            }
            Framing::Chunks => self.chunk().await,
        }
    }

    async fn chunk(&mut self) -> Option<Vec<u8>> {
        let mut line = String::new();
        // A connection that is cut ends the stream as well.
        if self.reader.read_line(&mut line).await.is_err() || line.is_empty() {
            self.framing = Framing::Ended;
            return None;
        }
        let length = usize::from_str_radix(line.trim_end(), 16).expect("the length of a chunk");
        let piece = self.exactly(length).await;
        assert_eq!(self.exactly(2).await, b"\r\n", "the end of a chunk");
        if length == 0 {
            self.framing = Framing::Ended;
            return None;
        }
        Some(piece)
    }

    async fn exactly(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.reader
            .read_exact(&mut bytes)
            .await
            .expect("a whole body");
        bytes
    }
}
