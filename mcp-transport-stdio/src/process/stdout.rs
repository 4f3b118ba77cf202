//! Standard output: written at once where that cannot block, else by a thread.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;

use super::streams;
use crate::wire::Direct;

/// A writer that blocks instead of being pending.
pub(super) struct Stdout {
    file: File,
}

impl Stdout {
    pub(super) fn new(file: File) -> Self {
        Self { file }
    }

    /// The way around the writing thread, where the system has one.
    pub(super) fn direct(&self) -> io::Result<Option<Box<dyn Direct>>> {
        streams::direct(&self.file)
    }
}

impl AsyncWrite for Stdout {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        loop {
            match this.file.write(bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The host gave us its non-blocking end.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if let Err(error) = streams::wait_writable(&this.file) {
                        return Poll::Ready(Err(error));
                    }
                }
                written => return Poll::Ready(written),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
