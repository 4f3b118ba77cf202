//! Standard input, read by a thread that may block.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};

use super::streams;

/// As much as a pipe holds.
const CHUNK: usize = 64 * 1024;

/// A reader that blocks instead of being pending.
///
/// Not `std::io::stdin()`: its lock would be held during the read, for ever
/// when the thread is left behind, and code that touches it would hang.
pub(super) struct Stdin {
    file: File,
    /// Read into first, because a `ReadBuf` would have to be zeroed each time.
    chunk: Box<[u8]>,
}

impl Stdin {
    pub(super) fn new(file: File) -> Self {
        Self {
            file,
            chunk: vec![0; CHUNK].into(),
        }
    }
}

impl AsyncRead for Stdin {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let room = buffer.remaining().min(this.chunk.len());
        loop {
            match this.file.read(&mut this.chunk[..room]) {
                Ok(read) => {
                    buffer.put_slice(&this.chunk[..read]);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The host gave us its non-blocking end.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if let Err(error) = streams::wait_readable(&this.file) {
                        return Poll::Ready(Err(error));
                    }
                }
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}
