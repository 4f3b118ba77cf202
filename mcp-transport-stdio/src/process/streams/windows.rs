//! The standard handles.

use std::fs::File;
use std::io::{self, Write};
use std::os::windows::io::{AsHandle, AsRawHandle, IntoRawHandle, RawHandle};
use std::thread;
use std::time::Duration;

use windows_sys::Win32::System::Console::{STD_OUTPUT_HANDLE, SetStdHandle};

use crate::wire::Direct;

/// The streams as the process got them.
pub(crate) struct Streams {
    input: File,
    output: File,
    guarded: bool,
}

impl Streams {
    /// Takes the streams aside. With `guard`, whoever asks for standard output
    /// from here on writes to standard error.
    pub(crate) fn take(guard: bool) -> io::Result<Self> {
        let input = File::from(io::stdin().as_handle().try_clone_to_owned()?);
        let output = File::from(io::stdout().as_handle().try_clone_to_owned()?);
        if guard {
            set_output(io::stderr().as_raw_handle())?;
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
            set_output(self.output.into_raw_handle())?;
        }
        Ok(())
    }
}

/// The standard library asks for the handle at each use, so this redirects
/// `println!` and what child processes inherit.
#[allow(unsafe_code)] // it can read the handle but has no way to set it
fn set_output(handle: RawHandle) -> io::Result<()> {
    // SAFETY: the handle stays open: one is standard error, the other has just
    // been given up by its owner.
    if unsafe { SetStdHandle(STD_OUTPUT_HANDLE, handle) } == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// No way to write without blocking: everything goes through the thread.
pub(crate) fn direct(_: &File) -> io::Result<Option<Box<dyn Direct>>> {
    Ok(None)
}

pub(crate) fn wait_readable(_: &File) -> io::Result<()> {
    thread::sleep(Duration::from_millis(5));
    Ok(())
}

pub(crate) fn wait_writable(file: &File) -> io::Result<()> {
    wait_readable(file)
}
