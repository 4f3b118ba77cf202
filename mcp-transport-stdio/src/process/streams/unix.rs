//! File descriptors 0 and 1.

use std::fs::File;
use std::io::{self, ErrorKind, IoSlice, Write};
use std::os::fd::AsFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::stdio::{dup2_stdin, dup2_stdout};

use crate::wire::Direct;

/// The most that a pipe or socket which polls as writable takes without
/// blocking (`PIPE_BUF`).
const AT_ONCE: usize = if cfg!(target_os = "linux") { 4096 } else { 512 };

/// The streams as the process got them, under descriptors that no child inherits.
pub(crate) struct Streams {
    input: File,
    output: File,
    guarded: bool,
}

impl Streams {
    /// Takes the streams aside. With `guard`, whoever uses descriptors 0 and 1
    /// from here on reads nothing and writes to standard error.
    pub(crate) fn take(guard: bool) -> io::Result<Self> {
        let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        if guard {
            dup2_stdin(File::open("/dev/null")?)?;
            dup2_stdout(io::stderr())?;
        }
        Ok(Self {
            input,
            output,
            guarded: guard,
        })
    }

    pub(crate) fn input(&self) -> io::Result<File> {
        self.input.try_clone()
    }

    pub(crate) fn output(&self) -> io::Result<File> {
        self.output.try_clone()
    }

    /// Puts the streams back.
    pub(crate) fn restore(self) -> io::Result<()> {
        if self.guarded {
            // What was printed without a newline belongs where the rest went.
            io::stdout().flush()?;
            dup2_stdin(&self.input)?;
            dup2_stdout(&self.output)?;
        }
        Ok(())
    }
}

/// Writing at once where `poll` says that it does not block.
///
/// The descriptor is not made non-blocking: that would change it for every
/// process that shares it. Should another process fill the pipe between the
/// two system calls, the write waits for the reader.
pub(crate) fn direct(output: &File) -> io::Result<Option<Box<dyn Direct>>> {
    Ok(Some(Box::new(AtOnce(output.try_clone()?))))
}

struct AtOnce(File);

impl Direct for AtOnce {
    fn try_write(&self, frame: &[u8]) -> io::Result<usize> {
        if frame.len() >= AT_ONCE || !ready(&self.0, PollFlags::OUT, Some(&Timespec::default()))? {
            return Ok(0);
        }
        match (&self.0).write_vectored(&[IoSlice::new(frame), IoSlice::new(b"\n")]) {
            Err(error)
                if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) =>
            {
                Ok(0)
            }
            written => written,
        }
    }
}

pub(crate) fn wait_readable(file: &File) -> io::Result<()> {
    ready(file, PollFlags::IN, None).map(drop)
}

pub(crate) fn wait_writable(file: &File) -> io::Result<()> {
    ready(file, PollFlags::OUT, None).map(drop)
}

/// Whether an operation on the file would not block, an error included.
fn ready(file: &File, what: PollFlags, timeout: Option<&Timespec>) -> io::Result<bool> {
    match poll(&mut [PollFd::new(file, what)], timeout) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
