//! Standard input, read by a thread that may block.

use std::fs::File;
use std::io::{self, ErrorKind, Read};

use bytes::BytesMut;

use super::streams;

/// As much as a pipe holds.
const CHUNK: usize = 64 * 1024;

/// Not `std::io::stdin()`: its lock would be held during the read, for ever
/// when the thread is left behind, and code that touches it would hang.
pub(super) struct Stdin {
    file: File,
    /// Read into first: the room in a `BytesMut` would have to be zeroed each time.
    chunk: Box<[u8]>,
}

impl Stdin {
    pub(super) fn new(file: File) -> Self {
        Self {
            file,
            chunk: vec![0; CHUNK].into(),
        }
    }

    /// Appends what there is, waiting until there is something; 0 is the end.
    pub(super) fn read(&mut self, buffer: &mut BytesMut) -> io::Result<usize> {
        loop {
            match self.file.read(&mut self.chunk) {
                Ok(read) => {
                    buffer.extend_from_slice(&self.chunk[..read]);
                    return Ok(read);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The host gave us its non-blocking end.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    streams::wait_readable(&self.file)?;
                }
                Err(error) => return Err(error),
            }
        }
    }
}
