//! The standard handles.

use std::fs::File;
use std::io::{self, Write};
use std::os::windows::io::AsHandle;
use std::thread;
use std::time::Duration;

use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::Console::{
    GetStdHandle, STD_ERROR_HANDLE, STD_OUTPUT_HANDLE, SetStdHandle,
};

use crate::wire::Direct;

/// The streams as the process got them.
pub(crate) struct Streams {
    input: File,
    output: File,
    /// The handle that was standard output, where it was redirected.
    guarded: Option<HandleValue>,
}

/// A handle as a number: the process keeps it open, whoever names it.
struct HandleValue(HANDLE);

// SAFETY: a handle is a name within the process, valid on every thread.
#[allow(unsafe_code)] // the raw handle type of the bindings is a pointer
unsafe impl Send for HandleValue {}
// SAFETY: as above; it is only ever read.
#[allow(unsafe_code)]
unsafe impl Sync for HandleValue {}

impl Streams {
    /// Takes the streams aside. With `guard`, whoever asks for standard output
    /// from here on writes to standard error.
    pub(crate) fn take(guard: bool) -> io::Result<Self> {
        let input = File::from(io::stdin().as_handle().try_clone_to_owned()?);
        let output = File::from(io::stdout().as_handle().try_clone_to_owned()?);
        let guarded = if guard { Some(redirect()?) } else { None };
        Ok(Self {
            input,
            output,
            guarded,
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
        if let Some(HandleValue(handle)) = self.guarded {
            io::stdout().flush()?;
            set_output(handle)?;
        }
        Ok(())
    }
}

/// Makes standard error the standard output; returns what that was.
#[allow(unsafe_code)] // the standard library reads these handles but cannot set them
fn redirect() -> io::Result<HandleValue> {
    // SAFETY: both calls only look up a handle.
    let (output, error) = unsafe {
        (
            GetStdHandle(STD_OUTPUT_HANDLE),
            GetStdHandle(STD_ERROR_HANDLE),
        )
    };
    set_output(error)?;
    Ok(HandleValue(output))
}

#[allow(unsafe_code)] // see `redirect`
fn set_output(handle: HANDLE) -> io::Result<()> {
    // SAFETY: the handle is a standard handle of this process, which nobody closes.
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
